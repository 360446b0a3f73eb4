import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql, Tx } from './connect.ts'
import { MigrationError } from './migration-files.ts'

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

type Options = { name: string; retries: LockRetries; warn: (message: string) => void }

/**
 * Runs `work` in a transaction. If it can't lock a table in time, or is the victim of a deadlock, rolls it back
 * and runs it again after a pause. Throws a `MigrationError` that says who holds the lock if the last attempt
 * fails too.
 */
export async function withLockRetries(
  sql: Sql,
  work: (tx: Tx) => Promise<void>,
  { name, retries, warn }: Options
): Promise<void> {
  for (let number = 0; ; number++) {
    const blockers: Blocker[] = []
    try {
      return await sql.begin((tx) => attempt(tx, work, { sql, blockers, timeoutMs: retries.lockTimeoutMs }))
    } catch (error) {
      if (!isLockFailure(error)) throw error
      const pause = retries.pausesMs[number]
      if (pause === undefined) throw failure(name, { attempts: number + 1, blockers })
      warn(`Migration ${name} waited for ${shown(blockers)}. Trying again in ${pause / 1_000} s.`)
      await sleep(pause)
    }
  }
}

/** Runs `work` with a limit for waiting for locks, and writes to `blockers` which transactions it waited for. */
async function attempt(
  tx: Tx,
  work: (tx: Tx) => Promise<void>,
  { sql, blockers, timeoutMs }: { sql: Sql; blockers: Blocker[]; timeoutMs: number }
): Promise<void> {
  await tx`set local statement_timeout = 0`
  await tx`set local idle_in_transaction_session_timeout = 0`
  await tx.unsafe(`set local lock_timeout = ${timeoutMs}`)
  const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const found = await listBlockers(sql, session?.pid ?? 0).catch(() => [])
    if (found.length > 0) blockers.splice(0, Infinity, ...found)
    isLooking = false
  }
  const timer = setInterval(() => void look(), timeoutMs / 4)
  try {
    await work(tx)
  } finally {
    clearInterval(timer)
  }
}

/** True if the error, or the error that caused it, says that a lock wasn't available or that there was a deadlock. */
function isLockFailure(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return [code, cause?.code].some((one) => one === '55P03' || one === '40P01')
}

type Blocker = { pid: number; user: string; application: string; seconds: number }

function failure(
  name: string,
  { attempts, blockers }: { attempts: number; blockers: Blocker[] }
): MigrationError {
  const advice = blockers[0]
    ? `End that transaction, for example with "select pg_terminate_backend(${blockers[0].pid})", and start again.`
    : 'Look for long transactions in pg_stat_activity, end them, and start again.'
  return new MigrationError(
    `The migration ${name} could not lock its tables in ${attempts} attempts and was not applied. ` +
      `It waited for ${shown(blockers)}. ${advice}`
  )
}

function shown(blockers: Blocker[]): string {
  if (blockers.length === 0) return 'the lock of another transaction'
  return blockers
    .map(
      ({ pid, user, application, seconds }) =>
        `the transaction of process ${pid} (${application || 'no application name'}, user ${user}, ${seconds} s old)`
    )
    .join(' and ')
}

async function listBlockers(sql: Sql, pid: number): Promise<Blocker[]> {
  return await sql<Blocker[]>`
    select a.pid, coalesce(a.usename, a.backend_type) as user, a.application_name as application,
      coalesce(extract(epoch from clock_timestamp() - a.xact_start), 0)::integer as seconds
    from pg_stat_activity a where a.pid = any(pg_blocking_pids(${pid})) order by a.xact_start, a.pid`
}
