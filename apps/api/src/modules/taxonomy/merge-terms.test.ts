import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  assertFaults,
  assertProblem,
  type TestAnswer,
  type TestApp,
  type TestVendor,
  testApp
} from '../../../test/app.ts'
import { categoryCalls, path } from '../../../test/categories.ts'
import { platform, platformCalls } from '../../../test/platform-calls.ts'
import { productCalls, variant } from '../../../test/products.ts'
import { newId } from '../../lib/ids.ts'
import { DefinitionCache } from '../products/attributes/definition-cache.ts'
import { moveMergedProducts } from './move-merged-products.ts'

let t: TestApp
let operator: string
let viewer: string
let vendor: TestVendor
before(async () => {
  t = await testApp()
  ;({ operator, viewer } = await platform(t))
})
after(() => t.close())
beforeEach(async () => {
  vendor = await t.vendor()
})

const now = () => ({ t, operator, viewer })
const { chain, create, made, read, remove, update } = categoryCalls(now)
const products = productCalls(() => ({ t, vendor }))

const merge = (id: string, intoId: string, headers = {}) =>
  t.call(`POST ${path}/${id}/merge`, { as: operator, body: { intoId }, headers })
const preview = (id: string, intoId: string) =>
  t.call(`POST ${path}/${id}/merge/preview`, { as: viewer, body: { intoId } })
const make = async (categoryIds: string[], more = {}) =>
  (await products.create({ categoryIds, variants: [variant('A')], ...more })).id as string
const categoriesOf = async (id: string): Promise<string[]> =>
  (await products.read(id)).body.categories.map((category: { id: string }) => category.id)
const reasonsOf = ({ body }: TestAnswer): string[][] =>
  body.errors.map((one: { pointer: string; code: string }) => [one.pointer, one.code])
const idsOf = (nodes: { id: string; children: never[] }[]): string[] =>
  nodes.flatMap((node) => [node.id, ...idsOf(node.children)])

/** Moves the products of merged categories, `limit` at a time, until none is left. */
async function work(limit = 100): Promise<number> {
  const cache = new DefinitionCache(t.sql)
  let batches = 0
  while (await moveMergedProducts(t.sql, cache, limit)) batches++
  return batches
}

