import type { Fragment, Handle, Tx } from '../../../../db/connect.ts'

/**
 * Edits as an SQL expression for a JSON array of `Edit`. `hasStockConditions` is true if any of them has a condition:
 * see `hasStockCondition`. `haveIds` is true if all of them have `productId` and `variantId`, so that no SKU is looked up.
 */
export type EditsSource = { edits: Fragment; hasStockConditions: boolean; haveIds?: boolean }

/**
 * The products of edits, as PostgreSQL arrays in text form, with one element for each edit. `productIds`: the id of the
 * locked product, or null if there is none. `codeMatches`, for edits with a code and without a product id: PRODUCT_SKU if
 * the code is the SKU of a product, AMBIGUOUS if it is the SKU of variants of several products, otherwise null.
 */
export type Located = { productIds: string; codeMatches: string }

/**
 * Returns the common table expression `located` with one row for each edit: the values of the edit, `n` (its number, from
 * 1), `gives_variant` (true if it has values for a variant), `product_id` and `code_match`. Without `located`, the edits
 * are matched with the products as they were when the statement began.
 */
export function locatedEdits(
  sql: Handle,
  vendorId: string,
  { edits, hasStockConditions, haveIds, located }: EditsSource & { located: Located | undefined }
): Fragment {
  const conditions = hasStockConditions
    ? {
        columns: sql`, "stockChange" integer, "stockExpected" integer, "stockAsOf" timestamptz`,
        names: sql`, stock_change, stock_expected, stock_as_of`,
        given: sql` or stock_change is not null`
      }
    : { columns: sql``, names: sql``, given: sql`` }
  const ids = located
    ? {
        columns: sql`, unnest(${located.productIds}::text::uuid[]), unnest(${located.codeMatches}::text::text[])`,
        names: sql`, product_id, code_match`
      }
    : { columns: sql``, names: sql`` }
  const rows = sql`
    select *, variant is not null or stock is not null ${conditions.given} as gives_variant
    from rows from (
      jsonb_to_recordset(${edits}) as ("productId" uuid, "variantId" uuid, code text, "codeField" text, product jsonb,
        "singleProduct" jsonb, variant jsonb, stock integer, errors jsonb ${conditions.columns})
      ${ids.columns}
    ) with ordinality as e (given_product_id, given_variant_id, code, code_field, product, single_product, variant, stock,
      errors ${conditions.names} ${ids.names}, n)`
  if (located) return sql`located as materialized (${rows})`
  return sql`
    edit as materialized (${rows}),
    located as (${haveIds ? namedProducts(sql, vendorId, sql`edit`) : matchedProducts(sql, vendorId, sql`edit`)})`
}

/** Does the same as `matchedProducts` for rows that all have `given_product_id`. */
function namedProducts(sql: Handle, vendorId: string, rows: Fragment): Fragment {
  return sql`
    select e.*, by_id.id as product_id, null::text as code_match
    from ${rows} e
      left join lateral (
        select id from products where id = e.given_product_id and vendor_id = ${vendorId} offset 0
      ) by_id on true`
}

/**
 * Returns a select that adds `product_id` and `code_match` to rows with `given_product_id` and `code`.
 *
 * Here and in the other statements, the lookups for each edit use `offset 0` as an optimization fence. Without it, the
 * planner might choose to compare every edit with every product, because it can't estimate the number of edits or the data
 * of a recent upload.
 */
function matchedProducts(sql: Handle, vendorId: string, rows: Fragment): Fragment {
  return sql`
    select e.*, coalesce(by_sku.id, case when cardinality(by_variant.ids) = 1 then by_variant.ids[1] end, by_id.id)
        as product_id,
      case when by_sku.id is not null then 'PRODUCT_SKU' when cardinality(by_variant.ids) > 1 then 'AMBIGUOUS' end
        as code_match
    from ${rows} e
      left join lateral (
        select id from products
        where e.given_product_id is null and sku = e.code and vendor_id = ${vendorId} offset 0
      ) by_sku on true
      left join lateral (
        select array(select distinct product_id from variants
          where vendor_id = ${vendorId} and sku = e.code limit 2) as ids
        where e.given_product_id is null and by_sku.id is null offset 0
      ) by_variant on true
      left join lateral (
        select id from products where id = e.given_product_id and vendor_id = ${vendorId} offset 0
      ) by_id on true`
}

