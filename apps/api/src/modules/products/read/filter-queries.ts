import type postgres from 'postgres'
import type { Handle } from '../../../db/connect.ts'
import type { ProductFilters } from '../schema.ts'

export type Fragment = postgres.PendingQuery<postgres.Row[]>
export type Filter = keyof ProductFilters

/** Each filter as a condition on a row `p` of products; `value` writes the values. */
function conditionsOf(
  sql: Handle,
  vendorId: string,
  filters: ProductFilters,
  value: (given: Fragment) => Fragment
) {
  const { status, hasPendingRevision, needsModeration, search, sku, bulkImportJobId, updatedAfter } = filters
  const found: Fragment[] = []
  if (status !== undefined) found.push(sql`p.status = ${value(sql`${status}::text`)}`)
  if (hasPendingRevision !== undefined) {
    found.push(sql`p.has_pending_revision = ${value(sql`${hasPendingRevision}::boolean`)}`)
  }
  if (needsModeration !== undefined) {
    const needs = value(sql`${needsModeration}::boolean`)
    found.push(sql`(p.status = 'PENDING_APPROVAL' or p.has_pending_revision) = ${needs}`)
  }
  if (search !== undefined) found.push(sql`p.search @@ ${value(sql`product_query(${vendorId}, ${search})`)}`)
  if (sku !== undefined) {
    const text = value(sql`${sku}::text`)
    found.push(
      sql`(p.sku = ${text} or exists (select from variants x where x.product_id = p.id and x.sku = ${text}))`
    )
  }
  if (bulkImportJobId !== undefined)
    found.push(sql`p.bulk_import_job_id = ${value(sql`${bulkImportJobId}::uuid`)}`)
  if (updatedAfter !== undefined) {
    const moment = value(sql`${updatedAfter}::timestamptz`)
    found.push(
      sql`(p.updated_at > ${moment} or exists (
        select from variants x where x.product_id = p.id and x.updated_at > ${moment}))`
    )
  }
  return found
}

/** Whether the product of that id passes the filters; their values are wrapped, see `candidates`. */
export function passes(
  sql: Handle,
  vendorId: string,
  { filters, id }: { filters: ProductFilters; id: Fragment }
): Fragment {
  const found = conditionsOf(sql, vendorId, filters, (given) => sql`(select ${given})`)
  if (filters.categoryId !== undefined) {
    found.push(sql`exists (
      select from product_categories r where r.product_id = p.id
        and r.category_id in (select category_subtree((select ${filters.categoryId}::uuid))))`)
  }
  return sql`(select true ${joined(sql, found)} from products p where p.id = ${id})`
}

/**
 * The filters as conditions by whose values the planner estimates. It cannot look into a subtree: `categoryIds` are
 * those of the filter's. Nor does it know how changes of products and of variants go together: `changed` tells which of
 * them `updatedAfter` means here.
 */
export function estimable(
  sql: Handle,
  vendorId: string,
  { filters, categoryIds, changed }: Estimated
): Fragment {
  const { updatedAfter, ...others } = filters
  const found = conditionsOf(sql, vendorId, others, (given) => given)
  if (updatedAfter !== undefined) {
    found.push(
      changed === 'product'
        ? sql`p.updated_at > ${updatedAfter}::timestamptz`
        : sql`p.id in (
          select x.product_id from variants x where x.vendor_id = ${vendorId} and x.updated_at > ${updatedAfter}::timestamptz)`
    )
  }
  if (filters.categoryId !== undefined) {
    found.push(sql`p.id in (
      select r.product_id from product_categories r
      where r.vendor_id = ${vendorId} and r.category_id = any(${categoryIds}::uuid[]))`)
  }
  return joined(sql, found)
}

type Estimated = { filters: ProductFilters; categoryIds: string[]; changed: 'product' | 'variants' }

function joined(sql: Handle, found: Fragment[]): Fragment {
  return found.reduce((all, condition) => sql`${all} and ${condition}`, sql``)
}
