import type { Fragment, Handle, Tx } from '../../../../db/connect.ts'
import { insertEvent, type Origin } from '../../../../events.ts'
import { columnOf, type VariantFieldSet, variantTypes } from '../../fields/sql.ts'
import type { Texts } from '../fields.ts'
import type { ProductToEdit } from '../stored-queries.ts'
import { updatedVariants, type VariantValues } from '../variant-queries.ts'
import { changedProduct, changedVariant, textsIn } from './comparison.ts'
import type { ProductValues } from './edit.ts'
import { compareStock, type StockFieldNames } from './stock-rule-queries.ts'
import { type EditsSource, type Located, locatedEdits, targetsOfEdits } from './target-queries.ts'

type PriceOrStock = Exclude<VariantFieldSet, 'ALL'>

/** Edits that are to be compared with the stored values. */
export type EditsToPlan = EditsSource & {
  /** The locked products. If it is omitted, products aren't locked, and variants are locked by the statement itself. */
  located?: Located
  /** The fields of variants that the edits can have. Unless it is ALL, no edit has values for its product. */
  fields: VariantFieldSet
  /** The names of fields in errors of the stock. */
  names: StockFieldNames
  /**
   * True to lock the product of the edits in the same statement. Only for edits of the own fields of one product: other
   * tables are read as they were before the lock.
   */
  locksProduct?: boolean
  /**
   * True to treat a variant that was changed after the statement began, while it waited for the lock, like one that was
   * deleted. Then everything else that the statement reads is as it was when the variants got their values.
   */
  requiresUnchanged?: boolean
}

/**
 * Returns common table expressions that compare edits with the stored values (contract 3, 4.2, 4.5). The last one is
 * `planned`, with one row for each edit: the columns of `target`, and
 *
 * - `faults`: the errors of the edit as a JSON array, or null
 * - `of_variant`: the variant to which the edit refers, or null if it refers only to its product
 * - `status`: FAILED; SUPERSEDED if a later edit without errors has the same target; UPDATED if the edit changes a value;
 *   or UNCHANGED
 * - `changes_variant`: true if values of the variant change
 * - `variant_changes`, if `fields` is ALL: these values as a JSON object. Otherwise, a column for each field of a variant,
 *   such as `new_stock_on_hand`, which is null if the value doesn't change: see `variantChanges`
 * - `is_lost`: true if a variant was deleted or got another SKU after the statement began, or was changed at all, if
 *   `requiresUnchanged`. Only if the statement itself locks the variants
 *
 * If `fields` is ALL, `planned` also has `product_changes`, the names of the product's fields and lists of
 * terms that this edit changes, and the common table expression `changed_product` has one row for each product: `id`,
 * `changes` (a JSON object), and for live products `live_texts`, the stored values of the moderated texts that change.
 * If edits of several variants give the same field of their product, the last of them sets the field.
 */
