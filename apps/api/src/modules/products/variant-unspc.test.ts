import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { bulkUpdates, statuses } from '../../../test/bulk-updates.ts'
import { outcomesOf, workOn } from '../../../test/imports.ts'
import { readHistory } from '../../../test/product-history.ts'
import { type Body, newProduct, productCalls, variant } from '../../../test/products.ts'
import { bulkUploads, item } from '../../../test/uploads.ts'
import { migrationsFolder } from '../../db/migrate/migration-files.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const current = () => ({ t, vendor })
const { createWith: create, patch, post, read } = productCalls(current)
const { update } = bulkUpdates(current)
const { upload } = bulkUploads(current)

const code = '31161620'
const other = '43211503'
const attributesOf = async (id: string) =>
  (await read(id)).body.variants.map(({ attributes }: { attributes: unknown }) => attributes)
const withCode = (sku: string, unspc: unknown = code) =>
  variant(sku, { attributes: { finish: 'zinc', unspc } })

async function run(items: Body[]) {
  const answer = await upload({ items, on_existing: 'update' })
  assert.equal(answer.status, 200, answer.text)
  await workOn(t, t.app.deps.sql, 1000)
  return outcomesOf(t.sql, answer.body.queue_id)
}

describe('attributes.unspc', () => {
  test('changes only if the attributes of an update contain it', async () => {
    const { id, a } = await create([withCode('A')])
    const change = async (attributes: unknown) => {
      const { status, body } = await patch(id, { variants: [{ id: a.id, attributes }] })
      assert.equal(status, 200)
      return body.variants[0].attributes
    }
    assert.deepEqual(a.attributes, { finish: 'zinc', unspc: code })
    assert.deepEqual(await change({ size: 'M8' }), { size: 'M8', unspc: code })
    assert.deepEqual(await change({ unspc: other }), { unspc: other })
    assert.deepEqual(await change({}), { unspc: other })
    assert.deepEqual(await change(null), { unspc: other })
    assert.deepEqual(await change({ size: 'M8', unspc: null }), { size: 'M8' })
    assert.deepEqual(await change(null), {})
  })

  test('does not change the unspc of the product, which does not change it either', async () => {
    const { id, a } = await create([withCode('A')])
    const { body } = await patch(id, { unspc: other })
    assert.deepEqual([body.unspc, body.variants[0].attributes.unspc], [other, code])
    const { body: next } = await patch(id, { variants: [{ id: a.id, attributes: { unspc: '1' } }] })
    assert.deepEqual([next.unspc, next.variants[0].attributes.unspc], [other, '1'])
  })

  test('is stored as text, and attributes that are sent back as they were returned change nothing', async () => {
    const { id, a, b } = await create([withCode('A', 31161620), withCode('B', ` ${code} `), variant('C')])
    assert.deepEqual([a.attributes, b.attributes], Array(2).fill({ finish: 'zinc', unspc: code }))
    const before = (await read(id)).body
    const variants = before.variants.map(({ id, attributes }: Body) => ({ id, attributes }))
    assert.deepEqual((await patch(id, { variants })).body, before)
    const number = [{ id: a.id, attributes: { finish: 'zinc', unspc: 31161620 } }]
    assert.deepEqual((await patch(id, { variants: number })).body, before)
  })

  test('has 1 to 255 characters, and does not count for the limits of the other attributes', async () => {
    const keys = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 1]))
    for (const unspc of ['1', '😀'.repeat(255), Number.MAX_SAFE_INTEGER, null])
      assert.equal((await post(newProduct({ variants: [withCode('A', unspc)] }))).status, 201)
    const full = variant('A', { attributes: { ...keys, unspc: code } })
    assert.equal((await post(newProduct({ variants: [full] }))).status, 201)
    const refused = [' ', 'x'.repeat(256), 2 ** 53, -(2 ** 53), true, { a: 1 }, ['1']]
    const answer = await post(newProduct({ variants: refused.map((unspc, n) => withCode(String(n), unspc)) }))
    const codes = ['TOO_SHORT', 'TOO_LONG', 'TOO_LARGE', 'TOO_SMALL', ...Array(3).fill('INVALID_TYPE')]
    assertFaults(answer, Object.fromEntries(codes.map((one, n) => [`/variants/${n}/attributes/unspc`, one])))
  })

  test('is shown to customers', async () => {
    const { id, product } = await create([withCode('A')])
    await t.sql`update products set status = 'PUBLISHED' where id = ${id}`
    const { body } = await t.call(`GET /storefront/products/${(product as unknown as Body).slug}`)
    assert.deepEqual(body.variants[0].attributes, { finish: 'zinc', unspc: code })
  })

  test('is a part of the attributes in the history, as the API returns them', async () => {
    const { id, a } = await create([withCode('A')])
    await patch(id, { variants: [{ id: a.id, attributes: { size: 'M8' } }] })
    await update([{ product_id: id, code: 'A', unspsc: other }])
    await update([{ product_id: id, code: 'A', unspsc: null }])
    const history = await readHistory(t, await t.operator(), id)
    const states = [
      { finish: 'zinc', unspc: code },
      { size: 'M8', unspc: code },
      { size: 'M8', unspc: other },
      { size: 'M8' }
    ]
    const ofProduct = history.filter(({ variantId, field }) => variantId === null && field === 'unspc')
    assert.deepEqual(
      ofProduct.map(({ oldValue, newValue, source }) => [oldValue, newValue, source.type]),
      [
        [null, other, 'BULK_UPDATE'],
        [other, null, 'BULK_UPDATE']
      ]
    )
    const [created, ...changes] = history.filter((entry) => !ofProduct.includes(entry))
    const [recorded] = (created as { newValue: { variants: Body[] } }).newValue.variants
    assert.deepEqual([recorded?.attributes, recorded?.unspc], [states[0], undefined])
    assert.deepEqual(
      changes.map(({ variantId, field, oldValue, newValue }) => [variantId, field, oldValue, newValue]),
      states.slice(1).map((state, n) => [a.id, 'attributes', states[n], state])
    )
  })
})

