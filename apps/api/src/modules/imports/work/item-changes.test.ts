import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { workOn } from '../../../../test/imports.ts'
import { productBodies, type Terms } from '../../../../test/product-bodies.ts'
import { type Body, makeTerms, productCalls, variant } from '../../../../test/products.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { stage } from '../../../../test/staged.ts'
import { bulkUploads, item } from '../../../../test/uploads.ts'
import { newId } from '../../../lib/ids.ts'
import { maxLength, maxListed, shortened } from './item-changes.ts'

let t: TestApp
let vendor: TestVendor
let terms: Terms
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  terms = await makeTerms(t)
})
after(() => t.close())

const current = () => ({ t, vendor })
const { upload } = bulkUploads(current)
const { read, create } = productCalls(current)

type Change = {
  field: string
  variant_sku: string | null
  old: unknown
  new: unknown
  needs_approval: boolean
  is_shortened: boolean
}
type Item = { status: string; changes: Change[] | null; change_count: number | null }

/** Uploads items with `on_existing=update`, and returns the items of the job. */
async function run(list: unknown[], options: Body = { dry_run: true }): Promise<Item[]> {
  const answer = await upload({ items: list, on_existing: 'update', ...options })
  assert.equal(answer.status, 200, answer.text)
  await workOn(t, t.app.deps.sql, 1000)
  const { body } = await t.call(`GET /vendor/import-jobs/${answer.body.queue_id}/items`, {
    as: vendor.viewer
  })
  return body.items
}

/** The changes as [field, old, new] or, of variants, [SKU, field, old, new]. */
const listed = (one: Item | undefined) =>
  one?.changes?.map(({ field, variant_sku, old, new: value }) =>
    variant_sku === null ? [field, old, value] : [variant_sku, field, old, value]
  )

async function publish(id: string): Promise<void> {
  await t.sql`update products set status = 'PUBLISHED' where id = ${id}`
}

