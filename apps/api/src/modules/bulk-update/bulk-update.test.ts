import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { whileHeld } from '../../../test/races.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
/** The categories that exist. */
const categoryIds = new Set<string>()
before(async () => {
  t = await testApp()
})
after(() => t.close())

type Body = Record<string, unknown>
type Variant = { id: string; sku: string; [field: string]: unknown }
type Product = { id: string; sku: string; variants: Variant[]; [field: string]: unknown }
type Result = {
  index: number
  product_id: string | null
  variant_id: string | null
  code: string | null
  status: string
  errors: { code: string; field: string | null; message: string }[]
}

const freshVendor = async () => {
  vendor = await t.vendor({ commissionPercent: 10 })
}
async function create(sku: string, variantSkus: string[], fields: Body = {}, as = vendor.owner) {
  const variants = variantSkus.map((code) => ({ sku: code, name: code, vendorPrice: 10 }))
  const body = { name: `Bolt ${sku}`, sku, variants, ...fields }
  const answer = await t.call('POST /vendor/products', { as, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as Product
}
const send = (items: unknown, options: Body = {}, as = vendor.owner) =>
  t.call('POST /vendor/products/bulk-update', { as, body: { items, ...options } })
async function update(items: unknown[], options: Body = {}) {
  const answer = await send(items, options)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as {
    total: number
    updated: number
    unchanged: number
    failed: number
    results: Result[]
  }
}
const statuses = ({ results }: { results: Result[] }) => results.map(({ status }) => status)
const codes = ({ results }: { results: Result[] }) =>
  results.map(({ errors }) => errors.map(({ code, field }) => `${code} ${field}`).join(', '))
async function read(id: string, as = vendor.owner): Promise<Product> {
  return (await t.call(`GET /vendor/products/${id}`, { as })).body
}
async function category() {
  const id = newId()
  categoryIds.add(id)
  await t.sql`insert into categories (id, name, slug) values (${id}, ${id}, ${id})`
  return id
}
const publish = (id: string) => t.sql`update products set status = 'PUBLISHED' where id = ${id}`
const only = (product: Product) => product.variants[0] as Variant
const countEvents = async () => {
  const rows = await t.sql<{ details: unknown }[]>`
    select details from events where vendor_id = ${vendor.id} and type = 'product.bulk_updated'`
  return rows.map(({ details }) => details)
}

describe('what an item changes', () => {
  before(freshVendor)

  test('every field goes to the variant or the product, and the retail price follows', async () => {
    const [first, second] = [await category(), await category()]
    const product = await create('ALL', ['ALL-1'])
    const answer = await update([
      {
        code: 'ALL-1',
        vendor_price: 12.5,
        amount: 250,
        manufacturer_name: ' Boltwell ',
        manufacturer_part_number: 'M8X40',
        unspsc: 31161620,
        commodity_code: '7318.15',
        category_ids: `${first}, ${second.toUpperCase()}`
      }
    ])
    const [result] = answer.results
    assert.deepEqual(result, {
      index: 0,
      product_id: product.id,
      variant_id: only(product).id,
      code: 'ALL-1',
      status: 'UPDATED',
      errors: []
    })
    const { total, updated, unchanged, failed } = answer
    assert.deepEqual([total, updated, unchanged, failed], [1, 1, 0, 0])
    const after = await read(product.id)
    const variant = only(after)
    assert.deepEqual(
      [variant.vendorPrice, variant.price, variant.stockOnHand, variant.initialInventory, variant.partNumber],
      ['12.50', '13.75', 250, 0, 'M8X40']
    )
    assert.deepEqual(variant.attributes, { unspc: '31161620' })
    assert.deepEqual(
      [after.manufacturer, after.unspc, after.commodityCode],
      ['Boltwell', '31161620', '7318.15']
    )
    assert.deepEqual(
      (after.categories as { id: string }[]).map(({ id }) => id),
      [first, second]
    )
    assert.ok(String(after.updatedAt) > String(product.updatedAt))
    assert.ok(String(variant.updatedAt) > String(only(product).updatedAt))
    assert.deepEqual(await countEvents(), [{ updated: 1, unchanged: 0, failed: 0 }])
  })

  test('null and an empty text clear what is optional', async () => {
    const id = await category()
    const product = await create('CLR', ['CLR-1'], {
      manufacturer: 'M',
      commodityCode: 'C',
      categoryIds: [id]
    })
    await update([{ code: 'CLR-1', manufacturer_part_number: 'P', unspsc: '31161620' }])
    const cleared = {
      manufacturer_name: null,
      manufacturer_part_number: null,
      unspsc: null,
      commodity_code: null,
      category_ids: null
    }
    assert.deepEqual(statuses(await update([{ code: 'CLR', ...cleared }])), ['UPDATED'])
    const after = await read(product.id)
    assert.deepEqual(
      [after.manufacturer, after.unspc, after.commodityCode, after.categories],
      [null, null, null, []]
    )
    assert.deepEqual([only(after).partNumber, only(after).attributes], [null, {}])
    assert.deepEqual(statuses(await update([{ code: 'CLR', ...cleared, category_ids: '' }])), ['UNCHANGED'])
    assert.deepEqual(await read(product.id), after)
  })

  test('a unspsc of another length stays with the variant, beside its other attributes', async () => {
    const product = await create('UN', [], {
      unspc: '12345678',
      variants: [{ sku: 'UN', name: 'U', vendorPrice: 1, attributes: { finish: 'zinc' } }]
    })
    await update([{ product_id: product.id, unspsc: '311616' }])
    const after = await read(product.id)
    assert.equal(after.unspc, '12345678')
    assert.deepEqual(only(after).attributes, { finish: 'zinc', unspc: '311616' })
  })

  test('the search finds the new part number and not the old one', async () => {
    const product = await create('SRCH', ['SRCH-1'])
    await update([{ code: 'SRCH-1', manufacturer_part_number: 'OLDPART' }])
    await update([{ code: 'SRCH-1', manufacturer_part_number: 'NEWPART' }])
    const found = async (words: string) =>
      (await t.call(`GET /vendor/products?search=${words}`, { as: vendor.owner })).body.products.map(
        ({ id }: Product) => id
      )
    assert.deepEqual(await found('NEWPART'), [product.id])
    assert.deepEqual(await found('OLDPART'), [])
  })

  test('stock is set beside what orders have reserved', async () => {
    const product = await create('RES', ['RES-1'])
    await t.sql`update variants set stock_on_hand = 9, stock_reserved = 7 where id = ${only(product).id}`
    await update([{ code: 'RES-1', amount: 5 }])
    const { stockOnHand, stockReserved, stockAvailable } = only(await read(product.id))
    assert.deepEqual([stockOnHand, stockReserved, stockAvailable], [5, 7, 0])
  })

  test('rows of the export are taken as they are', async () => {
    const own = await t.vendor()
    await create('EX', ['EX-1', 'EX-2'], {}, own.owner)
    const { body } = await t.call('GET /vendor/products/export', { as: own.owner })
    const same = await send(body.products, {}, own.owner)
    assert.deepEqual(statuses(same.body), ['UNCHANGED', 'UNCHANGED'], same.text)
    const raised = body.products.map((row: Body) => ({ ...row, vendor_price: '11.25', amount: '3' }))
    assert.deepEqual(statuses((await send(raised, {}, own.owner)).body), ['UPDATED', 'UPDATED'])
    const again = await t.call('GET /vendor/products/export', { as: own.owner })
    assert.deepEqual(again.body.products, raised)
  })

  test('a live product stays live, its revision and version untouched', async () => {
    const product = await create('LIVE', ['LIVE-1'])
    await publish(product.id)
    const patch = { as: vendor.owner, body: { name: 'A new name' } }
    const { body: staged } = await t.call(`PATCH /vendor/products/${product.id}`, patch)
    const version = async () =>
      (await t.sql`select moderation_version from products where id = ${product.id}`)[0]?.moderationVersion
    const before = await version()
    await update([{ code: 'LIVE-1', vendor_price: 99, manufacturer_name: 'X' }])
    const after = await read(product.id)
    assert.deepEqual(
      [after.status, after.pendingRevision, after.pendingRevisionSubmittedAt],
      ['PUBLISHED', staged.pendingRevision, staged.pendingRevisionSubmittedAt]
    )
    assert.equal(await version(), before)
  })

  test('moderators have to see again what changes while it waits, but for stock alone', async () => {
    const product = await create('MOD', ['MOD-1'])
    const version = async () =>
      (await t.sql`select moderation_version from products where id = ${product.id}`)[0]?.moderationVersion
    await update([{ code: 'MOD-1', amount: 4 }])
    assert.equal(await version(), 1)
    await update([{ code: 'MOD-1', vendor_price: 4 }])
    assert.equal(await version(), 2)
  })

  test('a price beyond a double is kept exactly', async () => {
    const product = await create('PREC', ['PREC-1'])
    await update([{ code: 'PREC-1', vendor_price: '9999999999.9999' }])
    assert.equal(only(await read(product.id)).vendorPrice, '9999999999.9999')
  })
})

describe('whom an item names', () => {
  before(freshVendor)

  test("a code alone is the product's SKU before a variant's", async () => {
    const one = await create('N1', ['N1-A', 'SHARED'])
    const two = await create('SHARED', ['N2-A'])
    const answer = await update([
      { code: 'SHARED', amount: 1 },
      { code: 'N1-A', amount: 2 }
    ])
    assert.deepEqual(
      answer.results.map(({ variant_id }) => variant_id),
      [only(two).id, only(one).id]
    )
  })

  test('of a product with several variants the one with its very SKU is meant', async () => {
    const product = await create('SAME', ['SAME-1', 'SAME'])
    const answer = await update([{ code: 'SAME', amount: 1 }])
    assert.equal(answer.results[0]?.variant_id, product.variants[1]?.id)
  })

  test('with product_id the code is a variant of it', async () => {
    const one = await create('W1', ['TWIN'])
    const two = await create('W2', ['TWIN', 'OTHER'])
    const answer = await update([
      { product_id: two.id.toUpperCase(), code: 'TWIN', amount: 1 },
      { product_id: one.id, amount: 1 },
      { product_id: one.id, code: 'OTHER', amount: 1 },
      { code: 'TWIN', amount: 1 }
    ])
    assert.deepEqual(statuses(answer), ['UPDATED', 'UPDATED', 'FAILED', 'FAILED'])
    assert.deepEqual(codes(answer), ['', '', 'UNKNOWN_VARIANT code', 'CODE_AMBIGUOUS code'])
    assert.deepEqual([answer.updated, answer.failed], [2, 2])
  })

  test('each thing that the database knows is an error of its item, and the others are done', async () => {
    const several = await create('SEV', ['SEV-1', 'SEV-2'])
    const none = await create('NONE', [])
    const missing = newId()
    const answer = await update([
      { product_id: several.id, vendor_price: 1 },
      { code: 'SEV', unspsc: '31161620' },
      { product_id: none.id, amount: 1 },
      { product_id: none.id, manufacturer_name: 'M' },
      { product_id: several.id, manufacturer_name: 'M' },
      { product_id: missing, amount: 1 },
      { product_code: 'nowhere', amount: 1 },
      { code: 'SEV-1', amount: 5, category_ids: missing },
      { product_id: several.id, amount: 5, category_ids: missing }
    ])
    assert.deepEqual(codes(answer), [
      'VARIANT_REQUIRED code',
      'VARIANT_REQUIRED code',
      'NO_VARIANT null',
      '',
      '',
      'UNKNOWN_PRODUCT product_id',
      'UNKNOWN_PRODUCT product_code',
      'UNKNOWN_CATEGORY category_ids',
      'VARIANT_REQUIRED code, UNKNOWN_CATEGORY category_ids'
    ])
    assert.match(answer.results[7]?.errors[0]?.message ?? '', new RegExp(missing))
    assert.deepEqual([answer.total, answer.updated, answer.unchanged, answer.failed], [9, 2, 0, 7])
    assert.equal(only(await read(several.id)).stockOnHand, 0)
  })

  test("another vendor's products are not found, by id or by code, and stay as they are", async () => {
    const other = await t.vendor()
    const theirs = await create('THEIRS', ['THEIRS-1'], {}, other.owner)
    const answer = await update([
      { product_id: theirs.id, amount: 1 },
      { product_id: theirs.id, code: 'THEIRS-1', vendor_price: 1 },
      { code: 'THEIRS', amount: 1 },
      { code: 'THEIRS-1', amount: 1 }
    ])
    assert.deepEqual(codes(answer), [
      'UNKNOWN_PRODUCT product_id',
      'UNKNOWN_PRODUCT product_id',
      'UNKNOWN_PRODUCT code',
      'UNKNOWN_PRODUCT code'
    ])
    assert.deepEqual(await read(theirs.id, other.owner), theirs)
  })
})

describe('the same target twice', () => {
  before(freshVendor)

  test('the last item counts as a whole, the earlier ones are superseded', async () => {
    const product = await create('DUP', ['DUP-1'])
    const answer = await update([
      { code: 'DUP-1', vendor_price: 1, manufacturer_name: 'First' },
      { product_id: product.id, amount: 2 },
      { code: 'DUP-1', amount: 3 },
      { code: 'DUP-1', amount: 9, category_ids: newId() }
    ])
    assert.deepEqual(statuses(answer), ['SUPERSEDED', 'SUPERSEDED', 'UPDATED', 'FAILED'])
    assert.deepEqual([answer.updated, answer.unchanged, answer.failed], [1, 2, 1])
    const after = await read(product.id)
    assert.deepEqual(
      [only(after).vendorPrice, only(after).stockOnHand, after.manufacturer],
      ['10.00', 3, null]
    )
  })

  test('a product is a target of its own where no variant is concerned', async () => {
    const product = await create('TGT', ['TGT-1'])
    const answer = await update([
      { product_id: product.id, manufacturer_name: 'A' },
      { product_id: product.id, amount: 2 },
      { code: 'TGT', manufacturer_name: 'B' }
    ])
    assert.deepEqual(statuses(answer), ['SUPERSEDED', 'UPDATED', 'UPDATED'])
    assert.deepEqual(
      answer.results.map(({ variant_id }) => variant_id),
      [null, only(product).id, null]
    )
    assert.equal((await read(product.id)).manufacturer, 'B')
  })

  test("a product's field given by items of two variants has the later one's value", async () => {
    const product = await create('TWO', ['TWO-1', 'TWO-2'])
    const answer = await update([
      { code: 'TWO-1', amount: 1, manufacturer_name: 'A' },
      { code: 'TWO-2', amount: 1, manufacturer_name: 'B' }
    ])
    assert.deepEqual(statuses(answer), ['UPDATED', 'UPDATED'])
    assert.equal((await read(product.id)).manufacturer, 'B')
  })
})

describe('what writes nothing', () => {
  before(freshVendor)

  test('an item equal to what is stored, in any form', async () => {
    const product = await create('EQ', ['EQ-1'], { manufacturer: 'M' })
    const before = await read(product.id)
    const items = [
      { code: 'EQ-1', vendor_price: '10.0000', amount: '0', manufacturer_name: 'M' },
      { code: 'EQ' }
    ]
    assert.deepEqual(statuses(await update(items)), ['UNCHANGED', 'UNCHANGED'])
    assert.deepEqual(await read(product.id), before)
    assert.deepEqual(await countEvents(), [])
  })

  for (const [what, gives] of [
    ['any items', 'all'],
    ['items of prices and stock', 'offers']
  ] as const)
    test(`a dry run answers what the run then does, on ${what}`, async () => {
      await freshVendor()
      const ids = [await category(), await category()]
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
      const give = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
      const offer = {
        product_id: give(fc.constantFrom(...products.map(({ id }) => id))),
        code: give(fc.constantFrom('FC-1', 'FC-2', 'FC-2A', 'FC-2B', 'FC-3', 'FC-4', 'FC-9')),
        vendor_price: give(fc.constantFrom(1, '2.50', 3)),
        amount: give(fc.constantFrom(0, '1', 2))
      }
      const others = {
        manufacturer_name: give(fc.constantFrom('A', 'B', null)),
        manufacturer_part_number: give(fc.constantFrom('P', 'Q', null)),
        unspsc: give(fc.constantFrom('31161620', 'x', null)),
        commodity_code: give(fc.constantFrom('C', 'D', null)),
        category_ids: give(fc.constantFrom(ids.join(), ids.toReversed().join(','), ids[0], '', newId()))
      }
      const fields: fc.Arbitrary<Item> = fc.record(gives === 'all' ? { ...offer, ...others } : offer)
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
          assert.deepEqual(real, dry)
          assert.deepEqual(statuses(real), expected.statuses)
          const after = await all()
          assert.deepEqual(after.map(shown), expected.products.map(shown))
          const seen = after.map(
            (product, index) => index > 0 && !isEqualBeyondStock(product, before[index] as Product)
          )
          assert.deepEqual(
            await versions(),
            versionsBefore.map((version, index) => version + Number(seen[index]))
          )
          for (const [index, product] of after.entries()) {
            const isChanged = !isDeepStrictEqual(shown(product), shown(before[index] as Product))
            assert.equal(String(product.updatedAt) > String(before[index]?.updatedAt), isChanged)
          }
          assert.equal(real.updated + real.unchanged + real.failed, items.length)
          assert.ok(statuses(await update(items)).every((status) => status !== 'UPDATED'))
        }),
        { numRuns: 60 }
      )
    })
})

