import type { Fragment, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { recordAndWatch } from './record-queries.ts'
import { compareItemStock, stockConditionColumns } from './stock-condition-queries.ts'

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

/** `items` is a JSON array of prepared items. `hasStockConditions` is true if any item has a condition. */
type PriceStockUpdate = { items: string; hasStockConditions: boolean; dryRun: boolean; origin: Origin }

/**
 * Runs a bulk update whose items contain only prices and stock, in one statement. The result is the same as
 * that of `lockItemProducts`, `lockItemVariants`, `planUpdates` and the writes after them, which also accept
 * items with other fields.
 *
 * Variants are locked in the order of their ids. The products aren't locked, because new prices and stock
 * don't change the row of a product.
 *
 * Items are matched to the variants as they were when the statement began. Later, the prices and the stock of
 * the items are compared with the values that these variants have after they have been locked.
 */
export async function updatePricesAndStock(
  tx: Tx,
  vendorId: string,
  { items, hasStockConditions, dryRun, origin }: PriceStockUpdate
): Promise<PriceStockOutcome> {
  const conditions = stockConditionColumns(tx, hasStockConditions)
  const whenConditional = (part: Fragment) => (hasStockConditions ? part : tx``)
  const [outcome] = await tx<PriceStockOutcome[]>`
    with item as materialized (
      select *, vendor_price is not null or stock is not null
        ${whenConditional(tx`or stock_change is not null`)} as gives_variant
      from rows from (
        jsonb_to_recordset(${items}::text::jsonb) as ("productId" uuid, code text, "codeField" text,
          "vendorPrice" numeric, stock integer, errors jsonb ${conditions.definitions})
      ) with ordinality as i (given_id, code, code_field, vendor_price, stock, errors ${conditions.names}, n)
    ), found as materialized (
      select i.*, product.id as product_id, product.matched_by,
        siblings.count as siblings, named.id is not null or siblings.count = 1 and (siblings.sku = i.code) is true
          as has_named_variant,
        case when siblings.count = 1 then siblings.id else named.id end as variant_id
      from item i
        left join lateral (
          select id, 'PRODUCT_SKU' as matched_by from products
          where i.given_id is null and sku = i.code and vendor_id = ${vendorId} offset 0
        ) by_sku on true
        left join lateral (
          select array(select distinct product_id from variants
            where vendor_id = ${vendorId} and sku = i.code limit 2) as ids
          where i.given_id is null and by_sku.id is null offset 0
        ) by_variant on true
        left join lateral (
          select by_sku.id, by_sku.matched_by where by_sku.id is not null
          union all
          select p.id, null from products p
          where by_sku.id is null and p.vendor_id = ${vendorId}
            and p.id = coalesce(i.given_id, case when cardinality(by_variant.ids) = 1 then by_variant.ids[1] end)
          union all
          select null, 'AMBIGUOUS' where cardinality(by_variant.ids) > 1
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
            end) as own_faults,
        case when gives_variant or (has_named_variant and matched_by is null) then variant_id end as of_variant
      from found f
    ), aimed as materialized (
      -- This is a column, because for an equivalent condition the planner would estimate that almost no row
      -- matches.
      select *, case when gives_variant and own_faults is null then variant_id end as changed_variant
      from judged
    ), stored as materialized (
      select variant.*
      from (select distinct changed_variant as id from aimed where changed_variant is not null order by id) wanted
        cross join lateral (
          select id, sku, vendor_price, stock_on_hand ${whenConditional(tx`, stock_as_of as old_as_of`)}
          from variants where id = wanted.id and vendor_id = ${vendorId} offset 0 for no key update
        ) variant
    ), current as (
      select j.*, s.id as locked_id, s.sku as locked_sku, s.vendor_price as old_vendor_price,
        s.stock_on_hand as old_stock, ${whenConditional(tx`s.old_as_of,`)} coalesce(of_variant, product_id) as target
      from aimed j left join stored s on s.id = j.changed_variant
    ), checked as (
      ${compareItemStock(tx, tx`current`, hasStockConditions)}
    ), ranked as (
      select *, faults is null
        and n < max(n) filter (where faults is null) over (partition by target) as is_superseded
      from checked
    ), planned as materialized (
      select *, case when faults is not null then 'FAILED' when is_superseded then 'SUPERSEDED'
        when gives_variant and (vendor_price <> old_vendor_price or new_stock <> old_stock) then 'UPDATED'
        else 'UNCHANGED' end as status
      from ranked
    ), written as (
      update variants v set vendor_price = coalesce(c.vendor_price, v.vendor_price),
        stock_on_hand = coalesce(c.new_stock, v.stock_on_hand), ${
          hasStockConditions
            ? tx`stock_as_of = coalesce(c.new_as_of, v.stock_as_of),
        updated_at = case when c.status = 'UPDATED' then now() else v.updated_at end`
            : tx`updated_at = now()`
        }
      from planned c where not ${dryRun}::boolean and v.id = c.variant_id and (c.status = 'UPDATED'
        ${whenConditional(tx`or c.status = 'UNCHANGED' and c.new_as_of is not null`)})
      returning v.product_id, v.id as variant_id, old.vendor_price as old_price, new.vendor_price as new_price,
        old.stock_on_hand as old_stock, new.stock_on_hand as new_stock
    ), change as materialized (
      select ${vendorId}::uuid as vendor_id, product_id, variant_id, 'vendorPrice' as field,
        to_jsonb(money_text(old_price)) as old_value, to_jsonb(money_text(new_price)) as new_value
      from written where old_price <> new_price
      union all
      select ${vendorId}::uuid, product_id, variant_id, 'stockOnHand', to_jsonb(old_stock), to_jsonb(new_stock)
      from written where old_stock <> new_stock
    ), ${recordAndWatch(tx, origin)}, counted as (
      select count(*)::int as total, (count(*) filter (where status = 'UPDATED'))::int as updated,
        (count(*) filter (where status in ('UNCHANGED', 'SUPERSEDED')))::int as unchanged,
        (count(*) filter (where status = 'FAILED'))::int as failed,
        bool_or(own_faults is null and gives_variant
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
