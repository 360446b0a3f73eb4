import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import {
  type Answer,
  bulkUpdates,
  statuses,
  type UpdatedProduct,
  type UpdatedVariant
} from '../../../test/bulk-updates.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())

const freshVendor = async () => {
  vendor = await t.vendor({ commissionPercent: 10 })
}
const { create, update, read, category, publish } = bulkUpdates(() => ({ t, vendor }))

/** The ids of existing categories. */
const categoryIds = new Set<string>()

describe('a dry run', () => {
  for (const [title, fieldSet] of [
    ['any fields', 'all'],
    ['only price and stock', 'price and stock']
  ] as const)
    test(`returns the same results as the actual update, for items with ${title}`, async () => {
      await freshVendor()
      const ids = [await category(), await category()]
      for (const id of ids) categoryIds.add(id)
      const products = [
        await create('FC-1', ['FC-1']),
        await create('FC-2', ['FC-2A', 'FC-2B']),
        await create('FC-3', []),
        await create('FC-4', ['FC-2B'])
      ]
      await publish(products[0]?.id ?? '')
      const versions = async () =>
        (await t.sql`select moderation_version from products where vendor_id = ${vendor.id} order by id`).map(
          ({ moderationVersion }) => Number(moderationVersion)
        )
      const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
      const priceAndStock = {
        product_id: maybe(fc.constantFrom(...products.map(({ id }) => id))),
        code: maybe(fc.constantFrom('FC-1', 'FC-2', 'FC-2A', 'FC-2B', 'FC-3', 'FC-4', 'FC-9')),
        vendor_price: maybe(fc.constantFrom(1, '2.50', 3)),
        amount: maybe(fc.constantFrom(0, '1', 2))
      }
      const others = {
        manufacturer_name: maybe(fc.constantFrom('A', 'B', null)),
        manufacturer_part_number: maybe(fc.constantFrom('P', 'Q', null)),
        unspsc: maybe(fc.constantFrom('31161620', 'x', null)),
        commodity_code: maybe(fc.constantFrom('C', 'D', null)),
        category_ids: maybe(fc.constantFrom(ids.join(), ids.toReversed().join(','), ids[0], '', newId()))
      }
      const fields: fc.Arbitrary<Item> = fc.record(
        fieldSet === 'all' ? { ...priceAndStock, ...others } : priceAndStock
      )
      const item = fields.filter(({ product_id, code }) => product_id !== undefined || code !== undefined)
      const all = () => Promise.all(products.map(({ id }) => read(id)))
      await fc.assert(
        fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 8 }), async (items) => {
          const before = await all()
          const versionsBefore = await versions()
          const expected = model(before, items)
          const dry = await update(items, { dry_run: true })
          assert.deepEqual(await all(), before)
          assert.deepEqual(await versions(), versionsBefore)
          const real = await update(items)
          assert.deepEqual(real, withoutChangedFields(dry))
          for (const { status, changed_fields } of dry.results)
            assert.equal((changed_fields ?? []).length > 0, status === 'UPDATED')
          assert.deepEqual(statuses(real), expected.statuses)
          const after = await all()
          assert.deepEqual(after.map(shown), expected.products.map(shown))
          const hasNewVersion = after.map(
            (product, index) =>
              index > 0 && !isEqualBeyondPriceAndStock(product, before[index] as UpdatedProduct)
          )
          assert.deepEqual(
            await versions(),
            versionsBefore.map((version, index) => version + Number(hasNewVersion[index]))
          )
          for (const [index, product] of after.entries()) {
            const isChanged = !isDeepStrictEqual(shown(product), shown(before[index] as UpdatedProduct))
            assert.equal(String(product.updatedAt) > String(before[index]?.updatedAt), isChanged)
          }
          assert.equal(real.updated + real.unchanged + real.failed, items.length)
          assert.ok(statuses(await update(items)).every((status) => status !== 'UPDATED'))
        }),
        { numRuns: randomRuns(60) }
      )
    })
})

/** Removes what only the response to a dry run contains. */
function withoutChangedFields(answer: Answer): Answer {
  return { ...answer, results: answer.results.map(({ changed_fields: _, ...result }) => result) }
}

function isEqualBeyondPriceAndStock(one: UpdatedProduct, other: UpdatedProduct): boolean {
  const [left, right] = [one, other].map((product) => {
    const { variants, ...fields } = shown(product)
    return {
      ...fields,
      variants: variants.map((variant) => ({ ...variant, vendorPrice: '', stockOnHand: 0 }))
    }
  })
  return isDeepStrictEqual(left, right)
}

