import type { Fragment } from 'postgres'
import type { Handle, Tx } from '../../db/connect.ts'
import { freeSlug } from '../../db/slugs.ts'
import type { JsonText } from '../../http/json-text.ts'

/** The tables of terms: what products are filed under. */
export type TermTable = 'categories' | 'collections' | 'tags' | 'facets' | 'facet_values'

/** To whom terms are shown, and where the URLs of their images lead. */
export type View = { audience: 'vendor' | 'platform'; assetOrigin: string }

/** A row of the table as JSON. */
function shape(sql: Handle, table: TermTable, view: View, alias = 't'): Fragment {
  const t = sql(alias)
  const position = isPositioned(table) ? sql`, 'position', ${t}.position` : sql``
  const times = sql`, 'createdAt', iso_text(${t}.created_at), 'updatedAt', iso_text(${t}.updated_at)`
  return sql`json_build_object('id', ${t}.id, 'name', ${t}.name, 'slug', ${t}.slug ${ownFields(sql, table, view, alias)}
    ${view.audience === 'platform' ? sql`${position} ${times}` : sql``})`
}

/** The fields that only rows of that table have. */
function ownFields(sql: Handle, table: TermTable, view: View, alias: string): Fragment {
  const t = sql(alias)
  switch (table) {
    case 'categories':
      return sql`, 'imageUrl', asset_url(${view.assetOrigin}, ${t}.image), 'parentId', ${t}.parent_id`
    case 'facets':
      return sql`, 'values', coalesce((
        select json_agg(${shape(sql, 'facet_values', view, 'v')} order by v.position, v.name, v.id)
        from facet_values v where v.facet_id = ${t}.id), '[]')`
    case 'facet_values':
      return view.audience === 'platform' ? sql`, 'facetId', ${t}.facet_id` : sql``
    default:
      return sql``
  }
}

function isPositioned(table: TermTable): boolean {
  return table === 'categories' || table === 'facet_values'
}

/** Rows `t` of the table as a JSON array in their order. */
function list(sql: Handle, table: TermTable, view: View) {
  const position = isPositioned(table) ? sql`t.position,` : sql``
  return sql`coalesce(json_agg(${shape(sql, table, view)} order by ${position} t.name, t.id), '[]')::text`
}

/** Lists all terms of a table, as a JSON array in their order. */
export async function listTerms(sql: Handle, table: TermTable, view: View): Promise<string> {
  const [row] = await sql<{ json: string }[]>`select ${list(sql, table, view)} as json from ${sql(table)} t`
  return row?.json ?? '[]'
}

/**
 * Lists all categories as `listTerms` does, with a fingerprint that changes when any of them does. If it is the one
 * already `known` the list is left out: measured with 10,000 categories, the answer then takes 3 ms and not 30.
 */
export async function listChangedCategories(
  sql: Handle,
  known: string,
  view: View
): Promise<{ fingerprint: string; json: string | null }> {
  const [row] = await sql<{ fingerprint: string; json: string | null }[]>`
    select state.fingerprint, case when state.fingerprint <> ${known}
      then (select ${list(sql, 'categories', view)} from categories t) end as json
    from (select coalesce(sum(hash_record_extended(k, 0)), 0)::text as fingerprint from categories k) state`
  return row ?? { fingerprint: '', json: '[]' }
}

/** Lists the categories whose name or slug contains the text in either case, and all above them. */
export async function searchCategories(sql: Handle, text: string, view: View): Promise<string> {
  const [row] = await sql<{ json: string }[]>`
    with recursive kept as (
      select id, parent_id from categories
      where strpos(lower(name), lower(${text})) > 0 or strpos(slug, lower(${text})) > 0
      union
      select above.id, above.parent_id from categories above join kept on kept.parent_id = above.id
    )
    select ${list(sql, 'categories', view)} as json from categories t join kept on kept.id = t.id`
  return row?.json ?? '[]'
}

/** Finds a term as the operator sees it. */
export async function findTerm<T>(
  sql: Handle,
  table: TermTable,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<T> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${shape(sql, table, { audience: 'platform', assetOrigin })}::text as json
    from ${sql(table)} t where t.id = ${id}`
  return row?.json
}

/** What of a term is written. Only categories have a parent, only facet values a facet, only these two a position. */
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

/** The columns of a term with the next free slug: its table's writers are locked before. */
function written(tx: Tx, table: TermTable, id: string, { slug, ...term }: StoredTerm) {
  const within = table === 'facet_values' ? tx`and t.facet_id = ${term.facetId}` : tx``
  return { ...columnsOf(table, term), slug: freeSlug(tx, table, { base: slug, id, within }) as never }
}

/** Locks a term until the transaction ends. Products can be filed under it in the meantime. */
export async function lockTerm(tx: Tx, table: TermTable, id: string): Promise<StoredTerm | undefined> {
  const columns = [...Object.keys(columnsOf(table, {})), 'slug']
  const [row] = await tx<StoredTerm[]>`
    select ${tx(columns)} from ${tx(table)} where id = ${id} for no key update`
  return row
}

/** Inserts a term. A taken slug gets the next free suffix, so the table's writers are locked before. */
export async function insertTerm(tx: Tx, table: TermTable, id: string, term: StoredTerm): Promise<void> {
  await tx`insert into ${tx(table)} ${tx({ id, ...written(tx, table, id, term) })}`
}

/** As `insertTerm`. */
export async function updateTerm(tx: Tx, table: TermTable, id: string, term: StoredTerm): Promise<void> {
  await tx`
    update ${tx(table)} set ${tx(written(tx, table, id, term))}, updated_at = now() where id = ${id}`
}

/**
 * Deletes a term. Products that had it lose it, and a facet takes its values along; a category is protected by
 * `categories__parent_id` and `product_categories__category_id` while it is in use.
 */
export async function deleteTerm(tx: Tx, table: TermTable, id: string): Promise<void> {
  await tx`delete from ${tx(table)} where id = ${id}`
}

/** Sets or clears the image of a category; false if that changes nothing. */
export async function updateCategoryImage(tx: Tx, id: string, path: string | null): Promise<boolean> {
  const { count } = await tx`
    update categories set image = ${path}, updated_at = now() where id = ${id} and image is distinct from ${path}`
  return count === 1
}

/**
 * Measures what putting the category `id` (null for a new one) below another would lead to: how many levels there
 * are down to that one, how many the category itself has, and if that one is in the category's own branch.
 * Undefined if there is no such parent.
 */
export async function findPlace(
  tx: Tx,
  { id, parentId }: { id: string | null; parentId: string }
): Promise<{ levelsAbove: number; levelsBelow: number; inOwnBranch: boolean } | undefined> {
  const [row] = await tx<{ levelsAbove: number; levelsBelow: number; inOwnBranch: boolean }[]>`
    with recursive up as (
      select id, parent_id, 1 as level from categories where id = ${parentId}
      union all
      select c.id, c.parent_id, up.level + 1 from categories c join up on c.id = up.parent_id
    ), down as (
      select id, 1 as level from categories where id = ${id}
      union all
      select c.id, down.level + 1 from categories c join down on c.parent_id = down.id
    )
    select max(up.level) as levels_above, coalesce((select max(level) from down), 1) as levels_below,
      bool_or(up.id = ${id}) is true as in_own_branch
    from up having count(*) > 0`
  return row
}
