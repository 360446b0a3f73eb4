import type { Fragment, Handle, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { type VariantFieldSet, variantInsert, variantUpdate } from '../fields/sql.ts'
import type { VariantValues as StoredValues } from '../fields/values.ts'
import type { NewVariant } from '../product-input.ts'
import { imageValues, recordAndWatch, recordedVariantUpdate, variantRows } from './record-queries.ts'

/** The fields of a new variant. Omitted fields get their defaults. */
export type VariantFields = Omit<NewVariant, 'price'>

/** A variant as it is stored. Prices and the weight are decimals without trailing zeros, such as `12.5`. */
export type StoredVariant = { id: string } & StoredValues

/** New values of a variant. Omitted fields stay unchanged. */
export type VariantValues = Partial<Omit<StoredVariant, 'id' | 'initialInventory'>>

/** The id of a variant and its new values. */
export type ChangedVariant = Pick<StoredVariant, 'id'> & VariantValues

/** The SKU of a variant, and its position among the variants of its product. */
export type VariantSku = { id: string; sku: string; position: number }

type OfProduct = { productId: string }

/** Returns the SKUs of all variants of a product. */
export async function listVariantSkus(
  tx: Tx,
  vendorId: string,
  { productId }: OfProduct
): Promise<VariantSku[]> {
  return await tx<VariantSku[]>`
    select id, sku, position from variants where vendor_id = ${vendorId} and product_id = ${productId}`
}

/**
 * Inserts variants. `rows` is a table expression. Each of its rows has two arrays of the same length, with an
 * element for each item:
 *
 * - `items`: a JSON array of variants, with field names as in the API and with `position`. The initial stock
 *   is `initialInventory`, or else `stock`, or else 0.
 * - `product_ids`: the ids of the variants' products. If an element is null, no variant is inserted for the
 *   item.
 *
 * With `origin`, records the creation of each variant. Omit it for the variants of new products, which are
 * recorded with their product.
 */
export async function insertVariants(
  tx: Tx,
  vendorId: string,
  { rows, origin }: { rows: Fragment; origin?: Origin }
): Promise<void> {
  const insert = insertedVariants(tx, vendorId, rows)
  if (origin) {
    await tx`
      with inserted as (${insert} returning *),
        change as materialized (${variantRows(tx, 'CREATED', tx`inserted`)}),
        ${recordAndWatch(tx, origin)}
      select`
  } else await tx`${insert}`
}

function insertedVariants(tx: Tx, vendorId: string, rows: Fragment): Fragment {
  return tx`
    insert into variants (id, product_id, vendor_id, position, ${tx.unsafe(variantInsert.columns)})
    select uuidv7(), i.product_id, ${vendorId}, coalesce(i.position, 0), ${tx.unsafe(variantInsert.values)}
    from ${rows} c
      cross join lateral rows from (
        jsonb_to_recordset(c.items) as (position integer, ${tx.unsafe(variantInsert.record)}),
        unnest(c.product_ids)
      ) as i (position, ${tx.unsafe(variantInsert.aliases)}, product_id)
    where i.product_id is not null`
}

/**
 * Locks variants in the order of their ids and updates them. `updates` is a JSON array of `ChangedVariant`.
 * Reserved stock stays unchanged, and so does `updated_at` if only `stockAsOf` changes, which no response
 * contains. Variants of one product may swap their SKUs, because the unique constraint on SKUs is deferred.
 */
export async function updateVariants(
  tx: Tx,
  vendorId: string,
  { updates, origin }: { updates: Fragment; origin: Origin }
): Promise<void> {
  await tx`
    with sent as materialized (
      select (e.entry ->> 'id')::uuid as id, e.entry from jsonb_array_elements(${updates}) as e (entry)
    ), locked as materialized (
      select c.id, c.entry as given
      from (select * from sent order by id) c
        cross join lateral (
          select from variants where id = c.id and vendor_id = ${vendorId} offset 0 for no key update
        ) variant
    ), ${updatedVariants(tx, { rows: tx`locked`, origin })}
    select`
}

/**
 * Returns common table expressions that update variants, and record the changes. `rows` is a table expression with the
 * column `id` and the new values: see `variantUpdate`. The variants must be locked, and so be known to belong to the
 * vendor: with a condition on the vendor, a generic plan reads all variants of the vendor. For `returnsRows`, see
 * `recordedVariantUpdate`.
 */
export function updatedVariants(
  sql: Handle,
  {
    rows,
    origin,
    fields = 'ALL',
    returnsRows
  }: { rows: Fragment; origin: Origin; fields?: VariantFieldSet; returnsRows?: boolean }
): Fragment {
  const { assignments, values, isShown } = variantUpdate[fields]
  const update = sql`
    update variants v set ${sql.unsafe(assignments)},
      updated_at = case when ${sql.unsafe(isShown)} then now() else v.updated_at end
    from ${rows} g ${sql.unsafe(values)} where v.id = g.id`
  return recordedVariantUpdate(sql, update, { origin, fields, returnsRows })
}

/** Locks a variant and returns its reserved stock, which orders can't change until the transaction ends. */
export async function lockVariant(
  tx: Tx,
  vendorId: string,
  { productId, id }: OfProduct & { id: string }
): Promise<{ stockReserved: number } | undefined> {
  const [row] = await tx<{ stockReserved: number }[]>`
    select stock_reserved from variants
    where vendor_id = ${vendorId} and product_id = ${productId} and id = ${id} for update`
  return row
}

/**
 * True if any order contains the variant. Call this function after `lockVariant`, so that it sees the orders
 * of transactions that held the lock before.
 */
export async function isOrdered(tx: Tx, vendorId: string, { id }: { id: string }): Promise<boolean> {
  const [row] = await tx<{ ordered: boolean }[]>`
    select exists (select from order_items where vendor_id = ${vendorId} and variant_id = ${id}) as ordered`
  return row?.ordered === true
}

/** Deletes variants of locked products of the vendor. Images of these variants then have no variant. */
export async function deleteVariants(
  tx: Tx,
  vendorId: string,
  { ids, origin }: { ids: string[]; origin: Origin }
): Promise<void> {
  await tx`
    with deleted as (
      delete from variants where vendor_id = ${vendorId} and id = any(${ids}::uuid[]) returning *
    ), images as materialized (
      select p.id as product_id, ${tx.unsafe(imageValues)} as value
      from (select distinct product_id as id from product_images where variant_id = any(${ids}::uuid[])) p
    ), change as materialized (
      ${variantRows(tx, 'DELETED', tx`deleted`)}
      union all
      select ${vendorId}, i.product_id, null, 'images', i.value, (
        select jsonb_agg(case when (image ->> 'variantId')::uuid = any(${ids}::uuid[])
          then image || '{"variantId": null}' else image end order by n)
        from jsonb_array_elements(i.value) with ordinality as e (image, n))
      from images i where exists (select from deleted d where d.product_id = i.product_id)
    ), ${recordAndWatch(tx, origin)}
    select`
}
