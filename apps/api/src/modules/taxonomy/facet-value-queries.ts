import type { Handle, Tx } from '../../db/connect.ts'
import { freeSlug } from '../../db/slugs.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { PlatformFacetValue, PlatformFacetValueList } from './schema.ts'

/** A row `v` of facet_values as the operator sees it. */
export function facetValueJson(sql: Handle) {
  return sql`json_build_object('id', v.id, 'name', v.name, 'slug', v.slug, 'facetId', v.facet_id,
    'position', v.position, 'createdAt', iso_text(v.created_at), 'updatedAt', iso_text(v.updated_at))`
}

/** The values of a facet in their order; undefined where there is no such facet. */
export async function listFacetValues(
  sql: Handle,
  facetId: string
): Promise<JsonText<PlatformFacetValueList> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('values', coalesce((
      select json_agg(${facetValueJson(sql)} order by v.position, v.name, v.id)
      from facet_values v where v.facet_id = f.id), '[]'))::text as json
    from facets f where f.id = ${facetId}`
  return row?.json
}

export async function findFacetValue(
  sql: Handle,
  id: string
): Promise<JsonText<PlatformFacetValue> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${facetValueJson(sql)}::text as json from facet_values v where v.id = ${id}`
  return row?.json
}

type Stored = { name: string; slug: string; position: number }

/** Locks the value until the transaction ends. */
export async function lockFacetValue(
  tx: Tx,
  id: string
): Promise<(Stored & { facetId: string }) | undefined> {
  const [row] = await tx<(Stored & { facetId: string })[]>`
    select facet_id, name, slug, position from facet_values where id = ${id} for no key update`
  return row
}

/**
 * Whether there is such a facet, and the value is now its own. A slug that the facet has already gets the next
 * free suffix, so the writers of values are locked before.
 */
export async function insertFacetValue(
  tx: Tx,
  id: string,
  { facetId, name, slug, position }: Stored & { facetId: string }
): Promise<boolean> {
  const within = tx`and t.facet_id = ${facetId}`
  const { count } = await tx`
    insert into facet_values (id, facet_id, name, slug, position)
    select ${id}, f.id, ${name}, ${freeSlug(tx, 'facet_values', { base: slug, id, within })}, ${position}
    from facets f where f.id = ${facetId}
    for key share`
  return count === 1
}

/** As `insertFacetValue`, for a value that is locked. */
export async function updateFacetValue(
  tx: Tx,
  id: string,
  { facetId, name, slug, position }: Stored & { facetId: string }
): Promise<void> {
  const within = tx`and t.facet_id = ${facetId}`
  await tx`
    update facet_values set name = ${name}, position = ${position}, updated_at = now(),
      slug = ${freeSlug(tx, 'facet_values', { base: slug, id, within })}
    where id = ${id}`
}

/** Products that had it lose it. */
export async function deleteFacetValue(tx: Tx, id: string): Promise<void> {
  await tx`delete from facet_values where id = ${id}`
}
