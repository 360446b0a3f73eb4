import type { Fragment, Handle, Tx } from '../../db/connect.ts'
import type { Origin } from '../../events.ts'
import type { JsonText } from '../../http/json-text.ts'
import { reviewedVariantFields } from '../products/fields/lists.ts'
import { plannedEdits, variantChanges, writtenEdits } from '../products/write/plan/plan-queries.ts'
import type { EditsSource, Located } from '../products/write/plan/target-queries.ts'
import type { UpdateSheet } from './read-updates.ts'
import type { BulkUpdateAnswer } from './schema.ts'
import { flatNames, stockNames } from './update-item.ts'

/**
 * Makes PostgreSQL plan each later statement of the transaction for its actual parameters. A cached plan from
 * a time when the tables were small could scan a whole table for each item.
 */
export async function forceCustomPlans(tx: Tx): Promise<void> {
  await tx`select set_config('plan_cache_mode', 'force_custom_plan', true)`
}

/**
 * The items of an update, as the JSON text of an array of `Edit`. The text is either in the field
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

/** Returns SQL for the items as a JSON array. */
export function itemsOf(tx: Tx, items: ItemsSource): Fragment {
  return items === 'STAGED'
    ? tx`(select string_agg(part, '' order by n)::jsonb from pg_temp.bulk_update_items)`
    : tx`${items.text}::text::jsonb`
}

/** The items of an update. */
type Update = EditsSource & { dryRun: boolean; sheet?: UpdateSheet | undefined }

/** The number of items by their result, and the body of the response. */
export type UpdateOutcome = {
  answer: JsonText<BulkUpdateAnswer>
  updated: number
  unchanged: number
  failed: number
}

/**
 * Runs a bulk update whose items contain only prices and stock, in one statement. If `isLost` is true, a variant was deleted
 * or got another SKU after the statement began. In this case, run the update again.
 *
 * Variants are locked in the order of their ids. The products aren't locked, because new prices and stock don't change the
 * row of a product.
 */
export async function updatePricesAndStock(
  tx: Tx,
  vendorId: string,
  { dryRun, sheet, origin, ...update }: Update & { origin: Origin }
): Promise<UpdateOutcome & { isLost: boolean }> {
  const input = { ...update, fields: 'PRICE_AND_STOCK', names: stockNames, origin } as const
  const condition = tx`not ${dryRun}::boolean`
  const [outcome] = await tx<(UpdateOutcome & { isLost: boolean })[]>`
    with ${writtenEdits(tx, vendorId, { ...input, condition })}, ${counted(tx, { dryRun, sheet, fields: 'PRICE_AND_STOCK' })}
    select updated, unchanged, failed, answer, (select bool_or(is_lost) is true from planned) as is_lost from counted`
  if (!outcome) throw new Error('The bulk update of prices and stock returned no row.')
  return outcome
}

/**
 * The outcome and the changes of a bulk update. `variants`, `products` and `categories` are SQL expressions for JSON arrays
 * of `ChangedVariant`, `ProductUpdate` and `TermUpdate`, as `products/write` expects them. Each is undefined if there
 * are no such changes. If the items are staged, the expressions read the arrays from a temporary table, so the arrays
 * aren't sent to this process.
 */
export type UpdatePlan = UpdateOutcome & Record<Part, Fragment | undefined>

const parts = ['variants', 'products', 'categories'] as const
type Part = (typeof parts)[number]
type PlanRow = UpdateOutcome & Record<Part, string | null> & { planned: Part[] }

/** Compares the items with the stored data. The products and variants must already be locked. */
export async function planUpdates(
  tx: Tx,
  vendorId: string,
  { dryRun, sheet, isStaged, ...update }: Update & { located: Located; isStaged: boolean }
): Promise<UpdatePlan> {
  const [plan] = await tx<PlanRow[]>`
    with ${plannedEdits(tx, vendorId, { ...update, fields: 'ALL', names: stockNames })},
    ${counted(tx, { dryRun, sheet, fields: 'ALL' })}, plan as materialized (
      select ${variantUpdates(tx)} as variants, ${productUpdates(tx)} as products, ${categoryUpdates(tx)} as categories
    ) ${
      isStaged
        ? tx`, stored as (
      insert into pg_temp.bulk_update_plan select variants, products, categories from plan
    )`
        : tx``
    }
    select updated, unchanged, failed, answer,
      array_remove(array[case when variants is not null then 'variants' end,
        case when products is not null then 'products' end,
        case when categories is not null then 'categories' end], null) as planned
      ${isStaged ? tx`` : tx`, variants::text, products::text, categories::text`}
    from plan, counted`
  if (!plan) throw new Error('The statement that plans a bulk update returned no row.')
  const changesOf = (part: Part) => {
    if (!plan.planned.includes(part)) return undefined
    if (isStaged) return tx`(select ${tx(part)} from pg_temp.bulk_update_plan)`
    return tx`${plan[part]}::text::jsonb`
  }
  const [variants, products, categories] = parts.map(changesOf)
  return { ...plan, variants, products, categories }
}

