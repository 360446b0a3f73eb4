import type { Handle, Sql, Tx } from '../db/connect.ts'

type Key = { scope: string; key: string }
export type SentAnswer = { status: number; headers: Record<string, string>; body: string }
export type KeptAnswer = SentAnswer & { requestHash: Buffer }

/** How long an answer is kept under its Idempotency-Key. */
const keptFor = '24 hours'

/** Whether this transaction holds the key now; false while another one does. */
export async function tryKeyLock(tx: Tx, { scope, key }: Key): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 1)) as held`
  return row?.held === true
}

export async function findKeptAnswer(handle: Handle, { scope, key }: Key): Promise<KeptAnswer | undefined> {
  const [row] = await handle<KeptAnswer[]>`
    select request_hash, status, headers, body from idempotency_keys
    where scope = ${scope} and key = ${key} and created_at > now() - ${keptFor}::interval`
  return row
}

export async function insertKeptAnswer(tx: Tx, answer: KeptAnswer & Key): Promise<void> {
  await tx`
    insert into idempotency_keys as k (scope, key, request_hash, status, headers, body)
    values (${answer.scope}, ${answer.key}, ${answer.requestHash}, ${answer.status},
      ${tx.json(answer.headers)}, ${answer.body})
    on conflict (scope, key) do update set request_hash = excluded.request_hash, status = excluded.status,
      headers = excluded.headers, body = excluded.body, created_at = now()
    where k.created_at <= now() - ${keptFor}::interval`
}

export async function deleteOldAnswers(sql: Sql): Promise<void> {
  await sql`delete from idempotency_keys where created_at <= now() - ${keptFor}::interval`
}
