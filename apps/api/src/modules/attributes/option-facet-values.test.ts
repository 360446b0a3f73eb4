import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { workOn } from '../../../test/imports.ts'
import { productCalls, variant } from '../../../test/products.ts'
import { bulkUploads, item } from '../../../test/uploads.ts'
import { systemOrigin } from '../../events.ts'
import { newId } from '../../lib/ids.ts'
import { readDefinitions } from '../products/attributes/definition-queries.ts'
import { AttributeDefinitions } from '../products/attributes/definitions.ts'
import { refreshAttributes } from '../products/attributes/refresh-attributes.ts'

let t: TestApp
let operator: string
let vendor: TestVendor
let facetId: string
let number = 0
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  vendor = await t.vendor()
})
after(() => t.close())

const calls = productCalls(() => ({ t, vendor }))
const { upload } = bulkUploads(() => ({ t, vendor }))

async function post(path: string, body: object) {
  const answer = await t.call(`POST /platform/${path}`, { as: operator, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

beforeEach(async () => {
  facetId = (await post('facets', { name: `Color ${newId()}` })).id
})

const options = ['Red', 'Light blue', 'Green'].map((label) => ({ code: label.split(' ')[0] ?? '', label }))
const color = (fields: object = {}) => ({
  ...{ code: `color_${++number}`, name: 'Color', type: 'OPTION', level: 'VARIANT', facetId, options },
  ...fields
})
const facetValue = (name: string, slug?: string) => post(`facets/${facetId}/values`, { name, slug })
const create = (body: object) => t.call('POST /platform/attributes', { as: operator, body })
const patch = (id: string, body: object) => t.call(`PATCH /platform/attributes/${id}`, { as: operator, body })

async function facetValues(): Promise<{ id: string; name: string; slug: string }[]> {
  const { body } = await t.call(`GET /platform/facets/${facetId}/values`, { as: operator })
  return body.values
}

type Option = { code: string; facetValueId: string | null }

describe('the options of an attribute with a facet', () => {
  test('have the given value, the one with the same name or slug, or a new one', async () => {
    const [given, named] = [await facetValue('Crimson'), await facetValue('LIGHT BLUE', 'azure')]
    const slugged = await facetValue('Grün', 'green')
    const more = [{ ...options[0], facetValueId: given.id.toUpperCase() }, ...options.slice(1)]
    const created = await create(color({ options: [...more, { code: 'Gray', label: 'Gray' }] }))
    assert.equal(created.status, 201, created.text)
    const ids = created.body.options.map(({ facetValueId }: Option) => facetValueId)
    const added = (await facetValues()).find(({ name }) => name === 'Gray')
    assert.equal(added?.slug, 'gray')
    assert.deepEqual(ids, [given.id, named.id, slugged.id, added?.id])
    const events =
      await t.sql`select details from events where type = 'facet_value.created' and subject_id = ${added?.id ?? ''}`
    assert.deepEqual(events[0]?.details, { name: 'Gray', facetId })
  })

  test('with equal labels share a value, also if they are created at the same time', async () => {
    const same = ['one', 'two'].map((code) => ({ code, label: 'Same' }))
    const answers = await Promise.all([1, 2, 3].map(() => create(color({ options: same }))))
    const ids = answers.flatMap(({ body }) => body.options.map(({ facetValueId }: Option) => facetValueId))
    assert.equal(ids.length, 6)
    assert.equal(new Set(ids).size, 1)
    assert.equal((await facetValues()).length, 1)
  })

  test('lose their values if the attribute gets another facet, or none', async () => {
    const { body } = await create(color())
    const before = facetId
    facetId = (await post('facets', { name: `Other ${newId()}` })).id
    const moved = await patch(body.id, { facetId })
    const values = await facetValues()
    assert.deepEqual(
      moved.body.options.map(({ facetValueId }: Option) => facetValueId),
      options.map(({ label }) => values.find(({ name }) => name === label)?.id)
    )
    const none = await patch(body.id, { facetId: null })
    assert.deepEqual(
      none.body.options.map(({ facetValueId }: Option) => facetValueId),
      [null, null, null]
    )
    assertFaults(await patch(body.id, { facetId: before, options: moved.body.options }), {
      ...{ '/options/0/facetValueId': 'UNKNOWN_FACET_VALUE' },
      ...{
        '/options/1/facetValueId': 'UNKNOWN_FACET_VALUE',
        '/options/2/facetValueId': 'UNKNOWN_FACET_VALUE'
      }
    })
  })

  test("keep their facet and its values from being deleted, until the attribute doesn't use them", async () => {
    const { body } = await create(color())
    const remove = (path: string) => t.call(`DELETE /platform/${path}`, { as: operator })
    const [value] = body.options as Option[]
    const url = `facet-values/${value?.facetValueId}`
    assertProblem(await remove(url), 409, 'IN_USE')
    assertProblem(await remove(`facets/${facetId}`), 409, 'IN_USE')
    await patch(body.id, { options: options.slice(1) })
    assert.equal((await remove(url)).status, 200)
    await remove(`attributes/${body.id}`)
    assert.equal((await remove(`facets/${facetId}`)).status, 200)
  })
})

describe('a product', () => {
  let categoryId: string
  let code: string
  let ids: Record<string, string>
  let other: string

  beforeEach(async () => {
    categoryId = (await post('categories', { name: `Paint ${newId()}` })).id
    const { body } = await create(color({ level: 'VARIANT', type: 'OPTIONS' }))
    code = body.code
    ids = Object.fromEntries(body.options.map(({ code, facetValueId }: Option) => [code, facetValueId]))
    other = (await facetValue('Matt')).id
    const attributes = [{ attribute: code, requirement: 'OPTIONAL' }]
    await t.call(`PUT /platform/categories/${categoryId}/attributes`, { as: operator, body: { attributes } })
  })

  const product = (values: (string[] | undefined)[], facetValueIds: string[] = []) =>
    calls.create({
      ...{ categoryIds: [categoryId], facetValueIds },
      variants: values.map((value, index) =>
        variant(`V${index}`, { attributes: value === undefined ? {} : { [code]: value } })
      )
    })

  async function refresh(productId: string): Promise<void> {
    const definitions = new AttributeDefinitions(await readDefinitions(t.sql))
    await t.sql.begin((tx) =>
      refreshAttributes(tx, definitions, { productIds: [productId], origin: systemOrigin })
    )
  }

  async function store(productId: string, value: string[] | null): Promise<void> {
    await t.sql`
      update variants set attributes = ${t.sql.json(value ? { [code]: value } : {})} where product_id = ${productId}`
    await refresh(productId)
  }

  async function valuesOf(productId: string): Promise<string[]> {
    const { body } = await calls.read(productId)
    return body.facetValues.map(({ id }: { id: string }) => id)
  }

  async function history(productId: string): Promise<unknown[]> {
    const rows = await t.sql`
      select old_value, new_value from product_history where product_id = ${productId} and field = 'facetValueIds' order by id`
    return rows.map(({ oldValue, newValue }) => [oldValue, newValue])
  }

  test('is filed under the values of its variants, after those that the vendor has assigned', async () => {
    const { id } = await product([['Green'], undefined, ['Red']], [other])
    await refresh(id)
    const derived = [other, ids.Red, ids.Green]
    assert.deepEqual(await valuesOf(id), derived)
    await refresh(id)
    assert.deepEqual(await valuesOf(id), derived)
    assert.deepEqual((await history(id)).at(-1), [[other], derived])
    await store(id, ['Light'])
    assert.deepEqual(await valuesOf(id), [other, ids.Light])
    await store(id, null)
    assert.deepEqual(await valuesOf(id), [other])
    assert.deepEqual((await history(id)).at(-1), [[other, ids.Light], [other]])
  })

  test('keeps a value that the vendor has assigned when the attribute changes', async () => {
    const { id } = await product([['Red']], [ids.Red ?? '', other])
    await refresh(id)
    assert.deepEqual(await valuesOf(id), [ids.Red, other])
    await store(id, ['Green'])
    assert.deepEqual(await valuesOf(id), [ids.Red, other, ids.Green])
    await store(id, ['Red'])
    await calls.patch(id, { facetValueIds: [other] })
    assert.deepEqual((await valuesOf(id)).toSorted(), [ids.Red, other].toSorted())
    await store(id, ['Green'])
    assert.deepEqual(await valuesOf(id), [other, ids.Green])
  })

  test('keeps the values of its attributes when the vendor assigns others', async () => {
    const { id } = await product([['Red']])
    await refresh(id)
    await calls.patch(id, { facetValueIds: [other] })
    assert.deepEqual(await valuesOf(id), [other, ids.Red])
    assert.deepEqual((await history(id)).at(-1), [[ids.Red], [other, ids.Red]])
    await calls.patch(id, { facetValueIds: [] })
    assert.deepEqual(await valuesOf(id), [ids.Red])
    assert.deepEqual((await history(id)).at(-1), [[other, ids.Red], [ids.Red]])
  })

  test('a client that sends back what it has read assigns nothing in addition', async () => {
    const { id } = await product([['Red']], [other])
    await refresh(id)
    const before = await history(id)
    await calls.patch(id, { facetValueIds: await valuesOf(id) })
    assert.deepEqual(await history(id), before)
    await store(id, ['Green'])
    assert.deepEqual(await valuesOf(id), [other, ids.Green])
  })

  test('is in the feed of catalog changes when its values change, and only then', async () => {
    const { id } = await product([['Red']])
    const changes = async () => {
      const [row] = await t.sql`
        select count(*)::int as count from catalog_outbox where ${id} = any(subject_ids)`
      await t.sql`delete from catalog_outbox`
      return row?.count
    }
    await refresh(id)
    await changes()
    await refresh(id)
    assert.equal(await changes(), 0)
    await store(id, ['Green'])
    assert.equal(await changes(), 1)
  })

  test('is filed at once when it is created or its attributes or categories change', async () => {
    const { id, variants } = await product([['Red']], [other])
    assert.deepEqual(await valuesOf(id), [other, ids.Red])
    const [{ id: variantId } = { id: '' }] = variants
    await calls.patch(id, { variants: [{ id: variantId, attributes: { [code]: ['Green', 'Light'] } }] })
    assert.deepEqual(await valuesOf(id), [other, ids.Light, ids.Green])
    await calls.patch(id, { categoryIds: [] })
    assert.deepEqual(await valuesOf(id), [other])
    await calls.patch(id, { categoryIds: [categoryId] })
    assert.deepEqual(await valuesOf(id), [other, ids.Light, ids.Green])
  })

  test('is filed at once by bulk updates and uploads', async () => {
    const { id } = await product([['Red']], [other])
    const body = { items: [{ product_id: id, attributes: { [code]: ['Green'] } }] }
    const updated = await t.call('POST /vendor/products/bulk-update', { as: vendor.owner, body })
    assert.equal(updated.body.updated, 1, updated.text)
    assert.deepEqual(await valuesOf(id), [other, ids.Green])
    const sent = item(newId(), { category_ids: categoryId, attributes: { [code]: ['Light', 'Red'] } })
    const answer = await upload({ items: [sent] })
    assert.equal(answer.status, 200, answer.text)
    await workOn(t, t.app.deps.sql, 1000)
    const found = await t.call(`GET /vendor/products?sku=${sent.code}`, { as: vendor.owner })
    assert.deepEqual(await valuesOf(found.body.products[0].id), [ids.Red, ids.Light])
  })
})
