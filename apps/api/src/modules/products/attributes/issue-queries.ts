import type { Handle, Tx } from '../../../db/connect.ts'

/** What the check of a stored product needs. The variants are in the order of responses. */
export type StoredAttributes = {
  id: string
  vendorId: string
  categoryIds: string[]
  attributes: Record<string, unknown>
  variants: { attributes: Record<string, unknown> }[]
}

/** An attribute that a product lacks, or whose value isn't valid. The pointer is that of the product's field. */
export type AttributeIssue = { code: string; pointer: string; message: string }

/** The issues of a product. `missing` is the number of required attributes without a value. */
export type ProductIssues = { productId: string; vendorId: string; issues: AttributeIssue[]; missing: number }

/** Returns the attributes and categories of products. */
export async function listStoredAttributes(
  sql: Handle,
  productIds: readonly string[]
): Promise<StoredAttributes[]> {
  return await sql<StoredAttributes[]>`
    select p.id, p.vendor_id, p.attributes,
      array(select c.category_id::text from product_categories c where c.product_id = p.id and c.vendor_id = p.vendor_id
        order by c.position) as category_ids,
      coalesce((select jsonb_agg(jsonb_build_object('attributes', x.attributes) order by x.position, x.id)
        from variants x where x.product_id = p.id), '[]') as variants
    from products p where p.id = any(${productIds}::uuid[])`
}

/** Returns the number of issues of those of the products that have any. */
export async function countIssues(tx: Tx, productIds: string[]): Promise<Map<string, number>> {
  const rows = await tx<{ id: string; count: number }[]>`
    select product_id as id, jsonb_array_length(issues) as count
    from attribute_issues where product_id = any(${productIds}::uuid[])`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Returns the ids of the categories of products that have any, by product. */
export async function listCategoriesOf(
  tx: Tx,
  productIds: readonly string[]
): Promise<Map<string, string[]>> {
  if (productIds.length === 0) return new Map()
  const rows = await tx<{ id: string; categoryIds: string[] }[]>`
    select product_id as id, array_agg(category_id::text order by position) as category_ids
    from product_categories where product_id = any(${productIds}::uuid[]) group by product_id`
  return new Map(rows.map(({ id, categoryIds }) => [id, categoryIds]))
}

/** Returns the ids of the categories of a product. */
export async function listCategoryIds(tx: Tx, productId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select category_id as id from product_categories where product_id = ${productId} order by position`
  return rows.map(({ id }) => id)
}

/**
 * Stores the issues of products, and deletes those of products without any. Rows that stay equal aren't written. The
 * caller has locked the products.
 */
export async function storeIssues(
  tx: Tx,
  { checked, found }: { checked: readonly string[]; found: ProductIssues[] }
): Promise<void> {
  await tx`
    with found as materialized (
      select * from jsonb_to_recordset(${tx.json(found)}::jsonb)
        as f ("productId" uuid, "vendorId" uuid, issues jsonb, missing integer)
    ), solved as (
      delete from attribute_issues i
      where i.product_id = any(${checked}::uuid[]) and i.product_id not in (select "productId" from found)
    )
    insert into attribute_issues as i (product_id, vendor_id, issues, missing)
    select "productId", "vendorId", issues, missing from found order by "productId"
    on conflict (product_id) do update set issues = excluded.issues, missing = excluded.missing
    where i.issues <> excluded.issues or i.missing <> excluded.missing`
}
