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

/** Inserts a category that all products of the database have in addition, and returns its id. */
export async function insertCategoryOfAll(sql: Sql, slug: string): Promise<string> {
  const [row] = await sql<
    { id: string }[]
  >`insert into categories (name, slug) values (${slug}, ${slug}) returning id`
  const id = row?.id ?? ''
  await sql`
    insert into product_categories (product_id, category_id, vendor_id, position)
    select id, ${id}, vendor_id, 99 from products order by id`
  await sql`vacuum analyze product_categories`
  return id
}

/** Deletes a category, without any effects on its products. */
export async function deleteCategory(sql: Sql, id: string): Promise<void> {
  await sql`delete from product_categories where category_id = ${id}`
  await sql`delete from categories where id = ${id}`
}

/** The number of products, of those that are on sale, of those with attribute issues, and of checks that are not done. */
export type CheckState = { products: number; onSale: number; withIssues: number; checks: number }

export async function readCheckState(sql: Sql): Promise<CheckState> {
  const [row] = await sql<CheckState[]>`
    select (select count(*)::int from products) as products,
      (select count(*)::int from products where status = 'PUBLISHED') as on_sale,
      (select count(*)::int from attribute_issues) as with_issues,
      (select count(*)::int from attribute_checks) as checks`
  if (!row) throw new Error('The state could not be read.')
  return row
}

/** The floor of a preview: counts the products of a category of which a variant lacks an attribute. */
export async function countLacking(sql: Sql, categoryId: string, code: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from products p
    where p.id in (select product_id from product_categories where category_id = ${categoryId})
      and exists (select from variants v where v.product_id = p.id and not v.attributes ? ${code})`
  return row?.count ?? 0
}

/** The floor of a check: inserts the issue of the products of a category of which a variant lacks an attribute. */
export async function insertLacking(sql: Sql, categoryId: string, code: string): Promise<void> {
  await sql`
    insert into attribute_issues (product_id, vendor_id, issues, missing)
    select p.id, p.vendor_id, lacking.issues, jsonb_array_length(lacking.issues)
    from products p cross join lateral (
      select jsonb_agg(jsonb_build_object('code', 'REQUIRED', 'pointer',
        '/variants/' || v.position || '/attributes/' || ${code}::text, 'message', 'is required') order by v.position) as issues
      from variants v where v.product_id = p.id and not v.attributes ? ${code}) lacking
    where p.id in (select product_id from product_categories where category_id = ${categoryId}) and lacking.issues is not null`
}

/** Deletes all attribute issues. */
export async function deleteIssues(sql: Sql): Promise<void> {
  await sql`delete from attribute_issues`
}
