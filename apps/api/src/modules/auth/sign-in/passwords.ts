import { hash, verify } from '@node-rs/argon2'
import { createLimiter } from './limiter.ts'

/** The allowed length of a password in code points. Passwords are never truncated, trimmed or normalised. */
export const passwordLength = { min: 12, max: 128 }

/** The cost of argon2id, the library's default algorithm: 19 MiB of memory and two passes in one thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing a password occupies a processor core and 19 MiB, so at most four passwords are hashed concurrently.
 * The queue is so short that a full queue empties within seconds.
 */
const hashing = createLimiter({ running: 4, waiting: 100 })

/**
 * The hash of a random password that no one knows, with the same cost as real ones. Sign-ins to accounts that
 * don't exist are verified against this hash, so that they take the same time as other sign-ins.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$9uKo/p4jLjChN66S/qJyVw$/ia/NtFhqFLQUi8Y/8rZX1pDPxqJBz4myNpLEpupKZ8'

/**
 * Hashes a password and returns the argon2id text with its salt. Throws a 503 if too many other passwords are
 * being hashed.
 */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, cost))
}

/**
 * True if the password matches the stored hash. Without a stored hash it returns false after the same time.
 * Throws a 503 if too many other passwords are being verified.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await hashing(() => verify(stored ?? dummyHash, password))
  return matches && stored !== undefined
}

/**
 * Returns the reason why a text can't be a password, as the predicate of a sentence that begins with "The
 * password", such as `must have at least 12 characters`. Returns undefined if it can be one.
 */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length
  if (length < passwordLength.min) return `must have at least ${passwordLength.min} characters`
  if (length > passwordLength.max) return `must have at most ${passwordLength.max} characters`
  if (password.includes('\0') || !password.isWellFormed())
    return 'must not contain a NUL character or an unpaired surrogate'
  return undefined
}
