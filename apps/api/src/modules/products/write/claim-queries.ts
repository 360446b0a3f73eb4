import type { Tx } from '../../../db/connect.ts'

/** An entry of the moderation queue that can be claimed. `id` is the id of its product. */
type ClaimedEntry = { id: string; kind: 'PRODUCT' | 'REVISION' | 'CHANGE' }

/** Deletes the claims on entries of locked products. */
export async function deleteClaims(tx: Tx, entries: ClaimedEntry[]): Promise<void> {
  const keys = entries.map(({ id, kind }) => ({ id, kind }))
  await tx`
    delete from moderation_claims m using jsonb_to_recordset(${tx.json(keys)}) as e (id uuid, kind text)
    where m.product_id = e.id and m.kind = e.kind`
}
