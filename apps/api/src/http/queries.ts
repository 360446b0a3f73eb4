import type { Handle, Sql, Tx } from '../db/connect.ts'

type Key = { scope: string; key: string }
/** A response as it is sent. `body` is JSON text. */
export type SentResponse = { status: number; headers: Record<string, string>; body: string }
/** A response that is stored under an Idempotency-Key, with the hash of its request. */
export type StoredResponse = SentResponse & { requestHash: Buffer }

/** The time for which a response is stored under its Idempotency-Key. */
const retention = '24 hours'

/** Locks the key for this transaction. Returns false if another transaction has locked the key. */
export async function tryKeyLock(tx: Tx, { scope, key }: Key): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 1)) as held`
  return row?.held === true
}

/** Returns the response that is stored under the key, unless it has expired. */
export async function findStoredResponse(
  handle: Handle,
  { scope, key }: Key
): Promise<StoredResponse | undefined> {
  const [row] = await handle<StoredResponse[]>`
    select request_hash, status, headers, body from idempotency_keys
    where scope = ${scope} and key = ${key} and created_at > now() - ${retention}::interval`
  return row
}

/** Stores a response under its key. Replaces an expired response. */
export async function insertStoredResponse(tx: Tx, response: StoredResponse & Key): Promise<void> {
  await tx`
    insert into idempotency_keys as k (scope, key, request_hash, status, headers, body)
    values (${response.scope}, ${response.key}, ${response.requestHash}, ${response.status},
      ${tx.json(response.headers)}, ${response.body})
    on conflict (scope, key) do update set request_hash = excluded.request_hash, status = excluded.status,
      headers = excluded.headers, body = excluded.body, created_at = now()
    where k.created_at <= now() - ${retention}::interval`
}

/** Deletes at most `limit` stored responses that have expired, and returns their count. */
export async function deleteExpiredResponses(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from idempotency_keys where created_at <= now() - ${retention}::interval and ctid = any(array(
      select ctid from idempotency_keys where created_at <= now() - ${retention}::interval
      order by created_at limit ${limit}))`
  return count
}
