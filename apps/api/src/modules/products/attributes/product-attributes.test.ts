import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'

let t: TestApp
let vendor: string
let operator: string
let tools: string
let drills: string
before(async () => {
  t = await testApp()
  vendor = (await t.vendor()).owner
  operator = await t.operator('EDITOR')
  tools = await category('Tools')
  drills = await category('Drills', tools)
  await t.sql`
    with a as (
      insert into attributes (code, name, type, unit, min, max, options, level) values
        ('series', 'Series', 'TEXT', null, null, null, '[]', 'PRODUCT'),
        ('voltage', 'Voltage', 'NUMBER', 'V', 1, 60, '[]', 'VARIANT'),
        ('color', 'Colour', 'OPTION', null, null, null, '[{"code":"red","label":"Red"}]', 'VARIANT')
      returning id, code)
    insert into category_attributes (category_id, attribute_id, position, requirement)
    select case code when 'voltage' then ${drills}::uuid else ${tools}::uuid end, id, 0,
      case code when 'color' then 'RECOMMENDED' else 'REQUIRED' end
    from a`
  await changed()
})
after(() => t.close())

const changed = () => t.sql`update attribute_state set version = version + 1`

async function category(name: string, parentId: string | null = null): Promise<string> {
  const { body } = await t.call('POST /platform/categories', { as: operator, body: { name, parentId } })
  return body.id
}

let count = 0
const draft = (more: object, variants: object[] = []) => ({
  ...{ name: 'Drill', sku: `D-${++count}`, categoryIds: [drills], ...more },
  variants: variants.map((variant, n) => ({ sku: `V-${n}`, name: 'One', vendorPrice: 10, ...variant }))
})
const create = (body: object) => t.call('POST /vendor/products', { as: vendor, body })
const patch = (id: string, body: object) => t.call(`PATCH /vendor/products/${id}`, { as: vendor, body })
const read = async (id: string) => (await t.call(`GET /vendor/products/${id}`, { as: vendor })).body
const complete = () => draft({ attributes: { series: 'Pro' } }, [{ attributes: { voltage: 10.8 } }])
async function approve(id: string): Promise<void> {
  const { body } = await t.call(`GET /platform/products/${id}`, { as: operator })
  const answer = await t.call(`POST /platform/products/${id}/approve`, {
    ...{ as: operator, body: { version: body.moderationVersion } }
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

describe('creating a product with attributes', () => {
  test('stores those of the product and of its variants', async () => {
    const { status, body } = await create(complete())
    assert.equal(status, 201)
    assert.deepEqual(body.attributes, { series: 'Pro' })
    assert.deepEqual(body.variants[0].attributes, { voltage: 10.8 })
    assert.deepEqual(body.attributeIssues, [])
    assert.deepEqual(await read(body.id), body)
  })

  test('reports wrong and missing values at once, together with other faults that depend on stored data', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000'
    const body = draft({ categoryIds: [drills, unknown] }, [
      { attributes: { voltage: '12.0 V', color: 'green' } },
      {},
      { attributes: { voltage: 61 } }
    ])
    assertFaults(await create(body), {
      ...{ '/categoryIds/1': 'UNKNOWN_CATEGORY', '/attributes/series': 'REQUIRED' },
      ...{ '/variants/0/attributes/voltage': 'INVALID_TYPE', '/variants/0/attributes/color': 'NOT_ALLOWED' },
      ...{ '/variants/1/attributes/voltage': 'REQUIRED', '/variants/2/attributes/voltage': 'TOO_LARGE' }
    })
  })

  test('a product in other categories needs none of them', async () => {
    const { status, body } = await create(draft({ categoryIds: [await category('Paint')] }, [{}]))
    assert.equal(status, 201)
    assert.deepEqual(body.attributes, {})
  })

  test('keys without a definition have the limits of any attributes', async () => {
    const { status } = await create(
      draft({ attributes: { series: 'Pro', note: { any: 1 } } }, [{ attributes: { voltage: 12, x: [] } }])
    )
    assert.equal(status, 201)
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, n]))
    assertFaults(await create(draft({ attributes: many })), { '/attributes': 'TOO_MANY' })
  })

  test('a process that has read other definitions before uses the new ones', async () => {
    await t.sql`update attributes set max = 5 where code = 'voltage'`
    await changed()
    assertFaults(await create(complete()), { '/variants/0/attributes/voltage': 'TOO_LARGE' })
    await t.sql`update attributes set max = 60 where code = 'voltage'`
    await changed()
    assert.equal((await create(complete())).status, 201)
  })
})

