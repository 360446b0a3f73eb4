import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { categoryCalls, path } from '../../../test/categories.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
let [a, b, c] = ['', '', '']
let number = 0
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const categories = categoryCalls(() => ({ t, operator, viewer: operator }))

async function attribute(type = 'TEXT'): Promise<string> {
  const body = { code: `code_${++number}`, name: `Name ${number}`, type, level: 'PRODUCT' }
  const answer = await t.call('POST /platform/attributes', { as: operator, body })
  assert.equal(answer.status, 201, answer.text)
  return body.code
}

beforeEach(async () => {
  ;[a, b, c] = [await attribute(), await attribute('NUMBER'), await attribute('DATE')]
})

const put = (id: string, attributes: unknown, { as = operator, headers = {} } = {}) =>
  t.call(`PUT ${path}/${id}/attributes`, { as, body: { attributes }, headers })
const read = (id: string, as = operator) => t.call(`GET ${path}/${id}/attributes`, { as })

/** The effective attributes of a category, such as `code_1 REQUIRED`. */
async function effectiveOf(id: string): Promise<string[]> {
  const { body } = await read(id)
  return body.effective.map((one: Record<string, string>) => `${one.attribute} ${one.requirement}`)
}

async function listed(id: string, attributes: object[]) {
  const answer = await put(id, attributes)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

describe('the attributes of a category', () => {
  test('are returned in their order, with those that are inherited', async () => {
    const [top = '', middle = '', bottom = ''] = await categories.chain(3)
    await listed(top, [{ attribute: b, requirement: 'RECOMMENDED' }])
    const enforcedFrom = '2030-01-01T00:00:00.000Z'
    await listed(middle, [
      { attribute: c, requirement: 'OPTIONAL', enforcedFrom: null },
      { attribute: b, requirement: 'REQUIRED', enforcedFrom }
    ])
    const answer = await listed(bottom, [{ attribute: a, requirement: 'REQUIRED' }])
    assert.deepEqual(answer.body.attributes, [{ attribute: a, requirement: 'REQUIRED', enforcedFrom: null }])
    const name = (code: string) => `Name ${code.slice(5)}`
    assert.deepEqual(answer.body.effective, [
      {
        ...{ attribute: b, name: name(b), type: 'NUMBER', level: 'PRODUCT' },
        ...{ requirement: 'REQUIRED', enforcedFrom, categoryId: middle }
      },
      {
        ...{ attribute: c, name: name(c), type: 'DATE', level: 'PRODUCT' },
        ...{ requirement: 'OPTIONAL', enforcedFrom: null, categoryId: middle }
      },
      {
        ...{ attribute: a, name: name(a), type: 'TEXT', level: 'PRODUCT' },
        ...{ requirement: 'REQUIRED', enforcedFrom: null, categoryId: bottom }
      }
    ])
    const found = await read(bottom.toUpperCase())
    assert.deepEqual([found.body, found.headers.etag], [answer.body, answer.headers.etag])
  })

  test('are replaced, and a request that changes nothing has no effects', async () => {
    const id = await categories.made()
    const state = async () => {
      const [row] = await t.sql`
        select version::int, (select count(*)::int from attribute_checks) as checks,
          (select count(*)::int from events where subject_id = ${id}) as events
        from attribute_state`
      return row
    }
    await t.sql`delete from attribute_checks`
    const before = await state()
    const entries = [
      { attribute: a, requirement: 'REQUIRED', enforcedFrom: '2026-01-01T00:00:00Z' },
      { attribute: b, requirement: 'OPTIONAL' }
    ]
    await listed(id, entries)
    const after = await state()
    assert.deepEqual(after, { version: before?.version + 1, checks: 1, events: before?.events + 1 })
    await listed(id, entries)
    assert.deepEqual(await state(), after)
    await listed(id, [{ attribute: b, requirement: 'OPTIONAL' }])
    assert.deepEqual(await effectiveOf(id), [`${b} OPTIONAL`])
    await listed(id, [])
    assert.deepEqual((await read(id)).body, { attributes: [], effective: [] })
  })

  test('can raise an inherited requirement, but not lower it', async () => {
    const [parent = '', child = ''] = await categories.chain(2)
    await listed(parent, [
      { attribute: a, requirement: 'REQUIRED' },
      { attribute: b, requirement: 'RECOMMENDED' },
      { attribute: c, requirement: 'OPTIONAL' }
    ])
    const lower = [
      { attribute: a, requirement: 'RECOMMENDED' },
      { attribute: b, requirement: 'OPTIONAL' },
      { attribute: c, requirement: 'OPTIONAL' }
    ]
    assertFaults(await put(child, lower), {
      ...{ '/attributes/0/requirement': 'LOWER_THAN_INHERITED' },
      '/attributes/1/requirement': 'LOWER_THAN_INHERITED'
    })
    await listed(child, [
      { attribute: b, requirement: 'REQUIRED' },
      { attribute: c, requirement: 'RECOMMENDED' }
    ])
    assert.deepEqual(await effectiveOf(child), [`${a} REQUIRED`, `${b} REQUIRED`, `${c} RECOMMENDED`])
    // A parent that is raised later counts for its children, whatever they list.
    await listed(parent, [{ attribute: c, requirement: 'REQUIRED' }])
    assert.deepEqual(await effectiveOf(child), [`${c} REQUIRED`, `${b} REQUIRED`])
  })

  test('all faults are returned at once', async () => {
    const id = await categories.made()
    const wrong = [
      { attribute: 'unknown', requirement: 'OPTIONAL' },
      { attribute: a, requirement: 'RECOMMENDED', enforcedFrom: '2026-01-01T00:00:00Z' },
      { attribute: a, requirement: 'REQUIRED' }
    ]
    assertFaults(await put(id, wrong), {
      ...{ '/attributes/0/attribute': 'UNKNOWN_ATTRIBUTE', '/attributes/1/enforcedFrom': 'NOT_TOGETHER' },
      '/attributes/2/attribute': 'REPEATED_ATTRIBUTE'
    })
    assertFaults(await put(id, [{ attribute: a, requirement: 'NEEDED', enforcedFrom: 'soon', x: 1 }]), {
      ...{ '/attributes/0/requirement': 'NOT_ALLOWED', '/attributes/0/enforcedFrom': 'INVALID_TIMESTAMP' },
      '/attributes/0/x': 'UNKNOWN_FIELD'
    })
    assert.deepEqual((await read(id)).body.attributes, [])
  })

  test('a category has at most 200 attributes, with those that it inherits', async () => {
    await t.sql`
      insert into attributes (code, name, type, level)
      select 'many_' || n, 'Many', 'TEXT', 'PRODUCT' from generate_series(1, 201) as n`
    const many = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({
        ...{ attribute: `many_${from + index}`, requirement: 'OPTIONAL' }
      }))
    const [parent = '', child = ''] = await categories.chain(2)
    assertFaults(await put(parent, many(1, 201)), { '/attributes': 'TOO_MANY' })
    await listed(parent, many(1, 200))
    assertFaults(await put(child, many(201, 201)), { '/attributes': 'TOO_MANY' })
    await listed(child, many(200, 200))
    await listed(parent, many(1, 100))
    await listed(child, many(101, 200))
    assertFaults(await put(parent, [...many(1, 100), ...many(201, 201)]), { '/attributes': 'TOO_MANY' })
    const other = await categories.made()
    await listed(other, many(201, 201))
    assertFaults(await categories.update(parent, { parentId: other }), { '/parentId': 'TOO_MANY' })
    await listed(other, many(1, 1))
    assert.equal((await categories.update(parent, { parentId: other })).status, 200)
  })
})

