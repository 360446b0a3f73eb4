import type { Fragment, Handle } from '../../../db/connect.ts'
import type { Conditions } from '../../../db/lists.ts'
import type { ProductFilters, ProductStatus } from '../schema.ts'

/** The filters as conditions on a row `p` of products; `value` writes their values. */
export function conditionsOf(
  sql: Handle,
  vendorId: string,
  filters: ProductFilters,
  value = (given: Fragment) => sql`(select ${given})`
): Conditions {
  const { status, hasPendingRevision, needsModeration, search, sku } = filters
  const { bulkImportJobId, updatedAfter, categoryId } = filters
  const text = value(sql`${sku ?? ''}::text`)
  const moment = value(sql`${updatedAfter ?? ''}::timestamptz`)
  return {
    status: status !== undefined && sql`p.status = ${value(sql`${status}::text`)}`,
    hasPendingRevision:
      hasPendingRevision !== undefined &&
      sql`p.has_pending_revision = ${value(sql`${hasPendingRevision}::boolean`)}`,
    needsModeration:
      needsModeration !== undefined &&
      sql`(p.status = 'PENDING_APPROVAL' or p.has_pending_revision) = ${value(sql`${needsModeration}::boolean`)}`,
    search: search !== undefined && sql`p.search @@ ${value(sql`product_query(${vendorId}, ${search})`)}`,
    sku:
      sku !== undefined &&
      sql`(p.sku = ${text} or exists (select from variants x where x.product_id = p.id and x.sku = ${text}))`,
    bulkImportJobId:
      bulkImportJobId !== undefined && sql`p.bulk_import_job_id = ${value(sql`${bulkImportJobId}::uuid`)}`,
    updatedAfter:
      updatedAfter !== undefined &&
      sql`(p.updated_at > ${moment} or exists (
        select from variants x where x.product_id = p.id and x.updated_at > ${moment}))`,
    categoryId:
      categoryId !== undefined &&
      sql`exists (
        select from product_categories r where r.product_id = p.id
          and r.category_id in (select category_subtree(${value(sql`${categoryId}::uuid`)})))`
  }
}

/**
 * The vendor's products that pass the filters, with conditions by whose values the planner estimates. It cannot look into
 * a subtree: `categoryIds` are those of the filter's. Nor does it know how changes of products and of variants go together:
 * `changed` tells which of them `updatedAfter` means here.
 */
export function estimable(
  sql: Handle,
  vendorId: string,
  { filters, categoryIds, changed }: Estimated
): Fragment {
  const { updatedAfter, categoryId } = filters
  const moment = sql`${updatedAfter ?? ''}::timestamptz`
  const byChange = {
    product: sql`p.updated_at > ${moment}`,
    variants: sql`p.id in (select x.product_id from variants x where x.vendor_id = ${vendorId} and x.updated_at > ${moment})`
  }
  const conditions: Conditions = {
    ...conditionsOf(sql, vendorId, filters, (given) => given),
    updatedAfter: updatedAfter !== undefined && byChange[changed],
    categoryId:
      categoryId !== undefined &&
      sql`p.id in (
        select r.product_id from product_categories r
        where r.vendor_id = ${vendorId} and r.category_id = any(${categoryIds}::uuid[]))`
  }
  return Object.values(conditions).reduce<Fragment>(
    (all, condition) => (condition ? sql`${all} and ${condition}` : all),
    sql`select from products p where p.vendor_id = ${vendorId}`
  )
}

type Estimated = { filters: ProductFilters; categoryIds: string[]; changed: 'product' | 'variants' }

/** The filters that ask for a status or for staged edits. */
export const filtersOfState = ['status', 'hasPendingRevision', 'needsModeration'] as const

type StateFilters = Pick<ProductFilters, (typeof filtersOfState)[number]>

const statuses: ProductStatus[] = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']
const states = statuses.flatMap((status) => [true, false].map((revised) => ({ status, revised })))

/**
 * The states that the filters let through: each status, with and without staged edits (contract 3). A
 * product needs moderation while it was never published and while it has staged edits.
 */
export function statesOf({ status, hasPendingRevision, needsModeration }: StateFilters): typeof states {
  return states.filter(
    (state) =>
      (status === undefined || state.status === status) &&
      (hasPendingRevision === undefined || state.revised === hasPendingRevision) &&
      (needsModeration === undefined ||
        (state.status === 'PENDING_APPROVAL' || state.revised) === needsModeration)
  )
}
