import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { categoryCalls, path } from '../../../test/categories.ts'
import { platform } from '../../../test/platform-calls.ts'
import { newId } from '../../lib/ids.ts'
import { SLUG_FORM } from '../../lib/slug.ts'

let t: TestApp
let operator: string
let viewer: string
before(async () => {
  t = await testApp()
  ;({ operator, viewer } = await platform(t))
})
after(() => t.close())

const { chain, create, made, read, remove, update } = categoryCalls(() => ({ t, operator, viewer }))

describe('creating a category', () => {
  test('only the name is required', async () => {
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

  test('slug, parent and position are stored as sent, and null means the default', async () => {
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

  test('a slug with a suffix has at most 255 characters', async () => {
    const slug = `${'a'.repeat(252)}-bc`
    assert.equal((await create({ name: 'Long', slug })).body.slug, slug)
    assert.equal((await create({ name: 'Long', slug })).body.slug, `${'a'.repeat(252)}-2`)
  })

  test('a name without characters allowed in slugs gets a generated slug', async () => {
    const { body } = await create({ name: '数据线' })
    assert.match(body.slug, /^category-[0-9a-f]{8}$/)
    assert.ok(SLUG_FORM.test(body.slug))
    assert.equal((await create({ name: 'XL' })).body.slug, 'xl')
  })

  test('20 concurrent categories with the same name get 20 different slugs', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Chain' })))
    const slugs = answers.map(({ body }) => body.slug)
    const expected = ['chain', ...Array.from({ length: 19 }, (_, n) => `chain-${n + 2}`)]
    assert.deepEqual(slugs.toSorted(), expected.toSorted())
  })

  test('requests with the same Idempotency-Key create one category', async () => {
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
    test(`rejects ${JSON.stringify(body).slice(0, 60)}`, async () => assertFaults(await create(body), faults))
  }

  test('accepts the maximum of each bound', async () => {
    const { status, body } = await create({
      name: ` ${'😀'.repeat(255)} `,
      slug: 'b'.repeat(255),
      position: 2_147_483_647
    })
    assert.equal(status, 200)
    assert.equal([...body.name].length, 255)
  })
})

describe('reading categories', () => {
  test('the tree of the operator also shows position and timestamps', async () => {
    const [top = '', below = ''] = await chain(2)
    const { body } = await t.call(`GET ${path}`, { as: viewer })
    const node = body.categories.find(({ id }: { id: string }) => id === top)
    const { children, ...shown } = node
    assert.deepEqual(shown, (await read(top)).body)
    assert.deepEqual(children, [{ ...(await read(below)).body, children: [] }])
  })

  test('an unknown id gets 404, and an invalid id 400', async () => {
    assertProblem(await read(newId()), 404, 'NOT_FOUND')
    assertProblem(await update(newId(), { name: 'A' }), 404, 'NOT_FOUND')
    assertProblem(await remove(newId()), 404, 'NOT_FOUND')
    assertFaults(await read('x'), { id: 'INVALID_UUID' })
  })

  test('If-None-Match gives 304 until the category changes', async () => {
    const id = await made()
    const { headers } = await read(id)
    const known = { as: viewer, headers: { 'if-none-match': headers.etag ?? '' } }
    assert.equal((await t.call(`GET ${path}/${id}`, known)).status, 304)
    await update(id, { position: 3 })
    assert.equal((await t.call(`GET ${path}/${id}`, known)).status, 200)
  })
})

test('every change is recorded as an event with its actor', async () => {
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
      [
        ...['category.updated', ['name', 'position']],
        {
          changes: [
            { field: 'name', from: 'Recorded', to: 'Renamed' },
            { field: 'position', from: 0, to: 2 }
          ]
        }
      ],
      ['category.deleted', [], { name: 'Renamed' }]
    ]
  )
  assert.ok(
    events.every(
      (event) => event.vendorId === null && event.subjectType === 'category' && event.actorIsPlatform
    )
  )
})

describe('access to categories', () => {
  const calls = (id: string) => [
    ['POST', path],
    ['PATCH', `${path}/${id}`],
    ['DELETE', `${path}/${id}`]
  ]

  test("a VIEWER can read, but can't write; that is checked before the body", async () => {
    assert.equal((await t.call(`GET ${path}`, { as: viewer })).status, 200)
    for (const [method, url] of calls(newId())) {
      assertProblem(
        await t.call(`${method} ${url}`, { as: viewer, body: { nonsense: 1 } }),
        403,
        'INSUFFICIENT_ROLE'
      )
    }
  })

  test('requests without a token get 401, and vendors get 403', async () => {
    const id = await made()
    const vendor = await t.vendor()
    for (const [method, url] of [['GET', path], ['GET', `${path}/${id}`], ...calls(id)]) {
      assertProblem(await t.call(`${method} ${url}`), 401, 'UNAUTHENTICATED')
      assertProblem(await t.call(`${method} ${url}`, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    }
    assert.equal((await read(id)).status, 200)
  })
})
