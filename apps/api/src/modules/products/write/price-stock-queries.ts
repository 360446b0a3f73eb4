import type { Tx } from '../../../db/connect.ts'

/**
 * The result of a bulk update. If `isLost` is true, a variant was deleted or got another SKU after the
 * statement began. In this case, run the update again.
 */
export type PriceStockOutcome = {
  /** The body of the response, as JSON text. */
  answer: string
  updated: number
  unchanged: number
  failed: number
  isLost: boolean
}

/**
 * Runs a bulk update whose items contain only prices and stock, in one statement. The result is the same as
 * that of `lockItemProducts`, `planUpdates` and the writes after them, which also accept items with other
 * fields.
 *
 * Variants are locked in the order of their ids. A product is locked (before the variants) only if it is not
 * live and an item sends a price for it, because a new price raises the product's `moderation_version`. A
 * live product needs no lock: its `moderation_version` stays, and it can't return to a status that isn't
 * live.
 *
 * Items are matched to the variants as they were when the statement began. Later, the prices and the stock of
 * the items are compared with the values that these variants have after they have been locked.
 */
export async function updatePricesAndStock(
  tx: Tx,
  vendorId: string,
  { items, dryRun }: { items: string; dryRun: boolean }
): Promise<PriceStockOutcome> {
  const [outcome] = await tx<PriceStockOutcome[]>`
    with item as materialized (
      select *, vendor_price is not null or stock is not null as gives_variant
      from rows from (
        jsonb_to_recordset(${items}::text::jsonb) as ("productId" uuid, code text, "codeField" text,
          "vendorPrice" numeric, stock integer, errors jsonb)
      ) with ordinality as i (given_id, code, code_field, vendor_price, stock, errors, n)
    ), found as materialized (
      select i.*, product.id as product_id, product.matched_by,
        not is_live(product.status) and i.vendor_price is not null as affects_moderation,
        siblings.count as siblings, named.id is not null or siblings.count = 1 and (siblings.sku = i.code) is true
          as has_named_variant,
        case when siblings.count = 1 then siblings.id else named.id end as variant_id
      from item i
        left join lateral (
          select id, status, 'PRODUCT_SKU' as matched_by from products
          where i.given_id is null and sku = i.code and vendor_id = ${vendorId} offset 0
        ) by_sku on true
        left join lateral (
          select array(select distinct product_id from variants
            where vendor_id = ${vendorId} and sku = i.code limit 2) as ids
          where i.given_id is null and by_sku.id is null offset 0
        ) by_variant on true
        left join lateral (
          select by_sku.id, by_sku.status, by_sku.matched_by where by_sku.id is not null
          union all
          select p.id, p.status, null from products p
          where by_sku.id is null and p.vendor_id = ${vendorId}
            and p.id = coalesce(i.given_id, case when cardinality(by_variant.ids) = 1 then by_variant.ids[1] end)
          union all
          select null, null, 'AMBIGUOUS' where cardinality(by_variant.ids) > 1
        ) product on true
        left join lateral (
          select count(*), any_value(id) as id, any_value(sku) as sku
          from (select id, sku from variants where product_id = product.id limit 2) v
        ) siblings on true
        left join lateral (
          select id from variants where siblings.count > 1 and product_id = product.id and sku = i.code offset 0
        ) named on true
    ), judged as (
      select f.*, coalesce(errors,
          case when product_id is null then jsonb_build_array(jsonb_build_object(
              'code', case when matched_by = 'AMBIGUOUS' then 'CODE_AMBIGUOUS' else 'UNKNOWN_PRODUCT' end,
              'field', case when given_id is null then coalesce(code_field, 'code') else 'product_id' end,
              'message', case
                when matched_by = 'AMBIGUOUS' then 'is the SKU of variants of several products; send product_id too'
                when given_id is null then 'must be the SKU of an existing product or variant'
                else 'must be the id of an existing product' end))
            when given_id is not null and code is not null and not has_named_variant
              then jsonb_build_array(jsonb_build_object('code', 'UNKNOWN_VARIANT',
                'field', coalesce(code_field, 'code'), 'message', 'must be the SKU of a variant of this product'))
            when gives_variant and not has_named_variant and siblings = 0
              then jsonb_build_array(jsonb_build_object('code', 'NO_VARIANT', 'field', null,
                'message', 'refers to a product that has no variant to update'))
            when gives_variant and not has_named_variant and siblings > 1
              then jsonb_build_array(jsonb_build_object('code', 'VARIANT_REQUIRED',
                'field', coalesce(code_field, 'code'),
                'message', 'must be the SKU of one variant, because this product has several'))
            end) as faults,
        case when gives_variant or (has_named_variant and matched_by is null) then variant_id end as of_variant
      from found f
    ), aimed as materialized (
      -- These are columns, because for equivalent conditions the planner would estimate that almost no row
      -- matches.
      select *, case when gives_variant and faults is null then variant_id end as changed_variant,
        case when affects_moderation and faults is null then product_id end as seen_product
      from judged
    ), held as materialized (
      select product.id
      from (select distinct seen_product as id from aimed where seen_product is not null order by id) wanted
        cross join lateral (
          select id from products where id = wanted.id and vendor_id = ${vendorId} offset 0 for no key update
        ) product
    ), stored as materialized (
      select variant.*
      from (select distinct changed_variant as id from aimed where changed_variant is not null order by id) wanted
        cross join lateral (
          select id, sku, vendor_price, stock_on_hand from variants
          where id = wanted.id and vendor_id = ${vendorId} and (select count(*) from held) >= 0
          offset 0 for no key update
        ) variant
    ), ranked as (
      select j.*, s.id as locked_id, s.sku as locked_sku, s.vendor_price as old_vendor_price, s.stock_on_hand as old_stock,
        faults is null and n < max(n) filter (where faults is null)
          over (partition by coalesce(of_variant, product_id)) as is_superseded
      from aimed j left join stored s on s.id = j.changed_variant
    ), planned as materialized (
      select *, case when faults is not null then 'FAILED' when is_superseded then 'SUPERSEDED'
        when gives_variant and (vendor_price <> old_vendor_price or stock <> old_stock) then 'UPDATED'
        else 'UNCHANGED' end as status
      from ranked
    ), written as (
      update variants v set vendor_price = coalesce(c.vendor_price, v.vendor_price),
        stock_on_hand = coalesce(c.stock, v.stock_on_hand), updated_at = now()
      from planned c where not ${dryRun}::boolean and c.status = 'UPDATED' and v.id = c.variant_id
    ), raised as (
      update products p set moderation_version = p.moderation_version + 1
      from (select distinct product_id from planned
        where not ${dryRun}::boolean and status = 'UPDATED' and affects_moderation and vendor_price <> old_vendor_price) c
      where p.id = c.product_id and not is_live(p.status)
    ), counted as (
      select count(*)::int as total, (count(*) filter (where status = 'UPDATED'))::int as updated,
        (count(*) filter (where status in ('UNCHANGED', 'SUPERSEDED')))::int as unchanged,
        (count(*) filter (where status = 'FAILED'))::int as failed,
        bool_or(faults is null and gives_variant
          and (locked_id is null or has_named_variant and locked_sku <> code)) is true as is_lost,
        coalesce(json_agg(json_build_object('index', n - 1, 'product_id', product_id,
          'variant_id', of_variant, 'code', code, 'status', status, 'errors', coalesce(faults, '[]')) order by n), '[]')
          as results
      from planned
    )
    select updated, unchanged, failed, is_lost,
      json_build_object('total', total, 'updated', updated, 'unchanged', unchanged, 'failed', failed,
        'results', results)::text as answer
    from counted`
  if (!outcome) throw new Error('The bulk update of prices and stock returned no row')
  return outcome
}
