import type { Handle } from '../../../db/connect.ts'
import { insertEvent, type Origin } from '../../../events.ts'
import type { VariantStock } from '../product-patch.ts'

/**
 * `found` is true if the vendor has the product. `unknown` has the indexes of the entries whose `variantId`
 * is not the id of a variant of the product.
 */
export type StockOutcome = { found: boolean; unknown: number[] }

/**
 * Sets the stock on hand of some variants of a product, in one statement. Records an event if any value
 * changes. If an entry names an unknown variant, nothing is written. Variants are locked in the order of
 * their ids, so that concurrent transactions can't deadlock. Values are compared after the variants are
 * locked. This ensures that the last of several concurrent changes is the one that stays.
 */
export async function updateStock(
  sql: Handle,
  vendorId: string,
  { productId, entries, origin }: { productId: string; entries: VariantStock[]; origin: Origin }
): Promise<StockOutcome> {
  const ids = entries.map(({ variantId }) => variantId)
  const quantities = entries.map(({ quantity }) => quantity)
  const [outcome] = await sql<StockOutcome[]>`
    with given as materialized (
      select * from unnest(${ids}::uuid[], ${quantities}::integer[]) with ordinality as g (id, quantity, ordinal)
    ), named as materialized (
      select id, stock_on_hand from variants
      where vendor_id = ${vendorId} and product_id = ${productId} and id = any(${ids}::uuid[])
      order by id for no key update
    ), unknown as materialized (
      select ordinal from given where id not in (select id from named)
    ), changed as (
      update variants x set stock_on_hand = g.quantity, updated_at = now()
      from named join given g on g.id = named.id
      where x.id = named.id and named.stock_on_hand <> g.quantity and not exists (select from unknown)
      returning x.id
    ), event as (
      ${insertEvent(sql, origin, {
        type: 'product.updated',
        vendorId,
        subject: { type: 'product', id: productId },
        changedFields: ['variantStock']
      })}
      where exists (select from changed)
    )
    select exists (select from products where vendor_id = ${vendorId} and id = ${productId}) as found,
      array(select ordinal::integer - 1 from unknown order by ordinal) as unknown`
  return outcome ?? { found: false, unknown: [] }
}
