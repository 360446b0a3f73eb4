import type { Fragment, Handle } from '../../../db/connect.ts'
import type { Conditions } from '../../../db/lists.ts'
import type { EntryFilters, EntryKindName } from '../schema.ts'
import { entrySources, inEffect } from './entry-kind-queries.ts'

/**
 * Returns the filters of the queue except those of `indexedConditions`, as conditions on an entry of the kind. Conditions that look
 * up other tables are written as scalar subselects, because for `exists` the planner might read the other table
 * completely.
 */
export function entryConditions(sql: Handle, kind: EntryKindName, filters: EntryFilters): Conditions {
  const { productId, vendorId, importJobId, claimed, categoryId, changeSetId } = filters
  return {
    changeSetId: changeSetId !== undefined && sql`w.change_set_id = (select ${changeSetId}::uuid)`,
    productId: productId !== undefined && sql`p.id = (select ${productId}::uuid)`,
    vendorId: vendorId !== undefined && sql`p.vendor_id = (select ${vendorId}::uuid)`,
    importJobId: importJobId !== undefined && sql`p.bulk_import_job_id = (select ${importJobId}::uuid)`,
    categoryId:
      categoryId !== undefined &&
      sql`(
        select true from product_categories r where r.product_id = p.id
          and r.category_id = any(array(select category_subtree((select ${categoryId}::uuid)))) limit 1)`,
    claimed: claimed !== undefined && claimCondition(sql, kind, filters)
  }
}

/**
 * Returns the filters of samples and of entries in change sets. Unlike the others, they have partial indexes in the
 * order of the queue, except that of all entries in change sets.
 */
export function indexedConditions(
  sql: Handle,
  kind: EntryKindName,
  { isSample, inChangeSet }: EntryFilters
): Fragment {
  const is = (column: string, isSet: boolean) => `and ${column} is ${isSet ? 'not null' : 'null'}`
  return sql.unsafe(
    [
      isSample === undefined ? '' : is(entrySources[kind].sampledBy, isSample),
      inChangeSet === undefined || kind !== 'CHANGE' ? '' : is('w.change_set_id', inChangeSet)
    ].join(' ')
  )
}

function claimCondition(sql: Handle, kind: EntryKindName, filters: EntryFilters): Fragment {
  const { id } = entrySources[kind]
  const claim = sql`(
    select true from moderation_claims m
    where m.product_id = ${sql.unsafe(id)} and ${ofKind(sql, kind)} and ${sql.unsafe(inEffect)} ${byHolder(sql, filters)}
    limit 1)`
  return filters.claimed === 'none' ? sql`${claim} is null` : claim
}

/** Returns the condition that the row `m` of `moderation_claims` is for an entry of the kind. */
function ofKind(sql: Handle, kind: EntryKindName): Fragment {
  return sql.unsafe(`m.kind = '${kind}'`)
}

/** Returns the condition on the holder of the row `m` of `moderation_claims`. */
function byHolder(sql: Handle, { claimed, callerId = null }: EntryFilters): Fragment {
  if (claimed === 'none' || claimed === undefined) return sql``
  return claimed === 'me'
    ? sql`and m.actor_id = (select ${callerId}::uuid)`
    : sql`and m.actor_id <> (select ${callerId}::uuid)`
}

/**
 * A category with more products than this is not read completely: the queue is then read in order, and the
 * category is checked on each entry.
 */
const maxCandidates = 5000

/**
 * The products among which the entries are searched, if a filter has an index that isn't in the order of the
 * queue. `ids` is a query for their distinct ids. `observed` is the filter that it applies. If `max` is set,
 * `ids` returns at most this number of rows, and if it returns as many, there can be more.
 */
export type Candidates = { ids: Fragment; observed: string; max?: number }

/** Returns the candidates for the filters, or undefined if the queue is read in order. */
export function entryCandidates(
  sql: Handle,
  kind: EntryKindName,
  filters: EntryFilters
): Candidates | undefined {
  const { productId, vendorId, claimed, importJobId, categoryId } = filters
  if (productId !== undefined)
    return { ids: sql`select (select ${productId}::uuid) as id`, observed: 'productId' }
  if (claimed === 'me' || claimed === 'others') {
    const ids = sql`
      select m.product_id as id from moderation_claims m
      where ${ofKind(sql, kind)} and ${sql.unsafe(inEffect)} ${byHolder(sql, filters)}`
    return { ids, observed: 'claimed' }
  }
  if (importJobId !== undefined) {
    const ids = sql`select x.id from products x where x.bulk_import_job_id = (select ${importJobId}::uuid)`
    return { ids, observed: 'importJobId' }
  }
  if (categoryId === undefined) return undefined
  const ids = sql`
    select distinct f.product_id as id from (
      select r.product_id from category_subtree((select ${categoryId}::uuid)) as c (id)
        cross join lateral (${productsOf(sql, vendorId)}) r
      limit ${sql.unsafe(String(maxCandidates))}) f`
  return { ids, observed: 'categoryId', max: maxCandidates }
}

/**
 * Returns a query for the products in the category `c`. It compares and orders by all columns of an index, so
 * that the planner can use only this index.
 */
function productsOf(sql: Handle, vendorId: string | undefined): Fragment {
  const lowest = sql`'00000000-0000-0000-0000-000000000000'::uuid`
  const limit = sql.unsafe(String(maxCandidates))
  if (vendorId === undefined) {
    return sql`
      select r.product_id from product_categories r
      where (r.category_id, r.product_id) >= (c.id, ${lowest}) and r.category_id <= c.id
      order by r.category_id, r.product_id limit ${limit}`
  }
  const vendor = sql`(select ${vendorId}::uuid)`
  return sql`
    select r.product_id from product_categories r
    where (r.vendor_id, r.category_id, r.product_id) >= (${vendor}, c.id, ${lowest})
      and (r.vendor_id, r.category_id) <= (${vendor}, c.id)
    order by r.vendor_id, r.category_id, r.product_id limit ${limit}`
}

/**
 * Returns a query for all entries of one kind that match the filters. It serves only to get the planner's
 * estimate of their number, and therefore contains the values of the filters. `categoryIds` are the ids of the
 * category and its descendants.
 */
export function estimableEntries(
  sql: Handle,
  kind: EntryKindName,
  { filters, categoryIds }: { filters: EntryFilters; categoryIds: string[] }
): Fragment {
  const { productId, vendorId, importJobId, categoryId, claimed, changeSetId, callerId = null } = filters
  const { from, condition, id } = entrySources[kind]
  const holder = claimed === 'me' ? sql`= ${callerId}::uuid` : sql`<> ${callerId}::uuid`
  return sql`
    select from ${sql.unsafe(from)} where ${sql.unsafe(condition)}
      ${vendorId === undefined ? sql`` : sql`and p.vendor_id = ${vendorId}::uuid`}
      ${productId === undefined ? sql`` : sql`and p.id = ${productId}::uuid`}
      ${importJobId === undefined ? sql`` : sql`and p.bulk_import_job_id = ${importJobId}::uuid`}
      ${changeSetId === undefined ? sql`` : sql`and w.change_set_id = ${changeSetId}::uuid`}
      ${indexedConditions(sql, kind, filters)}
      ${
        categoryId === undefined
          ? sql``
          : sql`and p.id in (
              select r.product_id from product_categories r where r.category_id = any(${categoryIds}::uuid[]))`
      }
      ${
        claimed === undefined || claimed === 'none'
          ? sql``
          : sql`and ${sql.unsafe(id)} in (
              select m.product_id from moderation_claims m where ${ofKind(sql, kind)} and m.actor_id ${holder})`
      }`
}
