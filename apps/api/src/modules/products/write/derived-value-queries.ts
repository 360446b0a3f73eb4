import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { recordAndWatch } from './record-queries.ts'

/** The facet values that follow from the attributes of a product. */
export type DerivedValues = { productId: string; vendorId: string; facetValueIds: string[] }

/** The position of the first derived facet value. They follow those that vendors have assigned. */
const firstPosition = 10_000

/**
 * Replaces the facet values of products that follow from attributes. Those that vendors have assigned stay unchanged. A
 * product without an entry in `derived` has none. Facet values that have been deleted are ignored. Products whose facet values
 * change get a row in the history. The caller has locked the products.
 */
export async function replaceDerivedValues(
  tx: Tx,
  { productIds, derived, origin }: { productIds: readonly string[]; derived: DerivedValues[]; origin: Origin }
): Promise<void> {
  await tx`
    with given as materialized (
      select g."productId" as product_id, g."vendorId" as vendor_id, t.id as facet_value_id,
        ${firstPosition}::int + t.n::int as position
      from jsonb_to_recordset(${tx.json(derived)}::jsonb)
          as g ("productId" uuid, "vendorId" uuid, "facetValueIds" uuid[])
        cross join lateral unnest(g."facetValueIds") with ordinality as t (id, n)
    ), existing as materialized (
      select id from facet_values where id in (select facet_value_id from given) order by id for key share
    ), wanted as materialized (
      select given.* from given join existing on existing.id = given.facet_value_id
    ), stored as materialized (
      select product_id, facet_value_id, vendor_id, position, is_assigned, from_attributes
      from product_facet_values where product_id = any(${productIds}::uuid[])
    ), outdated as materialized (
      select product_id, facet_value_id, is_assigned from stored s
      where from_attributes and not exists (
        select from wanted w where (w.product_id, w.facet_value_id) = (s.product_id, s.facet_value_id))
    ), removed as (
      delete from product_facet_values t using outdated o
      where (t.product_id, t.facet_value_id) = (o.product_id, o.facet_value_id) and not o.is_assigned
    ), kept as (
      update product_facet_values t set from_attributes = false from outdated o
      where (t.product_id, t.facet_value_id) = (o.product_id, o.facet_value_id) and o.is_assigned
    ), added as (
      insert into product_facet_values as t
        (product_id, facet_value_id, vendor_id, position, is_assigned, from_attributes)
      select product_id, facet_value_id, vendor_id, position, false, true from wanted w
      where not exists (
        select from stored s
        where (w.product_id, w.facet_value_id) = (s.product_id, s.facet_value_id) and s.from_attributes)
      order by product_id, facet_value_id
      on conflict (product_id, facet_value_id) do update set from_attributes = true
    ), shown as (
      select product_id, facet_value_id, vendor_id, position from stored s
      where is_assigned or exists (
        select from wanted w where (w.product_id, w.facet_value_id) = (s.product_id, s.facet_value_id))
      union all
      select product_id, facet_value_id, vendor_id, position from wanted w
      where not exists (
        select from stored s where (w.product_id, w.facet_value_id) = (s.product_id, s.facet_value_id))
    ), old_lists as (
      select product_id, vendor_id, jsonb_agg(facet_value_id order by position, facet_value_id) as list
      from stored group by product_id, vendor_id
    ), new_lists as (
      select product_id, vendor_id, jsonb_agg(facet_value_id order by position, facet_value_id) as list
      from shown group by product_id, vendor_id
    ), change as materialized (
      select coalesce(o.vendor_id, n.vendor_id) as vendor_id, coalesce(o.product_id, n.product_id) as product_id,
        null::uuid as variant_id, 'facetValueIds' as field, coalesce(o.list, '[]') as old_value,
        coalesce(n.list, '[]') as new_value
      from old_lists o full join new_lists n using (product_id, vendor_id)
      where o.list is distinct from n.list
    ), ${recordAndWatch(tx, origin)}
    select`
}