describe('the items of a dry run', () => {
  test('list the changes of a flat item under the names of its fields', async () => {
    const [sku, category] = [newId(), await makeTerms(t)]
    const stored = { brand: 'Summit', amount: 3, unspsc: '31161500', weight: '2.50', free_shipping: 'Y' }
    await run([item(sku, { ...stored, category_ids: category.category })], {})
    const edited = {
      ...{ product: 'Another bolt', vendor_price: '7', amount: 9, upc: '123', unspsc: '31161700' },
      ...{ weight: '2.75', free_shipping: 'Y', full_description: '<b>New<script>x</script>', min_qty: 2 },
      ...{ country_of_origin: 'US', manufacturer_name: 'M', manufacturer_part_number: 'P', eccn: 'EAR99' },
      ...{ commodity_code: '73', unit_of_measure: 'BX', category_ids: terms.category, brand: 'Peak' }
    }
    const [found] = await run([item(sku, edited)])
    assert.deepEqual(
      new Map(found?.changes?.map(({ field, old, new: value }) => [field, [old, value]])),
      new Map(
        Object.entries({
          product: [`Bolt ${sku}`, 'Another bolt'],
          full_description: [null, '<b>New</b>'],
          brand: ['Summit', 'Peak'],
          manufacturer_name: [null, 'M'],
          country_of_origin: [null, 'US'],
          commodity_code: [null, '73'],
          eccn: [null, 'EAR99'],
          weight: ['2.5', '2.75'],
          min_qty: [null, 2],
          category_ids: [[category.category], [terms.category]],
          upc: [null, '123'],
          unit_of_measure: [null, 'BX'],
          manufacturer_part_number: [null, 'P'],
          vendor_price: ['1.50', '7.00'],
          amount: [3, 9],
          unspsc: ['31161500', '31161700']
        })
      )
    )
    assert.equal(found?.change_count, 16)
    assert.ok(found?.changes?.every((change) => change.variant_sku === null && !change.needs_approval))
  })

  test('list nothing for equal values, and are null unless a product would be updated', async () => {
    const [sku, taken] = [newId(), newId()]
    await run([item(sku, { brand: 'Summit' })], {})
    await create({ sku: taken, variants: [variant('A'), variant('B')] })
    const list = [item(sku, { brand: ' Summit ', vendor_price: '1.500' }), item(newId()), item(taken)]
    assert.deepEqual(
      (await run(list)).map(({ status, changes, change_count }) => [status, changes, change_count]),
      [
        ['UPDATED', [], 0],
        ['CREATED', null, null],
        ['FAILED', null, null]
      ]
    )
    const [skipped] = await run([item(sku, { brand: 'Peak' })], { dry_run: true, on_existing: 'skip' })
    assert.deepEqual([skipped?.status, skipped?.changes], ['SKIPPED', null])
    const [actual] = await run([item(sku, { brand: 'Peak' })], {})
    assert.deepEqual([actual?.status, actual?.changes, actual?.change_count], ['UPDATED', null, null])
  })

  test('list the code of the product, and of the variant if both change', async () => {
    const [one, two] = [newId(), newId()]
    const stored = (sku: string, more: Body[]) =>
      create({
        ...{ sku, name: `Bolt ${sku}`, unspc: '31161700' },
        variants: [variant(sku, { vendorPrice: 1.5, attributes: { unspc: '31161727' } }), ...more]
      })
    await stored(one, [])
    await stored(two, [variant('B')])
    const sent = (unspsc: string) => [item(one, { unspsc }), item(two, { unspsc })]
    assert.deepEqual((await run(sent('31161727'))).map(listed), [[['unspsc', '31161700', '31161727']], []])
    const both = [['unspsc', '31161727', '31161800']]
    assert.deepEqual((await run(sent('31161800'))).map(listed), [both, both])
  })

  test('list the changes of a product and of its variants, new variants, and that documents change', async () => {
    const sku = newId()
    await create({
      ...{ sku, name: 'Hex bolt', brand: 'Summit', categoryIds: [terms.category], keyFeatures: ['A'] },
      variants: [
        variant('A', { vendorPrice: 1, weight: '2.500', attributes: { finish: 'zinc', unspc: '311' } }),
        variant('B')
      ]
    })
    const edited = {
      ...{
        sku,
        name: 'Hex bolt M8',
        brand: null,
        categoryIds: [],
        tagIds: [terms.tag],
        keyFeatures: ['A', 'B']
      },
      slug: `other-${vendor.id}`,
      documents: [{ title: 'Sheet', type: 'SDS', url: 'https://supplier.example/sds.pdf' }],
      variants: [
        variant('C', { vendorPrice: '3' }),
        variant('B', { attributes: { unspc: '312' } }),
        variant('A', { vendorPrice: '1.2500', weight: null, attributes: { finish: 'black' } })
      ]
    }
    const [found] = await run([edited])
    const slug = found?.changes?.find(({ field }) => field === 'slug')
    assert.deepEqual(listed(found), [
      ['name', 'Hex bolt', 'Hex bolt M8'],
      ['brand', 'Summit', null],
      ['keyFeatures', ['A'], ['A', 'B']],
      ['slug', slug?.old, `other-${vendor.id}`],
      ['categoryIds', [terms.category], []],
      ['tagIds', [], [terms.tag]],
      ['B', 'attributes', {}, { unspc: '312' }],
      ['A', 'vendorPrice', '1.00', '1.25'],
      ['A', 'weight', '2.5', null],
      ['A', 'attributes', { finish: 'zinc', unspc: '311' }, { finish: 'black', unspc: '311' }],
      ['C', 'CREATED', null, { sku: 'C', name: 'Box C', vendorPrice: '3.00' }],
      ['documents', null, null]
    ])
  })

  test('compare texts of a live product with its staged edits, and say what waits for approval', async () => {
    const sku = newId()
    const { id } = await create({
      ...{ sku, name: 'Hex bolt', description: 'Live', shortDescription: 'Short', brand: 'Summit' },
      variants: [variant(sku)]
    })
    await publish(id)
    await stage(t, vendor, { id, revision: { name: 'Staged', description: 'Staged' } })
    const sent = { sku, name: 'New', description: 'Live', shortDescription: 'Short', brand: 'Peak' }
    const [found] = await run([{ ...sent, variants: [] }])
    assert.deepEqual(
      found?.changes?.map(({ field, old, new: value, needs_approval }) => [
        field,
        old,
        value,
        needs_approval
      ]),
      [
        ['name', 'Staged', 'New', true],
        // The staged edit would be withdrawn.
        ['description', 'Staged', 'Live', false],
        ['brand', 'Summit', 'Peak', false]
      ]
    )
    const [same] = await run([
      { ...sent, name: 'Staged', description: 'Staged', brand: 'Summit', variants: [] }
    ])
    assert.deepEqual(same?.changes, [])
  })

  test('list at most 100 changes, and count all', async () => {
    const sku = newId()
    const variants = (price: number) =>
      Array.from({ length: 101 }, (_, n) => variant(`V-${n}`, { vendorPrice: price }))
    await create({ sku, name: 'Hex bolt', variants: variants(1) })
    const [found] = await run([{ sku, name: 'Hex bolt', variants: variants(2) }])
    assert.deepEqual([found?.changes?.length, found?.change_count], [maxListed, 101])
  })

  test('shorten long values to the part around the first difference', async () => {
    const sku = newId()
    const text = `${'a'.repeat(30_000)} old ${'b'.repeat(30_000)}`
    await run([item(sku, { full_description: text })], {})
    const [found] = await run([item(sku, { full_description: text.replace('old', 'new') })])
    const [change] = found?.changes ?? []
    assert.deepEqual([change?.field, change?.is_shortened], ['full_description', true])
    assert.match(String(change?.old), /^…a+ old b+…$/)
    assert.match(String(change?.new), /^…a+ new b+…$/)
    assert.equal(String(change?.new).length, maxLength)
  })
})

