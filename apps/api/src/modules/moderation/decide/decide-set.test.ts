import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { newImage, productWithStatus, stage, staged } from '../../../../test/staged.ts'
import { unavailable } from '../../../errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { StoredRevision } from '../../products/write/fields.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

type Item = { id: string; kind: string; version: number; decision: string; reason?: string | null }

const decide = (items: unknown, { as = operator, headers = {} } = {}) =>
  t.call('POST /platform/moderation/decisions', { as, body: { items }, headers })
const approve = (id: string, kind = 'PRODUCT', version = 1) => ({ id, kind, version, decision: 'APPROVE' })
const reject = (id: string, kind = 'PRODUCT', version = 1) => ({
  ...approve(id, kind, version),
  decision: 'REJECT',
  reason: 'Blurred pictures'
})
const readProduct = async (id: string) =>
  (await t.call(`GET /platform/products/${id}`, { as: operator })).body
const waiting = (body = {}, of = vendor) => productWithStatus(t, of, 'PENDING_APPROVAL', body)

async function revised(revision: StoredRevision, of = vendor): Promise<[string, string, number]> {
  const id = await productWithStatus(t, of, 'PUBLISHED')
  return [id, 'REVISION', await stage(t, of, { id, revision })]
}

/** Inserts new products with one variant each, and returns their ids in order. */
async function many(count: number): Promise<string[]> {
  const rows = await t.sql<{ id: string }[]>`
    with made as (
      insert into products (id, vendor_id, sku, slug, name)
      select id, ${vendor.id}, id, id, 'Washer' from (select uuidv7() as id from generate_series(1, ${count})) ids
      returning id)
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), id, ${vendor.id}, 0, 'A', 'Box', 1 from made returning product_id as id`
  return rows.map(({ id }) => id).toSorted()
}

const eventsOf = (ids: string[]) =>
  t.sql<{ type: string; subjectId: string; vendorId: string; details: object }[]>`
    select type, subject_id, vendor_id, details from events
    where subject_id = any(${ids}) and type <> 'product.created' order by type`

