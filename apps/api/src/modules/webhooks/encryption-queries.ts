import type { Tx } from '../../db/connect.ts'

/** The encrypted values of a webhook. `headers` is null if it has none. */
export type EncryptedValues = { id: string; secrets: Buffer; headers: Buffer | null }

/** Locks the first `limit` webhooks with an id after `after`, in the order of their ids, and returns their encrypted values. */
export async function lockEncryptedValues(
  tx: Tx,
  { after, limit }: { after: string | null; limit: number }
): Promise<EncryptedValues[]> {
  return await tx<EncryptedValues[]>`
    select id, secrets, headers from webhooks
    where ${after}::uuid is null or id > ${after}::uuid
    order by id limit ${limit} for update`
}

/** Stores the same values, encrypted with another key. The webhooks haven't changed for their users. */
export async function updateEncryptedValues(tx: Tx, values: EncryptedValues[]): Promise<void> {
  const [ids, secrets, headers] = [
    values.map(({ id }) => id),
    values.map(({ secrets }) => secrets.toString('hex')),
    values.map(({ headers }) => headers?.toString('hex') ?? null)
  ]
  await tx`
    update webhooks w set secrets = decode(n.secrets, 'hex'), headers = decode(n.headers, 'hex')
    from unnest(${ids}::uuid[], ${secrets}::text[], ${headers}::text[]) as n (id, secrets, headers)
    where w.id = n.id`
}
