import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

const path = '/platform/attributes'

let t: TestApp
let operator: string
let number = 0
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const newCode = () => `attribute_${++number}`
const options = [
  { code: 'keyed', label: 'Keyed' },
  { code: 'keyless', label: 'Keyless' }
]
const text = () => ({ code: newCode(), name: 'Series', type: 'TEXT', level: 'PRODUCT' })
const chuck = () => ({ code: newCode(), name: 'Chuck', type: 'OPTION', level: 'VARIANT', options })
const voltage = () => ({ code: newCode(), name: 'Voltage', type: 'NUMBER', level: 'VARIANT' })

const create = (body: unknown, as = operator) => t.call(`POST ${path}`, { as, body })
const patch = (id: string, body: unknown, headers = {}) =>
  t.call(`PATCH ${path}/${id}`, { as: operator, body, headers })
const read = (id: string) => t.call(`GET ${path}/${id}`, { as: operator })

async function made(body: object) {
  const answer = await create(body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function version(): Promise<number> {
  const [row] = await t.sql<{ version: number }[]>`select version::int from attribute_state`
  return row?.version ?? 0
}

describe('creating an attribute', () => {
  test('returns 201 with the attribute and its location', async () => {
    const body = { ...voltage(), name: ' Voltage ', help: 'Of the battery', unit: 'V', min: 0.5, max: 60 }
    const answer = await create(body)
    assert.equal(answer.status, 201, answer.text)
    const { id, createdAt, updatedAt, ...rest } = answer.body
    assert.deepEqual(rest, {
      ...{ ...body, name: 'Voltage', maxLength: null, pattern: null, options: [], facetId: null },
      isWatched: false
    })
    assert.equal(createdAt, updatedAt)
    assert.equal(answer.headers.location, `/api/v1${path}/${id}`)
    const found = await read(id)
    assert.deepEqual([found.body, found.headers.etag], [answer.body, answer.headers.etag])
  })

  test('accepts the limits of every field', async () => {
    const label = 'é'.repeat(255)
    const many = Array.from({ length: 500 }, (_, index) => ({ code: `${index}`.padEnd(64, '-'), label }))
    const longest = { ...chuck(), code: 'a'.repeat(64), name: label, help: 'x'.repeat(2000), options: many }
    const { id } = await made(longest)
    assertFaults(await patch(id, { options: [...many, { code: 'more', label: 'x' }] }), {
      '/options': 'TOO_MANY'
    })
    await made({ ...text(), maxLength: 2000, pattern: 'a'.repeat(500), isWatched: true })
    await made({ ...voltage(), unit: 'x'.repeat(32), min: -1e15, max: 1e15 })
    await made({ ...voltage(), type: 'INTEGER', min: 3, max: 3 })
    const over = { ...voltage(), min: -1e16, max: 1e16, maxLength: 2001, unit: 'x'.repeat(33) }
    assertFaults(await create(over), {
      ...{ '/min': 'TOO_SMALL', '/max': 'TOO_LARGE', '/maxLength': 'TOO_LARGE', '/unit': 'TOO_LONG' }
    })
  })

  const refused: [string, () => object, Record<string, string>][] = [
    [
      'nothing',
      () => ({}),
      { '/code': 'REQUIRED', '/name': 'REQUIRED', '/type': 'REQUIRED', '/level': 'REQUIRED' }
    ],
    ['a code in capitals', () => ({ ...text(), code: 'Series' }), { '/code': 'INVALID_FORMAT' }],
    ['a code that begins with a digit', () => ({ ...text(), code: '1a' }), { '/code': 'INVALID_FORMAT' }],
    ['a code of 65 characters', () => ({ ...text(), code: 'a'.repeat(65) }), { '/code': 'TOO_LONG' }],
    ['the code unspc', () => ({ ...text(), code: 'unspc' }), { '/code': 'NOT_ALLOWED' }],
    ['an unknown type', () => ({ ...text(), type: 'COLOR' }), { '/type': 'NOT_ALLOWED' }],
    [
      'limits of another type',
      () => ({ ...text(), unit: 'V', min: 1, max: 2, options }),
      {
        ...{ '/unit': 'NOT_TOGETHER', '/min': 'NOT_TOGETHER', '/max': 'NOT_TOGETHER' },
        '/options': 'NOT_TOGETHER'
      }
    ],
    [
      'limits of texts for a number',
      () => ({ ...voltage(), maxLength: 3, pattern: 'a', facetId: newId() }),
      {
        ...{ '/maxLength': 'NOT_TOGETHER', '/pattern': 'NOT_TOGETHER', '/facetId': 'NOT_TOGETHER' }
      }
    ],
    ['an empty range', () => ({ ...voltage(), min: 2, max: 1 }), { '/min': 'EMPTY_RANGE' }],
    [
      'fractions for INTEGER, and an empty range',
      () => ({ ...voltage(), type: 'INTEGER', min: 2.5, max: 1.5 }),
      { '/min': 'INVALID_TYPE', '/max': 'INVALID_TYPE' }
    ],
    ['a look-ahead', () => ({ ...text(), pattern: 'a(?=b)' }), { '/pattern': 'INVALID_PATTERN' }],
    ['a back-reference', () => ({ ...text(), pattern: '(a)\\1' }), { '/pattern': 'INVALID_PATTERN' }],
    ['a flag of RE2 only', () => ({ ...text(), pattern: '(?i)a' }), { '/pattern': 'INVALID_PATTERN' }],
    [
      'too many repetitions',
      () => ({ ...text(), pattern: '((a{100}){100}){100}' }),
      { '/pattern': 'INVALID_PATTERN' }
    ],
    ['no options', () => ({ ...chuck(), options: [] }), { '/options': 'REQUIRED' }],
    [
      'repeated options',
      () => ({ ...chuck(), options: [...options, options[0]] }),
      { '/options/2/code': 'REPEATED_CODE' }
    ],
    [
      'a facet value without a facet',
      () => ({ ...chuck(), options: [{ ...options[0], facetValueId: newId() }] }),
      { '/options/0/facetValueId': 'NOT_TOGETHER' }
    ],
    [
      'faults in several fields',
      () => ({
        ...chuck(),
        unit: 'V',
        maxLength: 1,
        pattern: '(',
        facetId: newId(),
        options: [options[1], options[1]]
      }),
      {
        ...{ '/unit': 'NOT_TOGETHER', '/maxLength': 'NOT_TOGETHER', '/pattern': 'NOT_TOGETHER' },
        ...{ '/options/1/code': 'REPEATED_CODE', '/facetId': 'UNKNOWN_FACET' }
      }
    ]
  ]
  for (const [title, body, faults] of refused) {
    test(`rejects ${title}`, async () => assertFaults(await create(body()), faults))
  }

  test('a code that is taken is an error, even if requests run at the same time', async () => {
    const body = text()
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(body)))
    const failed = answers.filter(({ status }) => status !== 201)
    assert.equal(failed.length, 4)
    for (const answer of failed) assertFaults(answer, { '/code': 'CODE_TAKEN' })
  })

  test('there can be at most 2,000 attributes, and 50,000 options', async () => {
    await t.sql`
      insert into attributes (code, name, type, level)
      select 'limit_' || n, 'Limit', 'TEXT', 'PRODUCT'
      from generate_series(1, 1999 - (select count(*)::int from attributes where deleted_at is null)) as n`
    const answers = await Promise.all([1, 2, 3].map(() => create(text())))
    const failed = answers.filter(({ status }) => status !== 201)
    assert.equal(failed.length, 2)
    for (const answer of failed) assertFaults(answer, { '': 'TOO_MANY' })
    await t.sql`delete from attributes where code like 'limit%'`
    await t.sql`
      insert into attributes (code, name, type, level, options)
      select 'limit', 'Limit', 'OPTION', 'PRODUCT', jsonb_agg(jsonb_build_object('code', n::text, 'label', n::text))
      from generate_series(1, 49998 - (select sum(jsonb_array_length(options))::int from attributes)) as n`
    const { id } = await made(chuck())
    assertFaults(await create(chuck()), { '/options': 'TOO_MANY' })
    assert.equal((await patch(id, { options })).status, 200)
    await made(text())
    await t.sql`delete from attributes where code like 'limit%'`
  })
})

