import type { Handle } from '../../../db/connect.ts'
import { insertEvent, type Origin } from '../../../events.ts'
import type { VariantStock } from '../product-patch.ts'
import type { StoredStock } from './compare-stock.ts'
import { recordChanges } from './record-queries.ts'

/**
 * `found` is true if the vendor has the product. `unknown` has the indexes of the entries whose `variantId`
 * is not the id of a variant of the product. `refused` has the indexes of the entries that the stored stock
 * doesn't allow, with that stock. Both are in the order of the entries.
 */
export type StockOutcome = {
  found: boolean
  unknown: number[]
  refused: ({ index: number } & StoredStock)[]
}

/**
 * Sets or changes the stock on hand of some variants of a product, in one statement. Records an event if any
 * value changes. If an entry is unknown or refused, nothing is written. Variants are locked in the order of
 * their ids, so that concurrent transactions can't deadlock. Values are compared after the variants are
 * locked. This ensures that the last of several concurrent changes is the one that stays, and that none of
 * several concurrent differences is lost.
 *
 * The times of the entries must be ISO 8601 text in UTC with milliseconds.
 */
export async function updateStock(
  sql: Handle,
  vendorId: string,
  { productId, entries, origin }: { productId: string; entries: VariantStock[]; origin: Origin }
): Promise<StockOutcome> {
  const ids = entries.map(({ variantId }) => variantId)
  const quantities = entries.map(({ quantity }) => quantity ?? null)
  const changes = entries.map(({ change }) => change ?? null)
  const expected = entries.map((entry) => entry.expected ?? null)
  const times = entries.map(({ asOf }) => asOf ?? null)
  const [outcome] = await sql<StockOutcome[]>`
    with given as materialized (
      select * from unnest(${ids}::uuid[], ${quantities}::integer[], ${changes}::integer[],
        ${expected}::integer[], ${times}::text[]::timestamptz[]) with ordinality as g (id, quantity, change, expected, as_of, ordinal)
    ), named as materialized (
      select id, stock_on_hand, stock_as_of from variants
      where vendor_id = ${vendorId} and product_id = ${productId} and id = any(${ids}::uuid[])
      order by id for no key update
    ), entry as materialized (
      select g.*, n.stock_on_hand as old_stock, n.stock_as_of as old_as_of, n.id is null as is_unknown,
        coalesce(g.quantity, n.stock_on_hand::bigint + g.change) as new_stock,
        coalesce(g.as_of, n.stock_as_of) as new_as_of,
        (g.expected <> n.stock_on_hand or g.as_of < n.stock_as_of
          or n.stock_on_hand::bigint + g.change not between 0 and 2147483647) is true as is_refused
      from given g left join named n on n.id = g.id
    ), changed as (
      update variants x set stock_on_hand = e.new_stock, stock_as_of = e.new_as_of,
        updated_at = case when e.new_stock <> e.old_stock then now() else x.updated_at end
      from entry e
      where x.id = e.id and (e.new_stock <> e.old_stock or e.new_as_of is distinct from e.old_as_of)
        and not exists (select from entry where is_unknown or is_refused)
      returning x.id, e.old_stock, e.new_stock
    ), change as materialized (
      select ${vendorId}::uuid as vendor_id, ${productId}::uuid as product_id, id as variant_id,
        'stockOnHand' as field, to_jsonb(old_stock) as old_value, to_jsonb(new_stock) as new_value
      from changed where new_stock <> old_stock
    ), ${recordChanges(sql, origin)}, event as (
      ${insertEvent(sql, origin, {
        type: 'product.updated',
        vendorId,
        subject: { type: 'product', id: productId },
        changedFields: ['variantStock']
      })}
      where exists (select from change)
    )
    select exists (select from products where vendor_id = ${vendorId} and id = ${productId}) as found,
      array(select ordinal::integer - 1 from entry where is_unknown order by ordinal) as unknown,
      (select coalesce(json_agg(json_build_object('index', ordinal - 1, 'stockOnHand', old_stock,
        'stockAsOf', iso_text(old_as_of)) order by ordinal), '[]') from entry where is_refused) as refused`
  return outcome ?? { found: false, unknown: [], refused: [] }
}
