import type { Tx } from '../../../db/connect.ts'
import type { NewVariant } from '../product-input.ts'
import { givenFields } from './given-fields.ts'

/** A new variant's fields; those left out have their defaults. */
export type VariantFields = Omit<NewVariant, 'price'>

/** A variant as it is stored; amounts are canonical decimals. */
export type StoredVariant = {
  id: string
  sku: string
  name: string
  upc: string | null
  unitOfMeasure: string | null
  partNumber: string | null
  listPrice: string | null
  vendorPrice: string
  weight: string | null
  initialInventory: number
  stockOnHand: number
  attributes: NonNullable<NewVariant['attributes']>
  isActive: boolean
}

/** A variant and those of its fields that change. */
export type ChangedVariant = Pick<StoredVariant, 'id'> &
  Partial<Omit<StoredVariant, 'id' | 'initialInventory'>>

export type VariantSku = { id: string; sku: string; position: number }

const changes = givenFields('v', {
  sku: 'text',
  name: 'text',
  upc: 'text',
  unitOfMeasure: 'text',
  partNumber: 'text',
  listPrice: 'numeric',
  vendorPrice: 'numeric',
  weight: 'numeric',
  stockOnHand: 'integer',
  attributes: 'jsonb',
  isActive: 'boolean'
})

type OfProduct = { productId: string }

/** Those of the ids that are variants of the product, locked in the order of their ids until the transaction ends. */
export function listVariants(
  tx: Tx,
  vendorId: string,
  { productId, ids }: OfProduct & { ids: string[] }
): Promise<StoredVariant[]> {
  return tx<StoredVariant[]>`
    select id, sku, name, upc, unit_of_measure, part_number, trim_scale(list_price)::text as list_price,
      trim_scale(vendor_price)::text as vendor_price, trim_scale(weight)::text as weight, initial_inventory,
      stock_on_hand, attributes, is_active
    from variants where vendor_id = ${vendorId} and product_id = ${productId} and id = any(${ids}::uuid[])
    order by id for no key update`
}

/** The SKUs of all of a product's variants. */
export function listVariantSkus(tx: Tx, vendorId: string, { productId }: OfProduct): Promise<VariantSku[]> {
  return tx<VariantSku[]>`
    select id, sku, position from variants where vendor_id = ${vendorId} and product_id = ${productId}`
}

/** Inserts variants of a product in their order, behind those it has: from `firstPosition`. */
export async function insertVariants(
  tx: Tx,
  vendorId: string,
  { productId, variants, firstPosition }: OfProduct & { variants: VariantFields[]; firstPosition: number }
): Promise<void> {
  const numbered = variants.map((variant, index) => ({ ...variant, position: firstPosition + index }))
  await tx`
    insert into variants (id, product_id, vendor_id, position, sku, name, upc, unit_of_measure, part_number, list_price,
      vendor_price, weight, initial_inventory, stock_on_hand, attributes, is_active)
    select uuidv7(), ${productId}, ${vendorId}, f.position, f.sku, f.name, f.upc, f."unitOfMeasure", f."partNumber",
      f."listPrice", f."vendorPrice", f.weight, coalesce(f."initialInventory", 0), coalesce(f."initialInventory", 0),
      coalesce(f.attributes, '{}'), coalesce(f."isActive", true)
    from jsonb_to_recordset(${tx.json(numbered)}) as f (position integer, sku text, name text, upc text,
      "unitOfMeasure" text, "partNumber" text, "listPrice" numeric, "vendorPrice" numeric, weight numeric,
      "initialInventory" integer, attributes jsonb, "isActive" boolean)`
}

/** Sets just the fields given; what orders have reserved stays. Variants may swap their SKUs. */
export async function updateVariants(
  tx: Tx,
  vendorId: string,
  { productId, variants }: OfProduct & { variants: ChangedVariant[] }
): Promise<void> {
  await tx`
    update variants v set ${tx.unsafe(changes.assignments)}, updated_at = now()
    from jsonb_array_elements(${tx.json(variants)}) as g (given)
      cross join lateral jsonb_to_record(g.given) as f (id uuid, ${tx.unsafe(changes.record)})
    where v.vendor_id = ${vendorId} and v.product_id = ${productId} and v.id = f.id`
}

/** What orders hold of a variant, which they cannot change until the transaction ends. */
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

/** Whether any order has a line of the variant. Sent behind its lock, so that it sees what those before have placed. */
export async function isOrdered(tx: Tx, vendorId: string, { id }: { id: string }): Promise<boolean> {
  const [row] = await tx<{ ordered: boolean }[]>`
    select exists (select from order_items where vendor_id = ${vendorId} and variant_id = ${id}) as ordered`
  return row?.ordered === true
}

export async function deleteVariant(
  tx: Tx,
  vendorId: string,
  { productId, id }: OfProduct & { id: string }
): Promise<void> {
  await tx`delete from variants where vendor_id = ${vendorId} and product_id = ${productId} and id = ${id}`
}