describe('listing attributes', () => {
  test('returns all attributes sorted by code, with an ETag', async () => {
    const [b, a] = [await made({ ...text(), code: 'sorted_b' }), await made({ ...chuck(), code: 'sorted_a' })]
    const list = await t.call(`GET ${path}`, { as: operator })
    const found = list.body.attributes.filter(({ code }: { code: string }) => code.startsWith('sorted'))
    assert.deepEqual(
      found,
      [a, b].map((one) => ({ ...one, categoryIds: [] }))
    )
    const headers = { 'if-none-match': String(list.headers.etag) }
    assert.equal((await t.call(`GET ${path}`, { as: operator, headers })).status, 304)
    const texts = await t.call(`GET ${path}?type=TEXT`, { as: operator })
    assert.ok(texts.body.attributes.every(({ type }: { type: string }) => type === 'TEXT'))
    assert.ok(texts.body.attributes.some(({ id }: { id: string }) => id === b.id))
    assertFaults(await t.call(`GET ${path}?type=TEXTS`, { as: operator }), { type: 'NOT_ALLOWED' })
  })
})

describe('updating an attribute', () => {
  test('omitted fields stay unchanged, and null clears a field', async () => {
    const body = { ...voltage(), help: 'Of the battery', unit: 'V', min: 1, max: 60, isWatched: true }
    const attribute = await made(body)
    const renamed = await patch(attribute.id, { name: 'Nominal voltage' })
    const unchanged = { ...attribute, name: 'Nominal voltage', updatedAt: renamed.body.updatedAt }
    assert.deepEqual(renamed.body, unchanged)
    const cleared = await patch(attribute.id, {
      help: null,
      unit: null,
      min: null,
      max: null,
      isWatched: null
    })
    assert.deepEqual(cleared.body, {
      ...{ ...unchanged, help: null, unit: null, min: null, max: null, isWatched: false },
      updatedAt: cleared.body.updatedAt
    })
  })

  test('the code, the type and the level never change', async () => {
    const { id, code, type, level } = await made(text())
    const fixed = { '/code': 'READ_ONLY_FIELD', '/type': 'READ_ONLY_FIELD', '/level': 'READ_ONLY_FIELD' }
    assertFaults(await patch(id, { code, type, level }), fixed)
  })

  test('the result must not contradict itself, and a refused change changes nothing', async () => {
    const attribute = await made({ ...voltage(), min: 10, max: 60 })
    const before = await version()
    assertFaults(await patch(attribute.id, { max: 9 }), { '/min': 'EMPTY_RANGE' })
    assertFaults(await patch(attribute.id, { options, pattern: 'a' }), {
      ...{ '/options': 'NOT_TOGETHER', '/pattern': 'NOT_TOGETHER' }
    })
    assert.deepEqual((await read(attribute.id)).body, attribute)
    assert.equal(await version(), before)
    const withOptions = await made(chuck())
    assertFaults(await patch(withOptions.id, { options: null }), { '/options': 'REQUIRED' })
  })

  test('of 10 updates with the same If-Match, one succeeds', async () => {
    const created = await create(voltage())
    const match = { 'if-match': String(created.headers.etag) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, max) => patch(created.body.id, { max }, match))
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ status }) => status === 412).length, 9)
  })
})

