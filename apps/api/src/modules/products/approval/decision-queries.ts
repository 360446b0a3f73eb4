import type { Handle, Tx } from '../../../db/connect.ts'
import { type Origin, systemOrigin } from '../../../events.ts'
import { moderatedTexts } from '../fields/lists.ts'
import { columnOf } from '../fields/sql.ts'
import type { Reason } from '../write/reason.ts'
import { imageValues, wholeProduct } from '../write/record-queries.ts'
import type { DecidingRule } from '../write/transition.ts'
import { snapshotFacts } from './fact-queries.ts'

/** A decision whose snapshot is stored. `fields` has the decision on each decided field of a revision. */
export type Judged = {
  productId: string
  kind: 'PRODUCT' | 'REVISION'
  decision: 'APPROVED' | 'REJECTED'
  fields: Record<string, 'APPROVED' | 'REJECTED'> | null
  reasons: Reason[]
  /** The rule that decided. Null if a person decided. */
  rule: DecidingRule | null
}

const liveValues = `jsonb_build_object(${moderatedTexts.map((text) => `'${text}', p.${columnOf(text)}, `).join('')}
  'images', ${imageValues})`

/**
 * Inserts a snapshot of each decision: what was judged, and how. Call this function while the products are
 * locked and before the decisions are written. For products that a rule decides before they are inserted,
 * `recordDecidedCreation` inserts the snapshots.
 */
export async function insertSnapshots(
  tx: Tx,
  { judged, origin }: { judged: Judged[]; origin: Origin }
): Promise<void> {
  const { actor, requestId } = origin
  const { actor: system } = systemOrigin
  await tx`
    insert into moderation_snapshots (product_id, vendor_id, kind, version, decision, fields, reasons, is_sample, rule_id,
      rule_name, live, proposed, facts, corrections, actor_type, actor_id, actor_name, request_id, submitted_at)
    select p.id, p.vendor_id, j.kind, p.moderation_version, j.decision, j.fields, j.reasons, p.sampled_by is not null,
      r.id, r.name,
      case j.kind when 'REVISION' then ${tx.unsafe(liveValues)} else '{}' end,
      case j.kind when 'REVISION' then p.pending_revision else ${tx.unsafe(wholeProduct)} end,
      ${tx.unsafe(snapshotFacts('stored'))}, p.corrections,
      case when r.id is null then ${actor.type} else ${system.type} end,
      case when r.id is null then ${actor.id}::uuid end,
      case when r.id is null then ${actor.name} else ${system.name} end,
      ${requestId},
      case j.kind when 'REVISION' then p.pending_revision_submitted_at else p.submitted_at end
    from jsonb_to_recordset(${tx.json(judged)}) as j ("productId" uuid, kind text, decision text, fields jsonb,
        reasons jsonb, rule jsonb)
      cross join lateral jsonb_to_record(coalesce(j.rule, '{}')) as r (id uuid, name text)
      join products p on p.id = j."productId" join vendors v on v.id = p.vendor_id`
}

/** Deletes at most `limit` snapshots that are older than 400 days, and returns their count. */
export async function deleteOldSnapshots(sql: Handle, limit: number): Promise<number> {
  const { count } = await sql`
    delete from moderation_snapshots where decided_at < now() - interval '400 days' and ctid = any(array(
      select ctid from moderation_snapshots where decided_at < now() - interval '400 days'
      order by decided_at limit ${limit}))`
  return count
}

/** Returns the ids of the live images of products of any vendor, by product id. */
export async function listLiveImages(sql: Handle, productIds: string[]): Promise<Map<string, Set<string>>> {
  const rows = await sql<{ productId: string; ids: string[] }[]>`
    select product_id, array_agg(id) as ids from product_images
    where product_id = any(${productIds}::uuid[]) group by product_id`
  return new Map(rows.map(({ productId, ids }) => [productId, new Set(ids)]))
}

/**
 * Returns the private files of the new images in the staged edits of these products. Products whose version is no
 * longer the given version are omitted.
 */
export async function listNewFiles(
  sql: Handle,
  revisions: { id: string; version: number }[]
): Promise<{ id: string; path: string }[]> {
  return sql<{ id: string; path: string }[]>`
    select i.id, i.path
    from jsonb_to_recordset(${sql.json(revisions)}) as r (id uuid, version integer)
      join products p on p.id = r.id and p.moderation_version = r.version
      cross join lateral jsonb_to_recordset(p.pending_revision -> 'images') as image (id uuid, "isNew" boolean)
      join pending_images i on i.id = image.id and i.product_id = p.id
    where image."isNew"`
}
