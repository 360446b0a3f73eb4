import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
let viewer: string
let vendor: TestVendor
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  viewer = await t.operator('VIEWER')
  vendor = await t.vendor()
})
after(() => t.close())

const kinds = [
  { list: 'collections', noun: 'collection', extra: {}, link: 'product_collections' },
  { list: 'tags', noun: 'tag', extra: {}, link: 'product_tags' },
  { list: 'facets', noun: 'facet', extra: { values: [] }, link: undefined }
] as const

for (const { list, noun, extra, link } of kinds) {
  const path = `/platform/${list}`
  const create = (body: unknown) => t.call(`POST ${path}`, { as: operator, body })
  const read = (id: string) => t.call(`GET ${path}/${id}`, { as: viewer })
  const update = (id: string, body: unknown, headers = {}) =>
    t.call(`PATCH ${path}/${id}`, { as: operator, body, headers })
  const remove = (id: string, headers = {}) => t.call(`DELETE ${path}/${id}`, { as: operator, headers })
  const made = async (name = `Name ${newId()}`): Promise<string> => (await create({ name })).body.id

  describe(list, () => {
    test(`reading a new ${noun} returns the same body and ETag as creating it, and vendors see it too`, async () => {
      const { status, body, headers } = await create({ name: ' Crème brûlée ' })
      assert.equal(status, 200)
      const { id, createdAt, updatedAt, ...shown } = body
      assert.equal(createdAt, updatedAt)
      assert.deepEqual(shown, { name: 'Crème brûlée', slug: 'creme-brulee', ...extra })
      const again = await read(id)
      assert.deepEqual(again.body, body)
      assert.equal(again.headers.etag, headers.etag)
      const listed = (await t.call(`GET ${path}`, { as: viewer })).body[list]
      assert.deepEqual(
        listed.find((one: { id: string }) => one.id === id),
        body
      )
      const forVendors = (await t.call(`GET /vendor/${list}`, { as: vendor.viewer })).body[list]
      assert.deepEqual(
        forVendors.find((one: { id: string }) => one.id === id),
        { id, ...shown }
      )
    })

    test('the list is sorted by name', async () => {
      for (const name of ['zz last', 'aa first', 'mm middle']) await made(name)
      const { body } = await t.call(`GET /vendor/${list}`, { as: vendor.viewer })
      const names = body[list].map(({ name }: { name: string }) => name)
      assert.deepEqual(names, names.toSorted())
    })

    test('a taken slug, derived or sent, gets the next free suffix, even with concurrent requests', async () => {
      assert.equal((await create({ name: 'Rope', slug: 'rope' })).body.slug, 'rope')
      assert.equal((await create({ name: 'Cord', slug: 'rope' })).body.slug, 'rope-2')
      const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Rope' })))
      const slugs = new Set(answers.map(({ body }) => body.slug))
      assert.deepEqual(slugs, new Set(Array.from({ length: 20 }, (_, n) => `rope-${n + 3}`)))
      assert.match((await create({ name: '🎉' })).body.slug, new RegExp(`^${noun}-[0-9a-f]{8}$`))
    })

    test('omitted fields stay unchanged, including the slug', async () => {
      const id = await made('Old name')
      const { slug } = (await read(id)).body
      assert.deepEqual((await update(id, { name: 'New name' })).body.slug, slug)
      const { body } = await update(id, { slug: 'new-slug' })
      assert.equal(body.name, 'New name')
      assert.equal(body.slug, 'new-slug')
      assert.equal((await update(id, { slug: 'new-slug' })).body.slug, 'new-slug')
    })

    test('every error of the body is reported at its field', async () => {
      assertFaults(await create({}), { '/name': 'REQUIRED' })
      assertFaults(await create({ name: ' ', slug: 'A', colour: 'red', createdAt: 'x' }), {
        '/name': 'TOO_SHORT',
        '/slug': 'INVALID_FORMAT',
        '/colour': 'UNKNOWN_FIELD',
        '/createdAt': 'READ_ONLY_FIELD'
      })
      assertFaults(await create({ name: 'n'.repeat(256), slug: 's'.repeat(256) }), {
        '/name': 'TOO_LONG',
        '/slug': 'TOO_LONG'
      })
      assert.equal((await create({ name: 'n'.repeat(255), slug: 's'.repeat(255) })).status, 200)
      const id = await made()
      assertFaults(await update(id, { name: null, slug: null }), { '/name': 'REQUIRED', '/slug': 'REQUIRED' })
      assertFaults(await read('x'), { id: 'INVALID_UUID' })
    })

    test('an unknown id gets 404', async () => {
      assertProblem(await read(newId()), 404, 'NOT_FOUND')
      assertProblem(await update(newId(), {}), 404, 'NOT_FOUND')
      assertProblem(await remove(newId()), 404, 'NOT_FOUND')
    })

    test('an outdated If-Match gets 412 and changes nothing', async () => {
      const id = await made('First')
      const { etag = '' } = (await read(id)).headers
      assert.equal((await update(id, { name: 'Second' }, { 'if-match': etag })).status, 200)
      assertProblem(await update(id, { name: 'Third' }, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
      assertProblem(await remove(id, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
      assert.equal((await read(id)).body.name, 'Second')
    })

    test('the ETag of a list changes when an entry changes', async () => {
      const id = await made()
      for (const [url, as] of [
        [path, viewer],
        [`/vendor/${list}`, vendor.viewer]
      ] as const) {
        const headers = { 'if-none-match': (await t.call(`GET ${url}`, { as })).headers.etag ?? '' }
        assert.equal((await t.call(`GET ${url}`, { as, headers })).status, 304)
        await update(id, { name: `Name ${newId()}` })
        assert.equal((await t.call(`GET ${url}`, { as, headers })).status, 200)
      }
    })

    test(`a deleted ${noun} gets 404`, async () => {
      const id = await made()
      assert.deepEqual((await remove(id)).body, { id, deleted: true })
      assertProblem(await read(id), 404, 'NOT_FOUND')
    })

    if (link) {
      test(`deleting a ${noun} removes it from products and does not delete them`, async () => {
        const id = await made()
        const productId = await product()
        await t.sql`
          insert into ${t.sql(link)} (product_id, ${t.sql(`${noun}_id`)}, vendor_id) values (${productId}, ${id}, ${vendor.id})`
        assert.equal((await remove(id)).status, 200)
        assert.equal((await t.sql`select from ${t.sql(link)} where product_id = ${productId}`).length, 0)
        assert.equal((await t.sql`select from products where id = ${productId}`).length, 1)
      })
    }

    test('every change is recorded as an event', async () => {
      const id = await made('Recorded')
      await update(id, { name: 'Renamed' })
      await remove(id)
      const events = await t.sql`
        select type, changed_fields, details from events where subject_id = ${id} order by occurred_at, id`
      assert.deepEqual(
        events.map(({ type, changedFields, details }) => [type, changedFields, details]),
        [
          [`${noun}.created`, [], { name: 'Recorded' }],
          [`${noun}.updated`, ['name'], { changes: [{ field: 'name', from: 'Recorded', to: 'Renamed' }] }],
          [`${noun}.deleted`, [], { name: 'Renamed' }]
        ]
      )
    })

    test("a VIEWER can't write; vendors and requests without a token can't even read", async () => {
      const id = await made()
      const writes = [`POST ${path}`, `PATCH ${path}/${id}`, `DELETE ${path}/${id}`]
      for (const request of writes) {
        assertProblem(await t.call(request, { as: viewer, body: { nonsense: 1 } }), 403, 'INSUFFICIENT_ROLE')
      }
      for (const request of [`GET ${path}`, `GET ${path}/${id}`, ...writes]) {
        assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
        assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
      }
      assert.equal((await read(id)).status, 200)
    })
  })
}

async function product(): Promise<string> {
  const id = newId()
  await t.sql`insert into products (id, vendor_id, sku, slug, name) values (${id}, ${vendor.id}, ${id}, ${id}, 'Bolt')`
  return id
}

describe('the values of a facet', () => {
  const create = (facetId: string, body: unknown, headers = {}) =>
    t.call(`POST /platform/facets/${facetId}/values`, { as: operator, body, headers })
  const list = (facetId: string) => t.call(`GET /platform/facets/${facetId}/values`, { as: viewer })
  const read = (id: string) => t.call(`GET /platform/facet-values/${id}`, { as: viewer })
  const update = (id: string, body: unknown, headers = {}) =>
    t.call(`PATCH /platform/facet-values/${id}`, { as: operator, body, headers })
  const remove = (id: string, headers = {}) =>
    t.call(`DELETE /platform/facet-values/${id}`, { as: operator, headers })
  const facet = async (): Promise<string> =>
    (await t.call('POST /platform/facets', { as: operator, body: { name: `Facet ${newId()}` } })).body.id

  test('reading a new value returns the same body as creating it', async () => {
    const facetId = await facet()
    const { status, body } = await create(facetId, { name: ' M 8 ', position: 3 })
    assert.equal(status, 200)
    const { id, createdAt, updatedAt, ...shown } = body
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(shown, { name: 'M 8', slug: 'm-8', facetId, position: 3 })
    assert.deepEqual((await read(id)).body, body)
    assert.deepEqual((await list(facetId)).body, { values: [body] })
    assert.deepEqual((await t.call(`GET /platform/facets/${facetId}`, { as: viewer })).body.values, [body])
  })

  test('vendors see the values in their facet, sorted by position, then name', async () => {
    const facetId = await facet()
    const names = ['z', 'b', 'a']
    for (const [index, name] of names.entries())
      await create(facetId, { name, position: index === 0 ? 0 : 1 })
    const { body } = await t.call('GET /vendor/facets', { as: vendor.viewer })
    const { values } = body.facets.find(({ id }: { id: string }) => id === facetId)
    assert.deepEqual(
      values.map(({ id: _, ...shown }: { id: string }) => shown),
      [
        { name: 'z', slug: 'z' },
        { name: 'a', slug: 'a' },
        { name: 'b', slug: 'b' }
      ]
    )
  })

  test('slugs are unique only within their facet', async () => {
    const [first, second] = [await facet(), await facet()]
    assert.equal((await create(first, { name: 'Red' })).body.slug, 'red')
    assert.equal((await create(second, { name: 'Red' })).body.slug, 'red')
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(first, { name: 'Red' })))
    const slugs = new Set(answers.map(({ body }) => body.slug))
    assert.deepEqual(slugs, new Set(Array.from({ length: 20 }, (_, n) => `red-${n + 2}`)))
    assert.equal((await update(answers[0]?.body.id, { slug: 'red' })).body.slug, answers[0]?.body.slug)
  })

  test('omitted fields stay unchanged', async () => {
    const { body: before } = await create(await facet(), { name: 'Small', position: 5 })
    const { body } = await update(before.id, { name: 'Smaller' })
    assert.deepEqual(body, { ...before, name: 'Smaller', updatedAt: body.updatedAt })
    assert.equal((await update(before.id, { position: null })).body.position, 0)
  })

  test('every error of the body is reported at its field', async () => {
    const facetId = await facet()
    assertFaults(await create(facetId, { position: -1, facetId }), {
      '/name': 'REQUIRED',
      '/position': 'TOO_SMALL',
      '/facetId': 'READ_ONLY_FIELD'
    })
    assertFaults(await create(facetId, { name: 'n'.repeat(256), position: 2_147_483_648 }), {
      '/name': 'TOO_LONG',
      '/position': 'TOO_LARGE'
    })
    const { status, body } = await create(facetId, { name: 'n'.repeat(255), position: 2_147_483_647 })
    assert.equal(status, 200)
    assertFaults(await update(body.id, { name: null, slug: 'A', facetId: await facet() }), {
      '/name': 'REQUIRED',
      '/slug': 'INVALID_FORMAT',
      '/facetId': 'READ_ONLY_FIELD'
    })
  })

  test('an unknown facet or value gets 404', async () => {
    assertProblem(await list(newId()), 404, 'NOT_FOUND')
    assertProblem(await create(newId(), { name: 'A' }), 404, 'NOT_FOUND')
    assertProblem(await read(newId()), 404, 'NOT_FOUND')
    assertProblem(await update(newId(), {}), 404, 'NOT_FOUND')
    assertProblem(await remove(newId()), 404, 'NOT_FOUND')
  })

  test('an outdated If-Match gets 412 and changes nothing', async () => {
    const { body, headers } = await create(await facet(), { name: 'First' })
    const stale = { 'if-match': headers.etag ?? '' }
    assert.equal((await update(body.id, { name: 'Second' }, stale)).status, 200)
    assertProblem(await update(body.id, { name: 'Third' }, stale), 412, 'PRECONDITION_FAILED')
    assertProblem(await remove(body.id, stale), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(body.id)).body.name, 'Second')
  })

  test('deleting a value or its facet removes it from products and does not delete them', async () => {
    const facetId = await facet()
    const productId = await product()
    const values = [await create(facetId, { name: 'One' }), await create(facetId, { name: 'Two' })]
    for (const { body } of values) {
      await t.sql`
        insert into product_facet_values (product_id, facet_value_id, vendor_id) values (${productId}, ${body.id}, ${vendor.id})`
    }
    const remaining = async () =>
      (await t.sql`select from product_facet_values where product_id = ${productId}`).length
    assert.deepEqual((await remove(values[0]?.body.id)).body, { id: values[0]?.body.id, deleted: true })
    assert.equal(await remaining(), 1)
    assert.equal((await t.call(`DELETE /platform/facets/${facetId}`, { as: operator })).status, 200)
    assert.equal(await remaining(), 0)
    assertProblem(await read(values[1]?.body.id), 404, 'NOT_FOUND')
    assert.equal((await t.sql`select from products where id = ${productId}`).length, 1)
  })

  test('every change is recorded as an event', async () => {
    const facetId = await facet()
    const { id } = (await create(facetId, { name: 'Recorded' })).body
    await update(id, { name: 'Renamed' })
    await remove(id)
    const events = await t.sql`
      select type, changed_fields, details from events where subject_id = ${id} order by occurred_at, id`
    assert.deepEqual(
      events.map(({ type, changedFields, details }) => [type, changedFields, details]),
      [
        ['facet_value.created', [], { name: 'Recorded', facetId }],
        ['facet_value.updated', ['name'], { changes: [{ field: 'name', from: 'Recorded', to: 'Renamed' }] }],
        ['facet_value.deleted', [], { name: 'Renamed', facetId }]
      ]
    )
  })

  test("a VIEWER can't write; vendors and requests without a token can't even read", async () => {
    const facetId = await facet()
    const { id } = (await create(facetId, { name: 'Plain' })).body
    const values = `/platform/facets/${facetId}/values`
    const one = `/platform/facet-values/${id}`
    for (const request of [`POST ${values}`, `PATCH ${one}`, `DELETE ${one}`]) {
      assertProblem(await t.call(request, { as: viewer, body: { nonsense: 1 } }), 403, 'INSUFFICIENT_ROLE')
    }
    for (const request of [
      `GET ${values}`,
      `POST ${values}`,
      `GET ${one}`,
      `PATCH ${one}`,
      `DELETE ${one}`
    ]) {
      assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
      assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    }
    assert.equal((await read(id)).status, 200)
  })
})
