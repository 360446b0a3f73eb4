import type { Tx } from '../../../db/connect.ts'

/** The rule that makes the waiting entry of a product a sample. Null if the entry is no sample. */
export type SampleMark = { id: string; ruleId: string | null }

/**
 * Marks entries of the moderation queue as samples, or removes the mark. The products must be locked. The mark is
 * internal, so neither the version nor `updated_at` changes.
 */
export async function markSamples(tx: Tx, marks: SampleMark[]): Promise<void> {
  await tx`
    update products p set sampled_by = m."ruleId"
    from jsonb_to_recordset(${tx.json(marks)}) as m (id uuid, "ruleId" uuid)
    where p.id = m.id and p.sampled_by is distinct from m."ruleId"`
}
