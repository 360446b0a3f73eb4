import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'

/** A row of a product's history, as the operator sees it. */
export type HistoryEntry = {
  id: string
  productId: string
  variantId: string | null
  field: string
  oldValue: unknown
  newValue: unknown
  actor: { type: string; id: string | null; name: string | null }
  requestId: string | null
  source: { type: string; id: string | null }
  occurredAt: string
}

/** The columns of products and variants that the history doesn't contain, each with the reason. */
export const unrecordedColumns: { [table in 'products' | 'variants']: Record<string, string> } = {
  products: {
    id: 'never changes, and each row of the history has it',
    vendor_id: 'never changes',
    created_at: 'never changes; the time of CREATED',
    updated_at: 'derived: the time of the latest change',
    bulk_import_job_id: 'never changes; the source of CREATED',
    pending_revision_submitted_at: 'derived: the time of the latest change of pendingRevision',
    has_pending_revision: 'generated from pending_revision',
    pending_text_changes: 'derived from pending_revision and the live texts',
    corrections: 'describes changes that are recorded themselves',
    sampled_by: 'internal: no response contains it; the snapshot of the decision has it',
    moderation_version: 'derived: rises with changes that are recorded themselves',
    submitted_at: 'derived: the time of the latest change of status to PENDING_APPROVAL',
    rating_sum: 'derived from the reviews, which never change',
    rating_count: 'derived from the reviews, which never change',
    search: 'derived from other columns'
  },
  variants: {
    product_id: 'never changes, and each row of the history has it',
    vendor_id: 'never changes',
    position: 'never changes; CREATED lists the variants in this order',
    stock_reserved: 'changes with orders, which have a record of their own',
    unspc: 'recorded as a part of attributes, as the API returns it',
    stock_as_of: 'internal: the time of the latest count or shipment; no response contains it',
    created_at: 'never changes; the time of CREATED',
    updated_at: 'derived: the time of the latest change'
  }
}

