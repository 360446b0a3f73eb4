import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import * as queries from './attempt-queries.ts'
import { createLimiter } from './limiter.ts'

const limits: queries.FailureLimits = {
  /** The limit of failures for one account from one IP address. A further attempt gets a 429. */
  pair: { max: 10, minutes: 15 },
  /** The limit of failures from one IP address, for all accounts together. A further attempt gets a 429. */
  address: { max: 100, minutes: 10 },
  /**
   * How failures for one account are counted, from all IP addresses together. These failures never block the
   * account, because anyone could then lock out its user. They only delay further attempts.
   */
  account: { max: 15, minutes: 15 }
}
const failuresBeforeDelay = 10
const firstDelayMs = 250
const maxDelayMs = 5000
/** The time between two looks at attempts that are in progress, maybe on another node. */
const pollMs = 50

/** The account whose password is tried, and the client's IP address. */
export type SignInAttempt = { account: string; address: string }

/**
 * Runs `check`, which must return undefined if the password is wrong, and returns its result. After too many
 * failures, throws a 429 with `Retry-After` instead of running `check`, whether or not the account exists.
 */
export type Attempts = <T>(
  attempt: SignInAttempt,
  check: () => Promise<T | undefined>
) => Promise<T | undefined>

/**
 * Limits failed sign-ins on all nodes together: 10 in 15 minutes for an account from one IP address, and 100 in
 * 10 minutes from one IP address. After 10 failures in 15 minutes for an account, counted over all IP
 * addresses, each further sign-in to the account is delayed by up to 5 seconds. `sleep` takes milliseconds.
 */
export function createSignInAttempts(
  sql: Sql,
  { sleep = (ms) => wait(ms) }: { sleep?: (ms: number) => Promise<unknown> } = {}
): Attempts {
  const delayLimiter = createLimiter({ running: 100, waiting: 0 })
  const inTurn = createTurns()

  /**
   * Starts an attempt, or throws a 429 if a limit is reached. Running attempts may still fail. If their
   * failures would reach a limit, waits until an attempt ends, because concurrent requests would otherwise
   * get extra guesses.
   */
  async function start(key: queries.AttemptKey): Promise<{ id: string; accountFailures: number }> {
    for (;;) {
      const admission = await sql.begin(async (tx) => {
        const [, admission] = await Promise.all([
          queries.lockAddress(tx, key.address),
          queries.startAttempt(tx, key, limits)
        ])
        return admission
      })
      const { id, blockedForMs, accountFailures } = admission as queries.Admission
      if (id !== null) return { id, accountFailures }
      if (blockedForMs > 0) throw tooManyAttempts(blockedForMs)
      await wait(pollMs)
    }
  }

  return async (attempt, check) => {
    const key = { address: attempt.address, account: hashSecret(attempt.account.toLowerCase()) }
    // The attempts of an address wait here, so that they don't occupy several connections.
    const { id, accountFailures } = await inTurn(key.address, () => start(key))
    let end = queries.deleteAttempt
    try {
      const delay = delayAfter(accountFailures)
      if (delay > 0) await delayLimiter(() => sleep(delay))
      const result = await check()
      end = result === undefined ? queries.recordFailure : queries.recordSuccess
      return result
    } finally {
      // If this fails, the attempt counts as failed after a minute.
      await end(sql, id).catch(() => {})
    }
  }
}

/** Returns a function that runs pieces of work with the same key one after another. */
function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = result
      .catch(() => {})
      .finally(() => {
        if (last.get(key) === ended) last.delete(key)
      })
    last.set(key, ended)
    return result
  }
}

/**
 * Returns the attempt to use the token of a password reset or an invitation. Such a token doesn't name an
 * account, so failures are counted by IP address, separately for each kind of token. The attempt's `account`
 * is a made-up name, such as `reset from 192.0.2.1`. The name contains spaces, so it can't be equal to an
 * email address.
 */
export function tokenAttempt(kind: 'reset' | 'invitation', address: string): SignInAttempt {
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
