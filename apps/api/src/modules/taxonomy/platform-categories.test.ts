import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { lockWriters } from '../../db/slugs.ts'
import { newId } from '../../lib/ids.ts'
import { isSlug } from '../../lib/slug.ts'

let t: TestApp
let operator: string
let viewer: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  viewer = await t.operator('VIEWER')
})
after(() => t.close())

const path = '/platform/categories'
const create = (body: unknown, as = operator) => t.call(`POST ${path}`, { as, body })
const read = (id: string) => t.call(`GET ${path}/${id}`, { as: viewer })
const update = (id: string, body: unknown, headers = {}) =>
  t.call(`PATCH ${path}/${id}`, { as: operator, body, headers })
const remove = (id: string, headers = {}) => t.call(`DELETE ${path}/${id}`, { as: operator, headers })

async function made(body: Record<string, unknown> = {}): Promise<string> {
  const answer = await create({ name: `Category ${newId()}`, ...body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id
}

/** Categories below each other; the first is at the top. */
async function chain(length: number): Promise<string[]> {
  const ids: string[] = []
  for (let level = 0; level < length; level++) ids.push(await made({ parentId: ids.at(-1) ?? null }))
  return ids
}

describe('creating', () => {
  test('a name is enough', async () => {
    const { status, body, headers } = await create({ name: '  Hex bolts ' })
    assert.equal(status, 200)
    const { id, createdAt, updatedAt, ...rest } = body
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(rest, {
      name: 'Hex bolts',
      slug: 'hex-bolts',
      imageUrl: null,
      parentId: null,
      position: 0
    })
    const again = await read(id)
    assert.deepEqual(again.body, body)
    assert.equal(again.headers.etag, headers.etag)
  })

  test('slug, parent and position are taken as sent, null as left out', async () => {
    const parentId = await made()
    const { body } = await create({ name: 'Nuts', slug: 'all-nuts', parentId, position: 7 })
    assert.equal(body.slug, 'all-nuts')
    assert.equal(body.parentId, parentId)
    assert.equal(body.position, 7)
    const other = await create({ name: 'Washers', slug: null, parentId: null, position: null })
    assert.equal(other.body.slug, 'washers')
    assert.equal(other.body.parentId, null)
    assert.equal(other.body.position, 0)
  })

  test('a taken slug, derived or sent, gets the next free suffix', async () => {
    const slugs = []
    for (const body of [
      { name: 'Rope' },
      { name: 'Rope' },
      { name: 'Cord', slug: 'rope' },
      { name: 'Rope 3' }
    ]) {
      slugs.push((await create(body)).body.slug)
    }
    assert.deepEqual(slugs, ['rope', 'rope-2', 'rope-3', 'rope-3-2'])
  })

  test('a suffix keeps a slug within 255 characters', async () => {
    const slug = `${'a'.repeat(252)}-bc`
    assert.equal((await create({ name: 'Long', slug })).body.slug, slug)
    assert.equal((await create({ name: 'Long', slug })).body.slug, `${'a'.repeat(252)}-2`)
  })

  test('a name without letters that a slug could have still gets one', async () => {
    const { body } = await create({ name: '数据线' })
    assert.match(body.slug, /^category-[0-9a-f]{8}$/)
    assert.ok(isSlug(body.slug))
    assert.equal((await create({ name: 'XL' })).body.slug, 'xl')
  })

  test('20 of one name at once get 20 slugs', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Chain' })))
    const slugs = answers.map(({ body }) => body.slug)
    const expected = ['chain', ...Array.from({ length: 19 }, (_, n) => `chain-${n + 2}`)]
    assert.deepEqual(slugs.toSorted(), expected.toSorted())
  })

  test('one Idempotency-Key makes one category', async () => {
    const call = () =>
      t.call(`POST ${path}`, { as: operator, body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } })
    const [first, second] = [await call(), await call()]
    assert.equal(first.text, second.text)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal((await create({ name: 'Once' })).body.slug, 'once-2')
  })

  const faulty: [Record<string, unknown>, Record<string, string>][] = [
    [{}, { '/name': 'REQUIRED' }],
    [{ name: null }, { '/name': 'REQUIRED' }],
    [{ name: '   ' }, { '/name': 'TOO_SHORT' }],
    [{ name: 'n'.repeat(256) }, { '/name': 'TOO_LONG' }],
    [{ name: 5 }, { '/name': 'INVALID_TYPE' }],
    [{ name: 'A', slug: '' }, { '/slug': 'TOO_SHORT' }],
    [{ name: 'A', slug: 'a'.repeat(256) }, { '/slug': 'TOO_LONG' }],
    [{ name: 'A', slug: 'Hex Bolts' }, { '/slug': 'INVALID_FORMAT' }],
    [{ name: 'A', slug: 'a--b' }, { '/slug': 'INVALID_FORMAT' }],
    [{ name: 'A', slug: 'a\n' }, { '/slug': 'INVALID_FORMAT' }],
    [{ name: 'A', position: -1 }, { '/position': 'TOO_SMALL' }],
    [{ name: 'A', position: 2_147_483_648 }, { '/position': 'TOO_LARGE' }],
    [{ name: 'A', position: '1' }, { '/position': 'INVALID_TYPE' }],
    [{ name: 'A', position: 1.5 }, { '/position': 'INVALID_TYPE' }],
    [{ name: 'A', parentId: 'x' }, { '/parentId': 'INVALID_UUID' }],
    [{ name: 'A', parentId: '01990000-0000-7000-8000-000000000000' }, { '/parentId': 'UNKNOWN_CATEGORY' }],
    [
      { name: 'A', id: newId(), children: [], colour: 'red' },
      { '/id': 'READ_ONLY_FIELD', '/children': 'UNKNOWN_FIELD', '/colour': 'UNKNOWN_FIELD' }
    ]
  ]
  for (const [body, faults] of faulty) {
    test(`refuses ${JSON.stringify(body).slice(0, 60)}`, async () => assertFaults(await create(body), faults))
  }

  test('takes each bound itself', async () => {
    const { status, body } = await create({
      name: ` ${'😀'.repeat(255)} `,
      slug: 'b'.repeat(255),
      position: 2_147_483_647
    })
    assert.equal(status, 200)
    assert.equal([...body.name].length, 255)
  })
})

