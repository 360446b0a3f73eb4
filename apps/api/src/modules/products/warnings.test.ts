import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newProduct, variant } from '../../../test/products.ts'
import { newId } from '../../lib/ids.ts'
import { startImporting } from '../imports/start-importing.ts'

type Warning = { index?: number; pointer?: string; field?: string; code: string; message: string }

let t: TestApp
let vendor: TestVendor
let operator: string
let workers: ReturnType<typeof startImporting>
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('ADMIN')
  workers = startImporting({ ...t.app.deps, log: t.app.log, imageFetchAllow: [] })
})
after(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await t.close()
})

const setCheck = (upcCheck: string) =>
  t.call('PATCH /platform/settings', { as: operator, body: { upcCheck } })
const create = (upc: string, headers = {}) => {
  const sku = newId()
  const body = newProduct({ sku, countryOfOrigin: ' germany ', variants: [variant(sku, { upc })] })
  return t.call('POST /vendor/products', { as: vendor.editor, body, headers })
}
const update = (items: object[]) =>
  t.call('POST /vendor/products/bulk-update', {
    as: vendor.editor,
    body: { items, error_policy: 'reject_failed_items' }
  })

async function upload(items: object[]) {
  const { body, text } = await t.call('POST /vendor/products/bulk-upload', {
    as: vendor.editor,
    body: { items, error_policy: 'reject_failed_items' }
  })
  assert.ok(body.queue_id, text)
  const path = `GET /vendor/import-jobs/${body.queue_id}`
  const { body: job } = await t.call(`${path}?wait=25`, { as: vendor.viewer })
  const list = async (query = '') =>
    (await t.call(`${path}/items${query}`, { as: vendor.viewer })).body.items as Record<string, unknown>[]
  const report = async (accept: string) =>
    (await t.call(`${path}/report`, { as: vendor.viewer, headers: { accept } })).text
  return { job, list, report }
}

const lost = 'has 11 digits: a zero may have been lost at the start; a UPC, EAN or GTIN has 8, 12, 13 or 14'

describe('a UPC with a wrong length or check digit', () => {
  test('is a warning of a response that creates or updates a product, which its ETag does not have', async () => {
    const { status, body, headers } = await create('12345678905')
    assert.equal(status, 201)
    assert.deepEqual(body.warnings, [{ pointer: '/variants/0/upc', code: 'INVALID_UPC', message: lost }])
    assert.equal(body.variants[0].upc, '12345678905')
    const read = await t.call(`GET /vendor/products/${body.id}`, { as: vendor.viewer })
    assert.equal(read.headers.etag, headers.etag)
    assert.equal('warnings' in read.body, false)
    const patch = (upc: string | null) =>
      t.call(`PATCH /vendor/products/${body.id}`, {
        as: vendor.editor,
        body: { variants: [{ id: body.variants[0].id, upc }] }
      })
    const patched = await patch('012345678904')
    assert.match(patched.body.warnings[0].message, /^has a wrong check digit/)
    for (const upc of ['012345678905', null]) assert.equal('warnings' in (await patch(upc)).body, false)
  })

  test('is a warning again if the response is repeated for an Idempotency-Key', async () => {
    const sku = newId()
    const body = newProduct({ sku, variants: [variant(sku, { upc: '5' })] })
    const request = { as: vendor.editor, body, headers: { 'idempotency-key': newId() } }
    const first = await t.call('POST /vendor/products', request)
    const second = await t.call('POST /vendor/products', request)
    assert.equal(first.body.warnings.length, 1)
    assert.equal(second.text, first.text)
    assert.equal(second.headers.etag, first.headers.etag)
  })

  test('is a warning of a bulk update, with the index of its item', async () => {
    const { body: product } = await create('012345678905')
    const { body } = await update([
      'not an item' as unknown as object,
      { code: product.sku, upc: 1234 },
      { code: product.sku, upc: '4006381333931' }
    ])
    const message = 'has 4 digits; a UPC, EAN or GTIN has 8, 12, 13 or 14'
    assert.deepEqual(body.warnings, [{ index: 1, code: 'INVALID_UPC', field: 'upc', message }])
    const clean = await update([{ code: product.sku, upc: '4006381333931' }])
    assert.equal('warnings' in clean.body, false)
  })

  test('is a warning of its item in a job, counted, listed and in the reports', async () => {
    const [one, other, third] = [newId(), newId(), newId()]
    const { job, list, report } = await upload([
      { product: 'Hex bolt', code: one, vendor_price: 1, upc: 12345678905 },
      { name: 'Hex nut', sku: other, variants: [variant(other, { upc: 'none' })] },
      { product: 'Washer', code: third, vendor_price: 1, upc: '96385074' }
    ])
    assert.deepEqual([job.status, job.items_created, job.items_with_warnings], ['COMPLETED', 3, 2])
    const items = await list('?hasWarnings=true')
    assert.deepEqual(
      items.map(({ index, warnings }) => [
        index,
        (warnings as Warning[]).map(({ field, code }) => [field, code])
      ]),
      [
        [0, [['upc', 'INVALID_UPC']]],
        [1, [['variants/0/upc', 'INVALID_UPC']]]
      ]
    )
    assert.deepEqual(await list('?hasWarnings=true&status=FAILED'), [])
    const lines = (await report('application/x-ndjson')).trim().split('\n')
    const found = lines.map((line) => JSON.parse(line)._warnings)
    assert.deepEqual([found[0]?.[0].message, found[2]], [lost, undefined])
    assert.match(await report('text/csv'), /upc has 11 digits: .* \(INVALID_UPC\)/)
  })

  test('is an error everywhere if the operator has it refused', async () => {
    const { body: product } = await create('012345678905')
    assert.equal((await setCheck('REFUSE')).status, 200)
    try {
      assertFaults(await create('12345678905'), { '/variants/0/upc': 'INVALID_UPC' })
      const updated = await update([{ code: product.sku, upc: '1' }])
      assert.deepEqual(
        [updated.body.results[0].errors[0].code, updated.body.warnings],
        ['INVALID_UPC', undefined]
      )
      const { job, list } = await upload([
        { product: 'Hex bolt', code: newId(), vendor_price: 1, upc: '1' },
        { name: 'Hex nut', sku: newId(), variants: [variant(newId(), { upc: '2' })] },
        { product: 'Hex bolt', code: newId(), vendor_price: 1, upc: '' }
      ])
      assert.deepEqual([job.items_failed, job.items_created, job.items_with_warnings], [2, 1, 0])
      const errors = (await list('?status=FAILED')).map((item) => (item.errors as Warning[])[0])
      assert.deepEqual(
        errors.map((one) => [one?.field, one?.code]),
        [
          ['upc', 'INVALID_UPC'],
          ['variants/0/upc', 'INVALID_UPC']
        ]
      )
    } finally {
      assert.equal((await setCheck('WARN')).status, 200)
    }
    assert.equal((await create('1')).status, 201)
  })
})

