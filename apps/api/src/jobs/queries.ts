import type { Handle, Sql } from '../db/connect.ts'
import { applicationName } from '../db/driver/embedded.ts'

/** Sends a notification. In a transaction, it is delivered on commit. */
export async function notify(handle: Handle, channel: string, payload: string): Promise<void> {
  await handle`select pg_notify(${channel}, ${payload})`
}

const backgroundSuffix = ' background'

/**
 * Returns the `application_name` that a transaction of background work sets, so that `countBusySessions`
 * doesn't count its session. Background work without a transaction doesn't need this name: its statement
 * begins with the comment `background`.
 */
export function backgroundName(): string {
  return applicationName() + backgroundSuffix
}

/** Counts the sessions of this database that are running a statement for an interactive request. */
export async function countBusySessions(sql: Sql): Promise<number> {
  const [row] = await sql<{ busy: number }[]>`
    select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and state = 'active'
      and pid <> pg_backend_pid() and wait_event_type is distinct from 'Client'
      and application_name not like ${`%${backgroundSuffix}`} and query !~ '^\\s*/\\* background \\*/'`
  return row?.busy ?? 0
}