describe('decisions in a set', () => {
  test('can mix new products and staged edits of several vendors', async () => {
    const other = await t.vendor()
    const [approved, rejected] = [await waiting(), await waiting({}, other)]
    const edited = await revised({ name: 'Flange bolt M10' })
    const refused = await revised({ name: 'Flange bolt M12' }, other)
    const items = [approve(approved), reject(rejected), approve(...edited), reject(...refused)]
    const { status, body, text } = await decide(items)
    assert.equal(status, 200, text)
    assert.deepEqual(body, {
      ...{ total: 4, decided: 4, failed: 0 },
      results: items.map(({ id, kind }, index) => ({ index, id, kind, status: 'DECIDED', error: null }))
    })
    const states = await Promise.all([approved, rejected, edited[0], refused[0]].map(readProduct))
    assert.deepEqual(
      states.map((product) => [product.status, product.name, product.moderation.decision]),
      [
        ['PUBLISHED', 'Hex bolt M8', 'APPROVED'],
        ['DRAFT', 'Hex bolt M8', 'REJECTED'],
        ['PUBLISHED', 'Flange bolt M10', 'APPROVED'],
        ['PUBLISHED', 'Hex bolt M8', 'REJECTED']
      ]
    )
    assert.deepEqual(
      states.map(({ moderation: { target, reason, proposed } }) => ({ target, reason, proposed })),
      [
        { target: 'PRODUCT', reason: null, proposed: null },
        { target: 'PRODUCT', reason: 'Blurred pictures', proposed: null },
        { target: 'REVISION', reason: null, proposed: null },
        { target: 'REVISION', reason: 'Blurred pictures', proposed: { name: 'Flange bolt M12' } }
      ]
    )
    const reason = { reason: 'Blurred pictures' }
    assert.deepEqual(
      [...(await eventsOf(items.map(({ id }) => id)))],
      [
        { type: 'product.approved', subjectId: approved, vendorId: vendor.id, details: {} },
        { type: 'product.rejected', subjectId: rejected, vendorId: other.id, details: reason },
        { type: 'product.revision_approved', subjectId: edited[0], vendorId: vendor.id, details: {} },
        { type: 'product.revision_rejected', subjectId: refused[0], vendorId: other.id, details: reason }
      ]
    )
  })

  test('fail separately, with the same code as a single request', async () => {
    const [good, bare, published, changed] = [
      await waiting(),
      await waiting({ variants: [] }),
      await productWithStatus(t, vendor, 'PUBLISHED'),
      await revised({ name: 'Flange bolt M10' })
    ]
    const [id, kind, version] = changed
    const items: [Item, string | null][] = [
      [approve(newId()), 'NOT_FOUND'],
      [approve(newId(), 'REVISION'), 'NOT_FOUND'],
      [approve(bare), 'NO_VARIANT'],
      [approve(published), 'INVALID_TRANSITION'],
      [reject(published, 'REVISION'), 'NO_REVISION'],
      [approve(id, kind, version - 1), 'STALE_VERSION'],
      [approve(good), null]
    ]
    const { body } = await decide(items.map(([item]) => item))
    assert.deepEqual([body.total, body.decided, body.failed], [7, 1, 6])
    for (const [index, [item, code]] of items.entries()) {
      const { error, ...result } = body.results[index]
      const expected = { index, id: item.id, kind: item.kind, status: code ? 'FAILED' : 'DECIDED' }
      assert.deepEqual(result, expected)
      assert.equal(error?.code ?? null, code)
      if (code && code !== 'NOT_FOUND') {
        const path = item.kind === 'REVISION' ? `${item.id}/revision` : item.id
        const { decision, version, reason } = item
        const alone = await t.call(`POST /platform/products/${path}/${decision.toLowerCase()}`, {
          as: operator,
          body: { version, reason }
        })
        assert.deepEqual(error, { code: alone.body.code, message: alone.body.detail })
      }
    }
    assert.equal((await readProduct(good)).status, 'PUBLISHED')
    assert.equal((await readProduct(bare)).status, 'PENDING_APPROVAL')
    assert.deepEqual((await readProduct(id)).pendingRevision, { name: 'Flange bolt M10' })
    assert.equal((await eventsOf(items.map(([item]) => item.id))).length, 1)
  })

  test('are at most 1,000, in any order', async () => {
    const ids = await many(1001)
    const [last = '', ...rest] = ids.toReversed()
    assertFaults(await decide(ids.map((id) => approve(id))), { '/items': 'TOO_MANY' })
    const { body } = await decide(rest.map((id, index) => (index % 2 ? approve(id) : reject(id))))
    assert.deepEqual([body.total, body.decided], [1000, 1000])
    const [counts] = await t.sql`
      select count(*) filter (where status = 'PUBLISHED')::int as published,
        count(*) filter (where status = 'DRAFT')::int as drafts
      from products where id = any(${ids})`
    assert.deepEqual({ ...counts }, { published: 500, drafts: 500 })
    assert.equal((await eventsOf(ids)).length, 1000)
    assert.equal((await readProduct(last)).status, 'PENDING_APPROVAL')
  })

  test('have one effect and one response if they are sent again with their Idempotency-Key', async () => {
    const id = await waiting()
    const headers = { 'idempotency-key': newId() }
    const [first, second] = [
      await decide([approve(id)], { headers }),
      await decide([approve(id)], { headers })
    ]
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(second.text, first.text)
    assert.equal(second.body.decided, 1)
    assert.equal((await eventsOf([id])).length, 1)
    assertProblem(await decide([reject(id)], { headers }), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('publish the images of each revision, and fail separately if that fails', async () => {
    const createRevision = async () => {
      const productId = await productWithStatus(t, vendor, 'PUBLISHED')
      const image = await newImage(t, vendor, { productId })
      const version = await stage(t, vendor, { id: productId, revision: { images: [staged(image)] } })
      return { item: approve(productId, 'REVISION', version), image }
    }
    const [good, bad] = [await createRevision(), await createRevision()]
    const product = await waiting()
    const { deps } = t.app
    const { assets } = deps
    const publish = (path: string) =>
      path === bad.image.path ? Promise.reject(unavailable('The disk is full.')) : assets.publish(path)
    deps.assets = { ...assets, publish }
    const answer = await decide([bad.item, good.item, approve(product)]).finally(() => {
      deps.assets = assets
    })
    assert.deepEqual(
      answer.body.results.map(({ error }: { error: object | null }) => error),
      [{ code: 'UNAVAILABLE', message: 'The disk is full.' }, null, null]
    )
    const [image] = (await readProduct(good.item.id)).images
    assert.equal(image.id, good.image.id)
    assert.equal((await t.app.inject(new URL(image.url).pathname)).statusCode, 200)
    assert.deepEqual((await readProduct(bad.item.id)).images, [])
    assert.equal((await decide([bad.item])).body.decided, 1)
  })
})

describe('a set of decisions', () => {
  const id = newId()
  const refused: [string, unknown, Record<string, string>][] = [
    ['no items', undefined, { '/items': 'REQUIRED' }],
    ['an empty list', [], { '/items': 'TOO_FEW' }],
    ['an object instead of a list', {}, { '/items': 'INVALID_TYPE' }],
    ['an item that is not an object', [1], { '/items/0': 'INVALID_TYPE' }],
    [
      'an empty item',
      [{}],
      {
        ...{ '/items/0/id': 'REQUIRED', '/items/0/kind': 'REQUIRED' },
        ...{ '/items/0/version': 'REQUIRED', '/items/0/decision': 'REQUIRED' }
      }
    ],
    [
      'malformed values',
      [approve(id), { id: '1', kind: 'product', version: '1', decision: 'approve' }],
      {
        ...{ '/items/1/id': 'INVALID_UUID', '/items/1/kind': 'NOT_ALLOWED' },
        ...{ '/items/1/version': 'INVALID_TYPE', '/items/1/decision': 'NOT_ALLOWED' }
      }
    ],
    ['an unknown field', [{ ...approve(id), status: 'PUBLISHED' }], { '/items/0/status': 'UNKNOWN_FIELD' }],
    [
      'a rejection without a reason',
      [approve(id), { ...reject(newId()), reason: undefined }, { ...reject(newId()), reason: null }],
      { '/items/1/reason': 'REQUIRED', '/items/2/reason': 'REQUIRED' }
    ],
    ['a blank reason', [{ ...reject(id), reason: ' ' }], { '/items/0/reason': 'TOO_SHORT' }],
    [
      'a reason of 2,001 characters',
      [{ ...reject(id), reason: 'x'.repeat(2001) }],
      { '/items/0/reason': 'TOO_LONG' }
    ],
    [
      'a reason with an approval',
      [{ ...reject(id), decision: 'APPROVE' }],
      { '/items/0/reason': 'NOT_TOGETHER' }
    ],
    [
      'a repeated entry, regardless of the case of its id',
      [approve(id), approve(id, 'REVISION'), reject(id.toUpperCase())],
      { '/items/2/id': 'REPEATED_ENTRY' }
    ]
  ]
  for (const [title, items, faults] of refused) {
    test(`is refused with ${title}`, async () => assertFaults(await decide(items), faults))
  }

  test('makes no decisions if it is invalid', async () => {
    const good = await waiting()
    assertFaults(await decide([approve(good), { ...approve(newId()), version: undefined }]), {
      '/items/1/version': 'REQUIRED'
    })
    assert.equal((await readProduct(good)).status, 'PENDING_APPROVAL')
  })

  test('accepts both kinds of one product, a null reason and a reason of 2,000 characters', async () => {
    const [good, other] = [await waiting(), await waiting()]
    const { body } = await decide([
      { ...approve(good), reason: null },
      approve(good, 'REVISION'),
      { ...reject(other.toUpperCase()), reason: 'x'.repeat(2000) }
    ])
    assert.deepEqual(
      body.results.map((result: { id: string; status: string }) => [result.id, result.status]),
      [
        [good, 'DECIDED'],
        [good, 'FAILED'],
        [other, 'DECIDED']
      ]
    )
    assert.equal((await readProduct(other)).moderation.reason.length, 2000)
  })

  test('requires an operator with write access, which is checked first', async () => {
    const path = 'POST /platform/moderation/decisions'
    assertProblem(await t.call(path, { body: {} }), 401, 'UNAUTHENTICATED')
    assertProblem(await decide([], { as: await t.operator('VIEWER') }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await decide([], { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
  })
})