test('the name of a country becomes its code, and any other text stays', async () => {
  const { body } = await create('012345678905')
  assert.equal(body.countryOfOrigin, 'DE')
  const patch = async (countryOfOrigin: string) => {
    const request = { as: vendor.editor, body: { countryOfOrigin } }
    return (await t.call(`PATCH /vendor/products/${body.id}`, request)).body.countryOfOrigin
  }
  assert.equal(await patch('USA'), 'US')
  assert.equal(await patch('Europe'), 'Europe')
  const sku = newId()
  await upload([{ product: 'Hex bolt', code: sku, vendor_price: 1, country_of_origin: 'Viet Nam' }])
  const list = await t.call(`GET /vendor/products?sku=${sku}`, { as: vendor.viewer })
  assert.equal(list.body.products[0].countryOfOrigin, 'VN')
})

test('an amount with a currency is refused, and the message names the currency of the marketplace', async () => {
  const { list } = await upload([{ product: 'Hex bolt', code: newId(), vendor_price: 'EUR 170,84' }])
  const [item] = await list()
  const error = { code: 'INVALID_DECIMAL', field: 'vendor_price' }
  const message = 'must be an amount in USD, without a currency, such as 1.5'
  assert.deepEqual(item?.errors, [{ ...error, message }])
  const { body } = await update([{ code: 'A', list_price: '€12' }])
  assert.deepEqual(body.results[0].errors, [{ code: 'INVALID_DECIMAL', field: 'list_price', message }])
})

test('the weight of a flat item is that of the variant, and stays in the metadata as it was sent', async () => {
  const sku = newId()
  const item = { product: 'Hex bolt', code: sku, vendor_price: 1, list_price: '2.5', weight: '2.50' }
  await upload([item])
  const list = await t.call(`GET /vendor/products?sku=${sku}`, { as: vendor.viewer })
  const [{ variants, metadata }] = list.body.products
  assert.deepEqual([variants[0].weight, variants[0].listPrice, metadata.weight], ['2.5', '2.50', '2.50'])
})

test('several URLs without /// between them are a warning', async () => {
  const images = 'https://a.test/1.jpg,https://a.test/2.jpg'
  const { list } = await upload([{ product: 'Hex bolt', code: newId(), vendor_price: 1, images }])
  const [item] = await list()
  assert.match(
    (item as { warnings: Warning[] }).warnings[0]?.message ?? '',
    /seems to be several URLs: separate them with \/\/\/$/
  )
})
