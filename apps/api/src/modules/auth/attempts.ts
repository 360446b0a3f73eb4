import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '../../errors.ts'
import { createLimiter } from './limiter.ts'
import { createTallies } from './tallies.ts'

const minute = 60_000
/** The limit of failures for one account from one IP address. A further attempt gets a 429. */
const pairLimit = { windowMs: 15 * minute, max: 10, size: 20_000 }
/** The limit of failures from one IP address, for all accounts together. A further attempt gets a 429. */
const addressLimit = { windowMs: 10 * minute, max: 100, size: 20_000 }
/**
 * How failures for one account are counted, from all IP addresses together: at most `max` in the window.
 * These failures never block the account, because anyone could then lock out its user. They only delay
 * further attempts.
 */
const accountLimit = { windowMs: 15 * minute, max: 15, size: 20_000 }
const failuresBeforeDelay = 10
const firstDelayMs = 250
const maxDelayMs = 5000

/** The account whose password is tried, and the client's IP address. */
export type Attempt = { account: string; address: string }

/**
 * Runs `check`, which must return undefined if the password is wrong, and returns its result. After too many
 * failures, throws a 429 with `Retry-After` instead of running `check`, whether or not the account exists.
 */
export type Attempts = <T>(attempt: Attempt, check: () => Promise<T | undefined>) => Promise<T | undefined>

/**
 * Limits failed sign-ins in this process: 10 in 15 minutes for an account from one IP address, and 100 in 10
 * minutes from one IP address. After 10 failures in 15 minutes for an account, counted over all IP addresses,
 * each further sign-in to the account is delayed by up to 5 seconds. `now` must be monotonic; `sleep` takes
 * milliseconds.
 */
export function createAttempts({
  now = () => performance.now(),
  sleep = (ms) => wait(ms)
}: {
  now?: () => number
  sleep?: (ms: number) => Promise<unknown>
} = {}): Attempts {
  const pairs = createTallies({ ...pairLimit, now })
  const addresses = createTallies({ ...addressLimit, now })
  const accounts = createTallies({ ...accountLimit, now })
  const delayLimiter = createLimiter({ running: 100, waiting: 0 })
  let ended = Promise.withResolvers<void>()

  /**
   * Starts an attempt, or throws a 429 if a limit is reached. Running attempts may still fail. If their
   * failures would reach a limit, waits until an attempt ends, because concurrent requests would otherwise
   * get extra guesses.
   */
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
      if (delay > 0) await delayLimiter(() => sleep(delay))
      const result = await check()
      outcome = result === undefined ? 'failed' : 'succeeded'
      return result
    } finally {
      pairs.end(pair, outcome === 'failed')
      addresses.end(address, outcome === 'failed')
      if (outcome === 'failed') accounts.end(account, true)
      if (outcome === 'succeeded') pairs.clearFailures(pair)
      ended.resolve()
      ended = Promise.withResolvers()
    }
  }
}

/**
 * Returns the attempt to use the token of a password reset or an invitation. Such a token doesn't name an
 * account, so failures are counted by IP address, separately for each kind of token. The attempt's `account`
 * is a made-up name, such as `reset from 192.0.2.1`. The name contains spaces, so it can't be equal to an
 * email address.
 */
export function tokenAttempt(kind: 'reset' | 'invitation', address: string): Attempt {
  return { account: `${kind} from ${address}`, address }
}

/** Returns the delay of an account's next attempt, in milliseconds, after this number of failures. */
export function delayAfter(failures: number): number {
  if (failures < failuresBeforeDelay) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - failuresBeforeDelay))
}

function tooManyAttempts(blockedForMs: number): Problem {
  const seconds = Math.ceil(blockedForMs / 1000)
  return new Problem('TOO_MANY_ATTEMPTS', {
    detail: `Too many failed attempts. Try again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) }
  })
}
