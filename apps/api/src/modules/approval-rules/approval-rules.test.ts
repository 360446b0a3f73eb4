import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { anyRule, ruleCalls } from '../../../test/approval-rules.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const path = '/platform/approval-rules'
const { create, ids, list, made, order, preview, read, remove, update } = ruleCalls(() => ({ t, operator }))
const removeAll = () => t.sql`delete from approval_rules`

async function category(name = `Category ${newId()}`): Promise<string> {
  const answer = await t.call('POST /platform/categories', { as: operator, body: { name } })
  return answer.body.id
}

describe('creating an approval rule', () => {
  test('requires a name, isActive, conditions and a decision; the rest has defaults', async () => {
    const { status, body, headers } = await create()
    assert.equal(status, 201)
    const { id, createdAt, updatedAt, ...rule } = body
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(rule, { ...anyRule, reasons: [], samplePercent: 0 })
    assert.equal(headers.location, `/api/v1${path}/${id}`)
    const again = await read(id)
    assert.deepEqual(again.body, body)
    assert.equal(again.headers.etag, headers.etag)
  })

  test('stores all conditions; null is the same as omitted', async () => {
    const vendor = await t.vendor()
    const when = {
      kinds: ['REVISION'],
      vendorIds: [vendor.id],
      minTrust: 'NEW',
      categoryIds: [await category()],
      onlyFields: ['name', 'images'],
      maxTextChange: 0.25,
      minImages: 0,
      maxVendorPrice: '99.50',
      withoutWords: ['free shipping', '100%', 'ÄRGER'],
      withoutLinks: false
    }
    const upper = { ...when, vendorIds: [vendor.id.toUpperCase()], maxVendorPrice: 99.5 }
    const { body } = await create({ when: upper, samplePercent: '12.50' })
    assert.deepEqual(body.when, when)
    assert.equal(body.samplePercent, 12.5)
    const nulls = Object.fromEntries(Object.keys(when).map((name) => [name, null]))
    const empty = await create({ when: nulls, reasons: null, samplePercent: null })
    assert.deepEqual([empty.body.when, empty.body.samplePercent], [{}, 0])
  })

  test('stores the reasons of a rejection', async () => {
    const reasons = [
      { code: 'NO_LINKS', pointer: '/description', text: ' No links, please. ' },
      { text: 'See the rules for texts.' }
    ]
    const { body } = await create({ then: 'REJECT', reasons })
    assert.deepEqual(body.reasons, [
      { code: 'NO_LINKS', pointer: '/description', text: 'No links, please.' },
      { code: null, pointer: null, text: 'See the rules for texts.' }
    ])
    const [stored] = await t.sql`select reasons from approval_rules where id = ${body.id}`
    assert.deepEqual(stored?.reasons[1], {
      code: null,
      pointer: null,
      imageId: null,
      text: 'See the rules for texts.'
    })
  })

  test('puts the new rule last', async () => {
    await removeAll()
    const created = [await made(), await made(), await made()]
    await remove(created[2] ?? '')
    created[2] = await made({ name: 'Last' })
    assert.deepEqual(await ids(), created)
  })

  const text = 'No.'
  const allowedTexts = Array(5).fill({ text: '😀'.repeat(2000) })
  const faulty: [object, Record<string, string>][] = [
    [
      { name: ' ', isActive: null, when: null, then: null },
      { '/name': 'TOO_SHORT', '/isActive': 'REQUIRED', '/when': 'REQUIRED', '/then': 'REQUIRED' }
    ],
    [
      { name: 'x'.repeat(256), isActive: 'yes', when: [], then: 'approve' },
      { '/name': 'TOO_LONG', '/isActive': 'INVALID_TYPE', '/when': 'INVALID_TYPE', '/then': 'NOT_ALLOWED' }
    ],
    [{ samplePercent: 100.01 }, { '/samplePercent': 'TOO_LARGE' }],
    [{ samplePercent: -1 }, { '/samplePercent': 'TOO_SMALL' }],
    [{ samplePercent: 1.001 }, { '/samplePercent': 'INVALID_DECIMAL' }],
    [{ then: 'QUEUE', samplePercent: 0.01 }, { '/samplePercent': 'NOT_TOGETHER' }],
    [{ then: 'REJECT' }, { '/reasons': 'REQUIRED' }],
    [{ then: 'REJECT', reasons: [] }, { '/reasons': 'REQUIRED' }],
    [{ then: 'REJECT', reasons: Array(51).fill({ text }) }, { '/reasons': 'TOO_MANY' }],
    [{ then: 'REJECT', reasons: [...allowedTexts, { text }] }, { '/reasons': 'TOO_LONG' }],
    [{ reasons: [{ text }] }, { '/reasons': 'NOT_TOGETHER' }],
    [{ then: 'QUEUE', reasons: [{ text }] }, { '/reasons': 'NOT_TOGETHER' }],
    [
      {
        then: 'REJECT',
        reasons: [
          { text, imageId: newId(), code: 'no', pointer: 'x' },
          { code: 'X', text: '', pointer: '/colour' }
        ]
      },
      {
        '/reasons/0/imageId': 'UNKNOWN_FIELD',
        '/reasons/0/code': 'INVALID_FORMAT',
        '/reasons/0/pointer': 'INVALID_FORMAT',
        '/reasons/1/text': 'TOO_SHORT',
        '/reasons/1/pointer': 'UNKNOWN_FIELD'
      }
    ],
    [
      { id: newId(), position: 1, conditions: {} },
      { '/id': 'READ_ONLY_FIELD', '/position': 'UNKNOWN_FIELD', '/conditions': 'UNKNOWN_FIELD' }
    ]
  ]
  for (const [body, faults] of faulty) {
    test(`refuses ${JSON.stringify(body).slice(0, 60)}`, async () => assertFaults(await create(body), faults))
  }

  const uuids = Array.from({ length: 1001 }, () => newId())
  const conditions: [object, Record<string, string>][] = [
    [
      { minTrust: 'FULL', withoutLinks: 'yes', price: 1 },
      { minTrust: 'NOT_ALLOWED', withoutLinks: 'INVALID_TYPE', price: 'UNKNOWN_FIELD' }
    ],
    [
      { kinds: [], vendorIds: [], categoryIds: [], onlyFields: [], withoutWords: [] },
      {
        kinds: 'TOO_FEW',
        vendorIds: 'TOO_FEW',
        categoryIds: 'TOO_FEW',
        onlyFields: 'TOO_FEW',
        withoutWords: 'TOO_FEW'
      }
    ],
    [
      { kinds: ['CHANGE'], onlyFields: ['brand'] },
      { 'kinds/0': 'NOT_ALLOWED', 'onlyFields/0': 'NOT_ALLOWED' }
    ],
    [
      { kinds: ['REVISION', 'REVISION'], onlyFields: ['name', 'name'] },
      { 'kinds/1': 'REPEATED_VALUE', 'onlyFields/1': 'REPEATED_VALUE' }
    ],
    [
      { kinds: ['PRODUCT'], onlyFields: ['name'], maxTextChange: 0 },
      { onlyFields: 'NOT_TOGETHER', maxTextChange: 'NOT_TOGETHER' }
    ],
    [
      { vendorIds: uuids, categoryIds: uuids },
      { vendorIds: 'TOO_MANY', categoryIds: 'TOO_MANY' }
    ],
    [
      { vendorIds: ['x'], categoryIds: [uuids[0], uuids[0]?.toUpperCase()] },
      { 'vendorIds/0': 'INVALID_UUID', 'categoryIds/1': 'REPEATED_ID' }
    ],
    [
      { maxTextChange: 1.01, minImages: 21, maxVendorPrice: 'much' },
      { maxTextChange: 'TOO_LARGE', minImages: 'TOO_LARGE', maxVendorPrice: 'INVALID_DECIMAL' }
    ],
    [
      { maxTextChange: -0.1, minImages: -1 },
      { maxTextChange: 'TOO_SMALL', minImages: 'TOO_SMALL' }
    ],
    [
      { withoutWords: ['', 'x'.repeat(101), '-!-', '<b>', 'ok', 7] },
      {
        'withoutWords/0': 'TOO_SHORT',
        'withoutWords/1': 'TOO_LONG',
        'withoutWords/2': 'INVALID_FORMAT',
        'withoutWords/3': 'INVALID_FORMAT',
        'withoutWords/5': 'INVALID_TYPE'
      }
    ],
    [{ withoutWords: Array(1001).fill('x') }, { withoutWords: 'TOO_MANY' }],
    [
      { vendorIds: [uuids[0]], categoryIds: [uuids[1]] },
      { 'vendorIds/0': 'UNKNOWN_VENDOR', 'categoryIds/0': 'UNKNOWN_CATEGORY' }
    ]
  ]
  for (const [when, faults] of conditions) {
    test(`refuses the conditions ${JSON.stringify(when).slice(0, 60)}`, async () => {
      const expected = Object.entries(faults).map(([field, code]) => [`/when/${field}`, code])
      assertFaults(await create({ when }), Object.fromEntries(expected))
    })
  }

  test('accepts the limits of each field', async () => {
    const known = (await t.sql`
      insert into vendors (name, slug) select 'V' || n, 'v' || n from generate_series(1, 1000) n returning id`) as {
      id: string
    }[]
    const answer = await create({
      name: 'x'.repeat(255),
      when: {
        kinds: ['PRODUCT', 'REVISION'],
        vendorIds: known.map(({ id }) => id),
        onlyFields: ['name', 'shortDescription', 'description', 'images'],
        maxTextChange: 1,
        minImages: 20,
        withoutWords: Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(100, 'x'))
      },
      then: 'REJECT',
      reasons: Array(50).fill({ text: 'x'.repeat(200) }),
      samplePercent: 100
    })
    assert.equal(answer.status, 201, answer.text)
  })

  test('refuses the 101st rule, even if several arrive at the same time', async () => {
    await removeAll()
    for (let n = 0; n < 97; n++) await made()
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 3)
    for (const answer of refused) assertProblem(answer, 409, 'TOO_MANY_RULES')
    assert.equal((await list()).body.rules.length, 100)
    await removeAll()
  })
})