test('values that are short enough stay as they are, and null stays null', () => {
  const long = 'é'.repeat(maxLength + 1)
  assert.deepEqual(shortened({ old: [1], new: 'x'.repeat(maxLength) }), {
    ...{ old: [1], new: 'x'.repeat(maxLength), isShortened: false }
  })
  assert.deepEqual(shortened({ old: null, new: long }), {
    ...{ old: null, new: `${long.slice(2)}…`, isShortened: true }
  })
  assert.deepEqual(shortened({ old: { a: 1 }, new: [long] }).old, '{"a":1}')
  assert.ok(
    shortened({ old: null, new: '😀'.repeat(maxLength) })
      .new?.toString()
      .isWellFormed()
  )
})

/** Returns the changes that the history of a product has recorded for its last upload. */
async function recorded(productId: string) {
  const { body } = await t.call(`GET /vendor/products/${productId}/history?first=100&source=IMPORT_JOB`, {
    as: vendor.viewer
  })
  type Row = { field: string; variantId: string | null; oldValue: unknown; newValue: unknown }
  return body.history as Row[]
}

const states = ['PENDING_APPROVAL', 'DRAFT', 'PUBLISHED'] as const
const texts = ['name', 'shortDescription', 'description']

test('a dry run lists what the actual run then records in the history', async () => {
  await fc.assert(
    fc.asyncProperty(
      productBodies({ terms, withFaults: false }),
      productBodies({ terms, withFaults: false, withInventory: false }),
      fc.constantFrom(...states),
      async (first, second, status) => {
        const sku = newId()
        const { id } = await create({ ...first, sku })
        await t.sql`update products set status = ${status} where id = ${id}`
        const sent = [{ ...second, sku }]
        const before = (await read(id)).body
        const [planned] = await run(sent)
        assert.deepEqual((await read(id)).body, before)
        await run(sent, {})
        const product = (await read(id)).body
        const skuOf = new Map(product.variants.map((one: { id: string; sku: string }) => [one.id, one.sku]))
        // The history records staged texts together.
        const rows = (await recorded(id)).filter(
          ({ field }) => !['moderation', 'pendingRevision'].includes(field)
        )
        const expected = rows.map(({ field, variantId, oldValue, newValue }) => {
          const isListed = !['documents', 'slug', 'CREATED'].includes(field)
          return [skuOf.get(variantId ?? '') ?? null, field, ...(isListed ? [oldValue, newValue] : [])]
        })
        for (const [field, value] of Object.entries(product.pendingRevision ?? {})) {
          expected.push([null, field, before[field], value])
        }
        const found = (planned?.changes ?? []).map(
          ({ field, variant_sku, old, new: value, needs_approval }) => {
            const isText = variant_sku === null && texts.includes(field)
            assert.equal(needs_approval, status === 'PUBLISHED' && isText, field)
            const isListed = !['documents', 'slug', 'CREATED'].includes(field)
            return [variant_sku, field, ...(isListed ? [old, value] : [])]
          }
        )
        const sorted = (list: unknown[][]) => list.map((one) => JSON.stringify(one)).sort()
        assert.deepEqual(sorted(found), sorted(expected))
        const [again] = await run(sent)
        assert.deepEqual(
          again?.changes?.filter(({ field }) => field !== 'documents'),
          []
        )
      }
    ),
    { numRuns: randomRuns(30) }
  )
})
