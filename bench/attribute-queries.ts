import type { Sql } from '../apps/api/src/db/connect.ts'

/** An attribute to insert. */
export type BenchAttribute = {
  code: string
  type: string
  level: 'PRODUCT' | 'VARIANT'
  unit?: string
  min?: number
  max?: number
  maxLength?: number
  pattern?: string
  options?: { code: string; label: string; facetValueId?: string }[]
}

/** Inserts attributes that no category has yet. */
export async function insertAttributes(sql: Sql, attributes: BenchAttribute[]): Promise<void> {
  await sql`
    insert into attributes (code, name, type, level, unit, min, max, max_length, pattern, options)
    select a.code, a.code, a.type, a.level, a.unit, a.min, a.max, a."maxLength", a.pattern, coalesce(a.options, '[]')
    from jsonb_to_recordset(${sql.json(attributes as never)}) as a (code text, type text, level text, unit text, min numeric,
      max numeric, "maxLength" integer, pattern text, options jsonb)`
}

/** Inserts a facet with a value for each option of an attribute, and sets their ids. */
export async function insertFacetOf(sql: Sql, code: string): Promise<void> {
  await sql`
    with facet as (
      insert into facets (name, slug) values (${code}, ${`bench-${code}`}) returning id
    ), value as (
      insert into facet_values (facet_id, name, slug)
      select facet.id, o.option ->> 'label', lower(o.option ->> 'code')
      from facet, attributes a cross join lateral jsonb_array_elements(a.options) as o (option) where a.code = ${code}
      returning id, slug
    )
    update attributes a set facet_id = (select id from facet), options = (
      select jsonb_agg(o.option || jsonb_build_object('facetValueId', v.id))
      from jsonb_array_elements(a.options) as o (option) join value v on v.slug = lower(o.option ->> 'code'))
    where a.code = ${code}`
}

/** An entry of the list of a category. */
export type Listed = { categoryId: string; code: string; requirement: string }

/**
 * Replaces the attributes of all categories. Unlike a request of the operator, this doesn't have stored products checked, so
 * that measurements aren't disturbed.
 */
export async function replaceListed(sql: Sql, listed: Listed[]): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from category_attributes`
    await tx`
      insert into category_attributes (category_id, attribute_id, position, requirement)
      select l."categoryId", a.id, row_number() over (partition by l."categoryId"), l.requirement
      from jsonb_to_recordset(${tx.json(listed as never)}) as l ("categoryId" uuid, code text, requirement text)
        join attributes a on a.code = l.code`
    await tx`update attribute_state set version = version + 1`
  })
}

/** Deletes all attributes, so that other scenarios run without them. */
export async function deleteAttributes(sql: Sql): Promise<void> {
  await replaceListed(sql, [])
  await sql`delete from attributes`
}