describe('updating attributes', () => {
  test('replaces a map, and has to contain the required values', async () => {
    const { body: product } = await create(complete())
    const variantId = product.variants[0].id
    const change = (attributes: object | null) =>
      patch(product.id, { variants: [{ id: variantId, attributes }] })
    assertFaults(await change({ color: 'red' }), { '/variants/0/attributes/voltage': 'REQUIRED' })
    assertFaults(await change(null), { '/variants/0/attributes/voltage': 'REQUIRED' })
    const { status, body } = await change({ color: 'red', voltage: 18 })
    assert.equal(status, 200)
    assert.deepEqual(body.variants[0].attributes, { color: 'red', voltage: 18 })
    assertFaults(await patch(product.id, { attributes: { series: 5 } }), {
      '/attributes/series': 'INVALID_TYPE'
    })
    assertFaults(await patch(product.id, { attributes: null }), { '/attributes/series': 'REQUIRED' })
  })

  test('a new variant needs the required values', async () => {
    const { body } = await create(complete())
    const added = { sku: 'V-9', name: 'Nine', vendorPrice: 1 }
    assertFaults(await patch(body.id, { variants: [added] }), {
      '/variants/0/attributes/voltage': 'REQUIRED'
    })
    const { status } = await patch(body.id, { variants: [{ ...added, attributes: { voltage: 1 } }] })
    assert.equal(status, 200)
  })

  test('other updates are never refused, and tell what is missing', async () => {
    const { body: product } = await create(draft({ categoryIds: [] }, [{}, { attributes: { voltage: 12 } }]))
    assert.deepEqual(product.attributeIssues, [])
    const { status, body } = await patch(product.id, { categoryIds: [drills] })
    assert.equal(status, 200)
    assert.deepEqual(
      body.attributeIssues.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]),
      [
        ['REQUIRED', '/attributes/series'],
        ['REQUIRED', '/variants/0/attributes/voltage']
      ]
    )
    assert.deepEqual(await read(product.id), body)
    const as = await t.operator('VIEWER')
    const queue = await t.call(`GET /platform/moderation?productId=${product.id}`, { as })
    assert.deepEqual(queue.body.entries[0].attributeIssues, body.attributeIssues)
    const [first] = product.variants
    const removed = await t.call(`DELETE /vendor/products/${product.id}/variants/${first.id}`, { as: vendor })
    assert.deepEqual(
      removed.body.attributeIssues.map(({ pointer }: { pointer: string }) => pointer),
      ['/attributes/series']
    )
    const solved = await patch(product.id, { attributes: { series: 'X' }, warranty: '1 year' })
    assert.deepEqual(solved.body.attributeIssues, [])
  })

  test('those of a live product wait for approval, those of its variants apply at once', async () => {
    const { body: product } = await create(complete())
    await approve(product.id)
    const variant = { id: product.variants[0].id, attributes: { voltage: 36 } }
    const { body } = await patch(product.id, { attributes: { series: 'Home' }, variants: [variant] })
    assert.deepEqual(body.attributes, { series: 'Pro' })
    assert.deepEqual(body.pendingRevision, { attributes: { series: 'Home' } })
    assert.deepEqual(body.variants[0].attributes, { voltage: 36 })
    const { body: entry } = await t.call(`GET /platform/products/${product.id}`, { as: operator })
    const decided = await t.call(`POST /platform/products/${product.id}/revision/decide`, {
      as: operator,
      body: { version: entry.moderationVersion, fields: { attributes: { decision: 'APPROVE' } } }
    })
    assert.equal(decided.status, 200, JSON.stringify(decided.body))
    assert.deepEqual((await read(product.id)).attributes, { series: 'Home' })
  })
})

describe('issues', () => {
  const withIssues = async () => {
    const { body: product } = await create(draft({ categoryIds: [] }, [{}]))
    const { body } = await patch(product.id, { categoryIds: [drills] })
    assert.equal(body.attributeIssues.length, 2)
    return body
  }

  test('a new product with issues is not approved, and it can be rejected', async () => {
    const { id } = await withIssues()
    const { body } = await t.call(`GET /platform/products/${id}`, { as: operator })
    const decide = (action: string, more: object) =>
      t.call(`POST /platform/products/${id}/${action}`, {
        ...{ as: operator, body: { version: body.moderationVersion, ...more } }
      })
    assertProblem(await decide('approve', {}), 409, 'ATTRIBUTE_ISSUES')
    assert.equal((await decide('reject', { reason: 'Incomplete' })).status, 200)
  })

  test('lists of products are filtered by them', async () => {
    const { id } = await withIssues()
    const listed = async (query: string, as: string, path = 'vendor') => {
      const { body } = await t.call(`GET /${path}/products?${query}`, { as })
      return body.products.map((product: { id: string }) => product.id)
    }
    const other = (await create(complete())).body.id
    for (const [as, path] of [[vendor], [operator, 'platform']] as const) {
      assert.equal((await listed('hasAttributeIssues=true', as, path))[0], id)
      assert.ok(!(await listed('hasAttributeIssues=true', as, path)).includes(other))
      assert.equal((await listed('hasAttributeIssues=false', as, path))[0], other)
      assert.ok(!(await listed('hasAttributeIssues=false', as, path)).includes(id))
    }
    assert.deepEqual(await listed('hasAttributeIssues=true&status=PUBLISHED', vendor), [])
  })

  test('rules compare them, and never approve a product that has some', async () => {
    const rule = (name: string, when: object, then: string) =>
      t.call('POST /platform/approval-rules', {
        as: admin,
        body: {
          ...{ name, isActive: true, when, then },
          ...(then === 'REJECT' && { reasons: [{ text: 'Attributes are missing' }] })
        }
      })
    const admin = await t.operator('ADMIN')
    const rejecting = await rule('Incomplete', { missingAttributes: true }, 'REJECT')
    assert.equal(rejecting.status, 201, JSON.stringify(rejecting.body))
    assert.equal((await withIssues()).status, 'DRAFT')
    await t.call(`DELETE /platform/approval-rules/${rejecting.body.id}`, { as: admin })
    const approving = await rule('All', {}, 'APPROVE')
    assert.equal((await create(complete())).body.status, 'PUBLISHED')
    const { body: product } = await create(draft({ categoryIds: [] }))
    const variant = { sku: 'V', name: 'V', vendorPrice: 1 }
    const { body } = await patch(product.id, { categoryIds: [drills], attributes: { series: 'X' } })
    assert.equal(body.status, 'PENDING_APPROVAL')
    const completed = await patch(product.id, { variants: [{ ...variant, attributes: { voltage: 5 } }] })
    assert.equal(completed.body.status, 'PUBLISHED')
    await t.call(`DELETE /platform/approval-rules/${approving.body.id}`, { as: admin })
  })
})
