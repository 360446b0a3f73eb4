import type { Fragment, Handle, Sql, Tx } from '../db/connect.ts'

type Key = { scope: string; key: string }
/** A response as it is sent. `body` is JSON text. */
export type SentResponse = { status: number; headers: Record<string, string>; body: string }
/** A response that is stored under an Idempotency-Key, with the hash of its request. */
export type StoredResponse = SentResponse & { requestHash: Buffer }

/** The time for which a response is stored under its Idempotency-Key. */
const retention = '24 hours'

/** A key that a transaction has tried to lock, with the response that is stored under it. */
type LockedKey = { isLocked: boolean; stored: (StoredResponse & { isExpired: boolean }) | undefined }

/** Returns SQL that locks the key for this transaction. It is false if another transaction has locked the key. */
export function keyLock(sql: Handle, { scope, key }: Key): Fragment {
  return sql`pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 1))`
}

/**
 * Locks the key for this transaction, and returns the response that is stored under it. A response that another
 * transaction commits between the start of the statement and the lock isn't found. `insertStoredResponse` then fails.
 */
export async function lockKey(tx: Tx, { scope, key }: Key): Promise<LockedKey> {
  const [row] = await tx<({ isLocked: boolean } & (StoredResponse & { isExpired: boolean | null }))[]>`
    select l.is_locked, k.request_hash, k.status, k.headers, k.body,
      k.created_at <= now() - ${retention}::interval as is_expired
    from (select ${keyLock(tx, { scope, key })} as is_locked) l
      left join idempotency_keys k on k.scope = ${scope} and k.key = ${key}`
  if (!row) return { isLocked: false, stored: undefined }
  const { isLocked, isExpired, ...stored } = row
  return { isLocked, stored: isExpired === null ? undefined : { ...stored, isExpired } }
}

/** Deletes the response that is stored under a key, so that another one can be stored. */
export async function deleteStoredResponse(tx: Tx, { scope, key }: Key): Promise<void> {
  await tx`delete from idempotency_keys where scope = ${scope} and key = ${key}`
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

/** Stores a response under its key. Fails with an error of `isKeyTaken` if the key has one already. */
export async function insertStoredResponse(tx: Tx, response: StoredResponse & Key): Promise<void> {
  await tx`
    insert into idempotency_keys (scope, key, request_hash, status, headers, body)
    values (${response.scope}, ${response.key}, ${response.requestHash}, ${response.status},
      ${tx.json(response.headers)}, ${response.body})`
}

/** Returns a condition that is true if no response is stored under the key, not even an expired one. */
export function isKeyUnused(sql: Handle, { scope, key }: Key): Fragment {
  return sql`not exists (select from idempotency_keys where scope = ${scope} and key = ${key})`
}

/**
 * Returns a statement that stores JSON text under a key as the response of a write, and returns the response. `answer` is
 * a table with the column `body`. It must have no rows if nothing is to be stored. Fails like `insertStoredResponse`.
 */
export function insertedAnswer(
  sql: Handle,
  { scope, key, requestHash }: Key & { requestHash: Buffer },
  answer: Fragment
): Fragment {
  return sql`
    insert into idempotency_keys (scope, key, request_hash, status, headers, body)
    select ${scope}, ${key}, ${requestHash}, 200, jsonb_build_object(
      'content-type', 'application/json; charset=utf-8', 'etag', ${etagOfText(sql, sql`body`)}), body
    from ${answer}
    returning status, headers, body`
}

/** Returns SQL for the ETag of a text: the same as `etagOf`. */
function etagOfText(sql: Handle, text: Fragment): Fragment {
  return sql`'"' || translate(left(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), 27), '+/', '-_') || '"'`
}

/** True for the error of a statement that stored a second response under a key. */
export function isKeyTaken(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'idempotency_keys_pkey'
}

/** Deletes at most `limit` stored responses that have expired, and returns their count. */
export async function deleteExpiredResponses(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from idempotency_keys where created_at <= now() - ${retention}::interval and ctid = any(array(
      select ctid from idempotency_keys where created_at <= now() - ${retention}::interval
      order by created_at limit ${limit}))`
  return count
}
