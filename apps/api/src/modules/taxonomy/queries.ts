import type { Fragment, Handle, Tx } from '../../db/connect.ts'
import { freeSlug } from '../../db/slugs.ts'
import type { JsonText } from '../../http/json-text.ts'
import { termTables } from '../products/fields/terms.ts'

/** The tables of the terms by which products are classified. */
export type TermTable = 'categories' | 'collections' | 'tags' | 'facets' | 'facet_values'

/** The maximum number of levels of the category tree. */
export const maxLevels = 12

/**
 * `audience` is the reader of the JSON and determines which fields the JSON has. Image URLs begin with
 * `assetOrigin`. With `hasCounts`, the terms of a list have the numbers of their products.
 */
export type View = { audience: 'vendor' | 'platform'; assetOrigin: string; hasCounts?: boolean }

/** A SQL expression for the JSON of a row of the table. */
function termJson(sql: Handle, table: TermTable, view: View, alias = 't'): Fragment {
  const t = sql(alias)
  const position = isPositioned(table) ? sql`, 'position', ${t}.position` : sql``
  const times = sql`, 'createdAt', iso_text(${t}.created_at), 'updatedAt', iso_text(${t}.updated_at)`
  return sql`json_build_object('id', ${t}.id, 'name', ${t}.name, 'slug', ${t}.slug ${ownFields(sql, table, view, alias)}
    ${view.hasCounts ? countFields(sql, table, alias) : sql``} ${view.audience === 'platform' ? sql`${position} ${times}` : sql``})`
}

/** SQL for the fields of the JSON that only terms of this table have. */
function ownFields(sql: Handle, table: TermTable, view: View, alias: string): Fragment {
  const t = sql(alias)
  switch (table) {
    case 'categories':
      return sql`, 'imageUrl', asset_url(${view.assetOrigin}, ${t}.image), 'parentId', ${t}.parent_id`
    case 'facets':
      return sql`, 'values', coalesce((
        select json_agg(${termJson(sql, 'facet_values', view, 'v')} order by v.position, v.name, v.id)
        from facet_values v where v.facet_id = ${t}.id), '[]')`
    case 'facet_values':
      return view.audience === 'platform' ? sql`, 'facetId', ${t}.facet_id` : sql``
    default:
      return sql``
  }
}

/** SQL for the numbers of products of a term. Facets have none: their values do. */
function countFields(sql: Handle, table: TermTable, alias: string): Fragment {
  if (table === 'facets') return sql``
  if (table === 'categories')
    return sql`, 'productCount', coalesce(n.own, 0), 'totalProductCount', coalesce(n.total, 0)`
  const { table: assigned, column } = termTables[kindsByTable[table]]
  return sql`, 'productCount', (select count(*) from ${sql(assigned)} r where r.${sql(column)} = ${sql(alias)}.id)`
}

const kindsByTable = {
  collections: 'collectionIds',
  tags: 'tagIds',
  facet_values: 'facetValueIds'
} as const

/**
 * Common table expressions with the number of products of each category: `own`, and `total` with those of the categories
 * below it. The products of each category are counted in the index, and added up. Only for products in several categories
 * is it determined how often they were counted, once for all products in the same ones. Products that are still to be moved from a merged category count as
 * products of the other one.
 */
function categoryCounts(sql: Handle): Fragment {
  return sql`above (id, ancestor) as (
      select id, id from categories
      union all
      select a.id, c.parent_id from above a join categories c on c.id = a.ancestor where c.parent_id is not null
    ), own as materialized (
      select category_id as id, count(*) as products from product_categories group by category_id
    ), several as materialized (
      select row_number() over () as number, p.ids, count(*) as products
      from (
        select array_agg(category_id order by category_id) as ids
        from product_categories group by product_id having count(*) > 1
      ) p group by p.ids
    ), repeated as (
      select s.ancestor as id, sum((s.times - 1) * s.products) as products
      from (
        select a.ancestor, p.products, count(*) as times
        from several p cross join lateral unnest(p.ids) as c (id) join above a on a.id = c.id
        group by p.number, p.products, a.ancestor having count(*) > 1
      ) s group by s.ancestor
    ), counted as materialized (
      select a.ancestor as id, sum(o.products) - coalesce(max(r.products), 0) as total,
        sum(o.products) filter (where o.id = a.ancestor or m.merged_at is not null and m.parent_id = a.ancestor) as own
      from above a join own o on o.id = a.id join categories m on m.id = a.id left join repeated r on r.id = a.ancestor
      group by a.ancestor
    )`
}