describe('races', () => {
  test('of 10 changes with the same If-Match, one succeeds', async () => {
    const id = await categories.made()
    const match = { 'if-match': String((await read(id)).headers.etag) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        put(id, [{ attribute: n % 2 ? a : b, requirement: 'OPTIONAL' }], { headers: match })
      )
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ status }) => status === 412).length, 9)
  })

  test('a parent and its child that change at the same time never contradict each other unnoticed', async () => {
    const [parent = '', child = ''] = await categories.chain(2)
    await listed(child, [{ attribute: a, requirement: 'REQUIRED' }])
    const [raised, lowered] = await Promise.all([
      put(parent, [{ attribute: a, requirement: 'REQUIRED' }]),
      put(child, [{ attribute: a, requirement: 'OPTIONAL' }])
    ])
    assert.equal(raised.status, 200, raised.text)
    assert.ok([200, 400].includes(lowered.status), lowered.text)
    assert.deepEqual(await effectiveOf(child), [`${a} REQUIRED`])
  })

  test('a category can be deleted while its attributes change', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await categories.made()
      const [deletion, change] = await Promise.all([
        t.call(`DELETE ${path}/${id}`, { as: operator }),
        put(id, [{ attribute: a, requirement: 'OPTIONAL' }])
      ])
      assert.equal(deletion.status, 200, deletion.text)
      assert.ok([200, 404].includes(change.status), change.text)
      assertProblem(await read(id), 404, 'NOT_FOUND')
    }
  })

  test('20 changes of attributes and categories at the same time all succeed', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => categories.made()))
    const answers = await Promise.all(
      ids.flatMap((id, n) => [
        put(id, [{ attribute: a, requirement: 'REQUIRED' }]),
        categories.update(id, { parentId: ids[n - 1] ?? null })
      ])
    )
    for (const answer of answers) assert.equal(answer.status, 200, answer.text)
  })
})

