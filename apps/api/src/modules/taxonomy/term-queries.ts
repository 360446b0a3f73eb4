import type { Handle, Tx } from '../../db/connect.ts'
import { freeSlug } from '../../db/slugs.ts'
import type { JsonText } from '../../http/json-text.ts'
import { facetValueJson } from './facet-value-queries.ts'

/** What has a name and a slug and no more: collections, tags, and facets, which hold values. */
export type TermTable = 'collections' | 'tags' | 'facets'
type Audience = 'vendor' | 'platform'

/** A row `t` of the table. */
function shape(sql: Handle, table: TermTable, audience: Audience) {
  const values = sql`, 'values', coalesce((
    select json_agg(${audience === 'platform' ? facetValueJson(sql) : sql`json_build_object('id', v.id, 'name', v.name, 'slug', v.slug)`}
      order by v.position, v.name, v.id)
    from facet_values v where v.facet_id = t.id), '[]')`
  const times = sql`, 'createdAt', iso_text(t.created_at), 'updatedAt', iso_text(t.updated_at)`
  return sql`json_build_object('id', t.id, 'name', t.name, 'slug', t.slug
    ${table === 'facets' ? values : sql``} ${audience === 'platform' ? times : sql``})`
}

/** All of them by name, under the table's name. */
export async function listTerms<List>(
  sql: Handle,
  table: TermTable,
  audience: Audience
): Promise<JsonText<List>> {
  const [row] = await sql<{ json: string }[]>`
    select coalesce(json_agg(${shape(sql, table, audience)} order by t.name, t.id), '[]')::text as json
    from ${sql(table)} t`
  return `{"${table}":${row?.json ?? '[]'}}`
}

/** As the operator sees it. */
export async function findTerm(sql: Handle, table: TermTable, id: string): Promise<string | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${shape(sql, table, 'platform')}::text as json from ${sql(table)} t where t.id = ${id}`
  return row?.json
}

type Stored = { name: string; slug: string }

/** Locks it until the transaction ends. */
export async function lockTerm(tx: Tx, table: TermTable, id: string): Promise<Stored | undefined> {
  const [row] = await tx<Stored[]>`
    select name, slug from ${tx(table)} where id = ${id} for no key update`
  return row
}

/** A taken slug gets the next free suffix, so the table's writers are locked before. */
export async function insertTerm(
  tx: Tx,
  table: TermTable,
  id: string,
  { name, slug }: Stored
): Promise<void> {
  await tx`
    insert into ${tx(table)} (id, name, slug)
    values (${id}, ${name}, ${freeSlug(tx, table, { base: slug, id })})`
}

/** As `insertTerm`. */
export async function updateTerm(
  tx: Tx,
  table: TermTable,
  id: string,
  { name, slug }: Stored
): Promise<void> {
  await tx`
    update ${tx(table)} set name = ${name}, slug = ${freeSlug(tx, table, { base: slug, id })}, updated_at = now()
    where id = ${id}`
}

/** Products that had it lose it; a facet takes its values along. */
export async function deleteTerm(tx: Tx, table: TermTable, id: string): Promise<void> {
  await tx`delete from ${tx(table)} where id = ${id}`
}