/** SQL that leaves out categories that were merged into others. */
function isShown(sql: Handle, table: TermTable): Fragment {
  return table === 'categories' ? sql`t.merged_at is null` : sql`true`
}

function isPositioned(table: TermTable): boolean {
  return table === 'categories' || table === 'facet_values'
}

/** A SQL expression for the JSON array of all rows `t` of a query, sorted by position (if the table has one) and name. */
function listJson(sql: Handle, table: TermTable, view: View) {
  const position = isPositioned(table) ? sql`t.position,` : sql``
  return sql`coalesce(json_agg(${termJson(sql, table, view)} order by ${position} t.name, t.id), '[]')::text`
}

/**
 * Returns all rows of a table (categories, collections, tags, facets or facet values) as the JSON text of an
 * array. The rows are sorted by position, if the table has positions, and then by name.
 */
export async function listTerms(sql: Handle, table: TermTable, view: View): Promise<string> {
  const hasCounts = view.hasCounts && table === 'categories'
  const [row] = await sql<{ json: string }[]>`
    ${hasCounts ? sql`with recursive ${categoryCounts(sql)}` : sql``}
    select ${listJson(sql, table, view)} as json
    from ${sql(table)} t ${hasCounts ? sql`left join counted n on n.id = t.id` : sql``}
    where ${isShown(sql, table)}`
  return row?.json ?? '[]'
}

/**
 * Returns all categories like `listTerms`, with a fingerprint that changes whenever a category changes. If
 * the fingerprint is equal to `cached`, `json` is null. In this case the statement takes 3 ms instead of 30 ms
 * (measured with 10,000 categories).
 */
export async function listChangedCategories(
  sql: Handle,
  cached: string,
  view: View
): Promise<{ fingerprint: string; json: string | null }> {
  const [row] = await sql<{ fingerprint: string; json: string | null }[]>`
    select state.fingerprint, case when state.fingerprint <> ${cached}
      then (select ${listJson(sql, 'categories', view)} from categories t where t.merged_at is null) end as json
    from (select coalesce(sum(hash_record_extended(k, 0)), 0)::text as fingerprint from categories k) state`
  return row ?? { fingerprint: '', json: '[]' }
}

/**
 * Returns the categories whose name or slug contains the text, ignoring case. Also returns all ancestors of
 * these categories. The result is the JSON text of an array.
 */
export async function searchCategories(sql: Handle, text: string, view: View): Promise<string> {
  const [row] = await sql<{ json: string }[]>`
    with recursive branch as (
      select id, parent_id from categories
      where merged_at is null and (strpos(lower(name), lower(${text})) > 0 or strpos(slug, lower(${text})) > 0)
      union
      select above.id, above.parent_id from categories above join branch on branch.parent_id = above.id
    )
    select ${listJson(sql, 'categories', view)} as json from categories t join branch on branch.id = t.id`
  return row?.json ?? '[]'
}

/**
 * Returns a category, collection, tag, facet or facet value as the operator sees it, as JSON text, or
 * undefined if there is none with this id.
 */
