import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { AttributeOption } from '../products/attributes/definition.ts'
import type { Attribute, AttributeDefinitionList, AttributeList, AttributeQuery } from './schema.ts'

/** The fields of an attribute that operators set. */
export type Definition = Omit<Attribute, 'id' | 'options' | 'createdAt' | 'updatedAt'> & {
  options: AttributeOption[]
}

/** SQL for the JSON of a row `a` of `attributes`. `more` are further arguments of `json_build_object`. */
function attributeJson(sql: Handle, more = sql``) {
  return sql`json_build_object('id', a.id, 'code', a.code, 'name', a.name, 'help', a.help, 'type', a.type, 'unit', a.unit,
    'options', a.options, 'min', trim_scale(a.min), 'max', trim_scale(a.max), 'maxLength', a.max_length,
    'pattern', a.pattern, 'level', a.level, 'facetId', a.facet_id, 'isWatched', a.is_watched,
    'createdAt', iso_text(a.created_at), 'updatedAt', iso_text(a.updated_at)${more})`
}

/** Returns the attributes that match the filters as JSON text, sorted by code, with the categories that list them. */
export async function listAttributes(
  sql: Handle,
  { type, categoryId }: AttributeQuery
): Promise<JsonText<AttributeList>> {
  const categoryIds = sql`, 'categoryIds', coalesce((select json_agg(c.category_id order by c.category_id)
    from category_attributes c where c.attribute_id = a.id), '[]')`
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('attributes', coalesce(json_agg(${attributeJson(sql, categoryIds)} order by a.code), '[]'))::text as json
    from attributes a
    where a.deleted_at is null and (${type ?? null}::text is null or a.type = ${type ?? null})
      and (${categoryId ?? null}::uuid is null
        or a.id in (select attribute_id from category_attributes where category_id = ${categoryId ?? null}::uuid))`
  return row?.json ?? '{"attributes":[]}'
}

/** Returns the attributes as vendors see them, as JSON text, sorted by code. */
export async function listDefinitions(sql: Handle): Promise<JsonText<AttributeDefinitionList>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('attributes', coalesce(json_agg(json_build_object(
      'code', a.code, 'name', a.name, 'help', a.help, 'type', a.type, 'level', a.level, 'unit', a.unit,
      'min', trim_scale(a.min), 'max', trim_scale(a.max), 'maxLength', a.max_length, 'pattern', a.pattern,
      'options', (
        select coalesce(json_agg(json_build_object('code', o.option -> 'code', 'label', o.option -> 'label') order by o.n), '[]')
        from jsonb_array_elements(a.options) with ordinality as o (option, n))
    ) order by a.code), '[]'))::text as json
    from attributes a where a.deleted_at is null`
  return row?.json ?? '{"attributes":[]}'
}

/** Returns an attribute as JSON text, or undefined if there is none with this id. */
export async function findAttribute(sql: Handle, id: string): Promise<JsonText<Attribute> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${attributeJson(sql)}::text as json from attributes a where a.id = ${id} and a.deleted_at is null`
  return row?.json
}

/** Returns the id and the type of the attribute that has or had a code, or undefined if there has never been one. */
export async function findByCode(
  tx: Tx,
  code: string
): Promise<{ id: string; type: Attribute['type']; isDeleted: boolean } | undefined> {
  const [row] = await tx<{ id: string; type: Attribute['type']; isDeleted: boolean }[]>`
    select id, type, deleted_at is not null as is_deleted from attributes where code = ${code}`
  return row
}

/** Counts the attributes, and their options without those of the attribute `except`. */
export async function countAttributes(
  tx: Handle,
  { except }: { except: string | null }
): Promise<{ attributes: number; options: number }> {
  const [row] = await tx<{ attributes: number; options: number }[]>`
    select count(*)::int as attributes, coalesce(sum(jsonb_array_length(options))
      filter (where id is distinct from ${except}::uuid), 0)::int as options
    from attributes where deleted_at is null`
  return row ?? { attributes: 0, options: 0 }
}

function columnValues(tx: Tx, { maxLength, facetId, isWatched, options, min, max, ...others }: Definition) {
  return {
    ...others,
    ...{ max_length: maxLength, facet_id: facetId, is_watched: isWatched },
    // As text, numbers are stored with the digits that they were sent with.
    ...{ min: min === null ? null : String(min), max: max === null ? null : String(max) },
    options: tx.json(options) as never
  }
}

/** Inserts an attribute, and returns its id. */
export async function insertAttribute(tx: Tx, definition: Definition): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into attributes ${tx(columnValues(tx, definition))} returning id`
  if (!row) throw new Error('The attribute was not inserted.')
  return row.id
}

/** Updates an attribute. If it was deleted, it exists again. */
export async function updateAttribute(tx: Tx, id: string, definition: Definition): Promise<void> {
  await tx`
    update attributes set ${tx(columnValues(tx, definition))}, deleted_at = null, updated_at = now() where id = ${id}`
}

/** Deletes an attribute: its row stays, so that its code can't be used with another type. */
export async function deleteAttribute(tx: Tx, id: string): Promise<void> {
  await tx`update attributes set deleted_at = now(), facet_id = null, updated_at = now() where id = ${id}`
}

/** Returns the ids of the categories that list an attribute. */
export async function listCategoriesWith(tx: Tx, attributeId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select category_id as id from category_attributes where attribute_id = ${attributeId} order by category_id`
  return rows.map(({ id }) => id)
}

/** Removes an attribute from all categories. */
export async function removeFromCategories(tx: Tx, attributeId: string): Promise<void> {
  await tx`delete from category_attributes where attribute_id = ${attributeId}`
}

/** A facet with its values. */
export type FacetWithValues = { id: string; values: { id: string; name: string; slug: string }[] }

/** Returns a facet with its values, or undefined. In a transaction, it can't be deleted until the transaction ends. */
export async function lockFacet(tx: Handle, id: string): Promise<FacetWithValues | undefined> {
  const [row] = await tx<FacetWithValues[]>`
    select f.id, coalesce((
        select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'slug', v.slug) order by v.position, v.name, v.id)
        from facet_values v where v.facet_id = f.id), '[]') as values
    from facets f where f.id = ${id} for key share of f`
  return row
}

/** True if the category exists. */
export async function isCategory(sql: Handle, id: string): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`
    select exists (select from categories where id = ${id} and merged_at is null) as exists`
  return row?.exists === true
}

/** An attribute that a category lists. `enforcedFrom` is in milliseconds since 1970. */
export type ListedAttribute = { attributeId: string; requirement: string; enforcedFrom: number | null }

/** Replaces the attributes that a category lists. */
export async function replaceCategoryAttributes(
  tx: Tx,
  categoryId: string,
  attributes: ListedAttribute[]
): Promise<void> {
  await tx`delete from category_attributes where category_id = ${categoryId}`
  await tx`
    insert into category_attributes (category_id, attribute_id, position, requirement, enforced_from)
    select ${categoryId}::uuid, t."attributeId", t.n, t.requirement, to_timestamp(t."enforcedFrom" / 1000.0)
    from rows from (jsonb_to_recordset(${tx.json(attributes)})
      as ("attributeId" uuid, requirement text, "enforcedFrom" float8)) with ordinality
      as t ("attributeId", requirement, "enforcedFrom", n)`
}
