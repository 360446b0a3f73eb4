import type { Fragment, Handle } from '../../db/connect.ts'
import { metadataFields, uploadTargets } from '../products/fields/flat-fields.ts'
import { moderatedTexts } from '../products/fields/lists.ts'
import { columnOf, shownValue } from '../products/fields/sql.ts'

/** The products of a vendor: those in any of the categories, or all if it is undefined. */
export type Selection = { vendorId: string; categoryIds: readonly string[] | undefined }

/** SQL that is true if the product with the id `product` is selected. */
function isSelected(sql: Handle, { categoryIds }: Selection, product: Fragment): Fragment {
  return categoryIds === undefined
    ? sql`true`
    : sql`exists (
        select from product_categories r
        where r.product_id = ${product} and r.category_id = any(${categoryIds as string[]}::uuid[]))`
}

/** Returns the number of variants of the selected products, at most `limit`. */
export async function countVariants(sql: Handle, selection: Selection, limit: number): Promise<number> {
  const { vendorId, categoryIds } = selection
  const variants =
    categoryIds === undefined
      ? sql`select from variants x where x.vendor_id = ${vendorId}`
      : sql`
        select from (
            select distinct r.product_id from product_categories r
            where r.vendor_id = ${vendorId} and r.category_id = any(${categoryIds as string[]}::uuid[])) p
          join variants x on x.product_id = p.product_id`
  const [row] = await sql<{ count: string }[]>`select count(*) from (${variants} limit ${limit}) few`
  return Number(row?.count ?? 0)
}

/** Returns the ids of all categories in which selected products are. */
export async function listUsedCategories(sql: Handle, selection: Selection): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct r.category_id as id from product_categories r
    where r.vendor_id = ${selection.vendorId} and ${isSelected(sql, selection, sql`r.product_id`)}`
  return rows.map(({ id }) => id)
}

/**
 * Returns up to `limit` keys that attributes of selected variants have, with a text as their value, and that are not among
 * `codes`.
 */
export async function listFreeKeys(
  sql: Handle,
  selection: Selection,
  { codes, limit }: { codes: readonly string[]; limit: number }
): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select distinct a.key
    from variants x cross join lateral jsonb_each(x.attributes) a
    where x.vendor_id = ${selection.vendorId} and ${isSelected(sql, selection, sql`x.product_id`)}
      and jsonb_typeof(a.value) = 'string' and a.key <> all(${codes as string[]}::text[])
    order by a.key limit ${limit}`
  return rows.map(({ key }) => key)
}

/** The key after which a page begins. */
export type RowKey = { productId: string; id: string }

/** A variant for a row of a sheet: its key, and the JSON of the values of its fields. */
export type StoredRow = RowKey & { json: string }

/** SQL for the values of the fields of flat items, from the rows `p` of products and `v` of variants. */
const fieldValues: Record<string, string> = {
  ...Object.fromEntries(
    uploadTargets.map(({ of, name, field, flat }) => [
      flat.name,
      of === 'product' ? stagedValue(name, shownValue(name, field, 'p')) : shownValue(name, field, 'v')
    ])
  ),
  ...Object.fromEntries(
    metadataFields.map(({ name, of, field, kind }) => [
      name,
      shownValue(field, { kind }, of === 'product' ? 'p' : 'v')
    ])
  ),
  code: 'v.sku',
  variant_group: 'p.sku',
  variant_name: 'v.name',
  unspsc: 'p.unspc',
  full_description: stagedValue('description', 'p.description')
}

/** If an edit of a text waits for approval, the value is the edited one. */
function stagedValue(name: string, value: string): string {
  if (!(moderatedTexts as readonly string[]).includes(name)) return value
  return `case when p.pending_revision ? '${name}' then p.pending_revision ->> '${name}' else ${value} end`
}

const rowJson = `json_build_object(
  'fields', json_build_object(${Object.entries(fieldValues)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')}),
  'categoryIds', array(
    select r.category_id from product_categories r where r.product_id = p.id order by r.position, r.category_id),
  'product', coalesce(p.pending_revision -> 'attributes', p.${columnOf('attributes')}),
  'variant', v.attributes)::text`

/**
 * Returns the next variants of the selected products in the order of their keys, which is that of the index
 * variants__export.
 */
export async function listRows(
  sql: Handle,
  selection: Selection,
  { after, limit }: { after: RowKey | undefined; limit: number }
): Promise<StoredRow[]> {
  const start = '00000000-0000-0000-0000-000000000000'
  const { productId, id } = after ?? { productId: start, id: start }
  return await sql<StoredRow[]>`
    select v.product_id, v.id, ${sql.unsafe(rowJson)} as json
    from (
        select x.product_id, x.id from variants x
        where (x.vendor_id, x.product_id, x.id) > (${selection.vendorId}::uuid, ${productId}::uuid, ${id}::uuid)
          and x.vendor_id = ${selection.vendorId} and x.product_id >= ${productId}
          and ${isSelected(sql, selection, sql`x.product_id`)}
        order by x.vendor_id, x.product_id, x.id limit ${limit}) found
      join variants v on v.id = found.id join products p on p.id = found.product_id
    order by found.product_id, found.id`
}