export async function findTerm<T>(
  sql: Handle,
  table: TermTable,
  { id, ...view }: { id: string } & Omit<View, 'audience'>
): Promise<JsonText<T> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${termJson(sql, table, { audience: 'platform', ...view })}::text as json
    from ${sql(table)} t where t.id = ${id} and ${isShown(sql, table)}`
  return row?.json
}

/**
 * The writable fields of a category, collection, tag, facet or facet value. Only categories have a parent,
 * only facet values have a facet, and only categories and facet values have a position. Fields that a kind of
 * term doesn't have are ignored.
 */
export type StoredTerm = {
  name: string
  slug: string
  position: number
  parentId: string | null
  facetId: string | null
}

function columnsOf(table: TermTable, term: Partial<StoredTerm>) {
  return {
    name: term.name,
    ...(isPositioned(table) && { position: term.position }),
    ...(table === 'categories' && { parent_id: term.parentId }),
    ...(table === 'facet_values' && { facet_id: term.facetId })
  }
}

/**
 * Returns the columns to write, with their values. A taken slug gets the next free suffix. The caller must
 * have blocked other writers of the table, so that they can't take the same slug.
 */
function columnValues(tx: Tx, table: TermTable, id: string, { slug, ...term }: StoredTerm) {
  const within = table === 'facet_values' ? tx`and t.facet_id = ${term.facetId}` : tx``
  return { ...columnsOf(table, term), slug: freeSlug(tx, table, { base: slug, id, within }) as never }
}

/**
 * Locks a category, collection, tag, facet or facet value until the transaction ends. In the meantime, other
 * transactions can still assign it to products.
 */
export async function lockTerm(tx: Tx, table: TermTable, id: string): Promise<StoredTerm | undefined> {
  const columns = [...Object.keys(columnsOf(table, {})), 'slug']
  const [row] = await tx<StoredTerm[]>`
    select ${tx(columns)} from ${tx(table)} t where id = ${id} and ${isShown(tx, table)} for no key update`
  return row
}

/**
 * Inserts a category, collection, tag, facet or facet value. A taken slug gets the next free suffix, so call
 * `lockWriters` for the table first. It blocks other writers, which could take the same slug.
 */
export async function insertTerm(tx: Tx, table: TermTable, id: string, term: StoredTerm): Promise<void> {
  await tx`insert into ${tx(table)} ${tx({ id, ...columnValues(tx, table, id, term) })}`
}

/**
 * Updates a category, collection, tag, facet or facet value. As with `insertTerm`, call `lockWriters` first.
 */
export async function updateTerm(tx: Tx, table: TermTable, id: string, term: StoredTerm): Promise<void> {
  await tx`
    update ${tx(table)} set ${tx(columnValues(tx, table, id, term))}, updated_at = now() where id = ${id}`
}

/**
 * Deletes a category, collection, tag, facet or facet value. The values of a facet are deleted with it, by
 * cascade. Call `detachTerms` first, which removes collections, tags and facet values from products. Deleting
 * a category that has children or products violates `categories__parent_id` or
 * `product_categories__category_id`. Categories that were merged into it are deleted with it.
 */
export async function deleteTerm(tx: Tx, table: TermTable, id: string): Promise<void> {
  if (table === 'categories')
    await tx`delete from categories where parent_id = ${id} and merged_at is not null`
  await tx`delete from ${tx(table)} where id = ${id}`
}

/** Sets the image of a category, or clears it if `path` is null. Returns false if that changes nothing. */
export async function updateCategoryImage(tx: Tx, id: string, path: string | null): Promise<boolean> {
  const { count } = await tx`
    update categories set image = ${path}, updated_at = now() where id = ${id} and image is distinct from ${path}`
  return count === 1
}

/**
 * Returns the position in the tree that a category would have below `parentId`. `parentDepth` is 1 for a
 * parent at the top level. The category's own branch is the category with all categories below it.
 * `branchHeight` is the number of levels of this branch, and `isInOwnBranch` is true if the parent is in it.
 * `id` is null for a new category. Returns undefined if the parent doesn't exist.
 */
export async function findTreePosition(
  sql: Handle,
  { id, parentId }: { id: string | null; parentId: string }
): Promise<{ parentDepth: number; branchHeight: number; isInOwnBranch: boolean } | undefined> {
  const [row] = await sql<{ parentDepth: number; branchHeight: number; isInOwnBranch: boolean }[]>`
    with recursive up as (
      select id, parent_id, 1 as level from categories where id = ${parentId} and merged_at is null
      union all
      select c.id, c.parent_id, up.level + 1 from categories c join up on c.id = up.parent_id
    ), down as (
      select id, 1 as level from categories where id = ${id}
      union all
      select c.id, down.level + 1 from categories c join down on c.parent_id = down.id
      where c.merged_at is null
    )
    select max(up.level) as parent_depth, coalesce((select max(level) from down), 1) as branch_height,
      bool_or(up.id = ${id}) is true as is_in_own_branch
    from up having count(*) > 0`
  return row
}

/** Returns the name of a category, or of that into which it was merged, or undefined if there is none with this id. */
export async function findCategoryName(sql: Handle, id: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select t.name from categories c
      join categories t on t.id = case when c.merged_at is null then c.id else c.parent_id end
    where c.id = ${id}`
  return row?.name
}
