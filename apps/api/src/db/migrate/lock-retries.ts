import { setTimeout as sleep } from 'node:timers/promises'
import { capitalise } from '../../lib/capitalise.ts'
import type { Handle, Sql } from '../connect.ts'
import { ConnectionError, isConnectionLoss } from '../errors.ts'
import { type Blocker, describeBlockers, watchBlockers } from './blockers.ts'
import { MigrationError } from './migration-error.ts'
import type { MigrationTurn } from './migration-turn.ts'

/**
 * How a migration locks tables. While it waits for the lock of a table, all later queries of this table wait
 * too. So it waits only for `lockTimeoutMs`, and tries again after each of the pauses.
 */
export type LockRetries = { lockTimeoutMs: number; pausesMs: number[] }

/** At most 10 attempts in about three minutes. */
export const lockRetries: LockRetries = {
  lockTimeoutMs: 2_000,
  pausesMs: [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000, 30_000]
}

/** The work of a migration, and whether it runs in a transaction. */
export type LockingWork = { work: (session: Handle) => Promise<void>; isTransaction: boolean }

/** `name` names the work in messages, such as `migration 0001_one.sql`. */
type Options = { sql: Sql; name: string; retries: LockRetries; warn: (message: string) => void }

/**
 * Runs the work in the session of the turn. If it can't lock a table in time, or is the victim of a deadlock, it is
 * rolled back and runs again after a pause. Work outside a transaction locks its table only against other changes of
 * the schema. Requests don't wait for it, so it waits without a limit. Throws a `MigrationError` that says who holds the
 * lock if the last attempt fails too. `sql` is used to look who holds it.
 */
export async function withLockRetries(
  turn: MigrationTurn,
  options: Options,
  work: LockingWork
): Promise<void> {
  const { name, retries, warn } = options
  for (let number = 0; ; number++) {
    const blockers: Blocker[] = []
    try {
      return await (work.isTransaction
        ? attemptInTransaction(turn, { ...options, blockers }, work)
        : attemptWithoutLimit(turn, options, work))
    } catch (error) {
      if (!isLockFailure(error)) throw error
      const pause = retries.pausesMs[number]
      if (pause === undefined) throw failure(name, { attempts: number + 1, blockers })
      warn(
        `${capitalise(name)} waited for ${describeBlockers(blockers)}. Trying again in ${pause / 1_000} s.`
      )
      await sleep(pause)
    }
  }
}

/** Runs the work with a limit for waiting for locks, and writes to `blockers` which transactions it waited for. */
async function attemptInTransaction(
  turn: MigrationTurn,
  { sql, blockers, retries: { lockTimeoutMs } }: Options & { blockers: Blocker[] },
  { work }: LockingWork
): Promise<void> {
  const { session, pid } = turn
  await session`begin`
  try {
    await requireTurn(turn)
    await session.unsafe(`set local lock_timeout = ${lockTimeoutMs}`)
    const onBlocked = (now: Blocker[]) => void blockers.splice(0, Infinity, ...now)
    await watchBlockers(sql, { pid, everyMs: lockTimeoutMs / 4, onBlocked }, () => work(session))
    await session`commit`
  } catch (error) {
    if (!isConnectionLoss(error)) await session`rollback`
    throw error
  }
}

/** Runs the work. Warns once about each transaction for which it waits, if that transaction isn't a short one. */
async function attemptWithoutLimit(
  turn: MigrationTurn,
  { sql, name, warn, retries: { lockTimeoutMs } }: Options,
  { work }: LockingWork
): Promise<void> {
  const warned = new Set<number>()
  const onBlocked = (now: Blocker[]) => {
    const blockers = now.filter(({ pid, seconds }) => seconds * 1_000 >= lockTimeoutMs && !warned.has(pid))
    if (blockers.length === 0) return
    for (const { pid } of blockers) warned.add(pid)
    warn(`${capitalise(name)} waits for ${describeBlockers(blockers)}. Requests don't wait for it.`)
  }
  await requireTurn(turn)
  await watchBlockers(sql, { pid: turn.pid, everyMs: lockTimeoutMs / 4, onBlocked }, () => work(turn.session))
}

/** Throws if this isn't the session that got the lock, because a connection pooler has changed it. */
async function requireTurn({ session, pid }: MigrationTurn): Promise<void> {
  const [now] = await session<{ pid: number }[]>`select pg_backend_pid() as pid`
  if (now?.pid === pid) return
  throw new ConnectionError('CONNECTION_CLOSED', 'the session has changed while migrations were applied')
}

/** True if the error, or the error that caused it, says that a lock wasn't available or that there was a deadlock. */
function isLockFailure(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return [code, cause?.code].some((sqlState) => sqlState === '55P03' || sqlState === '40P01')
}

function failure(
  name: string,
  { attempts, blockers }: { attempts: number; blockers: Blocker[] }
): MigrationError {
  const advice = blockers[0]
    ? `End that transaction, for example with "select pg_terminate_backend(${blockers[0].pid})", and start again.`
    : 'Look for long transactions in pg_stat_activity, end them, and start again.'
  return new MigrationError(
    `The ${name} could not lock its tables in ${attempts} attempts and was not applied. ` +
      `It waited for ${describeBlockers(blockers)}. ${advice}`
  )
}
