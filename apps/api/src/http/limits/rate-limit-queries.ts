import type { Sql } from '../../db/connect.ts'

/** What a node asks for, for one client. */
export type LeaseRequest = {
  key: string
  /** The maximum number of requests in a window. */
  max: number
  /** The requests that the node has accepted without a lease and hasn't reported yet. */
  spent: number
  /** The number of further requests to lease. */
  wanted: number
  /** The milliseconds until the client's window ends. Ignored if the database knows the window. */
  endsInMs: number
}

/** A lease: the node may accept `granted` further requests of the client. */
export type Lease = {
  key: string
  granted: number
  /** The requests of the window that all nodes together have reported or leased, this lease included. */
  used: number
  /** The milliseconds until the window ends, by the clock of the database. */
  endsInMs: number
}

/**
 * Leases shares of the limits of several clients, whose keys must be distinct. Rows are locked in the order of
 * their keys, so that the statements of several nodes don't cause deadlocks.
 */
export async function leaseShares(sql: Sql, requests: readonly LeaseRequest[]): Promise<Lease[]> {
  return await sql<Lease[]>`
    insert into rate_limits as r (key, ends_at, max_requests, used, granted)
    select d.key, now() + make_interval(secs => d."endsInMs" / 1000), d.max, d.spent + lease.size, lease.size
    from jsonb_to_recordset(${sql.json(requests as LeaseRequest[])})
        as d(key text, max bigint, spent bigint, wanted integer, "endsInMs" double precision),
      lateral (select least(d.wanted, greatest(0, d.max - d.spent)) as size) lease
    order by d.key
    on conflict (key) do update set (ends_at, max_requests, used, granted) = (
      select case when was.open then r.ends_at else excluded.ends_at end, excluded.max_requests,
        reported.used + lease.size, lease.size
      from (select r.ends_at > now() as open) was,
        lateral (select case when was.open then r.used else 0 end + excluded.used - excluded.granted as used) reported,
        lateral (select least(excluded.granted, greatest(0, excluded.max_requests - reported.used)) as size) lease)
    returning key, granted, used::double precision as used,
      (extract(epoch from ends_at - now()) * 1000)::double precision as ends_in_ms`
}

/** Deletes the windows that have ended. */
export async function deleteEndedWindows(sql: Sql): Promise<void> {
  await sql`delete from rate_limits where ends_at <= now()`
}
