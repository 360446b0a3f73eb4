import type { Sql } from '../../apps/api/src/db/connect.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import type { NewProduct } from '../new-product.ts'
import { actor } from './origin.ts'

/**
 * Inserts a product with a variant, a category, its history and an event, pipelined in one transaction. The slug is
 * inserted as it is.
 */
export async function writeProduct(sql: Sql, vendorId: string, product: NewProduct): Promise<void> {
  const { name, sku, description, brand, manufacturer, countryOfOrigin, unspc, keyFeatures } = product
  const [categoryId = ''] = product.categoryIds
  const [variant] = product.variants
  const { listPrice, vendorPrice, weight, initialInventory } = variant
  const [id, variantId, slug] = [newId(), newId(), sku.toLowerCase()]
  const created = { ...product, slug, images: [], variants: [{ id: variantId, ...variant, isActive: true }] }
  await sql.begin((tx) =>
    Promise.all([
      tx`
        insert into products (id, vendor_id, sku, slug, name, description, brand, manufacturer, country_of_origin, unspc,
          key_features, search)
        values (${id}, ${vendorId}, ${sku}, ${slug}, ${name}, ${description}, ${brand}, ${manufacturer},
          ${countryOfOrigin}, ${unspc}, ${keyFeatures}, to_tsvector('simple',
            regexp_replace(concat_ws(' ', ${name}::text, ${sku}::text, ${brand}::text, ${variant.sku}::text), '\\W+', ' ', 'g'))
            || array_to_tsvector(array['@' || ${vendorId}::text]))`,
      tx`
        insert into variants (id, product_id, vendor_id, position, sku, name, list_price, vendor_price, weight,
          initial_inventory, stock_on_hand)
        values (${variantId}, ${id}, ${vendorId}, 0, ${variant.sku}, ${variant.name}, ${listPrice}, ${vendorPrice},
          ${weight}, ${initialInventory}, ${initialInventory})`,
      tx`
        insert into product_categories (product_id, category_id, vendor_id)
        values (${id}, ${categoryId}, ${vendorId})`,
      tx`
        insert into product_history (product_id, vendor_id, field, new_value, actor_type, actor_id, actor_name,
          actor_is_platform, request_id, source_type)
        values (${id}, ${vendorId}, 'CREATED', ${tx.json(created)}, ${actor.type}, ${actor.id}, ${actor.name}, false,
          ${actor.requestId}, 'REQUEST')`,
      tx`
        insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name, request_id, details)
        values (${vendorId}, 'product.created', 'product', ${id}, ${actor.type}, ${actor.id}, ${actor.name},
          ${actor.requestId}, ${tx.json({ sku })})`
    ])
  )
}
