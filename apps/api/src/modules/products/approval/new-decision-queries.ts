import type { JsonValue, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import type { NewOutcome } from '../write/product-queries.ts'
import type { Reason } from '../write/reason.ts'
import { recordChanges, recordHistory, undecidedProduct } from '../write/record-queries.ts'
import { type DecidingRule, storedDecision } from '../write/transition.ts'
import { recordedDocument, snapshotFacts } from './fact-queries.ts'

/**
 * The decision of a rule on new products, made before they are inserted. It saves the update that a later decision
 * would need, which would double the time of an upload.
 */
export type NewDecision = {
  rule: DecidingRule
  decision: 'APPROVE' | 'REJECT'
  reasons: Reason[]
  /** True if the rule would decide, but the products are samples, which wait for a person. */
  isSample: boolean
  /** The value of `products.moderation`; null for samples. */
  moderation: JsonValue | null
  /** The ids of the products, in ascending order. */
  ids: string[]
}

/** Products of a vendor that the same rule decides. `automatic` is the origin of the decision. */
type Decided = { group: NewDecision; automatic: Origin }

/**
 * Records the creation of products that a rule has decided, one row for each with all its values, and stores the
 * snapshots of the decision. Both contain the same values, which are read only once: those before the decision.
 */
export async function recordDecidedCreation(
  tx: Tx,
  vendorId: string,
  { group, origin, automatic: { actor, requestId } }: Decided & { origin: Origin }
): Promise<void> {
  const { rule, reasons, ids } = group
  await tx`
    with created as materialized (
      select p.id, p.moderation_version, p.submitted_at, ${tx.unsafe(undecidedProduct)} as value
      from products p
      where p.vendor_id = ${vendorId} and p.id = any(${ids}::uuid[])
    ), change as (
      select ${vendorId}::uuid as vendor_id, id as product_id, null::uuid as variant_id, 'CREATED' as field,
        null::jsonb as old_value, value as new_value
      from created
    ), ${recordHistory(tx, origin)}
    insert into moderation_snapshots (product_id, vendor_id, kind, version, decision, reasons, rule_id, rule_name, live,
      proposed, facts, actor_type, actor_id, actor_name, request_id, submitted_at)
    select created.id, ${vendorId}, 'PRODUCT', moderation_version, ${storedDecision(group)},
      ${tx.json(reasons)}, ${rule.id}, ${rule.name}, '{}', value, ${tx.unsafe(snapshotFacts('document'))}, ${actor.type}, ${actor.id}::uuid, ${actor.name},
      ${requestId}, submitted_at
    from created
      cross join lateral ${tx.unsafe(recordedDocument('value'))}
      join vendors v on v.id = ${vendorId}`
}

/** Records that a rule has decided products which were inserted with its decision. */
export async function recordNewDecision(
  tx: Tx,
  vendorId: string,
  { group, outcome: { status, moderation }, automatic }: Decided & { outcome: NewOutcome }
): Promise<void> {
  await tx`
    with decided as materialized (
      select ${tx.json(moderation)}::jsonb - 'proposed' as moderation
    ), change as materialized (
      select ${vendorId}::uuid as vendor_id, i.id as product_id, null::uuid as variant_id, f.*
      from decided d cross join unnest(${group.ids}::uuid[]) as i (id) cross join lateral (values
        ('status', '"PENDING_APPROVAL"'::jsonb, to_jsonb(${status}::text)),
        ('moderation', null, d.moderation)) as f (field, old_value, new_value)
    ), ${recordChanges(tx, automatic)}
    select`
}
