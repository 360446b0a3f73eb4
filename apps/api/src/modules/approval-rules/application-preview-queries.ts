import type { Handle, Sql, Tx } from '../../db/connect.ts'
import { listOf, type Page, pageStatement, readRows, run } from '../../db/lists.ts'
import type { Listed } from '../../http/paging.ts'
import { vendorColumn } from '../products/read/shape-queries.ts'
import type { PreviewDecision } from './application-preview-schema.ts'
import type { WaitingKind } from './waiting-queries.ts'

/** What rules would do with an entry, as it is stored. */
export type PreviewedEntry = {
  productId: string
  kind: WaitingKind
  version: number
  /** Null if no rule matches. */
  ruleId: string | null
  ruleName: string | null
  decision: PreviewDecision
  isSample: boolean
}

/** Creates a preview in place of the actor's earlier one. */
export async function insertPreview(
  sql: Sql,
  actorId: string
): Promise<{ id: string; createdAt: string; expiresAt: string }> {
  return sql.begin(async (tx) => {
    await tx`delete from application_previews where actor_id = ${actorId}`
    const [row] = await tx<{ id: string; createdAt: string; expiresAt: string }[]>`
      insert into application_previews (actor_id) values (${actorId})
      returning id, iso_text(created_at) as created_at, iso_text(created_at + interval '1 hour') as expires_at`
    if (!row) throw new Error('The preview was not inserted.')
    return row
  })
}

/** Stores entries of a preview in the order of the list. If the preview was deleted, stores nothing. */
export async function insertEntries(
  sql: Handle,
  { previewId, entries }: { previewId: string; entries: PreviewedEntry[] }
): Promise<void> {
  await sql`
    insert into application_preview_entries (preview_id, product_id, kind, version, rule_id, rule_name, decision, is_sample)
    select p.id, e.product_id, e.kind, e.version, e.rule_id, e.rule_name, e.decision, e.is_sample
    from (select id from application_previews where id = ${previewId} for key share) p
      cross join rows from (
        jsonb_to_recordset(${sql.json(entries)}) as ("productId" uuid, kind text, version integer, "ruleId" uuid,
          "ruleName" text, decision text, "isSample" boolean)
      ) with ordinality as e (product_id, kind, version, rule_id, rule_name, decision, is_sample, n)
    order by e.n`
}

/** True if the actor has this preview and it isn't older than an hour. */
export async function hasPreview(
  sql: Handle,
  { id, actorId }: { id: string; actorId: string | null }
): Promise<boolean> {
  const rows = await sql`
    select from application_previews
    where id = ${id} and actor_id = ${actorId} and created_at > now() - interval '1 hour'`
  return rows.length > 0
}

/** Lists a page of the entries of a preview with one decision, those that have waited longest first. */
export function listEntries(
  sql: Handle,
  { previewId, decision, page }: { previewId: string; decision: PreviewDecision; page: Page }
): Promise<Listed> {
  const list = listOf(sql, {
    ...{ from: 'application_preview_entries e', row: 'e', key: { id: 'uuid' }, order: 'asc', page }
  })
  const rows = run(list, {
    lead: [
      ['e.preview_id', sql`(select ${previewId}::uuid)`],
      ['e.decision', sql`(select ${decision}::text)`]
    ]
  })
  const statement = pageStatement(list, {
    rows: sql`${rows} ${list.first}`,
    json: sql`
      select to_json(shown) from (
        select e.id, e.kind, e.version, e.decision, e.is_sample as "isSample",
          case when e.rule_id is not null then json_build_object('id', e.rule_id, 'name', e.rule_name) end as rule,
          json_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'status', p.status) as product,
          ${sql.unsafe(vendorColumn)}) shown`,
    joins: sql`
      join application_preview_entries e on e.id = run.id join products p on p.id = e.product_id
      join vendors v on v.id = p.vendor_id`
  })
  return readRows(sql, statement)
}

/** The first entries of a preview that a rule decides or makes a sample, in the order of their ids. */
export async function listMatched(
  sql: Handle,
  {
    previewId,
    kind,
    after,
    size
  }: { previewId: string; kind: WaitingKind; after: string | null; size: number }
): Promise<(PreviewedEntry & { id: string })[]> {
  return sql<(PreviewedEntry & { id: string })[]>`
    select id, product_id, kind, version, rule_id, rule_name, decision, is_sample from application_preview_entries
    where preview_id = ${previewId} and kind = ${kind} and (decision <> 'QUEUE' or is_sample)
      ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${size}`
}

/** Deletes entries of a preview that were applied. */
export async function deleteEntries(tx: Tx, ids: string[]): Promise<void> {
  await tx`delete from application_preview_entries where id = any(${ids}::uuid[])`
}

/** Deletes previews that are older than an hour. */
export async function deleteOldPreviews(sql: Sql): Promise<void> {
  await sql`delete from application_previews where created_at < now() - interval '1 hour'`
}