export function plannedEdits(sql: Handle, vendorId: string, input: EditsToPlan): Fragment {
  const {
    hasStockConditions,
    fields,
    names,
    located,
    locksProduct = false,
    requiresUnchanged = false
  } = input
  const whenConditional = (part: Fragment) => (hasStockConditions ? part : sql``)
  const whenUnchanged = (part: Fragment) => (requiresUnchanged ? part : sql``)
  const storedColumns =
    fields === 'ALL'
      ? Object.keys(variantTypes).map(columnOf)
      : ['vendor_price', 'stock_on_hand', 'stock_as_of']
  return sql`
    ${locatedEdits(sql, vendorId, { ...input, located })}, ${targetsOfEdits(sql, input)}, aimed as materialized (
      -- changed_variant_id is a column, because for an equivalent condition the planner would estimate that almost no row
      -- matches.
      select *, case when gives_variant and own_faults is null then variant_id end as changed_variant_id,
        coalesce(of_variant, product_id) as target
      from (
        select *, coalesce(errors, nullif(${targetFaults(sql)} ${fields === 'ALL' ? sql`|| ${categoryFaults(sql)}` : sql``}, '[]')) as own_faults,
          case when gives_variant or has_named_variant and code_match is null then variant_id end as of_variant
        from target
      ) judged
    ), stored_variant as materialized (
      select variant.*
      from (
          select distinct changed_variant_id as id from aimed where changed_variant_id is not null order by id
        ) wanted
        cross join lateral (
          select id, sku, initial_inventory, ${sql(storedColumns.filter((column) => column !== 'sku'))}
            ${whenUnchanged(sql`, xmin as version`)} from variants
          where id = wanted.id and vendor_id = ${vendorId} offset 0 ${located ? sql`` : sql`for no key update`}
        ) variant
    ), current as (
      select a.*, s.id as locked_id, s.sku as locked_sku, s.stock_on_hand as old_stock, s.initial_inventory
        ${whenConditional(sql`, s.stock_as_of as old_as_of`)}
        ${whenUnchanged(sql`, s.version is distinct from (select xmin from variants where id = a.changed_variant_id)
          as is_changed`)},
        ${fields === 'ALL' ? sql`${sql.unsafe(changedVariant('a.variant', 's'))} as changed_values` : sql`(a.variant ->> 'vendorPrice')::numeric as price, s.vendor_price as old_price`}
      from aimed a left join stored_variant s on s.id = a.changed_variant_id
    ), checked as (
      ${compareStock(sql, sql`current`, { hasStockConditions, names })}
    ), ranked as (
      select *, faults is null and n = max(n) filter (where faults is null) over (partition by target) as is_applied
      from checked
    ), ${fields === 'ALL' ? plannedProducts(sql, vendorId, { hasStockConditions, locksProduct }) : plannedVariants(sql, { hasStockConditions, requiresUnchanged })}`
}

/** SQL for the values of the variant of a row of `planned` that change, as a JSON object. */
export const variantChanges = (fields: VariantFieldSet) =>
  fields === 'ALL'
    ? 'variant_changes'
    : `jsonb_strip_nulls(jsonb_build_object('vendorPrice', new_vendor_price, 'stockOnHand', new_stock_on_hand,
        'stockAsOf', new_stock_as_of))`

/** A JSON array with the error of an edit of `target` that doesn't determine its product or its variant. */
function targetFaults(sql: Handle): Fragment {
  return sql`
    case when product_id is null
        or given_product_id is null and code_match is null and not has_named_variant
      then jsonb_build_array(jsonb_build_object(
        'code', case when code_match = 'AMBIGUOUS' then 'CODE_AMBIGUOUS' else 'UNKNOWN_PRODUCT' end,
        'field', case when given_product_id is null then coalesce(code_field, 'code') else 'product_id' end,
        'message', case
          when code_match = 'AMBIGUOUS' then 'is the SKU of variants of several products; send product_id too'
          when given_product_id is null then 'must be the SKU of an existing product or variant'
          else 'must be the id of an existing product' end))
      when coalesce(given_variant_id::text, case when given_product_id is not null then code end) is not null
          and not has_named_variant
        then jsonb_build_array(jsonb_build_object('code', 'UNKNOWN_VARIANT',
          'field', coalesce(code_field, 'code'), 'message', 'must be the SKU of a variant of this product'))
      when gives_variant and not has_named_variant and variant_count = 0
        then jsonb_build_array(jsonb_build_object('code', 'NO_VARIANT', 'field', null,
          'message', 'refers to a product that has no variant to update'))
      when gives_variant and not has_named_variant and variant_count > 1
        then jsonb_build_array(jsonb_build_object('code', 'VARIANT_REQUIRED', 'field', coalesce(code_field, 'code'),
          'message', 'must be the SKU of one variant, because this product has several'))
      else '[]' end`
}

/** A JSON array with the error of an edit of `target` that contains the id of a category that doesn't exist. */
function categoryFaults(sql: Handle): Fragment {
  return sql`
    case when product ? 'categoryIds' then coalesce((
        select jsonb_build_array(jsonb_build_object('code', 'UNKNOWN_CATEGORY', 'field', 'category_ids',
          'message', 'contains "' || wanted.id || '", which is not the id of an existing category'))
        from jsonb_array_elements_text(product -> 'categoryIds') with ordinality as wanted (id, n)
        where not exists (select from categories c where c.id = wanted.id::uuid) order by wanted.n limit 1
      ), '[]') else '[]' end`
}

const isLost = `own_faults is null and gives_variant
  and (locked_id is null or given_variant_id is null and has_named_variant and locked_sku <> code) is true`

