import type { Fragment, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { compareItemStock, stockConditionColumns } from '../products/write/stock-condition-queries.ts'
import type { BulkUpdateAnswer } from './schema.ts'

/**
 * Makes PostgreSQL plan each later statement of the transaction for its actual parameters. A cached plan from
 * a time when the tables were small could scan a whole table for each item.
 */
export async function forceCustomPlans(tx: Tx): Promise<void> {
  await tx`select set_config('plan_cache_mode', 'force_custom_plan', true)`
}

/**
 * The items of an update, as the JSON text of an array of `PreparedUpdate`. The text is either in the field
 * `text` or, if STAGED, in a temporary table (see `stageItems`).
 */
export type ItemsSource = { text: string } | 'STAGED'

/**
 * The text of the items is sent in parts of at most this many characters. The driver blocks the event loop
 * while it encodes a part: 2 to 3 ms for a megabyte.
 */
const partLength = 1024 * 1024

/**
 * Makes the items of an update available to several statements. A text longer than `partLength` is stored in
 * a temporary table for the duration of the transaction, so that the text is sent only once. The text is sent
 * in parts, so that other requests are served in between.
 */
export async function stageItems(tx: Tx, text: string): Promise<ItemsSource> {
  if (text.length <= partLength) return { text }
  await tx`create temporary table bulk_update_items (n integer, part text) on commit drop`
  await tx`create temporary table bulk_update_plan (variants jsonb, products jsonb, categories jsonb) on commit drop`
  for (let start = 0, n = 0; start < text.length; n++) {
    const end = start + partLength
    // Don't split a surrogate pair, which is one character in the database.
    const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
    const part = text.slice(start, isInPair ? end + 1 : end)
    await tx`insert into pg_temp.bulk_update_items values (${n}, ${part})`
    start += part.length
  }
  return 'STAGED'
}

function itemsOf(tx: Tx, items: ItemsSource) {
  return items === 'STAGED'
    ? tx`(select string_agg(part, '' order by n)::jsonb from pg_temp.bulk_update_items)`
    : tx`${items.text}::text::jsonb`
}

/**
 * The products that items refer to. Both fields are PostgreSQL arrays as text, with one element per item.
 * `productIds`: the id of the locked product, or null if no product was found. `codeMatches`, for items with
 * a code and without a product id: PRODUCT_SKU if the code is the SKU of a product, AMBIGUOUS if the code is
 * the SKU of variants of several products. All other elements of `codeMatches` are null.
 */
export type ItemProducts = { productIds: string; codeMatches: string }

/**
 * Finds the products that items refer to and locks them in the order of their ids, so that two calls can't
 * deadlock. Also locks the items' categories against deletion. After this, the data that `planUpdates` reads
 * can't change, except for the price and the stock of variants: see `lockItemVariants`. A dry run locks
 * nothing.
 *
 * Here and in `planUpdates`, the lookups for each item use `offset 0` as an optimization fence. Without it,
 * the planner might choose to compare every item with every product, because it can't estimate the number of
 * items or the data of a recent upload.
 */
export async function lockItemProducts(
  tx: Tx,
  vendorId: string,
  { items, dryRun }: { items: ItemsSource; dryRun: boolean }
): Promise<ItemProducts> {
  const lock = (strength: string) => (dryRun ? tx`` : tx.unsafe(strength))
  const [row] = await tx<ItemProducts[]>`
    with item as materialized (
      select * from rows from (
        jsonb_to_recordset(${itemsOf(tx, items)}) as ("productId" uuid, code text, "categoryIds" uuid[])
      ) with ordinality as i (product_id, code, category_ids, n)
    ), resolved as materialized (
      select i.n,
        coalesce(i.product_id, by_sku.id, case when cardinality(by_variant.ids) = 1 then by_variant.ids[1] end) as id,
        case when by_sku.id is not null then 'PRODUCT_SKU'
          when cardinality(by_variant.ids) > 1 then 'AMBIGUOUS' end as code_match
      from item i
        left join lateral (
          select id from products where i.product_id is null and sku = i.code and vendor_id = ${vendorId} offset 0
        ) by_sku on true
        left join lateral (
          select array(select distinct product_id from variants
            where vendor_id = ${vendorId} and sku = i.code limit 2) as ids
          where i.product_id is null and by_sku.id is null
        ) by_variant on true
    ), locked as materialized (
      select product.id
      from (select distinct id from resolved where id is not null order by id) sent
        cross join lateral (
          select id from products where id = sent.id and vendor_id = ${vendorId} offset 0 ${lock('for no key update')}
        ) product
    ), locked_categories as materialized (
      select category.id
      from (select distinct unnest(category_ids) as id from item order by id) sent
        cross join lateral (select id from categories where id = sent.id offset 0 ${lock('for key share')}) category
    )
    select array_agg(case when id in (select id from locked) then id end order by n)::text as product_ids,
      array_agg(code_match order by n)::text as code_matches,
      (select count(*) from locked_categories) as locked_categories
    from resolved`
  return { productIds: row?.productIds ?? '{}', codeMatches: row?.codeMatches ?? '{}' }
}

/** The items of an update with the products that they refer to. */
type LocatedItems = ItemProducts & { items: ItemsSource; hasStockConditions: boolean }

/**
 * Locks the variants that items may change, in the order of their ids, so that their stock can't change until
 * the transaction ends. This is needed if the update has stock conditions: shipments and updates of only
 * prices and stock don't lock the products. The products must already be locked.
 */
export async function lockItemVariants(
  tx: Tx,
  vendorId: string,
  { items, productIds }: LocatedItems
): Promise<void> {
  await tx`
    with item as materialized (
      select * from rows from (
        jsonb_to_recordset(${itemsOf(tx, items)}) as (code text, errors jsonb),
        unnest(${productIds}::text::uuid[])
      ) as i (code, errors, product_id)
    ), wanted as materialized (
      select distinct variant.id
      from item i
        cross join lateral (
          select id from variants where product_id = i.product_id and sku = i.code
          union all
          select any_value(id) from (select id from variants where product_id = i.product_id limit 2) v
          having count(*) = 1
          offset 0
        ) variant
      where i.product_id is not null and i.errors is null
    )
    select count(*)
    from (select id from wanted order by id) sent
      cross join lateral (
        select from variants where id = sent.id and vendor_id = ${vendorId} offset 0 for no key update
      ) variant`
}

/**
 * The response and the changes of a bulk update. `variants`, `products` and `categories` are SQL expressions
 * for JSON arrays of `ChangedVariant`, `ProductUpdate` and `TermUpdate`, as `products/write` expects them.
 * Each is undefined if there are no such changes. If the items are staged, the expressions read the arrays
 * from a temporary table, so the arrays aren't sent to this process.
 */
export type UpdatePlan = {
  answer: JsonText<BulkUpdateAnswer>
  updated: number
  unchanged: number
  failed: number
  variants: Fragment | undefined
  products: Fragment | undefined
  categories: Fragment | undefined
}

const changes = ['variants', 'products', 'categories'] as const

type PlanRow = Omit<UpdatePlan, (typeof changes)[number]> &
  Record<(typeof changes)[number], string | null> & { planned: (typeof changes)[number][] }

/**
 * Compares the items with the stored data and returns the result of each item and the changes to write. The
 * products must already be locked. If several items without errors have the same target (a variant, or a
 * product if no variant is concerned), only the last of these items is applied. If items for several variants
 * set the same field of their product, the last of them sets the field. A UNSPSC code becomes that of the product
 * only if the product has no other variants. If the update has stock conditions, the variants must be locked too.
 */
export async function planUpdates(
  tx: Tx,
  vendorId: string,
  { items, productIds, codeMatches, hasStockConditions }: LocatedItems
): Promise<UpdatePlan> {
  const conditions = stockConditionColumns(tx, hasStockConditions)
  const whenConditional = (part: Fragment) => (hasStockConditions ? part : tx``)
  const [plan] = await tx<PlanRow[]>`
    with input as (
      select *,
        manufacturer is not null or 'manufacturer' = any(cleared) is true as sets_manufacturer,
        commodity_code is not null or 'commodityCode' = any(cleared) is true as sets_commodity_code,
        unspc is not null or 'unspsc' = any(cleared) is true as sets_unspc,
        category_ids is not null as sets_categories,
        part_number is not null or 'partNumber' = any(cleared) is true as sets_part_number,
        unspsc is not null or 'unspsc' = any(cleared) is true as sets_unspsc,
        list_price is not null or 'listPrice' = any(cleared) is true as sets_list_price,
        weight is not null or 'weight' = any(cleared) is true as sets_weight,
        upc is not null or 'upc' = any(cleared) is true as sets_upc,
        lead_time is not null or 'leadTime' = any(cleared) is true as sets_lead_time
      from rows from (
        jsonb_to_recordset(${itemsOf(tx, items)}) as ("productId" uuid, code text, "codeField" text,
          "vendorPrice" numeric, stock integer, manufacturer text, "partNumber" text, unspsc text, unspc text,
          "commodityCode" text, "listPrice" numeric, weight numeric, upc text, "isActive" boolean,
          "leadTime" integer, "categoryIds" uuid[], cleared text[], errors jsonb ${conditions.definitions}),
        unnest(${productIds}::text::uuid[]), unnest(${codeMatches}::text::text[])
      ) with ordinality as i (input_product_id, code, code_field, vendor_price, stock, manufacturer, part_number,
        unspsc, unspc, commodity_code, list_price, weight, upc, is_active, lead_time, category_ids, cleared, errors
        ${conditions.names}, product_id, code_match, n)
    ), item as (
      select *, vendor_price is not null or stock is not null
          ${whenConditional(tx`or stock_change is not null`)} or sets_part_number or sets_unspsc
          or sets_list_price or sets_weight or sets_upc or is_active is not null as sets_variant,
        sets_manufacturer or sets_commodity_code or sets_unspc or sets_lead_time as sets_product
      from input
    ), found as materialized (
      select i.*,
        i.product_id is not null
          and (i.input_product_id is not null or i.code_match is not null or by_code.id is not null) as has_product,
        p.manufacturer as old_manufacturer, p.commodity_code as old_commodity_code, p.unspc as old_unspc,
        p.lead_time as old_lead_time,
        by_code.id is not null as has_variant_with_code, only_variant.variant_count,
        coalesce(by_code.id, only_variant.id) as variant_id,
        coalesce(by_code.vendor_price, only_variant.vendor_price) as old_vendor_price,
        coalesce(by_code.stock_on_hand, only_variant.stock_on_hand) as old_stock,
        ${whenConditional(tx`case when by_code.id is not null then by_code.stock_as_of
          else only_variant.stock_as_of end as old_as_of,`)}
        case when by_code.id is not null then by_code.part_number else only_variant.part_number end as old_part_number,
        case when by_code.id is not null then by_code.list_price else only_variant.list_price end as old_list_price,
        case when by_code.id is not null then by_code.weight else only_variant.weight end as old_weight,
        case when by_code.id is not null then by_code.upc else only_variant.upc end as old_upc,
        coalesce(by_code.is_active, only_variant.is_active) as old_is_active,
        case when by_code.id is not null then by_code.unspc else only_variant.unspc end as old_unspsc,
        i.sets_unspc and not exists (
          select from variants other where other.product_id = i.product_id
            and other.id <> coalesce(by_code.id, only_variant.id) offset 0) as sets_product_unspc,
        case when i.sets_categories then array(
          select category_id from product_categories c where c.product_id = i.product_id order by c.position) end
          as old_category_ids,
        case when i.sets_categories then (
          select id from unnest(i.category_ids) with ordinality as sent (id, position)
          where not exists (select from categories c where c.id = sent.id) order by position limit 1) end
          as unknown_category
      from item i
        left join lateral (
          select id, vendor_price, stock_on_hand, stock_as_of, part_number, unspc, list_price, weight, upc,
            is_active
          from variants where product_id = i.product_id and sku = i.code offset 0
        ) by_code on true
        left join lateral (
          select v.*, count(*) over () as variant_count
          from (
            select id, vendor_price, stock_on_hand, stock_as_of, part_number, unspc, list_price, weight,
              upc, is_active
            from variants
            where product_id = i.product_id and by_code.id is null and i.sets_variant limit 2) v
          limit 1
        ) only_variant on true
        left join lateral (
          select manufacturer, commodity_code, unspc, lead_time from products
          where id = i.product_id and vendor_id = ${vendorId} and i.sets_product offset 0
        ) p on true
    ), judged as (
      select f.*, coalesce(errors, nullif(
          case when not has_product then jsonb_build_array(jsonb_build_object(
              'code', case when code_match = 'AMBIGUOUS' then 'CODE_AMBIGUOUS' else 'UNKNOWN_PRODUCT' end,
              'field', case when input_product_id is null then coalesce(code_field, 'code') else 'product_id' end,
              'message', case
                when code_match = 'AMBIGUOUS' then 'is the SKU of variants of several products; send product_id too'
                when input_product_id is null then 'must be the SKU of an existing product or variant'
                else 'must be the id of an existing product' end))
            when input_product_id is not null and code is not null and not has_variant_with_code
              then jsonb_build_array(jsonb_build_object('code', 'UNKNOWN_VARIANT',
                'field', coalesce(code_field, 'code'), 'message', 'must be the SKU of a variant of this product'))
            when sets_variant and not has_variant_with_code and variant_count is null
              then jsonb_build_array(jsonb_build_object('code', 'NO_VARIANT', 'field', null,
                'message', 'refers to a product that has no variant to update'))
            when sets_variant and not has_variant_with_code and variant_count > 1
              then jsonb_build_array(jsonb_build_object('code', 'VARIANT_REQUIRED',
                'field', coalesce(code_field, 'code'),
                'message', 'must be the SKU of one variant, because this product has several'))
            else '[]' end
          || case when unknown_category is null then '[]' else jsonb_build_array(jsonb_build_object(
              'code', 'UNKNOWN_CATEGORY', 'field', 'category_ids',
              'message', 'contains "' || unknown_category || '", which is not the id of an existing category')) end, '[]'))
            as own_faults,
        case when sets_variant or (has_variant_with_code and code_match is null) then variant_id end
          as target_variant_id
      from found f
    ), aimed as (
      select *, coalesce(target_variant_id, product_id) as target from judged
    ), checked as (
      ${compareItemStock(tx, tx`aimed`, hasStockConditions)}
    ), ranked as (
      select *, faults is null
        and n < max(n) filter (where faults is null) over (partition by target) as is_superseded
      from checked
    ), winning as (
      select *,
        n = max(n) filter (where sets_manufacturer and counts) over product
          and manufacturer is distinct from old_manufacturer as changes_manufacturer,
        n = max(n) filter (where sets_commodity_code and counts) over product
          and commodity_code is distinct from old_commodity_code as changes_commodity_code,
        counts and sets_product_unspc and unspc is distinct from old_unspc as changes_unspc,
        n = max(n) filter (where sets_categories and counts) over product
          and category_ids is distinct from old_category_ids as changes_categories,
        n = max(n) filter (where sets_lead_time and counts) over product
          and lead_time is distinct from old_lead_time as changes_lead_time,
        counts and vendor_price is distinct from old_vendor_price and vendor_price is not null as changes_price,
        counts and new_stock is distinct from old_stock and new_stock is not null as changes_stock,
        ${whenConditional(tx`counts and new_as_of is not null as changes_as_of,`)}
        counts and sets_part_number and part_number is distinct from old_part_number as changes_part_number,
        counts and sets_unspsc and unspsc is distinct from old_unspsc as changes_unspsc,
        counts and sets_list_price and list_price is distinct from old_list_price as changes_list_price,
        counts and sets_weight and weight is distinct from old_weight as changes_weight,
        counts and sets_upc and upc is distinct from old_upc as changes_upc,
        counts and is_active is distinct from old_is_active and is_active is not null as changes_is_active
      from (select *, faults is null and not is_superseded as counts from ranked) r
      window product as (partition by product_id)
    ), compared as (
      select *, changes_reviewed_variant or changes_price or changes_list_price or changes_stock as changes_variant
      from (select *,
          changes_part_number or changes_unspsc or changes_weight or changes_upc or changes_is_active
            as changes_reviewed_variant,
          changes_manufacturer is true or changes_commodity_code is true or changes_unspc
            or changes_categories is true or changes_lead_time is true as changes_product
        from winning) w
    ), planned as materialized (
      select *, case when faults is not null then 'FAILED' when is_superseded then 'SUPERSEDED'
        when changes_variant or changes_product then 'UPDATED' else 'UNCHANGED' end as status
      from compared
    ), counted as (
      select count(*)::int as total, (count(*) filter (where status = 'UPDATED'))::int as updated,
        (count(*) filter (where status in ('UNCHANGED', 'SUPERSEDED')))::int as unchanged,
        (count(*) filter (where status = 'FAILED'))::int as failed,
        coalesce(json_agg(json_build_object('index', n - 1, 'product_id', case when has_product then product_id end,
          'variant_id', target_variant_id, 'code', code, 'status', status, 'errors', coalesce(faults, '[]'))
          order by n), '[]') as results
      from planned
    ), plan as materialized (
      select updated, unchanged, failed,
      json_build_object('total', total, 'updated', updated, 'unchanged', unchanged, 'failed', failed,
        'results', results)::text as answer,
      (select jsonb_agg(jsonb_build_object('id', variant_id)
          || case when changes_price then jsonb_build_object('vendorPrice', vendor_price) else '{}' end
          || case when changes_stock then jsonb_build_object('stockOnHand', new_stock) else '{}' end
          ${whenConditional(tx`
            || case when changes_as_of then jsonb_build_object('stockAsOf', new_as_of) else '{}' end`)}
          || case when changes_part_number then jsonb_build_object('partNumber', part_number) else '{}' end
          || case when changes_list_price then jsonb_build_object('listPrice', list_price) else '{}' end
          || case when changes_weight then jsonb_build_object('weight', weight) else '{}' end
          || case when changes_upc then jsonb_build_object('upc', upc) else '{}' end
          || case when changes_is_active then jsonb_build_object('isActive', is_active) else '{}' end
          || case when changes_unspsc then jsonb_build_object('unspc', unspsc) else '{}' end)
        from planned where changes_variant ${whenConditional(tx`or changes_as_of`)}) as variants,
      (select jsonb_agg(product) from (
        select jsonb_build_object('id', product_id, 'affectsModeration', true)
          || case when bool_or(changes_manufacturer)
            then jsonb_build_object('manufacturer', max(manufacturer) filter (where changes_manufacturer)) else '{}' end
          || case when bool_or(changes_commodity_code)
            then jsonb_build_object('commodityCode', max(commodity_code) filter (where changes_commodity_code))
            else '{}' end
          || case when bool_or(changes_unspc)
            then jsonb_build_object('unspc', max(unspc) filter (where changes_unspc)) else '{}' end
          || case when bool_or(changes_lead_time)
            then jsonb_build_object('leadTime', max(lead_time) filter (where changes_lead_time)) else '{}' end
          || case when bool_or(changes_categories) then '{"isTouched": true}'::jsonb else '{}' end
          || case when bool_or(changes_part_number or changes_upc)
            then '{"changesSearchTerms": true}'::jsonb else '{}' end as product
        from planned
        where status = 'UPDATED' and (changes_reviewed_variant or changes_product)
        group by product_id) changed) as products,
      (select jsonb_agg(jsonb_build_object('productId', product_id, 'categoryIds', category_ids))
        from planned where changes_categories) as categories
      from counted
    ) ${
      items === 'STAGED'
        ? tx`, stored as (
      insert into pg_temp.bulk_update_plan select variants, products, categories from plan
    )`
        : tx``
    }
    select updated, unchanged, failed, answer,
      array_remove(array[case when variants is not null then 'variants' end,
        case when products is not null then 'products' end,
        case when categories is not null then 'categories' end], null) as planned
      ${items === 'STAGED' ? tx`` : tx`, variants::text, products::text, categories::text`}
    from plan`
  if (!plan) throw new Error('The statement that plans a bulk update returned no row.')
  const changesOf = (kind: (typeof changes)[number]) => {
    if (!plan.planned.includes(kind)) return undefined
    if (items === 'STAGED') return tx`(select ${tx(kind)} from pg_temp.bulk_update_plan)`
    return tx`${plan[kind]}::text::jsonb`
  }
  const [variants, products, categories] = changes.map(changesOf)
  return { ...plan, variants, products, categories }
}
