import { hash, verify } from '@node-rs/argon2'
import { createLimiter } from './limiter.ts'

/** Bounds of a password in code points. It is taken exactly as sent: never cut, trimmed or normalised. */
export const passwordLength = { min: 12, max: 128 }

/** argon2id, the library's default kind: 19 MiB and two passes by one thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing burns a core and 19 MiB, so few run at once; those in line are done within seconds. */
const hashing = createLimiter({ running: 4, waiting: 100 })

/** The hash of a random text that nobody knows, of the same cost: what an unknown account is compared with. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$9uKo/p4jLjChN66S/qJyVw$/ia/NtFhqFLQUi8Y/8rZX1pDPxqJBz4myNpLEpupKZ8'

/** The password as argon2id text with its salt. 503 while too many others are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, cost))
}

/** Whether it is the password; without a stored hash false, in the same time. 503 while too many others run. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await hashing(() => verify(stored ?? nobodysHash, password))
  return matches && stored !== undefined
}

/** What keeps a text from being a password, as the end of "The password …"; undefined where nothing does. */
export function passwordFault(password: string): string | undefined {
  const length = [...password].length
  if (length < passwordLength.min) return `must have at least ${passwordLength.min} characters`
  if (length > passwordLength.max) return `must have at most ${passwordLength.max} characters`
  if (password.includes('\0') || !password.isWellFormed()) return 'has characters that cannot be sent'
  return undefined
}
