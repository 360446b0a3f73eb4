import type { Fragment, Handle } from '../../../db/connect.ts'
import { type List, listOf, type Page, pageStatement, passing, readRows, run } from '../../../db/lists.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Listed } from '../../../http/paging.ts'
import { actorOfRow } from '../../events/actor-queries.ts'
import type { ModerationSnapshot, SnapshotFilters } from './snapshot-schema.ts'

type PageInput = { filters: SnapshotFilters; page: Page }

/** Lists a page of the snapshots of decisions, newest first. */
export function listSnapshots(sql: Handle, input: PageInput): Promise<Listed> {
  return readRows(sql, snapshotPageQuery(sql, input))
}

/**
 * Returns the statement of `listSnapshots`. Each page reads one range of an index: of the product, else of the
 * rule, else of the vendor, else of all snapshots. The index of all snapshots contains the columns of the other
 * filters.
 */
export function snapshotPageQuery(sql: Handle, { filters, page }: PageInput): Fragment {
  const { decidedAfter: after, decidedBefore: before } = filters
  const list = listOf(sql, {
    ...{ from: 'moderation_snapshots s', row: 's', key: { decided_at: 'timestamptz', id: 'uuid' } },
    ...{ page, after, before, conditions: conditionsOf(sql, filters) }
  })
  return pageStatement(list, {
    rows: sql`${rowsOf(list, filters)} ${list.first}`,
    json: sql`
      select to_json(shown) from (
        select ${summaryColumns(sql)} from moderation_snapshots s where s.id = run.id) shown`
  })
}

function conditionsOf(sql: Handle, filters: SnapshotFilters) {
  const { productId, vendorId, kind, decision, ruleId, decidedBy, isSample } = filters
  return {
    productId: productId !== undefined && sql`s.product_id = (select ${productId}::uuid)`,
    ruleId: ruleId !== undefined && sql`s.rule_id = (select ${ruleId}::uuid)`,
    vendorId: vendorId !== undefined && sql`s.vendor_id = (select ${vendorId}::uuid)`,
    kind: kind !== undefined && sql`s.kind = (select ${kind}::text)`,
    decision: decision !== undefined && sql`s.decision = (select ${decision}::text)`,
    decidedBy:
      decidedBy !== undefined &&
      (decidedBy === 'rules' ? sql`s.rule_id is not null` : sql`s.rule_id is null`),
    isSample: isSample !== undefined && sql`s.is_sample = (select ${isSample}::boolean)`
  }
}

/** Returns a query for the sort keys of the page, with the condition of the most selective index as its range. */
function rowsOf(list: List, { productId, ruleId, vendorId }: SnapshotFilters): Fragment {
  const { sql } = list
  const leading = (name: string, column: string, id: string) =>
    run(list, { lead: [[column, sql`(select ${id}::uuid)`]], where: passing(list, [name]) })
  if (productId !== undefined) return leading('productId', 's.product_id', productId)
  if (ruleId !== undefined) return leading('ruleId', 's.rule_id', ruleId)
  if (vendorId !== undefined) return leading('vendorId', 's.vendor_id', vendorId)
  return run(list, { lead: [], where: passing(list) })
}

/** Returns the columns of a row `s` without the values that were judged. */
function summaryColumns(sql: Handle): Fragment {
  return sql`
    s.id, s.product_id as "productId", s.vendor_id as "vendorId", s.kind, s.version, s.decision, s.fields,
    s.reasons, s.is_sample as "isSample",
    case when s.rule_id is not null then json_build_object('id', s.rule_id, 'name', s.rule_name) end as rule,
    ${actorOfRow(sql, 's', 'platform').actor} as "decidedBy", iso_text(s.submitted_at) as "submittedAt",
    iso_text(s.decided_at) as "decidedAt", s.request_id as "requestId"`
}

/** Returns a snapshot with the values that were judged, or undefined if there is none with this id. */
export async function findSnapshot(
  sql: Handle,
  id: string
): Promise<JsonText<ModerationSnapshot> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(shown)::text as json
    from (select ${summaryColumns(sql)}, s.live, s.proposed,
      coalesce(s.corrections, '[]') as corrections from moderation_snapshots s where s.id = ${id}) shown`
  return row?.json
}