/** Returns the fields of a product that bulk updates can change. */
function shown({ manufacturer, unspc, commodityCode, categories, variants }: UpdatedProduct) {
  return {
    ...{ manufacturer, unspc, commodityCode },
    categories: (categories as { id: string }[]).map(({ id }) => id),
    variants: variants.map(({ id, vendorPrice, stockOnHand, partNumber, attributes }) => ({
      ...{ id, vendorPrice, stockOnHand, partNumber, attributes }
    }))
  }
}

type Item = { product_id?: string; code?: string; [field: string]: unknown }

/** A simple model of bulk updates. Returns the expected statuses of the items and the expected products. */
function model(before: UpdatedProduct[], items: Item[]): { statuses: string[]; products: UpdatedProduct[] } {
  const products = structuredClone(before)
  const targets = items.map((item) => targetOf(products, item))
  const valid = targets.map((target, index) => target !== undefined && hasKnownCategories(items[index]))
  const counts = targets.map(
    (target, index) =>
      valid[index] && !targets.some((later, n) => n > index && valid[n] && later?.key === target?.key)
  )
  const old = structuredClone(products)
  for (const [index, item] of items.entries()) {
    const target = targets[index]
    if (target && counts[index]) apply(target, item)
  }
  const statuses = items.map((item, index) => {
    const target = targets[index]
    if (!target || !valid[index]) return 'FAILED'
    if (!counts[index]) return 'SUPERSEDED'
    const sets = (field: string) => item[field] !== undefined
    const isLast = (field: string) =>
      !items.some(
        (later, n) =>
          n > index && counts[n] && later[field] !== undefined && targets[n]?.product.id === target.product.id
      )
    const after = shown(target.product)
    const before = shown(old.find(({ id }) => id === target.product.id) as UpdatedProduct)
    const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
    const variantAfter = after.variants.find(({ id }) => id === target.variant?.id)
    const variantBefore = before.variants.find(({ id }) => id === target.variant?.id)
    const changes =
      differs(variantAfter, variantBefore) ||
      (sets('manufacturer_name') &&
        isLast('manufacturer_name') &&
        differs(after.manufacturer, before.manufacturer)) ||
      (sets('commodity_code') &&
        isLast('commodity_code') &&
        differs(after.commodityCode, before.commodityCode)) ||
      (setsUnspc(target.product, item) && differs(after.unspc, before.unspc)) ||
      (sets('category_ids') && isLast('category_ids') && differs(after.categories, before.categories))
    return changes ? 'UPDATED' : 'UNCHANGED'
  })
  return { statuses, products }

  function hasKnownCategories(item: Item | undefined): boolean {
    const ids = String(item?.category_ids ?? '')
    return ids === '' || ids.split(',').every((id) => categoryIds.has(id))
  }
}

const setsUnspc = ({ variants }: UpdatedProduct, { unspsc }: Item) =>
  variants.length === 1 && (unspsc === null || /^\d{8}$/.test(String(unspsc)))

type Target = { key: string; product: UpdatedProduct; variant: UpdatedVariant | undefined }

function targetOf(products: UpdatedProduct[], { product_id, code, ...fields }: Item): Target | undefined {
  const setsVariant = ['vendor_price', 'amount', 'manufacturer_part_number', 'unspsc'].some(
    (field) => fields[field] !== undefined
  )
  const bySku = product_id === undefined && products.find(({ sku }) => sku === code)
  const holders = products.filter(({ variants }) => variants.some(({ sku }) => sku === code))
  const product = product_id
    ? products.find(({ id }) => id === product_id)
    : bySku || (holders.length === 1 ? holders[0] : undefined)
  if (!product) return undefined
  const withCode = product.variants.find(({ sku }) => sku === code)
  if (product_id && code !== undefined && !withCode) return undefined
  const variant = withCode ?? (product.variants.length === 1 ? product.variants[0] : undefined)
  if (setsVariant && !variant) return undefined
  const targetVariant = setsVariant || (withCode && !bySku) ? variant : undefined
  return { key: targetVariant?.id ?? product.id, product, variant: targetVariant }
}

function apply({ product, variant }: Target, item: Item): void {
  const { vendor_price, amount, manufacturer_name, manufacturer_part_number, unspsc, commodity_code } = item
  if (manufacturer_name !== undefined) product.manufacturer = manufacturer_name
  if (commodity_code !== undefined) product.commodityCode = commodity_code
  if (setsUnspc(product, item)) product.unspc = unspsc
  if (item.category_ids !== undefined)
    product.categories = String(item.category_ids)
      .split(',')
      .filter(Boolean)
      .map((id) => ({ id }))
  if (!variant) return
  if (vendor_price !== undefined) variant.vendorPrice = Number(vendor_price).toFixed(2)
  if (amount !== undefined) variant.stockOnHand = Number(amount)
  if (manufacturer_part_number !== undefined) variant.partNumber = manufacturer_part_number
  if (unspsc === null) variant.attributes = {}
  else if (unspsc !== undefined) variant.attributes = { unspc: unspsc }
}
