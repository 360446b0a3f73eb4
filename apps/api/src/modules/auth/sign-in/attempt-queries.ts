import type { Handle, Sql, Tx } from '../../../db/connect.ts'

/** The client's address, and the hash of the account whose password is tried. */
export type AttemptKey = { address: string; account: Buffer }

/** The maximum number of failures in a number of minutes. */
export type FailureLimit = { max: number; minutes: number }
export type FailureLimits = { pair: FailureLimit; address: FailureLimit; account: FailureLimit }

/** Whether an attempt may start. */
export type Admission = {
  /** The id of the attempt, or null if it hasn't started. */
  id: string | null
  /** The milliseconds until a further attempt may start. 0 if the failures don't exceed a limit. */
  blockedForMs: number
  /** The failures for the account from all addresses, counted up to the limit. */
  accountFailures: number
}

/** Locks an address until the transaction ends, so that its attempts start one after another on all nodes. */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${address}`}, 0))`
}

/**
 * Starts an attempt unless a limit is reached, or would be reached if all attempts in progress failed. The
 * address must be locked. An attempt in progress for more than a minute counts as failed, because its node has
 * probably died.
 */
export async function startAttempt(
  tx: Tx,
  { address, account }: AttemptKey,
  { pair, address: addressLimit, account: accountLimit }: FailureLimits
): Promise<Admission> {
  const [row] = await tx<[Admission]>`
    with attempt as (
      select a.account = ${account} and not a.is_cleared as is_of_pair,
        coalesce(a.failed_at, case when a.started_at < now() - interval '1 minute' then a.started_at end) as failed_at
      from sign_in_attempts a
      where a.address = ${address} and a.started_at > now() - ${recent}::interval
    ), counted as (
      select is_of_pair, failed_at,
        failed_at > now() - make_interval(mins => ${pair.minutes}) as is_in_pair_window,
        failed_at > now() - make_interval(mins => ${addressLimit.minutes}) as is_in_address_window
      from attempt
    ), state as (
      select greatest(
          case when count(*) filter (where is_of_pair and is_in_pair_window) >= ${pair.max}
            then min(failed_at) filter (where is_of_pair and is_in_pair_window)
              + make_interval(mins => ${pair.minutes}) end,
          case when count(*) filter (where is_in_address_window) >= ${addressLimit.max}
            then min(failed_at) filter (where is_in_address_window)
              + make_interval(mins => ${addressLimit.minutes}) end
        ) as blocked_until,
        count(*) filter (where is_of_pair and is_in_pair_window is not false) >= ${pair.max}
          or count(*) filter (where is_in_address_window is not false) >= ${addressLimit.max} as is_full
      from counted
    ), started as (
      insert into sign_in_attempts (address, account)
      select ${address}, ${account} from state where not is_full
      returning id
    )
    select (select id from started) as id,
      coalesce(extract(epoch from blocked_until - now()) * 1000, 0)::double precision as blocked_for_ms,
      (select count(*)::integer from (
        select from sign_in_attempts a
        where a.account = ${account} and a.started_at > now() - ${recent}::interval
          and a.failed_at > now() - make_interval(mins => ${accountLimit.minutes})
        limit ${accountLimit.max}) failure) as account_failures
    from state`
  return row
}

/** The time after which an attempt no longer matters: the longest window, and the time that a check may take. */
const recent = '20 minutes'

/** Records that an attempt has failed. */
export async function recordFailure(sql: Handle, id: string): Promise<void> {
  await sql`update sign_in_attempts set failed_at = clock_timestamp() where id = ${id}`
}

/** Deletes an attempt that succeeded. Earlier failures for its account no longer count for its address. */
export async function recordSuccess(sql: Handle, id: string): Promise<void> {
  await sql`
    with success as (delete from sign_in_attempts where id = ${id} returning address, account)
    update sign_in_attempts a set is_cleared = true from success
    where a.address = success.address and a.account = success.account and a.failed_at is not null and not a.is_cleared`
}

/** Deletes an attempt whose password couldn't be checked. */
export async function deleteAttempt(sql: Handle, id: string): Promise<void> {
  await sql`delete from sign_in_attempts where id = ${id}`
}

/** Deletes the attempts that no longer matter. */
export async function deleteOldAttempts(sql: Sql): Promise<void> {
  await sql`delete from sign_in_attempts where started_at <= now() - ${recent}::interval`
}
