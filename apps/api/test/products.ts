import assert from 'node:assert/strict'
import { newId } from '../src/lib/ids.ts'
import type { TestApp, TestVendor } from './app.ts'

export type Body = Record<string, unknown>
export type Variant = { id: string; sku: string; stockOnHand: number; [field: string]: unknown }
/** The fields of a product that tests read. */
export type Product = { id: string; variants: Variant[] }
type Call = { as?: string; headers?: Record<string, string> }

/** Builds a valid body of a product with a unique SKU. */
export const newProduct = (fields: Body = {}) => ({ name: 'Hex bolt', sku: newId(), ...fields })
/** Builds a variant for the body of a product. */
export const variant = (sku: string, fields: Body = {}) => ({
  sku,
  name: `Box ${sku}`,
  vendorPrice: 10,
  ...fields
})

/** Creates a category, a collection, a tag and a facet value, and returns their ids. */
export async function makeTerms({ sql }: TestApp) {
  const [row] = await sql<Record<'category' | 'collection' | 'tag' | 'facetValue', string>[]>`
    with c as (insert into categories (name, slug) values ('Bolts', ${newId()}) returning id),
      o as (insert into collections (name, slug) values ('Sale', ${newId()}) returning id),
      g as (insert into tags (name, slug) values ('Zinc', ${newId()}) returning id),
      f as (insert into facets (name, slug) values ('Size', ${newId()}) returning id),
      v as (insert into facet_values (facet_id, name, slug) select id, 'M8', 'm8' from f returning id)
    select c.id as category, o.id as collection, g.id as tag, v.id as facet_value from c, o, g, v`
  assert.ok(row)
  return row
}

/**
 * Returns helpers for tests of products. A helper acts as the vendor that `current` returns when the helper
 * is called.
 */
export function productCalls(current: () => { t: TestApp; vendor: TestVendor }) {
  const owner = () => current().vendor.owner

  const post = (body: unknown, as = owner()) => current().t.call('POST /vendor/products', { as, body })
  const patch = (id: string, body: unknown, { as = owner(), headers = {} }: Call = {}) =>
    current().t.call(`PATCH /vendor/products/${id}`, { as, body, headers })
  const read = (id: string) => current().t.call(`GET /vendor/products/${id}`, { as: owner() })

  async function create(fields: Body = {}, as = owner()) {
    const answer = await post(newProduct(fields), as)
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }

  /**
   * Creates a product with these variants. Returns the product, and its first two variants as `a` and `b`.
   */
  async function createWith(variants: Body[] = [variant('A'), variant('B')], as = owner()) {
    const product: Product = await create({ variants }, as)
    const [a, b] = product.variants
    assert.ok(a)
    return { product, id: product.id, a, b: b ?? a }
  }

  return { post, create, createWith, patch, read }
}
