import type { Sql } from '../db/connect.ts'

/** What a backup records about its database. */
export type DatabaseFacts = {
  /** The number of the last migration. */
  schemaVersion: number
  assetStoreId: string | null
  /** The version of PostgreSQL, such as `18.4`. */
  postgresql: string
}

/** Reads what a backup records about its database. Throws 42P01 if the database has no tables yet. */
export async function readFacts(sql: Sql): Promise<DatabaseFacts> {
  const [row] = await sql<[DatabaseFacts]>`
    select (select max(left(name, 4))::integer from schema_migrations) as schema_version,
      (select asset_store_id from installation),
      split_part(current_setting('server_version'), ' ', 1) as postgresql`
  return row
}

/** Settings of the server, and the process id of this session. */
export type ServerFacts = { pid: number; walLevel: string; segmentBytes: number; tablespaces: number }

/** Reads what decides whether, and how, the server's files can be copied. */
export async function readServerFacts(session: Sql): Promise<ServerFacts> {
  const [row] = await session<[ServerFacts]>`
    select pg_backend_pid() as pid, current_setting('wal_level') as wal_level,
      (select setting::integer from pg_settings where name = 'wal_segment_size') as segment_bytes,
      (select count(*)::integer from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces`
  return row
}

/** Limits the time that later statements of this session wait for a lock. */
export async function limitLockWaits(session: Sql, ms: number): Promise<void> {
  await session`select set_config('lock_timeout', ${String(ms)}, false)`
}

/**
 * Makes the server retain its WAL until the session ends. The slot is temporary: the server drops it when the
 * session ends, even if this process is killed.
 */
export async function retainWal(session: Sql, slot: string): Promise<void> {
  await session`select pg_create_physical_replication_slot(${slot}, true, true)`
}

/** Begins a backup in this session, with an immediate checkpoint. */
export async function startBackup(session: Sql, label: string): Promise<void> {
  await session`select pg_backup_start(${label}, true)`
}

/** The end of a backup. `lastSegment` is the name of the last file of WAL that the backup needs. */
export type BackupEnd = { label: string; lsn: string; lastSegment: string; stoppedAt: string }

/** Ends the backup of this session. Doesn't wait for an archive of WAL, because there is none. */
export async function stopBackup(session: Sql): Promise<BackupEnd> {
  const [row] = await session<[BackupEnd]>`
    select labelfile as label, lsn::text, pg_walfile_name(lsn - 1) as last_segment,
      clock_timestamp() as stopped_at
    from pg_backup_stop(false)`
  return row
}

/** Returns the process id of the session. Another id means that the connection was lost and opened again. */
export async function readPid(session: Sql): Promise<number> {
  const [row] = await session<[{ pid: number }]>`select pg_backend_pid() as pid`
  return row.pid
}

/** True if the database has the tables of the service. */
export async function hasTables(sql: Sql): Promise<boolean> {
  const [row] = await sql<
    [{ hasInstallation: boolean }]
  >`select to_regclass('installation') is not null as has_installation`
  return row.hasInstallation
}

/**
 * Makes the numbers of new events and catalog changes larger than all that were given out before the restore.
 * A client that had read further than the backup would otherwise miss what follows. Skips a million numbers,
 * and 1,000 for each second since the last numbered event, which is more than the service gives out. So this
 * also holds if a backup is restored twice.
 *
 * Webhooks tell their receivers that they may have got events that the backup doesn't have. Their number of the gap must
 * not be one that was used before the restore, so it is at least the number of minutes since 1970.
 */
export async function skipFeedNumbers(sql: Sql): Promise<void> {
  await sql`
    select setval('events_sequence', (select last_value from events_sequence) + skipped),
      setval('catalog_changes_sequence', (select last_value from catalog_changes_sequence) + skipped)
    from (
      select 1000000 + 1000 * coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::bigint as skipped
      from event_marks
    ) as counted`
  const [row] = await sql<[{ hasWebhooks: boolean }]>`
    select to_regclass('webhook_progress') is not null as has_webhooks`
  if (!row.hasWebhooks) return
  await sql`
    update webhook_progress set gap = 'RESTORE', lease_id = null, leased_until = null,
      gap_number = greatest(gap_number + 1, floor(extract(epoch from clock_timestamp()) / 60)::integer)`
}