function isEqualBeyondStock(one: Product, other: Product): boolean {
  const [left, right] = [one, other].map((product) => {
    const { variants, ...fields } = shown(product)
    return { ...fields, variants: variants.map((variant) => ({ ...variant, stockOnHand: 0 })) }
  })
  return isDeepStrictEqual(left, right)
}

/** What bulk updates may change of a product. */
function shown({ manufacturer, unspc, commodityCode, categories, variants }: Product) {
  return {
    ...{ manufacturer, unspc, commodityCode },
    categories: (categories as { id: string }[]).map(({ id }) => id),
    variants: variants.map(({ id, vendorPrice, stockOnHand, partNumber, attributes }) => ({
      ...{ id, vendorPrice, stockOnHand, partNumber, attributes }
    }))
  }
}

type Item = { product_id?: string; code?: string; [field: string]: unknown }

/** What is to become of items and products, item by item in plain code. */
function model(before: Product[], items: Item[]): { statuses: string[]; products: Product[] } {
  const products = structuredClone(before)
  const targets = items.map((item) => targetOf(products, item))
  const valid = targets.map((target, index) => target !== undefined && hasKnownCategories(items[index]))
  const counts = targets.map(
    (target, index) =>
      valid[index] && !targets.some((later, at) => at > index && valid[at] && later?.key === target?.key)
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
    const gives = (field: string) => item[field] !== undefined
    const isLast = (field: string) =>
      !items.some(
        (later, at) =>
          at > index &&
          counts[at] &&
          later[field] !== undefined &&
          targets[at]?.product.id === target.product.id
      )
    const isLastUnspc = !items.some(
      (later, at) =>
        at > index && counts[at] && givesUnspc(later) && targets[at]?.product.id === target.product.id
    )
    const was = old.find(({ id }) => id === target.product.id) as Product
    const now = shown(target.product)
    const then = shown(was)
    const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
    const variantNow = now.variants.find(({ id }) => id === target.variant?.id)
    const variantThen = then.variants.find(({ id }) => id === target.variant?.id)
    const changes =
      differs(variantNow, variantThen) ||
      (gives('manufacturer_name') &&
        isLast('manufacturer_name') &&
        differs(now.manufacturer, then.manufacturer)) ||
      (gives('commodity_code') &&
        isLast('commodity_code') &&
        differs(now.commodityCode, then.commodityCode)) ||
      (givesUnspc(item) && isLastUnspc && differs(now.unspc, then.unspc)) ||
      (gives('category_ids') && isLast('category_ids') && differs(now.categories, then.categories))
    return changes ? 'UPDATED' : 'UNCHANGED'
  })
  return { statuses, products }

  function hasKnownCategories(item: Item | undefined): boolean {
    const given = String(item?.category_ids ?? '')
    return given === '' || given.split(',').every((id) => categoryIds.has(id))
  }
}

