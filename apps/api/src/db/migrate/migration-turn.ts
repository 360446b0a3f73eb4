import { setTimeout as sleep } from 'node:timers/promises'
import type { Handle, Sql } from '../connect.ts'

/** A session that holds the migration lock, so that no other process applies migrations. */
export type MigrationTurn = { session: Handle; pid: number }

type TurnOptions = {
  /** False if another process has done the work in the meantime. */
  isNeeded(session: Handle): Promise<boolean>
  /** Called with a sentence if the turn doesn't come within `warnAfterMs`. */
  warn: (message: string) => void
  warnAfterMs: number
}

// The key of the advisory lock: an arbitrary number that nothing else in this database uses.
const lockKey = 7_283_461_905
const pollMs = 100

/**
 * Waits until no other process applies migrations, and then runs `work` in a session that holds an advisory lock, so
 * that others wait. The lock belongs to the session and not to a transaction, and it is polled: a statement that waits
 * for a lock has a snapshot, and `create index concurrently` waits until there are no older snapshots. So a
 * process that waited for the lock of a process that builds an index would never get it.
 *
 * `work` must apply the migrations in this session. If the connection is lost, PostgreSQL then rolls back before it
 * releases the lock. Without a client, PostgreSQL first completes the statement that is running, so that the next
 * process waits for it. Returns undefined if the work isn't needed any more.
 */
export async function withTurn<T>(
  sql: Sql,
  options: TurnOptions,
  work: (turn: MigrationTurn) => Promise<T>
): Promise<T | undefined> {
  const session = await sql.reserve()
  try {
    for (const name of zeroSettings) await session.unsafe(`set ${name} = 0`)
    const pid = await waitForLock(session, options)
    return pid === undefined ? undefined : await work({ session, pid })
  } finally {
    // The lock is released at once. Closing the connection takes a moment, and ends the settings.
    await session`select pg_advisory_unlock_all()`.catch(() => {})
    session.close()
  }
}

// No time limits. An index is built by one process, so that the other cores are left to requests.
const zeroSettings = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'max_parallel_maintenance_workers'
]

/** Returns the process id of the session when it has the lock, or undefined if the work isn't needed any more. */
async function waitForLock(
  session: Handle,
  { isNeeded, warn, warnAfterMs }: TurnOptions
): Promise<number | undefined> {
  const began = performance.now()
  let hasWarned = false
  while (await isNeeded(session)) {
    const [attempt] = await session<{ gotLock: boolean; pid: number }[]>`
      select pg_try_advisory_lock(${lockKey}) as got_lock, pg_backend_pid() as pid`
    if (attempt?.gotLock) return attempt.pid
    if (!hasWarned && performance.now() - began >= warnAfterMs) {
      hasWarned = true
      warn(`Waiting for ${await holderOf(session)}, which applies migrations.`)
    }
    await sleep(pollMs)
  }
  return undefined
}

async function holderOf(session: Handle): Promise<string> {
  const [holder] = await session<{ pid: number; application: string }[]>`
    select l.pid, a.application_name as application
    from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
    where l.locktype = 'advisory' and l.granted and l.database = a.datid and l.objsubid = 1
      and l.classid::bigint << 32 | l.objid::bigint = ${lockKey}`
  return holder ? `process ${holder.pid} (${holder.application || 'no application name'})` : 'another process'
}
