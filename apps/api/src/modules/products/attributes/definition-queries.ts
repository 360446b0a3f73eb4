import type { Handle, Tx } from '../../../db/connect.ts'
import type { DefinitionData } from './definition.ts'

/** Reads all definitions, in one statement. */
export async function readDefinitions(sql: Handle): Promise<DefinitionData> {
  const [row] = await sql<{ data: DefinitionData }[]>`
    select json_build_object(
      'version', (select version from attribute_state),
      'isStrict', (select attributes = 'STRICT' from settings),
      'attributes', (
        select coalesce(json_agg(json_build_object('id', a.id, 'code', a.code, 'name', a.name, 'help', a.help,
          'type', a.type, 'unit', a.unit, 'min', a.min, 'max', a.max, 'maxLength', a.max_length, 'pattern', a.pattern,
          'options', a.options, 'level', a.level, 'isWatched', a.is_watched, 'facetId', a.facet_id) order by a.code), '[]')
        from attributes a where a.deleted_at is null),
      'categoryAttributes', (
        select coalesce(json_agg(json_build_object('categoryId', c.category_id, 'attributeId', c.attribute_id,
          'requirement', c.requirement, 'enforcedFrom', (extract(epoch from c.enforced_from) * 1000)::bigint)
          order by c.category_id, c.position), '[]')
        from category_attributes c),
      'parents', (
        select coalesce(json_agg(json_build_array(id, parent_id)), '[]') from categories where parent_id is not null)
    ) as data`
  if (!row) throw new Error('the definitions of attributes could not be read')
  return row.data
}

/** Returns the version of the definitions. It changes whenever one of them changes. */
export async function readVersion(sql: Handle): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version::int from attribute_state`
  return row?.version ?? 0
}

/**
 * Returns the version for a transaction that writes, and gives the transaction its id first. The worker that checks
 * products after a change of definitions waits for the transactions with earlier ids (`settled_at`). Two statements, because
 * a single one would read the version as it was before the transaction got its id.
 */
export async function confirmVersion(tx: Tx): Promise<number> {
  const [, version] = await Promise.all([tx`select pg_current_xact_id()`, readVersion(tx)])
  return version
}

/**
 * Locks the definitions until the transaction ends, so that changes of definitions follow one another. Call this function
 * before you read what a change depends on. Requests that use definitions don't wait.
 */
export async function lockDefinitions(tx: Tx): Promise<void> {
  await tx`select from attribute_state for update`
}

/**
 * Notes that definitions have changed. Products of the categories and their subcategories are checked again in the
 * background; null stands for all products. With an empty list, no products are checked. Locks the definitions until the
 * transaction ends.
 */
export async function noteChange(
  tx: Handle,
  { categoryIds }: { categoryIds: string[] | null }
): Promise<void> {
  await tx`
    with state as (update attribute_state set version = version + 1)
    insert into attribute_checks (category_ids)
    select ids from (select ${categoryIds}::uuid[] as ids) given where ids is distinct from '{}'`
}

/**
 * Notes that requirements of a category begin to be enforced at given times, in milliseconds since 1970. Its products are
 * checked again a minute later: a request that began before such a time may have found that nothing was missing, because the
 * clocks of nodes differ, and because it took some time.
 */
export async function noteEnforcement(
  tx: Tx,
  { categoryId, times }: { categoryId: string; times: number[] }
): Promise<void> {
  await tx`
    insert into attribute_checks (category_ids, run_at)
    select array[${categoryId}::uuid], to_timestamp(t / 1000.0) + interval '1 minute' from unnest(${times}::float8[]) as t`
}

/** True if an option of an attribute files products under one of these facet values. */
export async function useFacetValues(tx: Tx, facetValueIds: string[]): Promise<boolean> {
  const [row] = await tx<{ isUsed: boolean }[]>`
    select exists (
      select from attributes a cross join lateral jsonb_array_elements(a.options) as o (option)
      where a.facet_id is not null and o.option ->> 'facetValueId' = any(${facetValueIds}::text[])) as is_used`
  return row?.isUsed === true
}
