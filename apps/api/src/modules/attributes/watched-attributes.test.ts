import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'

let t: TestApp
let vendor: string
let as: string
before(async () => {
  t = await testApp()
  vendor = (await t.vendor()).owner
  as = await t.operator('ADMIN')
})
after(() => t.close())

const changesOf = async (id: string) => {
  const { body } = await t.call('GET /platform/moderation?kind=CHANGE', { as })
  const entry = body.entries.find((one: { product: { id: string } }) => one.product.id === id)
  return entry?.changes.map(({ field, live, proposed }: Record<string, unknown>) => [field, live, proposed])
}

test('changes of watched attributes of live products apply at once, and wait for an operator', async () => {
  const definition = { code: 'voltage', name: 'Voltage', type: 'NUMBER', level: 'VARIANT', isWatched: true }
  const { body: attribute, status } = await t.call('POST /platform/attributes', { as, body: definition })
  assert.equal(status, 201, JSON.stringify(attribute))
  const { body: product } = await t.call('POST /vendor/products', {
    as: vendor,
    body: {
      ...{ name: 'Drill', sku: 'D' },
      variants: [{ sku: 'V', name: 'V', vendorPrice: 1, attributes: { voltage: 10, note: 'a' } }]
    }
  })
  const variantId = product.variants[0].id
  const patch = (attributes: object) =>
    t.call(`PATCH /vendor/products/${product.id}`, {
      ...{ as: vendor, body: { variants: [{ id: variantId, attributes }] } }
    })
  await patch({ voltage: 11, note: 'a' })
  assert.equal(await changesOf(product.id), undefined, 'the product is not live yet')
  await t.sql`update products set status = 'PUBLISHED' where id = ${product.id}`

  await patch({ voltage: 11, note: 'b' })
  assert.equal(await changesOf(product.id), undefined, 'only another attribute has changed')
  const { body } = await patch({ voltage: 18, note: 'b' })
  assert.deepEqual(body.variants[0].attributes, { voltage: 18, note: 'b' })
  assert.deepEqual(await changesOf(product.id), [['attributes.voltage', 11, 18]])
  await patch({ note: 'b' })
  assert.deepEqual(await changesOf(product.id), [['attributes.voltage', 11, null]])
  await patch({ voltage: 11 })
  assert.equal(await changesOf(product.id), undefined)

  await patch({ voltage: 12 })
  const added = { sku: 'W', name: 'W', vendorPrice: 1, attributes: { voltage: 5 } }
  await t.call(`PATCH /vendor/products/${product.id}`, { as: vendor, body: { variants: [added] } })
  assert.deepEqual((await changesOf(product.id)).toSorted(), [
    ['attributes.voltage', null, 5],
    ['attributes.voltage', 11, 12]
  ])
  const watched = (isWatched: boolean) =>
    t.call(`PATCH /platform/attributes/${attribute.id}`, { as, body: { isWatched } })
  assert.equal((await watched(false)).status, 200)
  assert.equal(await changesOf(product.id), undefined)
  assert.equal((await watched(true)).status, 200)
  await patch({ voltage: 13 })
  assert.deepEqual(await changesOf(product.id), [['attributes.voltage', 12, 13]])
  await t.call(`DELETE /platform/attributes/${attribute.id}`, { as })
  assert.equal(await changesOf(product.id), undefined)
})