/** Returns `planned` for edits that have no values for products, and only prices and stock for variants. */
function plannedVariants(
  sql: Handle,
  { hasStockConditions, requiresUnchanged }: { hasStockConditions: boolean; requiresUnchanged: boolean }
): Fragment {
  return sql`
    planned as materialized (
      select *, ${sql.unsafe(isLost)} ${requiresUnchanged ? sql`or is_changed` : sql``} as is_lost,
        num_nonnulls(new_vendor_price, new_stock_on_hand, new_stock_as_of) > 0 as changes_variant,
        case when faults is not null then 'FAILED' when not is_applied then 'SUPERSEDED'
          when num_nonnulls(new_vendor_price, new_stock_on_hand) > 0 then 'UPDATED' else 'UNCHANGED' end as status
      from (
        select *, case when is_applied and price <> old_price then price end as new_vendor_price,
          case when is_applied and new_stock <> old_stock then new_stock end as new_stock_on_hand,
          ${hasStockConditions ? sql`case when is_applied then new_as_of end` : sql`null::timestamptz`} as new_stock_as_of
        from ranked
      ) compared
    )`
}

function plannedProducts(
  sql: Handle,
  vendorId: string,
  { hasStockConditions, locksProduct }: { hasStockConditions: boolean; locksProduct: boolean }
): Fragment {
  return sql`
    applied as materialized (
      select *, case when is_applied
        then changed_values
          || case when new_stock <> old_stock then jsonb_build_object('stockOnHand', new_stock) else '{}' end
          ${hasStockConditions ? sql`|| case when new_as_of is not null then jsonb_build_object('stockAsOf', new_as_of) else '{}' end` : sql``}
        else '{}' end as variant_changes
      from ranked
    ), product_edit as materialized (
      select a.n, a.product_id, coalesce(a.product, '{}') || case when a.single_product is not null and not exists (
          select from variants other where other.product_id = a.product_id and other.id <> a.variant_id offset 0)
        then a.single_product else '{}' end as given
      from applied a where a.is_applied and (a.product is not null or a.single_product is not null)
    ), given_product as materialized (
      select e.product_id as id, jsonb_object_agg(v.key, v.value order by e.n) as given,
        jsonb_object_agg(v.key, e.n order by e.n) as setters
      from product_edit e cross join lateral jsonb_each(e.given) v group by e.product_id
    ), changed_product as materialized (
      select g.id, g.setters, c.changes, p.vendor_id, p.sku, p.slug, p.name, p.status, p.pending_revision,
        case when is_live(p.status) then ${sql.unsafe(textsIn('c.changes', 'p'))} end as live_texts
      from given_product g
        cross join lateral (
          select * from products where id = g.id and vendor_id = ${vendorId} offset 0 ${locksProduct ? sql`for update` : sql``}
        ) p
        cross join lateral (select ${sql.unsafe(changedProduct('g.given', 'p'))} as changes offset 0) c
    ), planned as materialized (
      select *, variant_changes <> '{}' as changes_variant,
        case when faults is not null then 'FAILED' when not is_applied then 'SUPERSEDED'
          when variant_changes - 'stockAsOf' <> '{}' or product_changes <> '{}' then 'UPDATED' else 'UNCHANGED' end
          as status
      from (
        select a.*, array(
            select key from jsonb_object_keys(e.given) key
            where c.changes ? key and (c.setters -> key)::bigint = a.n) as product_changes
        from applied a left join product_edit e on e.n = a.n left join changed_product c on c.id = e.product_id
      ) compared
    )`
}

/**
 * Returns the common table expressions of `plannedEdits`, and those that write the planned changes of variants in the same
 * statement, provided that `condition` is true. Only for edits that set prices and stock, because other changes of
 * variants also change the rows of their products.
 */
export function writtenEdits(
  sql: Handle,
  vendorId: string,
  { origin, condition, ...input }: EditsToPlan & { fields: PriceOrStock; origin: Origin; condition: Fragment }
): Fragment {
  const rows = sql`(
    select variant_id as id, new_vendor_price, new_stock_on_hand, new_stock_as_of
    from planned where changes_variant and ${condition})`
  return sql`
    ${plannedEdits(sql, vendorId, input)},
    ${updatedVariants(sql, { rows, origin, fields: input.fields, returnsRows: input.requiresUnchanged })}`
}

