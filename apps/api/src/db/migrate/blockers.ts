import type { Sql } from '../connect.ts'

/** A transaction that holds a lock for which another one waits. `seconds` is its age. */
export type Blocker = { pid: number; user: string; application: string; seconds: number }

type WatchOptions = {
  /** The process id of the session that may have to wait. */
  pid: number
  everyMs: number
  /** Called with the transactions for which the session waits, if there are any. */
  onBlocked(blockers: Blocker[]): void
}

/** Runs `work`, and in the meantime looks for which transactions a session waits. After an error, it is too late. */
export async function watchBlockers(
  sql: Sql,
  { pid, everyMs, onBlocked }: WatchOptions,
  work: () => Promise<void>
): Promise<void> {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const blockers = await listBlockers(sql, pid).catch(() => [])
    if (blockers.length > 0) onBlocked(blockers)
    isLooking = false
  }
  const timer = setInterval(() => void look(), everyMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/** Names transactions in a message: their processes, applications, users and ages. */
export function describeBlockers(blockers: Blocker[]): string {
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