const givesUnspc = ({ unspsc }: Item) => unspsc === null || /^\d{8}$/.test(String(unspsc))

type Target = { key: string; product: Product; variant: Variant | undefined }

function targetOf(products: Product[], { product_id, code, ...fields }: Item): Target | undefined {
  const givesVariant = ['vendor_price', 'amount', 'manufacturer_part_number', 'unspsc'].some(
    (field) => fields[field] !== undefined
  )
  const bySku = product_id === undefined && products.find(({ sku }) => sku === code)
  const holders = products.filter(({ variants }) => variants.some(({ sku }) => sku === code))
  const product = product_id
    ? products.find(({ id }) => id === product_id)
    : bySku || (holders.length === 1 ? holders[0] : undefined)
  if (!product) return undefined
  const named = product.variants.find(({ sku }) => sku === code)
  if (product_id && code !== undefined && !named) return undefined
  const variant = named ?? (product.variants.length === 1 ? product.variants[0] : undefined)
  if (givesVariant && !variant) return undefined
  const concerned = givesVariant || (named && !bySku) ? variant : undefined
  return { key: concerned?.id ?? product.id, product, variant: concerned }
}

function apply({ product, variant }: Target, item: Item): void {
  const { vendor_price, amount, manufacturer_name, manufacturer_part_number, unspsc, commodity_code } = item
  if (manufacturer_name !== undefined) product.manufacturer = manufacturer_name
  if (commodity_code !== undefined) product.commodityCode = commodity_code
  if (givesUnspc(item)) product.unspc = unspsc
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

describe('a request that is wrong', () => {
  before(freshVendor)

  test('is refused with every fault at its place, and changes nothing', async () => {
    const product = await create('BAD', ['BAD-1'])
    const answer = await send(
      [
        { code: 'BAD-1', amount: 7 },
        { code: 'BAD-1', vendor_price: -1, status: 'DRAFT', colour: 'red' },
        'text',
        { amount: 1 }
      ],
      { error_policy: 'both', dry_run: 1, extra: true }
    )
    assertFaults(answer, {
      '/items/1/vendor_price': 'TOO_SMALL',
      '/items/1/status': 'STATUS_NOT_WRITABLE',
      '/items/1/colour': 'UNKNOWN_FIELD',
      '/items/2': 'INVALID_TYPE',
      '/items/3/product_id': 'REQUIRED',
      '/error_policy': 'NOT_ALLOWED',
      '/dry_run': 'INVALID_TYPE',
      '/extra': 'UNKNOWN_FIELD'
    })
    assert.equal(only(await read(product.id)).stockOnHand, 0)
  })

  test('fails in the bad items alone under reject_failed_items', async () => {
    const product = await create('POL', ['POL-1'])
    const answer = await update(
      [
        { code: 'POL-1', amount: 7 },
        { code: 'POL-1', vendor_price: 'much' },
        null,
        { code: 'x\u0000y', amount: 1 }
      ],
      { error_policy: 'reject_failed_items' }
    )
    assert.deepEqual(statuses(answer), ['UPDATED', 'FAILED', 'FAILED', 'FAILED'])
    assert.deepEqual(codes(answer), [
      '',
      'INVALID_DECIMAL vendor_price',
      'INVALID_TYPE null',
      'NUL_CHARACTER code'
    ])
    assert.equal(answer.results[1]?.code, 'POL-1')
    assert.equal(only(await read(product.id)).stockOnHand, 7)
  })

  test('tells the first 1,000 faults and counts them all', async () => {
    const { status, body } = await send(Array.from({ length: 1_500 }, () => ({ code: 'A', amount: -1 })))
    assert.deepEqual([status, body.errors.length, body.errorCount], [400, 1_000, 1_500])
  })

  const shapes: [string, unknown, Record<string, string>][] = [
    ['no items', {}, { '/items': 'REQUIRED' }],
    ['null for items', { items: null }, { '/items': 'REQUIRED' }],
    ['an object for items', { items: {} }, { '/items': 'INVALID_TYPE' }],
    ['an empty array', { items: [] }, { '/items': 'TOO_FEW' }],
    ['50,001 items', { items: Array.from({ length: 50_001 }, () => 0) }, { '/items': 'TOO_MANY' }],
    ['an array for a body', [], { '': 'INVALID_TYPE' }]
  ]
  for (const [what, body, faults] of shapes) {
    test(`with ${what} is refused`, async () => {
      assertFaults(await t.call('POST /vendor/products/bulk-update', { as: vendor.owner, body }), faults)
    })
  }

  const texts: [string, string | Buffer, Record<string, string>][] = [
    ['is empty', '', { '': 'REQUIRED' }],
    ['is no JSON', '{"items":[{"code":"A"},]}', { '': 'INVALID_JSON' }],
    ['is no UTF-8', Buffer.from([0x22, 0xff, 0x22]), { '': 'INVALID_UTF8' }],
    ['gives a field twice', '{"items":[{"code":"A","code":"B"}]}', { '/items/0/code': 'DUPLICATE_KEY' }],
    [
      'reaches for a prototype',
      '{"items":[{"code":"A","__proto__":{}}]}',
      { '/items/0/__proto__': 'FORBIDDEN_KEY' }
    ],
    [
      'has a number no double keeps',
      '{"items":[{"code":"A","amount":1e999}]}',
      { '/items/0/amount': 'NUMBER_PRECISION' }
    ]
  ]
  for (const [what, raw, faults] of texts) {
    test(`that ${what} is refused`, async () => {
      assertFaults(await t.call('POST /vendor/products/bulk-update', { as: vendor.owner, raw }), faults)
    })
  }

  test('of another content type or with an encoding is 415, of one byte too many 413', async () => {
    const call = (raw: string | Buffer, headers: Record<string, string>) =>
      t.call('POST /vendor/products/bulk-update', { as: vendor.owner, raw, headers })
    assertProblem(await call('a,b', { 'content-type': 'text/csv' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertProblem(await call('{}', { 'content-encoding': 'br' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertFaults(await call(gzipSync('{}'), { 'content-encoding': 'gzip' }), { '/items': 'REQUIRED' })
    const most = 64 * 1024 * 1024
    const padded = (length: number) => Buffer.concat([Buffer.from('{}'), Buffer.alloc(length - 2, ' ')])
    assertFaults(await call(padded(most), {}), { '/items': 'REQUIRED' })
    assertProblem(await call(padded(most + 1), {}), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('of a viewer is 403 and of a stranger 401, whatever it says', async () => {
    assertProblem(await send('nothing', {}, vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call('POST /vendor/products/bulk-update', { body: {} }), 401, 'UNAUTHENTICATED')
  })
})

describe('requests that meet', () => {
  before(freshVendor)

  test('an Idempotency-Key repeats the answer and not the effect', async () => {
    const product = await create('KEY', ['KEY-1'])
    const headers = { 'idempotency-key': newId() }
    const call = (amount: number) =>
      t.call('POST /vendor/products/bulk-update', {
        as: vendor.owner,
        headers,
        body: { items: [{ code: 'KEY-1', amount }] }
      })
    const first = await call(1)
    await update([{ code: 'KEY-1', amount: 2 }])
    const again = await call(1)
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(only(await read(product.id)).stockOnHand, 2)
    assertProblem(await call(3), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('twenty of opposite order at once are all done, each product as one of them left it', async () => {
    const products = await Promise.all(
      Array.from({ length: 30 }, (_, index) => create(`OPP-${index}`, [`OPP-${index}`]))
    )
    const ids = [await category(), await category()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, round) => {
        const items = products.map(({ sku }) => ({
          code: sku,
          vendor_price: round + 1,
          amount: round + 1,
          category_ids: ids[round % 2]
        }))
        return update(round % 2 ? items : items.toReversed())
      })
    )
    assert.ok(answers.every(({ failed }) => failed === 0))
    for (const { id } of products) {
      const after = await read(id)
      const { vendorPrice, stockOnHand } = only(after)
      assert.equal(vendorPrice, `${stockOnHand}.00`)
      const [filed] = after.categories as { id: string }[]
      assert.equal(filed?.id, ids[(Number(stockOnHand) - 1) % 2])
    }
  })

  test('a product deleted at the same moment is not found', async () => {
    const product = await create('GONE', ['GONE-1'])
    const items = [
      { code: 'GONE-1', amount: 5 },
      { product_id: product.id, amount: 5 }
    ]
    const answer = await whileHeld(t, {
      hold: (tx) => tx`delete from products where id = ${product.id}`,
      waiting: 1,
      work: () => update(items)
    })
    assert.deepEqual(codes(answer), ['UNKNOWN_PRODUCT code', 'UNKNOWN_PRODUCT product_id'])
  })

  test('what another request changes first is compared as that left it', async () => {
    const product = await create('WAIT', ['WAIT-1'])
    const answer = await whileHeld(t, {
      hold: async (tx) => {
        await tx`update products set manufacturer = 'M' where id = ${product.id}`
        await tx`update variants set vendor_price = 7 where product_id = ${product.id}`
      },
      waiting: 1,
      work: () => update([{ code: 'WAIT-1', vendor_price: 7, manufacturer_name: 'M' }])
    })
    assert.deepEqual(statuses(answer), ['UNCHANGED'])
  })

  test('prices and stock that another request changes first are compared as that left them', async () => {
    const product = await create('WAIT-2', ['WAIT-2'])
    const answer = await whileHeld(t, {
      hold: (tx) => tx`update variants set vendor_price = 7 where product_id = ${product.id}`,
      waiting: 1,
      work: () => update([{ code: 'WAIT-2', vendor_price: 7 }])
    })
    assert.deepEqual(statuses(answer), ['UNCHANGED'])
  })

  test('a variant that is renamed at the same moment is not found by the SKU that it had', async () => {
    const product = await create('REN', ['REN-1', 'REN-2'])
    const answer = await whileHeld(t, {
      hold: (tx) => tx`update variants set sku = 'REN-9' where product_id = ${product.id} and sku = 'REN-1'`,
      waiting: 1,
      work: () => update([{ code: 'REN-1', vendor_price: 7 }])
    })
    assert.deepEqual(codes(answer), ['UNKNOWN_PRODUCT code'])
    assert.deepEqual(
      (await read(product.id)).variants.map(({ vendorPrice }) => vendorPrice),
      ['10.00', '10.00']
    )
  })

  test('all ways of changing variants at once are done without a deadlock', async () => {
    const products = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(`DL-${index}`, [`DL-${index}A`, `DL-${index}B`]))
    )
    await Promise.all(products.slice(10).map(({ id }) => publish(id)))
    const deadlocks = async () =>
      (await t.sql`select deadlocks from pg_stat_database where datname = current_database()`)[0]?.deadlocks
    const before = await deadlocks()
    const offers = products.flatMap(({ variants }) => variants.map(({ sku }) => ({ code: sku })))
    const work = Array.from({ length: 24 }, (_, round) => {
      const amount = round + 1
      const items = offers.map((offer) => ({ ...offer, vendor_price: amount, amount }))
      if (round % 3 === 0) return update(round % 2 ? items : items.toReversed())
      if (round % 3 === 1) {
        const manufacturer_name = String(round)
        return update((round % 2 ? items : items.toReversed()).map((one) => ({ ...one, manufacturer_name })))
      }
      const product = products[round % products.length] as Product
      const [a, b] = round % 2 ? product.variants : product.variants.toReversed()
      const variants = [a, b].map((variant) => ({ id: variant?.id, vendorPrice: amount }))
      const variantStock = [a, b].map((variant) => ({ variantId: variant?.id, quantity: amount }))
      return t.call(`PATCH /vendor/products/${product.id}`, {
        as: vendor.owner,
        body: { variants, variantStock }
      })
    })
    for (const answer of await Promise.all(work)) {
      if ('failed' in answer) assert.equal(answer.failed, 0)
      else assert.equal(answer.status, 200, answer.text)
    }
    for (const { id } of products) {
      for (const { vendorPrice, stockOnHand } of (await read(id)).variants)
        assert.equal(vendorPrice, `${stockOnHand}.00`)
    }
    assert.equal(await deadlocks(), before)
  })

  test('a category that is deleted meanwhile is unknown, and one that is named cannot be', async () => {
    const product = await create('CATS', ['CATS-1'])
    const [gone, kept] = [await category(), await category()]
    const answer = await whileHeld(t, {
      hold: (tx) => tx`delete from categories where id = ${gone}`,
      waiting: 1,
      work: () =>
        update([
          { code: 'CATS-1', category_ids: gone },
          { code: 'CATS', category_ids: kept }
        ])
    })
    assert.deepEqual(codes(answer), ['UNKNOWN_CATEGORY category_ids', ''])
    assert.deepEqual(
      ((await read(product.id)).categories as { id: string }[]).map(({ id }) => id),
      [kept]
    )
  })
})

describe('many items', () => {
  test('20,000 of a vendor that the planner has no statistics of are done in one call', async () => {
    const { id, owner } = await t.vendor()
    const filed = await category()
    await t.sql`
      insert into products (id, vendor_id, sku, slug, name)
      select uuidv7(), ${id}, 'M-' || n, ${`${id}-`} || n, 'Bolt' from generate_series(1, 20000) n`
    await t.sql`
      insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
      select uuidv7(), id, vendor_id, 0, sku || '-V', name, 1 from products where vendor_id = ${id}`
    const items = Array.from({ length: 20_000 }, (_, index) => ({
      code: index % 2 ? `M-${index + 1}` : `M-${index + 1}-V`,
      vendor_price: 2,
      amount: index,
      manufacturer_part_number: `P-${index}`,
      commodity_code: 'C',
      category_ids: filed
    }))
    const offers = items.map(({ code }, index) => ({ code, vendor_price: 3, amount: index + 1 }))
    const offered = await send(offers, {}, owner)
    assert.deepEqual([offered.status, offered.body.updated, offered.body.failed], [200, 20_000, 0])
    const { status, body } = await send(items, {}, owner)
    assert.deepEqual([status, body.updated, body.failed], [200, 20_000, 0])
    assert.deepEqual((await send(items, {}, owner)).body.unchanged, 20_000)
    const [sum] = await t.sql<{ stock: string; filed: number }[]>`
      select sum(stock_on_hand) as stock, (select count(*)::int from product_categories where vendor_id = ${id}) as filed
      from variants where vendor_id = ${id}`
    assert.deepEqual({ ...sum }, { stock: '199990000', filed: 20_000 })
  })
})
