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
 * products after a change of definitions waits for the transactions with earlier ids (`settled_at`).
 */
export async function confirmVersion(tx: Tx): Promise<number> {
  const [row] = await tx<{ version: number }[]>`
    select s.version::int from attribute_state s, pg_current_xact_id() as x (id) where x.id is not null`
  return row?.version ?? 0
}

/**
 * Notes that definitions have changed. Products of the categories and their subcategories are checked again in the
 * background; null stands for all products. Locks the version until the transaction ends, so changes of definitions
 * follow one another.
 */
export async function noteChange(
  tx: Handle,
  { categoryIds }: { categoryIds: string[] | null }
): Promise<void> {
  await tx`
    with state as (update attribute_state set version = version + 1)
    insert into attribute_checks (category_ids) values (${categoryIds}::uuid[])`
}