/** A JSON array with the `ChangedVariant` of each planned edit that changes its variant. */
function variantUpdates(sql: Handle): Fragment {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', variant_id) || variant_changes) from planned where changes_variant)`
}

/** A JSON array with the `ProductUpdate` of each product of which a field, a list of terms or a variant changes. */
function productUpdates(sql: Handle): Fragment {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', coalesce(c.id, v.id), 'variantFields', coalesce(v.fields, '[]'))
      || coalesce(c.changes, '{}'))
    from (select id, changes from changed_product where changes <> '{}') c full join (
        select product_id as id, jsonb_agg(distinct field) as fields
        from planned cross join jsonb_object_keys(variant_changes) field
        where field = any(${reviewedVariantFields}::text[]) group by product_id
      ) v on v.id = c.id)`
}

/** A JSON array with the new categories of each product whose categories change. */
function categoryUpdates(sql: Handle): Fragment {
  return sql`(
    select jsonb_agg(jsonb_build_object('productId', id, 'categoryIds', changes -> 'categoryIds'))
    from changed_product where changes ? 'categoryIds')`
}

/**
 * A SQL expression for the faults of a planned edit with the names of their cells. The field of a value within a field, such
 * as `attributes/colors/1`, has the cell of that field. A fault without a column has the cell of the SKU.
 */
function faultsWithCells(sql: Handle, { columns, rows }: UpdateSheet): Fragment {
  return sql`(
    select jsonb_agg(f.fault || jsonb_build_object('cell', coalesce(f.fault ->> 'cell', coalesce(
      c.columns ->> (f.fault ->> 'field'), c.columns ->> regexp_replace(f.fault ->> 'field', '/[^/]*$', ''),
      c.columns ->> split_part(f.fault ->> 'field', '/', 1), c.columns ->> '') || (${rows}::int[])[n])) order by f.at)
    from jsonb_array_elements(faults) with ordinality as f (fault, at), (select ${sql.json(columns)}::jsonb as columns) c)`
}

/** Returns the common table expression `counted` with the `UpdateOutcome` of the planned edits. */
function counted(
  sql: Handle,
  { dryRun, sheet, fields }: Pick<Update, 'dryRun' | 'sheet'> & { fields: 'ALL' | 'PRICE_AND_STOCK' }
): Fragment {
  const changedFields = sql`, 'changed_fields', array(
    select distinct name from (
      select ${sql.json(flatNames.variant)}::jsonb ->> key from jsonb_object_keys(${sql.unsafe(variantChanges(fields))}) key
      ${fields === 'ALL' ? sql`union all select ${sql.json(flatNames.product)}::jsonb ->> key from unnest(product_changes) key` : sql``}
    ) as f (name) where name is not null order by name)`
  return sql`
    counted as materialized (
      select updated, unchanged, failed, json_build_object('total', total, 'updated', updated, 'unchanged', unchanged,
        'failed', failed, 'results', results
        ${sheet ? sql`, 'ignored_columns', ${sql.json(sheet.ignoredColumns)}::json` : sql``})::text as answer
      from (
        select count(*)::int as total, (count(*) filter (where status = 'UPDATED'))::int as updated,
          (count(*) filter (where status in ('UNCHANGED', 'SUPERSEDED')))::int as unchanged,
          (count(*) filter (where status = 'FAILED'))::int as failed,
          coalesce(json_agg(json_build_object('index', n - 1, 'product_id',
            case when given_product_id is not null or code_match is not null or has_named_variant then product_id end,
            'variant_id', of_variant, 'code', code, 'status', status,
            'errors', coalesce(${sheet ? faultsWithCells(sql, sheet) : sql`faults`}, '[]')
            ${sheet ? sql`, 'row', (${sheet.rows}::int[])[n]` : sql``} ${dryRun ? changedFields : sql``}) order by n), '[]') as results
        from planned
      ) counts
    )`
}