describe('reading', () => {
  test('the tree is what vendors see, and position and times', async () => {
    const [top = '', below = ''] = await chain(2)
    const { body } = await t.call(`GET ${path}`, { as: viewer })
    const node = body.categories.find(({ id }: { id: string }) => id === top)
    const { children, ...shown } = node
    assert.deepEqual(shown, (await read(top)).body)
    assert.deepEqual(children, [{ ...(await read(below)).body, children: [] }])
  })

  test('an unknown id is 404, and what is no id 400', async () => {
    assertProblem(await read(newId()), 404, 'NOT_FOUND')
    assertProblem(await update(newId(), { name: 'A' }), 404, 'NOT_FOUND')
    assertProblem(await remove(newId()), 404, 'NOT_FOUND')
    assertFaults(await read('x'), { id: 'INVALID_UUID' })
  })

  test('If-None-Match answers 304 until something changes', async () => {
    const id = await made()
    const { headers } = await read(id)
    const known = { as: viewer, headers: { 'if-none-match': headers.etag ?? '' } }
    assert.equal((await t.call(`GET ${path}/${id}`, known)).status, 304)
    await update(id, { position: 3 })
    assert.equal((await t.call(`GET ${path}/${id}`, known)).status, 200)
  })
})

describe('updating', () => {
  test('changes what is sent and keeps the rest, the slug too', async () => {
    const parentId = await made()
    const { body: before } = await create({ name: 'Glue', parentId, position: 4 })
    const { body } = await update(before.id, { name: 'Glues' })
    assert.deepEqual(body, { ...before, name: 'Glues', updatedAt: body.updatedAt })
    assert.ok(body.updatedAt >= before.updatedAt)
    assert.deepEqual((await update(before.id, { position: null })).body.position, 0)
    assert.deepEqual((await update(before.id, { parentId: null })).body.parentId, null)
  })

  test('a slug of its own stays, a taken one gets a suffix', async () => {
    const [one, two] = [await made({ slug: 'wire' }), await made({ slug: 'wire' })]
    assert.equal((await update(two, { slug: 'wire-2' })).body.slug, 'wire-2')
    assert.equal((await update(two, { slug: 'wire' })).body.slug, 'wire-2')
    assert.equal((await update(one, { slug: 'wire' })).body.slug, 'wire')
    assert.equal((await update(one, { slug: 'wire-2' })).body.slug, 'wire-2-2')
  })

  test('refuses what creating refuses, and to clear name or slug', async () => {
    const id = await made()
    assertFaults(await update(id, { name: null, slug: null }), { '/name': 'REQUIRED', '/slug': 'REQUIRED' })
    assertFaults(await update(id, { name: '', slug: 'A', position: -1, parentId: 4, createdAt: 'x' }), {
      '/name': 'TOO_SHORT',
      '/slug': 'INVALID_FORMAT',
      '/position': 'TOO_SMALL',
      '/parentId': 'INVALID_TYPE',
      '/createdAt': 'READ_ONLY_FIELD'
    })
    assertFaults(await update(id, { parentId: newId() }), { '/parentId': 'UNKNOWN_CATEGORY' })
  })

  test('a stale If-Match is 412 and changes nothing', async () => {
    const id = await made()
    const { etag = '' } = (await read(id)).headers
    assert.equal((await update(id, { position: 1 }, { 'if-match': etag })).status, 200)
    assertProblem(await update(id, { position: 2 }, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assertProblem(await remove(id, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(id)).body.position, 1)
  })
})

describe('moving', () => {
  test('takes all below along', async () => {
    const [top = '', middle = '', leaf = ''] = await chain(3)
    const target = await made()
    assert.equal((await update(middle, { parentId: target })).body.parentId, target)
    const { body } = await t.call(`GET ${path}`, { as: viewer })
    const node = (id: string) => body.categories.find((category: { id: string }) => category.id === id)
    assert.deepEqual(node(top).children, [])
    assert.equal(node(target).children[0].children[0].id, leaf)
  })

  test('below itself or its own branch is a cycle', async () => {
    const [top = '', middle = '', leaf = ''] = await chain(3)
    for (const parentId of [top, middle, leaf]) {
      assertProblem(await update(top, { parentId }), 409, 'CATEGORY_CYCLE')
    }
    assert.equal((await read(top)).body.parentId, null)
    assert.equal((await update(leaf, { parentId: top })).status, 200)
  })

  test('two moves at once that together would make a cycle: one is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await made(), await made()]
      const answers = await Promise.all([update(one, { parentId: other }), update(other, { parentId: one })])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'CATEGORY_CYCLE')
    }
  })

  test('a move waits for one under way and sees what it did', async () => {
    const [one, other] = [await made(), await made()]
    const moving = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const first = t.sql.begin(async (tx) => {
      await lockWriters(tx, 'categories')
      await tx`update categories set parent_id = ${other} where id = ${one}`
      moving.resolve()
      await finish.promise
    })
    await moving.promise
    const second = update(other, { parentId: one })
    await waiting(second)
    finish.resolve()
    await first
    assertProblem(await second, 409, 'CATEGORY_CYCLE')
  })

  test('the tree has 12 levels at most', async () => {
    const ids = await chain(12)
    assertProblem(await create({ name: 'Too deep', parentId: ids[11] }), 409, 'CATEGORY_TOO_DEEP')
    const [pair = ''] = await chain(2)
    assert.equal((await update(pair, { parentId: ids[9] })).status, 200)
    assertProblem(await update(pair, { parentId: ids[10] }), 409, 'CATEGORY_TOO_DEEP')
    assert.equal((await read(pair)).body.parentId, ids[9])
  })
})

