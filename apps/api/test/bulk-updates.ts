import assert from 'node:assert/strict'
import { newId } from '../src/lib/ids.ts'
import type { TestApp, TestVendor } from './app.ts'

type Body = Record<string, unknown>
export type UpdatedVariant = { id: string; sku: string; [field: string]: unknown }
export type UpdatedProduct = { id: string; sku: string; variants: UpdatedVariant[]; [field: string]: unknown }
type Result = {
  index: number
  product_id: string | null
  variant_id: string | null
  code: string | null
  status: string
  changed_fields?: string[]
  errors: { code: string; field: string | null; message: string; current?: number | string }[]
}
export type Answer = { total: number; updated: number; unchanged: number; failed: number; results: Result[] }

/** Returns the statuses of all results. */
export const statuses = ({ results }: Pick<Answer, 'results'>) => results.map(({ status }) => status)
/** Returns a text for each result with its errors: "CODE field", separated by commas. */
export const codes = ({ results }: Pick<Answer, 'results'>) =>
  results.map(({ errors }) => errors.map(({ code, field }) => `${code} ${field}`).join(', '))
/** Returns the first variant of a product. Most products in these tests have only one variant. */
export const only = (product: UpdatedProduct) => product.variants[0] as UpdatedVariant

/**
 * Returns helpers for tests of bulk updates. A helper acts as the vendor that `current` returns when the
 * helper is called.
 */
export function bulkUpdates(current: () => { t: TestApp; vendor: TestVendor }) {
  const owner = () => current().vendor.owner

  async function create(sku: string, variantSkus: string[], fields: Body = {}, as = owner()) {
    const variants = variantSkus.map((code) => ({ sku: code, name: code, vendorPrice: 10 }))
    const body = { name: `Bolt ${sku}`, sku, variants, ...fields }
    const answer = await current().t.call('POST /vendor/products', { as, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body as UpdatedProduct
  }

  function send(items: unknown, options: Body = {}, as = owner()) {
    return current().t.call('POST /vendor/products/bulk-update', { as, body: { items, ...options } })
  }

  async function update(items: unknown[], options: Body = {}): Promise<Answer> {
    const answer = await send(items, options)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  async function read(id: string, as = owner()): Promise<UpdatedProduct> {
    return (await current().t.call(`GET /vendor/products/${id}`, { as })).body
  }

  async function category(): Promise<string> {
    const id = newId()
    await current().t.sql`insert into categories (id, name, slug) values (${id}, ${id}, ${id})`
    return id
  }

  const publish = (id: string) => current().t.sql`update products set status = 'PUBLISHED' where id = ${id}`

  async function listEvents(): Promise<unknown[]> {
    const { t, vendor } = current()
    const rows = await t.sql<{ details: unknown }[]>`
      select details from events where vendor_id = ${vendor.id} and type = 'product.bulk_updated'`
    return rows.map(({ details }) => details)
  }

  return { create, send, update, read, category, publish, listEvents }
}