describe('deleting an attribute', () => {
  const remove = (id: string, as = operator) => t.call(`DELETE ${path}/${id}`, { as })

  test('the code can be used again only with the same type', async () => {
    const attribute = await made({ ...voltage(), min: 1, max: 60 })
    const { id, code } = attribute
    assert.deepEqual((await remove(id)).body, { id, deleted: true })
    assertProblem(await read(id), 404, 'NOT_FOUND')
    assertProblem(await patch(id, { name: 'x' }), 404, 'NOT_FOUND')
    assertProblem(await remove(id), 404, 'NOT_FOUND')
    const list = await t.call(`GET ${path}`, { as: operator })
    assert.ok(!list.body.attributes.some((one: { id: string }) => one.id === id))
    assertFaults(await create({ ...text(), code }), { '/type': 'ATTRIBUTE_TYPE_FIXED' })
    const again = await made({ ...voltage(), code, level: 'PRODUCT', max: 12 })
    assert.deepEqual([again.id, again.min, again.max, again.level], [id, null, 12, 'PRODUCT'])
    assertFaults(await create({ ...text(), code }), { '/code': 'CODE_TAKEN' })
  })

  test('removes it from the categories, and their products are checked again', async () => {
    const [category] = await t.sql<{ id: string }[]>`
      insert into categories (name, slug) values ('Drills', ${newId()}) returning id`
    const { id, code } = await made(text())
    const categoryId = category?.id
    const body = { attributes: [{ attribute: code, requirement: 'OPTIONAL' }] }
    await t.call(`PUT /platform/categories/${categoryId}/attributes`, { as: operator, body })
    const listed = await t.call(`GET ${path}?categoryId=${categoryId}`, { as: operator })
    assert.deepEqual(
      listed.body.attributes.map((one: { id: string; categoryIds: string[] }) => [one.id, one.categoryIds]),
      [[id, [categoryId]]]
    )
    await t.sql`delete from attribute_checks`
    await remove(id)
    const [check] = await t.sql`select category_ids from attribute_checks`
    assert.deepEqual(check?.categoryIds, [categoryId])
    const { body: left } = await t.call(`GET /platform/categories/${categoryId}/attributes`, { as: operator })
    assert.deepEqual(left, { attributes: [], effective: [] })
  })
})