/** Returns the columns of products and variants, each with the name that its field has in the history. */
export async function historyColumns({ sql }: TestApp) {
  const rows = await sql<{ table: 'products' | 'variants'; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name in ('products', 'variants') order by 1, 2`
  const of = (table: 'products' | 'variants') =>
    rows.filter((row) => row.table === table).map(({ column }) => ({ column, field: camelCase(column) }))
  return { products: of('products'), variants: of('variants') }
}

/** Reads the complete history of a product page by page as an operator. Returns the oldest entry first. */
export async function readHistory(t: TestApp, operator: string, id: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  let after = ''
  do {
    const answer = await t.call(`GET /platform/products/${id}/history?first=100${after}`, { as: operator })
    assert.equal(answer.status, 200, answer.text)
    entries.push(...answer.body.history)
    const { hasNextPage, endCursor } = answer.body.pageInfo
    after = hasNextPage ? `&after=${endCursor}` : ''
  } while (after)
  return entries.reverse()
}

type Values = Record<string, unknown>
type Document = {
  id: string
  title: string
  type: string
  url: string | null
  document: string | null
  sortOrder: number
}
/** The values of a product's own fields, and those of each of its variants by the variant's id. */
export type ProductState = { product: Values; variants: Map<string, Values> }

/**
 * Applies the entries of a history in turn. Asserts that the old value of each entry is the value after the
 * entries before it, and that the new value is another one. Returns the values after the last entry, or
 * undefined if the last entry deletes the product.
 */
export function replay(entries: HistoryEntry[]): ProductState | undefined {
  let state: ProductState | undefined
  for (const [index, entry] of entries.entries()) {
    const { variantId, field, oldValue, newValue } = entry
    const message = JSON.stringify(
      entries.slice(0, index + 1).filter((one) => sharesValue(one, entry)),
      null,
      1
    )
    if (variantId === null && field === 'CREATED') {
      assert.equal(index, 0, message)
      const { variants, ...product } = withoutNulls(newValue)
      state = { product, variants: new Map() }
      for (const variant of variants as Values[])
        state.variants.set(String(variant.id), withoutNulls(variant))
      continue
    }
    assert.ok(state, `a change without or after the product: ${message}`)
    if (variantId === null && field === 'DELETED') {
      const { variants, ...product } = withoutNulls(oldValue)
      assert.deepEqual(product, state.product, message)
      assert.deepEqual(
        new Map((variants as Values[]).map((variant) => [variant.id, withoutNulls(variant)])),
        state.variants,
        message
      )
      assert.equal(
        index,
        entries.length - 1,
        `a change after the deletion: ${JSON.stringify(entries.at(-1))}`
      )
      return undefined
    }
    if (variantId !== null && field === 'CREATED') {
      assert.ok(!state.variants.has(variantId), message)
      assert.equal(oldValue, null)
      state.variants.set(variantId, withoutNulls(newValue))
      continue
    }
    const values = variantId === null ? state.product : state.variants.get(variantId)
    assert.ok(values, `a change without or after the variant: ${message}`)
    if (variantId !== null && field === 'DELETED') {
      assert.equal(newValue, null)
      assert.deepEqual(withoutNulls(oldValue), values, message)
      state.variants.delete(variantId)
      continue
    }
    assert.notDeepEqual(newValue, oldValue, message)
    assert.deepEqual(oldValue, values[field] ?? null, message)
    values[field] = newValue
    if (newValue === null) delete values[field]
  }
  return state
}

/** True if two entries are about the same value, or if one of them is about a whole product or variant. */
function sharesValue(one: HistoryEntry, other: HistoryEntry): boolean {
  const isWhole = ['CREATED', 'DELETED'].includes(one.field) || ['CREATED', 'DELETED'].includes(other.field)
  return one.variantId === other.variantId && (isWhole || one.field === other.field)
}

function withoutNulls(value: unknown): Values {
  return Object.fromEntries(Object.entries(value as Values).filter(([, one]) => one !== null))
}

/** Returns the decisions on fields of a revision as the history contains them. */
function withoutProposed(fields: Record<string, Values>): Record<string, Values> {
  return Object.fromEntries(Object.entries(fields).map(([field, { proposed: _, ...rest }]) => [field, rest]))
}

const camelCase = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase())

function recorded(table: 'products' | 'variants', row: Values): Values {
  const columns = Object.entries(row).filter(([column]) => !(column in unrecordedColumns[table]))
  return withoutNulls(Object.fromEntries(columns.map(([column, value]) => [camelCase(column), value])))
}

/**
 * Returns the current values of a product in the form of `replay`, or undefined if it was deleted. The own
 * columns of products and variants come from the tables, and the lists from the API.
 */
export async function currentState(
  t: TestApp,
  operator: string,
  id: string
): Promise<ProductState | undefined> {
  const answer = await t.call(`GET /platform/products/${id}`, { as: operator })
  if (answer.status === 404) return undefined
  assert.equal(answer.status, 200, answer.text)
  const { body } = answer
  const [row] = await t.sql`select to_jsonb(p) as "row" from products p where id = ${id}`
  const variants = await t.sql`select to_jsonb(v) as "row" from variants v where product_id = ${id}`
  const shown = new Map<string, Values>(body.variants.map((variant: Values) => [variant.id, variant]))
  const idsOf = (list: { id: string }[]) => list.map((one) => one.id)
  const pathOf = (url: string | null) => url?.replace('https://assets.test', '') ?? null
  const { proposed: _, fields, ...moderation } = row?.row.moderation ?? {}
  return {
    product: {
      ...recorded('products', row?.row),
      ...(row?.row.moderation && { moderation: { ...moderation, fields: withoutProposed(fields) } }),
      categoryIds: idsOf(body.categories),
      collectionIds: idsOf(body.collections),
      tagIds: idsOf(body.tags),
      facetValueIds: idsOf(body.facetValues),
      images: body.images.map(({ productId: __, ...image }: Values & { url: string }) => ({
        ...image,
        url: pathOf(image.url)
      })),
      documents: body.documents.map(({ id, title, type, url, document, sortOrder }: Document) => {
        return { id, title, type, url, document: pathOf(document), sortOrder }
      })
    },
    variants: new Map(
      variants.map(({ row: variant }) => {
        const { vendorPrice, listPrice, attributes } = shown.get(variant.id) ?? {}
        const weight = variant.weight === null ? null : String(variant.weight)
        return [
          variant.id,
          withoutNulls({
            ...recorded('variants', variant),
            vendorPrice,
            listPrice: listPrice ?? null,
            attributes,
            weight
          })
        ]
      })
    )
  }
}