/** Until the request waits for a lock, or has its answer. */
async function waiting(request: Promise<unknown>): Promise<void> {
  let answered = false
  request.then(() => {
    answered = true
  })
  while (!answered) {
    const [row] = await t.sql`
      select count(*)::integer as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    if (row?.count > 0) return
  }
}

describe('deleting', () => {
  test('takes the category away and frees its slug', async () => {
    const id = await made({ slug: 'tape' })
    const answer = await remove(id)
    assert.deepEqual(answer.body, { id, deleted: true })
    assertProblem(await read(id), 404, 'NOT_FOUND')
    assert.equal((await create({ name: 'Tape' })).body.slug, 'tape')
  })

  test('is refused while categories stand below or products are filed under it', async () => {
    const [top = '', below = ''] = await chain(2)
    assertProblem(await remove(top), 409, 'IN_USE')
    assert.equal((await remove(below)).status, 200)
    const productId = await productIn(top)
    const refused = await remove(top)
    assertProblem(refused, 409, 'IN_USE')
    assert.match(refused.body.detail, /products/i)
    await t.sql`delete from products where id = ${productId}`
    assert.equal((await remove(top)).status, 200)
  })

  test('against a creation below it at once: one of the two is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const parentId = await made()
      const [gone, created] = await Promise.all([remove(parentId), create({ name: 'Below', parentId })])
      assert.ok((gone.status === 200) !== (created.status === 200), `${gone.text} ${created.text}`)
    }
  })
})

async function productIn(categoryId: string): Promise<string> {
  const { id: vendorId } = await t.vendor()
  const id = newId()
  await t.sql`insert into products (id, vendor_id, sku, slug, name) values (${id}, ${vendorId}, ${id}, ${id}, 'Bolt')`
  await t.sql`
    insert into product_categories (product_id, category_id, vendor_id) values (${id}, ${categoryId}, ${vendorId})`
  return id
}

test('every change is recorded with who made it', async () => {
  const id = await made({ name: 'Recorded' })
  await update(id, { name: 'Renamed', position: 2 })
  await remove(id)
  const events = await t.sql`
    select type, vendor_id, subject_type, changed_fields, details, actor_is_platform from events
    where subject_id = ${id} order by occurred_at, id`
  assert.deepEqual(
    events.map(({ type, changedFields, details }) => [type, changedFields, details]),
    [
      ['category.created', [], { name: 'Recorded' }],
      ['category.updated', ['name', 'position'], {}],
      ['category.deleted', [], { name: 'Renamed' }]
    ]
  )
  assert.ok(
    events.every(
      (event) => event.vendorId === null && event.subjectType === 'category' && event.actorIsPlatform
    )
  )
})

describe('access', () => {
  const calls = (id: string) => [
    ['POST', path],
    ['PATCH', `${path}/${id}`],
    ['DELETE', `${path}/${id}`]
  ]

  test('a VIEWER may read, and is refused to write before the body is read', async () => {
    assert.equal((await t.call(`GET ${path}`, { as: viewer })).status, 200)
    for (const [method, url] of calls(newId())) {
      assertProblem(
        await t.call(`${method} ${url}`, { as: viewer, body: { nonsense: 1 } }),
        403,
        'INSUFFICIENT_ROLE'
      )
    }
  })

  test('strangers and vendors are refused', async () => {
    const id = await made()
    const vendor = await t.vendor()
    for (const [method, url] of [['GET', path], ['GET', `${path}/${id}`], ...calls(id)]) {
      assertProblem(await t.call(`${method} ${url}`), 401, 'UNAUTHENTICATED')
      assertProblem(await t.call(`${method} ${url}`, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    }
    assert.equal((await read(id)).status, 200)
  })
})