describe('merging a category', () => {
  test('its subcategories and its products get the other category', async () => {
    const [from, into, other] = [await made(), await made(), await made()]
    const child = await made({ parentId: from })
    const only = await make([other, from])
    const both = await make([from, into])
    const below = await make([child])
    const answer = await merge(from, into)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.id, into)
    assert.equal((await read(child)).body.parentId, into)
    assert.equal((await read(from)).status, 404)
    assert.equal(await work(), 1)
    assert.deepEqual(await categoriesOf(only), [other, into])
    assert.deepEqual(await categoriesOf(both), [into])
    assert.deepEqual(await categoriesOf(below), [child])
    const history = await t.sql`
      select product_id, old_value, new_value, actor_type from product_history
      where product_id = any(${[only, both]}::uuid[]) and field = 'categoryIds' order by product_id`
    assert.deepEqual(
      history.map(({ oldValue, newValue, actorType }) => [oldValue, newValue, actorType]),
      [
        [[other, from], [other, into], 'SYSTEM'],
        [[from, into], [into], 'SYSTEM']
      ]
    )
  })

  test('filters find the products of both at once, and move them in batches', async () => {
    const [from, into] = [await made(), await made()]
    const ids = [await make([from]), await make([from]), await make([from]), await make([into])]
    const found = async (categoryId: string) => {
      const { body } = await t.call(`GET /vendor/products?categoryId=${categoryId}`, {
        as: vendor.owner
      })
      return body.products.map(({ id }: { id: string }) => id).toSorted()
    }
    await merge(from, into)
    for (const moved of [0, 2, 3]) {
      assert.deepEqual(await found(into), ids.toSorted(), `${moved} moved`)
      assert.deepEqual(await found(from), ids.toSorted(), `${moved} moved`)
      await moveMergedProducts(t.sql, new DefinitionCache(t.sql), 2)
    }
    assert.equal(await work(), 0)
  })

  test('the merged category is in no tree, and its slug is free again', async () => {
    const [from, into] = [await made({ slug: 'to-merge' }), await made()]
    await merge(from, into)
    const { body } = await t.call(`GET ${path}`, { as: viewer })
    const shown = await t.call('GET /vendor/categories', { as: vendor.owner })
    const found = await t.call('GET /vendor/categories?search=to-merge', { as: vendor.owner })
    for (const tree of [body, shown.body, found.body]) assert.ok(!idsOf(tree.categories).includes(from))
    assert.equal((await create({ name: 'To merge', slug: 'to-merge' })).body.slug, 'to-merge')
    assertProblem(await update(from, { name: 'Again' }), 404, 'NOT_FOUND')
    assertProblem(await remove(from), 404, 'NOT_FOUND')
    assertProblem(await merge(from, into), 404, 'NOT_FOUND')
    assertFaults(await create({ name: 'Below', parentId: from }), { '/parentId': 'UNKNOWN_CATEGORY' })
    const rule = { name: 'R', isActive: false, when: { categoryIds: [from] }, then: 'QUEUE' }
    assertFaults(await t.call('POST /platform/approval-rules', { as: operator, body: rule }), {
      '/when/categoryIds/0': 'UNKNOWN_CATEGORY'
    })
  })

  test('its id stays valid for vendors, also after a second merge', async () => {
    const [first, second, third] = [
      await made(),
      await made({ name: 'Second' }),
      await made({ name: 'Third' })
    ]
    await merge(first, second)
    const early = await make([first])
    await merge(second, third)
    const late = await make([first, second, third])
    await work()
    assert.deepEqual(await categoriesOf(early), [third])
    assert.deepEqual(await categoriesOf(late), [third])
    const schema = await t.call(`GET /vendor/categories/${first}/schema`, { as: vendor.owner })
    assert.match(schema.body.title, /Third/)
  })

  test('uploads and products that are created at the same time all end in the other category', async () => {
    const [from, into] = [await made(), await made()]
    const item = (n: number) => ({ sku: `U${n}`, title: `Item ${n}`, category_ids: [from] })
    const [merged, ...created] = await Promise.all([
      merge(from, into),
      ...Array.from({ length: 8 }, () => make([from])),
      ...Array.from({ length: 2 }, (_, n) =>
        t.call('POST /vendor/products/bulk-upload', { as: vendor.owner, body: { items: [item(n)] } })
      )
    ])
    assert.equal(merged.status, 200, merged.text)
    await work()
    const counts = await t.sql`
      select category_id, count(*)::int from product_categories where vendor_id = ${vendor.id} group by 1`
    assert.ok(created.length === 10 && (counts[0]?.count ?? 0) >= 8)
    assert.deepEqual(
      counts.map(({ categoryId }) => categoryId),
      [into]
    )
  })

  test('two merges in opposite directions: only one succeeds', async () => {
    const [one, other] = [await made(), await made()]
    const answers = await Promise.all([merge(one, other), merge(other, one)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
    const refused = answers.find(({ status }) => status === 400)
    assert.ok(refused)
    assertFaults(refused, { '/intoId': 'UNKNOWN_CATEGORY' })
  })

  test('is recorded as an event and in the feed of catalog changes', async () => {
    const [from, into] = [await made({ name: 'Old' }), await made({ name: 'New' })]
    const child = await made({ parentId: from })
    await t.sql`delete from catalog_outbox`
    await merge(from, into)
    const [event] = await t.sql`
      select type, details, actor_type from events where subject_id = ${from} and type like '%.merged'`
    assert.deepEqual(event, {
      type: 'category.merged',
      details: { name: 'Old', intoId: into, intoName: 'New' },
      actorType: 'USER'
    })
    const rows = await t.sql`select subject_ids from catalog_outbox where kind = 'CATEGORY'`
    assert.deepEqual(rows.flatMap(({ subjectIds }) => subjectIds).toSorted(), [child, from, into].toSorted())
  })

  test('a category that others were merged into can be deleted when no product is left', async () => {
    const [from, into, other] = [await made(), await made(), await made()]
    const id = await make([from])
    await merge(from, into)
    assertProblem(await remove(into), 409, 'IN_USE')
    await t.call(`PATCH /vendor/products/${id}`, { as: vendor.owner, body: { categoryIds: [other] } })
    assert.equal((await remove(into)).status, 200)
    assert.equal((await t.sql`select from categories where id = ${from}`).length, 0)
  })

  test('a concurrent change of the merged category is not lost', async () => {
    const [from, into] = [await made(), await made()]
    const { etag = '' } = (await read(from)).headers
    await update(from, { name: 'Changed' })
    assertProblem(await merge(from, into, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(from)).status, 200)
  })
})

describe('merges of categories that are refused', () => {
  test('the same category, one below it and an unknown one', async () => {
    const [top = '', below = ''] = await chain(2)
    for (const intoId of [top, below]) {
      const answer = await merge(top, intoId)
      assertProblem(answer, 409, 'MERGE_REFUSED')
      assert.deepEqual(reasonsOf(answer), [['/intoId', 'INVALID_TARGET']])
    }
    assertFaults(await merge(top, newId()), { '/intoId': 'UNKNOWN_CATEGORY' })
    assertFaults(await merge(top, 'x'), { '/intoId': 'INVALID_UUID' })
    assertProblem(await merge(newId(), top), 404, 'NOT_FOUND')
    assert.equal((await merge(below, top)).status, 200)
  })

  test('all reasons are reported together, by the preview too', async () => {
    const [deep, from] = [(await chain(12)).at(-1) ?? '', await made()]
    await made({ parentId: from })
    const rule = {
      name: 'Trusted tools',
      isActive: true,
      when: { categoryIds: [from] },
      then: 'QUEUE'
    }
    const created = await t.call('POST /platform/approval-rules', { as: operator, body: rule })
    assert.equal(created.status, 201, created.text)
    for (const answer of [await merge(from, deep), await preview(from, deep)]) {
      assertProblem(answer, 409, 'MERGE_REFUSED')
      assert.deepEqual(reasonsOf(answer), [
        ['/intoId', 'TOO_DEEP'],
        ['', 'STILL_USED']
      ])
      assert.match(answer.body.errors[1].message, /"Trusted tools"/)
    }
    await t.call(`DELETE /platform/approval-rules/${created.body.id}`, { as: operator })
    const leaf = await made()
    assert.equal((await merge(leaf, deep)).status, 200)
  })

  test('viewers can only preview, vendors do neither', async () => {
    const [from, into] = [await made(), await made()]
    assert.equal((await preview(from, into)).status, 200)
    for (const kind of ['categories', 'collections', 'tags', 'facet-values']) {
      const url = `POST /platform/${kind}/${from}/merge`
      assertProblem(await t.call(url, { as: viewer, body: { nonsense: 1 } }), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await t.call(url, { as: vendor.owner, body: { intoId: into } }), 403, 'NOT_PLATFORM_USER')
      assertProblem(await t.call(url, { body: { intoId: into } }), 401, 'UNAUTHENTICATED')
    }
    for (const kind of ['merge', 'move'])
      assertProblem(
        await t.call(`POST ${path}/${from}/${kind}/preview`, { as: vendor.owner, body: {} }),
        403,
        'NOT_PLATFORM_USER'
      )
    assert.equal((await read(from)).status, 200)
  })
})

describe('the attributes of merged and moved categories', () => {
  const attribute = async () => {
    const body = { code: `c${newId().replaceAll('-', '').slice(-12)}`, name: 'Size', type: 'TEXT' }
    const answer = await t.call('POST /platform/attributes', {
      as: operator,
      body: { ...body, level: 'PRODUCT' }
    })
    assert.equal(answer.status, 201, answer.text)
    return body.code
  }
  const list = (id: string, ...codes: string[]) =>
    t.call(`PUT ${path}/${id}/attributes`, {
      as: operator,
      body: { attributes: codes.map((code) => ({ attribute: code, requirement: 'REQUIRED' })) }
    })
  const issuesOf = async (id: string) => {
    const [row] = await t.sql`select issues from attribute_issues where product_id = ${id}`
    return row?.issues.map(({ pointer }: { pointer: string }) => pointer) ?? []
  }

  test('the preview of a merge says what the products then lack', async () => {
    const [from, into] = [await made(), await made()]
    const [own, others] = [await attribute(), await attribute()]
    await list(from, own)
    await list(into, others)
    const lacking = await make([from], { attributes: { [own]: 'x' } })
    await make([from], { attributes: { [own]: 'x', [others]: 'y' } })
    const { body } = await preview(from, into)
    assert.deepEqual(body.attributes, [
      { attribute: own, name: 'Size', before: 'REQUIRED', after: null },
      { attribute: others, name: 'Size', before: null, after: 'REQUIRED' }
    ])
    assert.deepEqual([body.checked, body.affected, body.subcategoryCount], [2, 1, 0])
    assert.equal(body.examples[0].productId, lacking)
    assert.equal((await merge(from, into)).status, 200)
    await work()
    assert.deepEqual(await issuesOf(lacking), [`/attributes/${others}`])
    assert.equal((await t.sql`select from category_attributes where category_id = ${from}`).length, 0)
  })

  test('the preview of a move says what is inherited, and refuses what the move refuses', async () => {
    const [from, parent] = [await made(), await made()]
    const child = await made({ parentId: from })
    const code = await attribute()
    await list(parent, code)
    await make([child])
    const move = (parentId: string | null, id = from) =>
      t.call(`POST ${path}/${id}/move/preview`, { as: viewer, body: { parentId } })
    const { body } = await move(parent)
    assert.deepEqual(body.attributes, [{ attribute: code, name: 'Size', before: null, after: 'REQUIRED' }])
    assert.deepEqual([body.checked, body.affected, body.subcategoryCount], [1, 1, 1])
    assert.deepEqual((await move(null)).body.attributes, [])
    assertProblem(await move(child), 409, 'CATEGORY_CYCLE')
    assertProblem(await move((await chain(12)).at(-1) ?? ''), 409, 'CATEGORY_TOO_DEEP')
    assertFaults(await move(newId()), { '/parentId': 'UNKNOWN_CATEGORY' })
    assertProblem(await move(null, newId()), 404, 'NOT_FOUND')
  })
})

describe('counts', () => {
  type Node = { id: string; productCount: number; totalProductCount: number; children: Node[] }
  const tree = async (): Promise<Map<string, [number, number]>> => {
    const { body } = await t.call(`GET ${path}?counts=true`, { as: viewer })
    const all = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children)])
    return new Map(all(body.categories).map((one) => [one.id, [one.productCount, one.totalProductCount]]))
  }

  test('a product in several categories below a category is counted once', async () => {
    const top = await made()
    const [left, right, empty] = [await made({ parentId: top }), await made({ parentId: top }), await made()]
    await make([left, right])
    await make([left, top])
    await make([right])
    await make([])
    const counts = await tree()
    assert.deepEqual(
      [top, left, right, empty].map((id) => counts.get(id)),
      [
        [1, 3],
        [2, 2],
        [2, 2],
        [0, 0]
      ]
    )
    await merge(left, empty)
    const merged = await tree()
    assert.deepEqual(
      [merged.get(empty), merged.get(top)],
      [
        [2, 2],
        [1, 3]
      ]
    )
    await work()
    assert.deepEqual((await tree()).get(empty), [2, 2])
  })

  test('lists have counts only if they are asked for', async () => {
    const { body } = await t.call(`GET ${path}`, { as: viewer })
    assert.ok(body.categories.every((one: object) => !('productCount' in one)))
    assertFaults(await t.call(`GET ${path}?counts=many`, { as: viewer }), { counts: 'INVALID_TYPE' })
  })
})