/** What edits of the stock of one product have changed. `isLost` is true if they must be applied again. */
export type WrittenStock = { edits: PlannedEdit[]; isLost: boolean }

/**
 * Sets or changes the stock on hand of some variants of a product, in one statement, and records an event if any
 * value changes. Unless all edits can be applied, nothing is written. Variants are locked in the order of their
 * ids, so that concurrent transactions can't deadlock. Values are compared after the variants are locked. This
 * ensures that the last of several concurrent changes is the one that stays, and that none of several concurrent
 * differences is lost.
 */
export async function writeStock(sql: Handle, vendorId: string, input: StockToWrite): Promise<WrittenStock> {
  const [outcome] = await sql<WrittenStock[]>`
    with ${writtenStock(sql, vendorId, input)}
    select coalesce(bool_or(is_lost), false) as is_lost, ${plannedRows(sql, 'STOCK')} as edits from planned`
  return outcome ?? { edits: [], isLost: false }
}

/** Edits of the stock of one product. */
export type StockToWrite = Omit<EditsToPlan, 'fields' | 'located'> & { productId: string; origin: Origin }

/** The condition under which `writtenStock` writes anything. */
export const isStockWritten = 'not exists (select from planned where faults is not null or is_lost)'

/**
 * Returns the common table expressions of `writeStock`: `planned` with one row for each edit (see `plannedEdits`), and
 * `updated` with the updated variants: with `requiresUnchanged`, its column `after` has the new rows.
 */
export function writtenStock(
  sql: Handle,
  vendorId: string,
  { productId, origin, ...input }: StockToWrite
): Fragment {
  const condition = sql.unsafe(isStockWritten)
  return sql`
    ${writtenEdits(sql, vendorId, { ...input, fields: 'STOCK', origin, condition })}, event as (
      ${insertEvent(sql, origin, {
        type: 'product.updated',
        vendorId,
        subject: { type: 'product', id: productId },
        changedFields: ['variantStock']
      })}
      where exists (select from change)
    )`
}

/** An error of an edit, with the stored value that it conflicts with. */
export type EditFault = { code: string; field: string | null; message: string; current?: number | string }

/** What an edit changes. */
export type PlannedEdit = {
  productId: string | null
  /** The variant to which the edit refers. Null if it refers to none. */
  variantId: string | null
  faults: EditFault[]
  /** The values of the variant that change. */
  variantChanges: VariantValues
  initialInventory: number | null
}

/** What edits change in a product's own fields and lists of terms. */
export type PlannedProduct = ProductToEdit & {
  changes: ProductValues
  /** If the product is live: the stored values of the moderated texts in `changes`. */
  liveTexts: Partial<Texts> | null
}

/** The planned edits in the order of the edits, and the products whose own fields or terms they give. */
export type Plan = { edits: PlannedEdit[]; products: PlannedProduct[] }

/**
 * Compares edits with the stored values of their products, which must be locked, and returns what changes.
 */
export async function planEdits(tx: Tx, vendorId: string, input: EditsToPlan): Promise<Plan> {
  const [plan] = await tx<Plan[]>`
    with ${plannedEdits(tx, vendorId, input)}
    select (select ${plannedRows(tx, input.fields)} from planned) as edits, (
        select coalesce(json_agg(json_build_object('id', id, 'vendorId', vendor_id, 'sku', sku, 'slug', slug, 'name', name,
          'status', status, 'pendingRevision', pending_revision, 'changes', changes, 'liveTexts', live_texts)), '[]')
        from changed_product) as products`
  return plan ?? { edits: [], products: [] }
}

/** Returns SQL for a JSON array with the `PlannedEdit` of each row of `planned`, as an aggregate. */
function plannedRows(sql: Handle, fields: VariantFieldSet): Fragment {
  return sql`coalesce(json_agg(json_build_object('productId', product_id, 'variantId', of_variant,
    'faults', coalesce(faults, '[]'), 'variantChanges', ${sql.unsafe(variantChanges(fields))}, 'initialInventory', initial_inventory)
    order by n), '[]')`
}
