import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '../../errors.ts'
import { createLimiter } from './limiter.ts'
import { createTallies } from './tallies.ts'

const minute = 60_000
/** Failures of one account from one address, and of one address whatever the account, before it must wait. */
const pairBound = { windowMs: 15 * minute, most: 10, size: 20_000 }
const addressBound = { windowMs: 10 * minute, most: 100, size: 20_000 }
/** An account alone is never locked, or anyone could lock anyone out: after some failures it is slowed. */
const accountBound = { windowMs: 15 * minute, most: 15, size: 20_000 }
const failuresBeforeSlowing = 10
const firstDelayMs = 250
const maxDelayMs = 5000

/** Whose password is tried, and where from. */
export type Attempt = { account: string; address: string }

/**
 * Runs a check of a password, which answers undefined when it fails. Too many failures are refused with 429 and
 * `Retry-After` before the check, whether the account exists or not.
 */
export type Attempts = <T>(attempt: Attempt, check: () => Promise<T | undefined>) => Promise<T | undefined>

/**
 * Counts failed sign-ins of this process: 10 in 15 minutes for account and address together, 100 in 10 minutes
 * for an address. An account's further failures slow it, at most 5 s. `now` never goes back; `sleep` waits
 * milliseconds.
 */
export function createAttempts({
  now = () => performance.now(),
  sleep = (ms) => wait(ms)
}: {
  now?: () => number
  sleep?: (ms: number) => Promise<unknown>
} = {}): Attempts {
  const pairs = createTallies({ ...pairBound, now })
  const addresses = createTallies({ ...addressBound, now })
  const accounts = createTallies({ ...accountBound, now })
  const slowed = createLimiter({ running: 100, waiting: 0 })
  let ended = Promise.withResolvers<void>()

  /** Those under way may all fail, so one that would pass a bound then waits for them: races gain no guesses. */
  async function enter(pair: string, address: string): Promise<void> {
    for (;;) {
      const blockedFor = Math.max(pairs.blockedFor(pair), addresses.blockedFor(address))
      if (blockedFor > 0) throw tooManyAttempts(blockedFor)
      if (!pairs.isFull(pair) && !addresses.isFull(address)) break
      await ended.promise
    }
    pairs.start(pair)
    addresses.start(address)
  }

  return async (attempt, check) => {
    const { address } = attempt
    const account = attempt.account.toLowerCase()
    const pair = `${address} ${account}`
    await enter(pair, address)
    let outcome: 'failed' | 'succeeded' | 'unknown' = 'unknown'
    try {
      const delay = delayAfter(accounts.failures(account))
      if (delay > 0) await slowed(() => sleep(delay))
      const result = await check()
      outcome = result === undefined ? 'failed' : 'succeeded'
      return result
    } finally {
      pairs.end(pair, outcome === 'failed')
      addresses.end(address, outcome === 'failed')
      if (outcome === 'failed') accounts.end(account, true)
      if (outcome === 'succeeded') pairs.forgive(pair)
      ended.resolve()
      ended = Promise.withResolvers()
    }
  }
}

/**
 * A guess at a token that names no account: what is counted is the address, each kind of token apart. No account can
 * be meant, since an email address has no blank.
 */
export function guessAt(kind: 'reset' | 'invitation', address: string): Attempt {
  return { account: `${kind} from ${address}`, address }
}

/** How long an account's next attempt is held back after so many failures, in milliseconds. */
export function delayAfter(failures: number): number {
  if (failures < failuresBeforeSlowing) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - failuresBeforeSlowing))
}

function tooManyAttempts(blockedForMs: number): Problem {
  const seconds = Math.ceil(blockedForMs / 1000)
  return new Problem('TOO_MANY_ATTEMPTS', {
    detail: `Try again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) }
  })
}