describe('the unspsc of a bulk update', () => {
  test('sets the code of the variant, and that of the product only if the product has one variant', async () => {
    const { id, a, b } = await create([withCode('A'), variant('B')])
    await patch(id, { unspc: '1234567890' })
    const results = await update([
      { product_id: id, code: 'A', unspsc: other },
      { product_id: id, code: 'B', unspsc: code }
    ])
    assert.deepEqual(statuses(results), ['UPDATED', 'UPDATED'])
    assert.deepEqual(await attributesOf(id), [{ finish: 'zinc', unspc: other }, { unspc: code }])
    assert.equal((await read(id)).body.unspc, '1234567890')
    assert.deepEqual(statuses(await update([{ product_id: id, code: 'B', unspsc: code }])), ['UNCHANGED'])
    await update([{ product_id: id, code: 'B', unspsc: null }])
    assert.deepEqual(await attributesOf(id), [{ finish: 'zinc', unspc: other }, {}])
    assert.equal((await read(id)).body.unspc, '1234567890')
    await t.call(`DELETE /vendor/products/${id}/variants/${a.id}`, { as: vendor.owner })
    await update([{ product_id: id, unspsc: code }])
    assert.equal((await read(id)).body.unspc, code)
    assert.deepEqual(
      (await read(id)).body.variants.map(({ id, attributes }: Body) => [id, attributes]),
      [[b.id, { unspc: code }]]
    )
  })
})

describe('the unspsc of a flat item', () => {
  test('sets the code of the variant, and that of the product only if the product has one variant', async () => {
    const sku = newId()
    await run([{ ...item(sku), unspsc: code }])
    const found = await t.call(`GET /vendor/products?sku=${sku}`, { as: vendor.owner })
    const { id, unspc } = found.body.products[0]
    assert.deepEqual([unspc, await attributesOf(id)], [code, [{ unspc: code }]])
    await run([item(sku)])
    assert.deepEqual(await attributesOf(id), [{ unspc: code }])
    await patch(id, { variants: [variant('B')] })
    await run([{ ...item(sku), unspsc: other }])
    assert.deepEqual(await attributesOf(id), [{ unspc: other }, {}])
    assert.equal((await read(id)).body.unspc, code)
  })
})

test('an item with variants changes a code only if its attributes contain it', async () => {
  const { id, product } = await create([withCode('A'), withCode('B')])
  const { sku } = product as unknown as Body
  const [outcome] = await run([
    {
      ...{ sku, name: 'Hex bolt' },
      variants: [
        variant('A', { attributes: { size: 'M8' } }),
        variant('B', { attributes: { unspc: null } }),
        withCode('C', other)
      ]
    }
  ])
  assert.equal(outcome?.status, 'UPDATED')
  assert.deepEqual(await attributesOf(id), [
    { size: 'M8', unspc: code },
    {},
    { finish: 'zinc', unspc: other }
  ])
})

test('the migration moves codes out of the attributes', async () => {
  const codes = [`"${code}"`, '31161620', 'null']
  const { id } = await create([variant('A'), variant('B'), variant('C'), variant('D')])
  for (const [position, unspc] of codes.entries())
    await t.sql`
      update variants set attributes = jsonb_build_object('finish', 'zinc', 'unspc', ${unspc}::text::jsonb)
      where product_id = ${id} and position = ${position}`
  const file = '0029_variant_unspc_and_documents_without_content.sql'
  const [update = ''] =
    /^update variants [^;]+/m.exec(await readFile(join(migrationsFolder, file), 'utf8')) ?? []
  await t.sql.unsafe(update)
  const coded = { finish: 'zinc', unspc: code }
  assert.deepEqual(await attributesOf(id), [coded, coded, { finish: 'zinc' }, {}])
  const rows = await t.sql`select unspc from variants where product_id = ${id} and attributes ? 'unspc'`
  assert.deepEqual([...rows], [])
})