/**
 * Finds the products of edits and locks them in the order of their ids, so that two calls can't deadlock. Also locks the
 * categories of the edits against deletion. After this, what `planEdits` reads can't change, except for the prices and
 * the stock of variants: see `lockVariantsOfEdits`. A dry run locks nothing.
 */
export async function lockProductsOfEdits(
  tx: Tx,
  vendorId: string,
  { dryRun, ...source }: EditsSource & { dryRun: boolean }
): Promise<Located> {
  const lock = (strength: string) => (dryRun ? tx`` : tx.unsafe(strength))
  const [row] = await tx<Located[]>`
    with ${locatedEdits(tx, vendorId, { ...source, located: undefined })}, locked as materialized (
      select product.id
      from (select distinct product_id as id from located where product_id is not null order by id) wanted
        cross join lateral (
          select id from products where id = wanted.id and vendor_id = ${vendorId} offset 0 ${lock('for no key update')}
        ) product
    ), locked_categories as materialized (
      select category.id
      from (
          select distinct value::uuid as id from located cross join jsonb_array_elements_text(product -> 'categoryIds')
          order by id
        ) wanted
        cross join lateral (
          select id from categories where id = wanted.id offset 0 ${lock('for key share')}
        ) category
    )
    select array_agg(case when product_id in (select id from locked) then product_id end order by n)::text as product_ids,
      array_agg(code_match order by n)::text as code_matches,
      (select count(*) from locked_categories) as locked_categories
    from located`
  return { productIds: row?.productIds ?? '{}', codeMatches: row?.codeMatches ?? '{}' }
}

/**
 * Returns the common table expression `target`, which adds the variants to `located`: `variant_id`, `has_named_variant`
 * (true if the edit names this variant by its id or SKU) and `variant_count` (if it names none: 0, 1 or 2 for several).
 */
export function targetsOfEdits(sql: Handle, { haveIds }: Pick<EditsSource, 'haveIds'>): Fragment {
  if (haveIds)
    return sql`
      target as (
        select e.*, named.id is not null as has_named_variant, named.id as variant_id, null::bigint as variant_count
        from located e
          left join lateral (
            select id from variants where id = e.given_variant_id and product_id = e.product_id offset 0
          ) named on true
      )`
  return sql`
    target as (
      select e.*, named.id is not null as has_named_variant, coalesce(named.id, single.id) as variant_id,
        single.count as variant_count
      from located e
        left join lateral (
          select id from variants
          where e.given_variant_id is null and product_id = e.product_id and sku = e.code
          union all
          select id from variants
          where e.given_variant_id is not null and id = e.given_variant_id and product_id = e.product_id
          offset 0
        ) named on true
        left join lateral (
          select case when count(*) = 1 then any_value(id) end as id, count(*) as count
          from (
            select id from variants
            where named.id is null and e.gives_variant and product_id = e.product_id
              and e.given_variant_id is null and (e.given_product_id is null or e.code is null)
            limit 2
          ) v
        ) single on true
    )`
}

/**
 * Locks the variants that edits may change, in the order of their ids, so that their prices and their stock can't change
 * until the transaction ends. Shipments and updates of only prices and stock don't lock products. The products must
 * already be locked.
 */
export async function lockVariantsOfEdits(
  tx: Tx,
  vendorId: string,
  input: EditsSource & { located: Located }
): Promise<void> {
  await tx`
    with ${locatedEdits(tx, vendorId, input)}, ${targetsOfEdits(tx, input)}
    select count(*)
    from (
        select distinct variant_id as id from target
        where gives_variant and variant_id is not null and errors is null order by id
      ) wanted
      cross join lateral (
        select from variants where id = wanted.id and vendor_id = ${vendorId} offset 0 for no key update
      ) variant`
}