describe('which products are checked again', () => {
  test('those of the categories that list the attribute, and only if other values are valid', async () => {
    const [category] = await t.sql<{ id: string }[]>`
      insert into categories (name, slug) values ('Saws', ${newId()}) returning id`
    const { id, code } = await made(chuck())
    const body = { attributes: [{ attribute: code, requirement: 'OPTIONAL' }] }
    await t.call(`PUT /platform/categories/${category?.id}/attributes`, { as: operator, body })
    const checksAfter = async (change: object) => {
      await t.sql`delete from attribute_checks`
      const before = await version()
      assert.equal((await patch(id, change)).status, 200)
      assert.equal(await version(), before + 1)
      return (await t.sql`select category_ids from attribute_checks`).map(({ categoryIds }) => categoryIds)
    }
    assert.deepEqual(await checksAfter({ name: 'Chuck type', help: 'New' }), [])
    assert.deepEqual(await checksAfter({ options: [{ ...options[0], label: 'With a key' }, options[1]] }), [])
    assert.deepEqual(await checksAfter({ options: [options[0]] }), [[category?.id]])
  })
})

describe('access', () => {
  test('only operators who can write change attributes', async () => {
    const [viewer, vendor, attribute] = [await t.operator('VIEWER'), await t.vendor(), await made(text())]
    const url = `${path}/${attribute.id}`
    assert.equal((await t.call(`GET ${path}`, { as: viewer })).status, 200)
    for (const [request, body] of [
      [`POST ${path}`, text()],
      [`PATCH ${url}`, { name: 'x' }],
      [`DELETE ${url}`, undefined]
    ] as const) {
      assertProblem(await t.call(request, { as: viewer, body }), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await t.call(request, { as: vendor.owner, body }), 403, 'NOT_PLATFORM_USER')
      assertProblem(await t.call(request, { body }), 401, 'UNAUTHENTICATED')
    }
    assertProblem(await t.call(`GET ${url}`, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    assertProblem(await read(newId()), 404, 'NOT_FOUND')
  })
})

describe('GET /vendor/attributes', () => {
  const definitions = '/vendor/attributes'

  test('returns what vendors enter, sorted by code, and the same ETag until a definition changes', async () => {
    const vendor = await t.vendor()
    const numeric = await made({ ...voltage(), unit: 'V', min: 0.5, help: 'Of the battery' })
    const chosen = await made({ ...chuck(), isWatched: true })
    const deleted = await made(text())
    assert.equal((await t.call(`DELETE ${path}/${deleted.id}`, { as: operator })).status, 200)
    const first = await t.call(`GET ${definitions}`, { as: vendor.viewer })
    assert.equal(first.status, 200, first.text)
    const codes: string[] = first.body.attributes.map(({ code }: { code: string }) => code)
    assert.deepEqual(codes, codes.toSorted())
    assert.equal(codes.includes(deleted.code), false)
    const found = (code: string) => first.body.attributes.find((one: { code: string }) => one.code === code)
    const none = { help: null, unit: null, min: null, max: null, maxLength: null, pattern: null }
    assert.deepEqual(found(numeric.code), {
      ...{ ...none, code: numeric.code, name: 'Voltage', type: 'NUMBER', level: 'VARIANT', options: [] },
      ...{ unit: 'V', min: 0.5, help: 'Of the battery' }
    })
    assert.deepEqual(found(chosen.code), {
      ...{ ...none, code: chosen.code, name: 'Chuck', type: 'OPTION', level: 'VARIANT', options }
    })
    const headers = { 'if-none-match': String(first.headers.etag) }
    assert.equal((await t.call(`GET ${definitions}`, { as: vendor.viewer, headers })).status, 304)
    await patch(chosen.id, { name: 'Chuck type' })
    assert.equal((await t.call(`GET ${definitions}`, { as: vendor.viewer, headers })).status, 200)
  })

  test('is only for vendors', async () => {
    assertProblem(await t.call(`GET ${definitions}`, { as: operator }), 403, 'NO_MEMBERSHIP')
    assertProblem(await t.call(`GET ${definitions}`), 401, 'UNAUTHENTICATED')
  })
})
