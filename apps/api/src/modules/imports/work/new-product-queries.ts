import type { Tx } from '../../../db/connect.ts'
import { type Chunk, ofStored } from './chunk-queries.ts'

/** The ids that items of a chunk get as products, by place: null where there is none to make. */
type WithIds = Chunk & { productIds: (string | null)[] }

/**
 * Inserts products, which wait for approval (specification 4.4), and tells how many: fewer than asked for when the vendor
 * has got one with a SKU of theirs meanwhile. In the order of their SKUs, so that two uploads of the same ones wait for
 * each other and never both.
 */
export async function insertProducts(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, productIds, slugs }: WithIds & { slugs: (string | null)[] }
): Promise<number> {
  const { count } = await tx`
    insert into products (id, vendor_id, sku, slug, name, description, brand, country_of_origin, manufacturer, unspc,
      commodity_code, eccn, metadata, bulk_import_job_id, search)
    select i.id, ${vendorId}, i.sku, i.slug, i.name, i.description, i.brand, i.country_of_origin, i.manufacturer,
      i.unspc, i.commodity_code, i.eccn, coalesce(i.metadata, '{}'), ${jobId},
      product_search(${vendorId}, i.name, i.sku, i.brand, array[i.sku, i.part_number, i.upc])
    from import_chunks c
      cross join lateral rows from (
        jsonb_to_recordset(c.prepared) as (sku text, name text, description text, brand text,
          "countryOfOrigin" text, manufacturer text, unspc text, "commodityCode" text, eccn text, metadata jsonb,
          "partNumber" text, upc text),
        unnest(${ofStored(tx, tx`${productIds}::uuid[]`, firstIndex)}),
        unnest(${ofStored(tx, tx`${slugs}::text[]`, firstIndex)})
      ) as i (sku, name, description, brand, country_of_origin, manufacturer, unspc, commodity_code, eccn, metadata,
        part_number, upc, id, slug)
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
      and i.id is not null
    order by i.sku
    on conflict on constraint products__sku_vendor_id do nothing`
  return count
}

/** Inserts the one variant of each new product, named as it is, with its SKU. */
export async function insertOnlyVariants(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, productIds }: WithIds
): Promise<void> {
  await tx`
    insert into variants (id, product_id, vendor_id, position, sku, name, upc, unit_of_measure, part_number,
      vendor_price, initial_inventory, stock_on_hand, attributes)
    select uuidv7(), i.id, ${vendorId}, 0, i.sku, i.name, i.upc, i.unit_of_measure, i.part_number, i.vendor_price,
      coalesce(i.stock, 0), coalesce(i.stock, 0), coalesce(i.attributes, '{}')
    from import_chunks c
      cross join lateral rows from (
        jsonb_to_recordset(c.prepared) as (sku text, name text, upc text, "unitOfMeasure" text, "partNumber" text,
          "vendorPrice" numeric, stock integer, attributes jsonb),
        unnest(${ofStored(tx, tx`${productIds}::uuid[]`, firstIndex)})
      ) as i (sku, name, upc, unit_of_measure, part_number, vendor_price, stock, attributes, id)
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
      and i.id is not null`
}

/** Files products under the categories of their items, which are locked. */
export async function insertCategories(
  tx: Tx,
  vendorId: string,
  { jobId, position, lastPosition, firstIndex, productIds }: WithIds
): Promise<void> {
  await tx`
    insert into product_categories (product_id, category_id, vendor_id, position)
    select i.id, t.id, ${vendorId}, t.n
    from import_chunks c
      cross join lateral rows from (
        jsonb_to_recordset(c.prepared) as ("categoryIds" uuid[]),
        unnest(${ofStored(tx, tx`${productIds}::uuid[]`, firstIndex)})
      ) as i (category_ids, id)
      cross join lateral unnest(i.category_ids) with ordinality as t (id, n)
    where c.vendor_id = ${vendorId} and c.job_id = ${jobId} and c.position between ${position} and ${lastPosition}
      and i.id is not null`
}
