import type { Tx } from '../apps/api/src/db/connect.ts'
import { recordedDocument, snapshotFacts } from '../apps/api/src/modules/products/approval/fact-queries.ts'
import { undecidedProduct } from '../apps/api/src/modules/products/write/record-queries.ts'

/** Sets the trust of a vendor. */
export async function setTrust(tx: Tx, vendorId: string, trust: string): Promise<void> {
  await tx`update vendors set trust = ${trust} where id = ${vendorId}`
}

/** Returns the ids of all products by their SKU. */
export async function listProductSkus(tx: Tx): Promise<Map<string, { id: string; variantId: string }>> {
  const rows = await tx<{ sku: string; id: string; variantId: string }[]>`
    select p.sku, p.id, (select v.id from variants v where v.product_id = p.id order by v.position limit 1) as variant_id
    from products p`
  return new Map(rows.map(({ sku, id, variantId }) => [sku, { id, variantId }]))
}

/** A waiting entry that a rule has sent to the queue as a sample. */
export type DemoSample = { productId: string; ruleId: string; textChanges: Record<string, number> | null }

/** Marks waiting entries as samples. */
export async function markSamples(tx: Tx, samples: DemoSample[]): Promise<void> {
  await tx`
    update products p set sampled_by = s."ruleId", pending_text_changes = s."textChanges"
    from jsonb_to_recordset(${tx.json(samples)}) as s ("productId" uuid, "ruleId" uuid, "textChanges" jsonb)
    where p.id = s."productId"`
}

/** The snapshot of a decision on a new product. Without `ruleId`, a person decided. */
export type DemoSnapshot = { id: string; productId: string; ruleId: string | null }

/**
 * Inserts snapshots of the decisions on new products, as if they had been made when `moderation` says. All other
 * decisions of people are by `actor`.
 */
export async function insertSnapshots(
  tx: Tx,
  { snapshots, actor }: { snapshots: DemoSnapshot[]; actor: { id: string; name: string } }
): Promise<void> {
  await tx`
    insert into moderation_snapshots (id, product_id, vendor_id, kind, version, decision, reasons, rule_id, rule_name, live,
      proposed, facts, actor_type, actor_id, actor_name, submitted_at, decided_at)
    select s.id, p.id, p.vendor_id, 'PRODUCT', 1, p.moderation ->> 'decision', p.moderation -> 'reasons', r.id, r.name,
      '{}', whole.product, ${tx.unsafe(snapshotFacts('document'))},
      case when r.id is null then 'USER' else 'SYSTEM' end, case when r.id is null then ${actor.id}::uuid end,
      case when r.id is null then ${actor.name} else 'Purveyor' end,
      case when r.id is null then p.created_at else time.decided_at end, time.decided_at
    from jsonb_to_recordset(${tx.json(snapshots)}) as s (id uuid, "productId" uuid, "ruleId" uuid)
      join products p on p.id = s."productId" join vendors v on v.id = p.vendor_id
      cross join lateral (select ${tx.unsafe(undecidedProduct)} as product offset 0) whole
      cross join lateral ${tx.unsafe(recordedDocument('whole.product'))}
      left join approval_rules r on r.id = s."ruleId"
      cross join lateral (select (p.moderation ->> 'decidedAt')::timestamptz as decided_at) time`
}

/** Returns the ids of the products whose last decision was on the new product. */
export async function listDecided(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from products where moderation ->> 'target' = 'PRODUCT' order by id`
  return rows.map(({ id }) => id)
}

/** Sets the id of the only snapshot of a revision of this product. */
export async function setSnapshotId(
  tx: Tx,
  { productId, id }: { productId: string; id: string }
): Promise<void> {
  await tx`update moderation_snapshots set id = ${id} where product_id = ${productId} and kind = 'REVISION'`
}

/** Makes all claims last for twelve hours, so that the demo shows them for longer than 15 minutes. */
export async function extendClaims(tx: Tx): Promise<void> {
  await tx`update moderation_claims set expires_at = now() + interval '12 hours'`
}
