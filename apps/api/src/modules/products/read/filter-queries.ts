import type { Fragment, Handle } from '../../../db/connect.ts'
import type { Conditions } from '../../../db/lists.ts'
import type { ProductFilters, ProductStatus } from '../schema.ts'
import { hasLowStock } from './low-stock-queries.ts'

/**
 * Returns the filters as SQL conditions on the row `p` of `products`. The SQL of each filter's value is
 * passed through the function `value`. By default, this function wraps the SQL in a select, so that the
 * planner doesn't see the value and one generic plan serves all values.
 */
export function conditionsOf(
  sql: Handle,
  vendorId: string | undefined,
  filters: ProductFilters,
  value = (given: Fragment) => sql`(select ${given})`
): Conditions {
  const { status, hasPendingRevision, needsModeration, search, sku } = filters
  const { bulkImportJobId, updatedAfter, categoryId, isRejected, maxStockAvailable, hasAttributeIssues } =
    filters
  const text = value(sql`${sku ?? ''}::text`)
  const timestamp = value(sql`${updatedAfter ?? ''}::timestamptz`)
  return {
    status: status !== undefined && sql`p.status = ${value(sql`${status}::text`)}`,
    hasPendingRevision:
      hasPendingRevision !== undefined &&
      sql`p.has_pending_revision = ${value(sql`${hasPendingRevision}::boolean`)}`,
    needsModeration:
      needsModeration !== undefined &&
      sql`(p.status = 'PENDING_APPROVAL' or p.has_pending_revision) = ${value(sql`${needsModeration}::boolean`)}`,
    isRejected:
      isRejected !== undefined &&
      (isRejected
        ? sql`is_rejected(p.status, p.moderation)`
        : sql`is_rejected(p.status, p.moderation) is not true`),
    hasAttributeIssues:
      hasAttributeIssues !== undefined &&
      sql`${hasAttributeIssues ? sql`` : sql`not `}exists (select from attribute_issues i where i.product_id = p.id)`,
    maxStockAvailable:
      maxStockAvailable !== undefined &&
      sql`exists (
        select from variants x where x.product_id = p.id
          and ${hasLowStock(sql, maxStockAvailable, value(sql`${maxStockAvailable}::integer`))})`,
    search: search !== undefined && sql`coalesce(p.search @@ ${value(wordsOf(sql, vendorId, search))}, true)`,
    sku:
      sku !== undefined &&
      sql`(p.sku = ${text} or exists (select from variants x where x.product_id = p.id and x.sku = ${text}))`,
    bulkImportJobId:
      bulkImportJobId !== undefined && sql`p.bulk_import_job_id = ${value(sql`${bulkImportJobId}::uuid`)}`,
    updatedAfter:
      updatedAfter !== undefined &&
      sql`(p.updated_at > ${timestamp} or exists (
        select from variants x where x.product_id = p.id and x.updated_at > ${timestamp}))`,
    categoryId:
      categoryId !== undefined &&
      sql`exists (
        select from product_categories r where r.product_id = p.id
          and r.category_id in (select category_subtree(${value(sql`${categoryId}::uuid`)})))`
  }
}

/**
 * Returns a query for the products that match the filters. It serves only to get the planner's
 * estimate of the number of rows. Three filters are replaced by conditions that the planner can estimate:
 *
 * - `categoryId`: the caller reads the ids of the category's subtree and passes them as `categoryIds`.
 * - `maxStockAvailable`: the variants are selected by vendor.
 * - `updatedAfter`: depending on `changed`, the query finds either the products that changed themselves or
 *   the products with changed variants. The planner can't estimate the union of these two sets.
 */
export function estimable(
  sql: Handle,
  vendorId: string | undefined,
  { filters, categoryIds, changed }: EstimateInput
): Fragment {
  const { updatedAfter, categoryId, search, maxStockAvailable } = filters
  const ofVendor = (row: string) =>
    vendorId === undefined ? sql`true` : sql`${sql.unsafe(`${row}.vendor_id`)} = ${vendorId}`
  const timestamp = sql`${updatedAfter ?? ''}::timestamptz`
  const byChange = {
    product: sql`p.updated_at > ${timestamp}`,
    variants: sql`p.id in (select x.product_id from variants x where ${ofVendor('x')} and x.updated_at > ${timestamp})`
  }
  const conditions: Conditions = {
    ...conditionsOf(sql, vendorId, filters, (given) => given),
    search: search !== undefined && sql`p.search @@ ${wordsOf(sql, vendorId, search)}`,
    updatedAfter: updatedAfter !== undefined && byChange[changed],
    maxStockAvailable:
      maxStockAvailable !== undefined &&
      sql`p.id in (
        select x.product_id from variants x where ${ofVendor('x')} and ${hasLowStock(sql, maxStockAvailable)})`,
    categoryId:
      categoryId !== undefined &&
      sql`p.id in (
        select r.product_id from product_categories r
        where ${ofVendor('r')} and r.category_id = any(${categoryIds}::uuid[]))`
  }
  return Object.values(conditions).reduce<Fragment>(
    (all, condition) => (condition ? sql`${all} and ${condition}` : all),
    sql`select from products p where ${ofVendor('p')}`
  )
}

/**
 * Returns a query for all words of the search, as SQL of the type `tsquery`. With `vendorId`, only products
 * of this vendor match, and all of them match a search without words. Otherwise, the query is null for a
 * search without words.
 */
export function wordsOf(sql: Handle, vendorId: string | undefined, search: string): Fragment {
  return vendorId === undefined ? sql`words_query(${search})` : sql`product_query(${vendorId}, ${search})`
}

type EstimateInput = { filters: ProductFilters; categoryIds: string[]; changed: 'product' | 'variants' }

/** The filters that depend only on the status of a product and on whether the product has staged edits. */
export const filtersOfState = ['status', 'hasPendingRevision', 'needsModeration'] as const

type StateFilters = Pick<ProductFilters, (typeof filtersOfState)[number]>

const statuses: ProductStatus[] = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']
const states = statuses.flatMap((status) => [true, false].map((revised) => ({ status, revised })))

/**
 * Returns the states that match the filters. A state is a status with or without staged edits (contract 3). A
 * product needs moderation if it is PENDING_APPROVAL or has staged edits.
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