describe('updating an approval rule', () => {
  test('changes the fields that are sent; the conditions are replaced as a whole', async () => {
    const id = await made({ when: { minImages: 1, withoutLinks: true }, samplePercent: 5 })
    const { body: before } = await read(id)
    const { body } = await update(id, { name: 'Other', when: { minImages: 2 } })
    assert.deepEqual(body, { ...before, name: 'Other', when: { minImages: 2 }, updatedAt: body.updatedAt })
    const { body: active } = await update(id, { isActive: true, samplePercent: null })
    assert.deepEqual(active, {
      ...body,
      isActive: true,
      samplePercent: 0,
      updatedAt: active.updatedAt
    })
  })

  test('checks the merged rule', async () => {
    const id = await made({ samplePercent: 5 })
    assertFaults(await update(id, { then: 'REJECT' }), { '/reasons': 'REQUIRED' })
    assertFaults(await update(id, { then: 'QUEUE' }), { '/samplePercent': 'NOT_TOGETHER' })
    const rejecting = await update(id, { then: 'REJECT', reasons: [{ text: 'No.' }] })
    assert.equal(rejecting.body.reasons.length, 1)
    assert.equal((await update(id, { name: 'Still rejecting' })).body.reasons.length, 1)
    assertFaults(await update(id, { then: 'APPROVE' }), { '/reasons': 'NOT_TOGETHER' })
    assertFaults(await update(id, { reasons: [] }), { '/reasons': 'REQUIRED' })
    const tooLong = Array(6).fill({ text: 'x'.repeat(1667) })
    assertFaults(await update(id, { reasons: tooLong }), { '/reasons': 'TOO_LONG' })
    const previewed = await preview([{ ...anyRule, then: 'REJECT', reasons: tooLong }])
    assertFaults(previewed, { '/rules/0/reasons': 'TOO_LONG' })
    assert.deepEqual((await update(id, { then: 'APPROVE', reasons: null })).body.reasons, [])
    await update(id, { then: 'REJECT', reasons: [{ text: 'No.' }] })
    assert.deepEqual((await update(id, { then: 'APPROVE', reasons: [] })).body.reasons, [])
  })

  test('accepts the fields as they are read', async () => {
    for (const then of ['APPROVE', 'QUEUE', 'REJECT']) {
      const { body: read } = await create({ then, reasons: then === 'REJECT' ? [{ text: 'No.' }] : [] })
      const { id, createdAt, updatedAt, ...rule } = read
      const patched = await update(id, rule)
      assert.deepEqual(patched.body, { ...read, updatedAt: patched.body.updatedAt })
      assert.equal((await create(rule)).status, 201)
      assert.equal((await preview([{ id, ...rule }])).status, 200)
    }
  })

  test('checks single fields, and ids that do not exist', async () => {
    const id = await made()
    assertFaults(await update(id, { name: null, when: { kinds: ['PRODUCT'], maxTextChange: 1 } }), {
      '/name': 'REQUIRED',
      '/when/maxTextChange': 'NOT_TOGETHER'
    })
    assertFaults(await update(id, { when: { categoryIds: [newId()] } }), {
      '/when/categoryIds/0': 'UNKNOWN_CATEGORY'
    })
  })

  test('leaves a category that was deleted in the rule', async () => {
    const categoryId = await category()
    const id = await made({ when: { categoryIds: [categoryId] } })
    await t.call(`DELETE /platform/categories/${categoryId}`, { as: operator })
    const { body } = await update(id, { name: 'Renamed' })
    assert.deepEqual([body.name, body.when], ['Renamed', { categoryIds: [categoryId] }])
  })

  test('and deleting it with a stale If-Match gets 412 and changes nothing', async () => {
    const id = await made()
    const { etag = '' } = (await read(id)).headers
    assert.equal((await update(id, { name: 'First' }, { 'if-match': etag })).status, 200)
    assertProblem(await update(id, { name: 'Second' }, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assertProblem(await remove(id, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(id)).body.name, 'First')
    assert.equal((await remove(id)).status, 200)
    for (const answer of [await read(id), await update(id, {}), await remove(id)])
      assertProblem(answer, 404, 'NOT_FOUND')
  })
})

describe('the order of the approval rules', () => {
  before(removeAll)

  test('is the order of the ids that are sent', async () => {
    const [a, b, c] = [await made(), await made(), await made()]
    const answer = await order([c, a.toUpperCase(), b])
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await ids(), [c, a, b])
    const read = await list()
    assert.deepEqual(answer.body, read.body)
    assert.equal(answer.headers.etag, read.headers.etag)
    const last = await made()
    assert.deepEqual(await ids(), [c, a, b, last])
  })

  test('must contain every rule exactly once', async () => {
    const [first = '', second = '', third = ''] = await ids()
    assertFaults(await order([first, second, first]), { '/ids/2': 'REPEATED_ID' })
    assertFaults(await order([first, second, third, newId()]), {
      '/ids/3': 'UNKNOWN_RULE',
      '/ids': 'RULE_MISSING'
    })
    assertFaults(await order([]), { '/ids': 'RULE_MISSING' })
    assertFaults(await order(Array(101).fill(first)), { '/ids': 'TOO_MANY' })
  })

  test('can be changed on the condition that the rules are unchanged', async () => {
    const { etag = '' } = (await list()).headers
    const reversed = (await ids()).toReversed()
    assert.equal((await order(reversed, { 'if-match': etag })).status, 200)
    const again = await order(reversed.toReversed(), { 'if-match': etag })
    assertProblem(again, 412, 'PRECONDITION_FAILED')
    assert.deepEqual(await ids(), reversed)
  })

  test('stays complete if rules are created and reordered at the same time', async () => {
    const known = await ids()
    const answers = await Promise.all([create(), order(known.toReversed()), create(), order(known)])
    for (const { status } of answers) assert.ok([200, 201, 400].includes(status))
    assert.equal(new Set(await ids()).size, known.length + 2)
  })
})

test('changes are recorded as events of the platform', async () => {
  await removeAll()
  const [one, other] = [await made({ name: 'One' }), await made({ name: 'Other' })]
  await t.sql`delete from events where type like 'approval_rule.%'`
  const created = await made({ name: 'Rule' })
  await update(created, { name: 'Renamed', when: {} })
  await order([other, one, created])
  await order([other, one, created])
  await remove(created)
  const changes = (field: string, from: unknown, to: unknown) => ({ changes: [{ field, from, to }] })
  const events = await t.sql`
    select type, vendor_id, subject_id, changed_fields, details from events
    where type like 'approval_rule.%' order by id`
  const of = { vendorId: null, subjectId: created, changedFields: [], details: {} }
  assert.deepEqual(
    [...events],
    [
      { ...of, type: 'approval_rule.created', details: { name: 'Rule' } },
      {
        ...of,
        type: 'approval_rule.updated',
        changedFields: ['name', 'when'],
        details: changes('name', 'Rule', 'Renamed')
      },
      {
        ...of,
        type: 'approval_rule.reordered',
        subjectId: null,
        details: changes('ids', [one, other, created], [other, one, created])
      },
      { ...of, type: 'approval_rule.deleted', details: { name: 'Renamed' } }
    ]
  )
})

test('platform users can read rules, editors can change them, and vendors can do neither', async () => {
  const id = await made()
  const viewer = await t.operator('VIEWER')
  const vendor = await t.vendor()
  const writes = [`POST ${path}`, `PATCH ${path}/${id}`, `DELETE ${path}/${id}`, `PUT ${path}/order`]
  const reads = [`GET ${path}`, `GET ${path}/${id}`]
  for (const request of reads) assert.equal((await t.call(request, { as: viewer })).status, 200)
  for (const request of writes)
    assertProblem(await t.call(request, { as: viewer, body: {} }), 403, 'INSUFFICIENT_ROLE')
  for (const request of [...reads, ...writes]) {
    assertProblem(await t.call(request, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
  }
  const { etag = '' } = (await t.call(`GET ${path}`, { as: viewer })).headers
  const known = await t.call(`GET ${path}`, { as: viewer, headers: { 'if-none-match': etag } })
  assert.equal(known.status, 304)
})