describe('changes of the category tree', () => {
  const checks = async () =>
    (await t.sql`select category_ids from attribute_checks order by id`).map(({ categoryIds }) => categoryIds)
  beforeEach(() => t.sql`delete from attribute_checks`)

  test('a moved category inherits from its new parent, and its products are checked again', async () => {
    const [parent = '', child = ''] = await categories.chain(2)
    const other = await categories.made()
    await listed(other, [{ attribute: a, requirement: 'REQUIRED' }])
    await listed(parent, [{ attribute: b, requirement: 'OPTIONAL' }])
    assert.deepEqual(await effectiveOf(child), [`${b} OPTIONAL`])
    await t.sql`delete from attribute_checks`
    await categories.update(child, { name: 'Renamed' })
    assert.deepEqual(await checks(), [])
    await categories.update(child, { parentId: other })
    assert.deepEqual(await checks(), [[child]])
    assert.deepEqual(await effectiveOf(child), [`${a} REQUIRED`])
  })

  test('a new subcategory inherits at once, and a deleted category has no attributes', async () => {
    const parent = await categories.made()
    await listed(parent, [{ attribute: a, requirement: 'REQUIRED' }])
    const child = await categories.made({ parentId: parent })
    assert.deepEqual(await effectiveOf(child), [`${a} REQUIRED`])
    await t.call(`DELETE ${path}/${child}`, { as: operator })
    assertProblem(await read(child), 404, 'NOT_FOUND')
    const [row] =
      await t.sql`select count(*)::int as count from category_attributes where category_id = ${child}`
    assert.equal(row?.count, 0)
  })
})

describe('the setting attributes', () => {
  test('is OPEN by default, and a change checks all products', async () => {
    const settings = () => t.call('GET /platform/settings', { as: operator })
    const owner = await t.operator('OWNER')
    const change = (attributes: string) =>
      t.call('PATCH /platform/settings', { as: owner, body: { attributes } })
    assert.equal((await settings()).body.attributes, 'OPEN')
    await t.sql`delete from attribute_checks`
    assert.equal((await change('STRICT')).body.attributes, 'STRICT')
    assert.equal((await change('STRICT')).status, 200)
    assert.equal((await settings()).body.attributes, 'STRICT')
    const rows = await t.sql`select category_ids from attribute_checks`
    assert.deepEqual(
      rows.map(({ categoryIds }) => categoryIds),
      [null]
    )
    assertFaults(await change('CLOSED'), { '/attributes': 'NOT_ALLOWED' })
    await change('OPEN')
  })
})

describe('access', () => {
  test('only operators who can write change the attributes of a category', async () => {
    const id = await categories.made()
    const [viewer, vendor] = [await t.operator('VIEWER'), await t.vendor()]
    assert.equal((await read(id, viewer)).status, 200)
    assertProblem(await put(id, [], { as: viewer }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await put(id, [], { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    assertProblem(await put(id, [], { as: '' }), 401, 'UNAUTHENTICATED')
    assertProblem(await read(id, vendor.owner), 403, 'NOT_PLATFORM_USER')
    assertProblem(await read(newId()), 404, 'NOT_FOUND')
    assertProblem(await put(newId(), []), 404, 'NOT_FOUND')
  })
})
