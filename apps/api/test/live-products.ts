import type { TestApp, TestVendor } from './app.ts'

/** A live product with one variant, whose price is 10. The SKU of both is `sku`. */
export type LiveProduct = { id: string; sku: string; variantId: string }

/** Inserts live products with one variant each, whose price is 10. */
export async function insertLive(
  { sql }: TestApp,
  vendor: Pick<TestVendor, 'id'>,
  count: number
): Promise<LiveProduct[]> {
  const rows = await sql<LiveProduct[]>`
    with made as (
      insert into products (id, vendor_id, sku, slug, name, status)
      select id, ${vendor.id}, id, id, 'Washer', 'PUBLISHED' from (select uuidv7() as id from generate_series(1, ${count})) ids
      returning id)
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), id, ${vendor.id}, 0, id, 'Box', 10 from made returning product_id as id, sku, id as variant_id`
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