describe('merging tags, collections and facet values', () => {
  for (const [kind, field, list] of [
    ['tags', 'tagIds', 'tags'],
    ['collections', 'collectionIds', 'collections']
  ] as const) {
    test(`${kind}: products get the other one, and lists count them`, async () => {
      const calls = platformCalls(`/platform/${kind}`, now)
      const [from, into, other] = [await calls.made(), await calls.made(), await calls.made({ name: 'Z' })]
      const only = await make([], { [field]: [other, from] })
      const both = await make([], { [field]: [from, into] })
      const listed = await t.call(`GET /platform/${kind}?counts=true`, { as: viewer })
      const count = (id: string) =>
        listed.body[kind].find((one: { id: string }) => one.id === id).productCount
      assert.deepEqual([from, into, other].map(count), [2, 1, 1])
      const answer = await t.call(`POST /platform/${kind}/${from}/merge`, {
        as: operator,
        body: { intoId: into }
      })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.body.id, into)
      const termsOf = async (id: string) =>
        (await products.read(id)).body[list].map((one: { id: string }) => one.id)
      assert.deepEqual([await termsOf(only), await termsOf(both)], [[other, into], [into]])
      assert.equal((await calls.read(from)).status, 404)
      const [event] =
        await t.sql`select type from events where subject_id = ${from} order by occurred_at desc, id desc limit 1`
      assert.equal(event?.type, `${kind.slice(0, -1)}.merged`)
      const self = await t.call(`POST /platform/${kind}/${into}/merge`, {
        as: operator,
        body: { intoId: into }
      })
      assertProblem(self, 409, 'MERGE_REFUSED')
    })
  }

  test('a facet value is merged only into one of its facet, and not while an attribute uses it', async () => {
    const facets = platformCalls('/platform/facets', now)
    const [facet, other] = [await facets.made(), await facets.made()]
    const value = async (facetId: string) =>
      (await t.call(`POST /platform/facets/${facetId}/values`, { as: operator, body: { name: newId() } }))
        .body.id
    const [from, into, foreign] = [await value(facet), await value(facet), await value(other)]
    const mergeValue = (id: string, intoId: string) =>
      t.call(`POST /platform/facet-values/${id}/merge`, { as: operator, body: { intoId } })
    const code = `f${newId().replaceAll('-', '').slice(-12)}`
    const options = [{ code: 'x', label: 'X', facetValueId: from }]
    const body = { code, name: 'N', type: 'OPTION', level: 'PRODUCT', facetId: facet, options }
    const attribute = await t.call('POST /platform/attributes', { as: operator, body })
    assert.equal(attribute.status, 201, attribute.text)
    const refused = await mergeValue(from, foreign)
    assertProblem(refused, 409, 'MERGE_REFUSED')
    assert.deepEqual(
      refused.body.errors.map((one: { code: string }) => one.code),
      ['INVALID_TARGET', 'STILL_USED']
    )
    assertFaults(await mergeValue(into, newId()), { '/intoId': 'UNKNOWN_FACET_VALUE' })
    // The other way round: products that the attribute files under the value are now also assigned to it.
    const category = await made()
    await t.call(`PUT ${path}/${category}/attributes`, {
      as: operator,
      body: { attributes: [{ attribute: code, requirement: 'OPTIONAL' }] }
    })
    const id = await make([category], { attributes: { [code]: 'x' }, facetValueIds: [into] })
    assert.equal((await mergeValue(into, from)).status, 200)
    const rows = await t.sql`
      select facet_value_id, is_assigned, from_attributes from product_facet_values where product_id = ${id}`
    assert.deepEqual(rows, [{ facetValueId: from, isAssigned: true, fromAttributes: true }])
    const { body: list } = await t.call(`GET /platform/facets?counts=true`, { as: viewer })
    const found = list.facets.find((one: { id: string }) => one.id === facet)
    assert.deepEqual(
      found.values.map((one: { productCount: number }) => one.productCount),
      [1]
    )
  })
})
