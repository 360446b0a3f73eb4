import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { productCalls, variant } from '../../../../test/products.ts'
import { insertSnapshots, reason, type Snapshot, snapshot } from '../../../../test/snapshots.ts'
import { newId } from '../../../lib/ids.ts'

const path = '/platform/moderation/snapshots'

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('VIEWER')
})
after(() => t.close())

const get = (query = '') => t.call(`GET ${path}${query}`, { as: operator })

/** Returns the ids of all snapshots that a query selects, in pages of 7, forward or backward. */
async function idsOf(query: string, backward = false): Promise<string[]> {
  const ids: string[] = []
  let position = ''
  for (let page = 0; page < 100; page++) {
    const size = backward ? 'last=7' : 'first=7'
    const { status, body, text } = await get(`?${size}${query}${position}`)
    assert.equal(status, 200, text)
    const found = body.snapshots.map(({ id }: { id: string }) => id)
    if (backward) ids.unshift(...found)
    else ids.push(...found)
    const { startCursor, endCursor, hasNextPage, hasPreviousPage } = body.pageInfo
    if (!(backward ? hasPreviousPage : hasNextPage)) return ids
    position = backward ? `&before=${startCursor}` : `&after=${endCursor}`
  }
  throw new Error('The list has too many pages.')
}

const partly: Snapshot = snapshot({
  ...{ kind: 'REVISION', version: 3, decision: 'REJECTED', isSample: true },
  fields: { name: 'APPROVED', images: 'REJECTED' },
  reasons: [
    { code: 'WRONG_IMAGE', pointer: '/pendingRevision/images/0', imageId: newId(), text: 'Not a nut.' }
  ],
  live: { name: 'Bolt', images: [] },
  proposed: { name: 'Nut', images: [{ id: newId(), isNew: true }] },
  decidedAt: '2026-03-02T10:00:00.000Z'
})

describe('a snapshot', () => {
  test('has the decision with its reasons, and the live and proposed values as they were stored', async () => {
    await insertSnapshots(t.sql, [partly])
    const { actorType, actorId, actorName, ruleId, ruleName, ...values } = partly
    const expected = {
      ...values,
      rule: null,
      corrections: [],
      decidedBy: { type: actorType, id: actorId, name: actorName }
    }
    const { body, headers } = await get(`/${partly.id}`)
    assert.deepEqual(body, expected)
    const match = { 'if-none-match': String(headers.etag) }
    const again = await t.call(`GET ${path}/${partly.id}`, { as: operator, headers: match })
    assert.equal(again.status, 304)
    const { live, proposed, corrections, ...summary } = expected
    assert.deepEqual((await get(`?productId=${partly.productId}`)).body.snapshots, [summary])
  })

  test('of an automatic decision names the rule', async () => {
    const automatic = snapshot({
      ...{ ruleId: newId(), ruleName: 'Trusted vendors' },
      ...{ actorType: 'SYSTEM', actorId: null, actorName: 'Purveyor', requestId: null }
    })
    await insertSnapshots(t.sql, [automatic])
    const { rule, decidedBy, requestId, fields } = (await get(`/${automatic.id}`)).body
    assert.deepEqual(rule, { id: automatic.ruleId, name: 'Trusted vendors' })
    assert.deepEqual(decidedBy, { type: 'SYSTEM', id: null, name: 'Purveyor' })
    assert.deepEqual([requestId, fields], [null, null])
  })

  test('that does not exist is 404', async () => {
    assertProblem(await get(`/${newId()}`), 404, 'NOT_FOUND')
    assertFaults(await get('/x'), { id: 'INVALID_UUID' })
  })

  test('is only shown to operators', async () => {
    const { owner } = await t.vendor()
    for (const request of [`GET ${path}`, `GET ${path}/${partly.id}`]) {
      assertProblem(await t.call(request), 401, 'UNAUTHENTICATED')
      assertProblem(await t.call(request, { as: owner }), 403, 'NOT_PLATFORM_USER')
    }
  })
})

const [productIds, vendorIds, ruleIds] = [2, 3, 2].map((length) => Array.from({ length }, newId))
const at = (minute: number) => new Date(Date.parse('2026-02-01T00:00:00Z') + minute * 60_000).toISOString()
const one = (values: string[] = [], index: number) => values[index % values.length] as string

/** 60 snapshots, two for each minute. The ids are in another order than the times. */
const many = Array.from({ length: 60 }, (_, index) => {
  const isByRule = index % 5 < 2
  return snapshot({
    productId: index % 4 === 0 ? one(productIds, index / 4) : newId(),
    vendorId: one(vendorIds, index),
    kind: (['PRODUCT', 'REVISION', 'CHANGE'] as const)[index % 3] ?? 'PRODUCT',
    decision: (['APPROVED', 'REJECTED', 'ACCEPTED', 'HIDDEN'] as const)[index % 4] ?? 'APPROVED',
    reasons: index % 4 === 1 ? [reason('A'), reason(null)] : [],
    isSample: index % 7 === 0,
    ...(isByRule && { ruleId: one(ruleIds, index), ruleName: 'A rule' }),
    decidedAt: at((index * 7) % 30)
  })
})

const filters: Record<string, (one: Snapshot) => boolean> = {
  '': () => true,
  [`&productId=${one(productIds, 0)}`]: ({ productId }) => productId === one(productIds, 0),
  [`&vendorId=${one(vendorIds, 1).toUpperCase()}`]: ({ vendorId }) => vendorId === one(vendorIds, 1),
  '&kind=REVISION': ({ kind }) => kind === 'REVISION',
  '&decision=HIDDEN': ({ decision }) => decision === 'HIDDEN',
  [`&ruleId=${one(ruleIds, 1)}`]: ({ ruleId }) => ruleId === one(ruleIds, 1),
  '&decidedBy=people': ({ ruleId }) => ruleId === null,
  '&decidedBy=rules': ({ ruleId }) => ruleId !== null,
  '&isSample=true': ({ isSample }) => isSample,
  '&isSample=false': ({ isSample }) => !isSample,
  [`&decidedAfter=${at(10)}`]: ({ decidedAt }) => decidedAt > at(10),
  [`&decidedBefore=${at(10)}`]: ({ decidedAt }) => decidedAt < at(10),
  [`&vendorId=${one(vendorIds, 0)}&decidedAfter=${at(3)}&decidedBefore=${at(20)}&decision=REJECTED`]: ({
    vendorId,
    decidedAt,
    decision
  }) => vendorId === one(vendorIds, 0) && decidedAt > at(3) && decidedAt < at(20) && decision === 'REJECTED',
  [`&productId=${one(productIds, 0)}&vendorId=${one(vendorIds, 0)}&decidedBy=people`]: ({
    productId,
    vendorId,
    ruleId
  }) => productId === one(productIds, 0) && vendorId === one(vendorIds, 0) && ruleId === null,
  [`&ruleId=${one(ruleIds, 0)}&decidedBy=people`]: () => false
}

describe('the list of snapshots', () => {
  before(async () => {
    await t.sql`truncate moderation_snapshots`
    await insertSnapshots(t.sql, many)
  })

  for (const [query, matches] of Object.entries(filters)) {
    test(`has all matches in order of time, newest first, with the query ${query}`, async () => {
      const expected = many
        .filter(matches)
        .toSorted((a, b) => (a.decidedAt + a.id < b.decidedAt + b.id ? 1 : -1))
        .map(({ id }) => id)
      assert.deepEqual(await idsOf(query), expected)
      assert.deepEqual(await idsOf(query, true), expected)
    })
  }

  test('refuses unknown values of filters, and cursors of other filters', async () => {
    const refused: Record<string, Record<string, string>> = {
      'kind=OTHER&decision=APPROVE&decidedBy=PEOPLE': {
        ...{ kind: 'NOT_ALLOWED', decision: 'NOT_ALLOWED', decidedBy: 'NOT_ALLOWED' }
      },
      'productId=1&vendorId=x&ruleId=': {
        ...{ productId: 'INVALID_UUID', vendorId: 'INVALID_UUID', ruleId: 'INVALID_UUID' }
      },
      'isSample=yes&decidedAfter=today': { isSample: 'INVALID_TYPE', decidedAfter: 'INVALID_TIMESTAMP' },
      'decidedBefore=2026-12-31T23:59:60Z': { decidedBefore: 'INVALID_TIMESTAMP' },
      'status=x': { status: 'UNKNOWN_PARAMETER' }
    }
    for (const [query, faults] of Object.entries(refused)) assertFaults(await get(`?${query}`), faults)
    const { body } = await get('?kind=CHANGE')
    const other = await get(`?kind=PRODUCT&after=${body.pageInfo.endCursor}`)
    assertProblem(other, 400, 'INVALID_CURSOR')
  })

  test('accepts a time in the year 0 and with a large offset', async () => {
    const { body } = await get('?decidedAfter=0000-01-01T00:00:00Z&decidedBefore=9999-01-01T00:00:00%2B16:00')
    assert.equal(body.snapshots.length, 24)
  })
})

test('decisions of operators appear in the list, and in the statistics', async () => {
  await t.sql`truncate moderation_snapshots`
  const vendor = await t.vendor()
  const { create, patch } = productCalls(() => ({ t, vendor }))
  const moderator = await t.operator('EDITOR')
  const decide = (id: string, action: string, body: object) =>
    t.call(`POST /platform/products/${id}/${action}`, { as: moderator, body })
  const { id } = await create({ name: 'Bolt', variants: [variant('A')] })
  assert.equal((await decide(id, 'approve', { version: 1 })).status, 200)
  await patch(id, { name: 'Nut', shortDescription: 'A nut' })
  const { body: product } = await t.call(`GET /platform/products/${id}`, { as: moderator })
  const answer = await decide(id, 'revision/decide', {
    version: product.moderationVersion,
    fields: {
      name: { decision: 'REJECT', reasons: [{ code: 'UNCLEAR_NAME', text: 'Which nut?' }] },
      shortDescription: { decision: 'APPROVE' }
    }
  })
  assert.equal(answer.status, 200, answer.text)
  const { snapshots } = (await get(`?productId=${id}`)).body
  assert.deepEqual(
    snapshots.map(({ kind, decision, fields, rule }: Snapshot & { rule: null }) => [
      kind,
      decision,
      fields,
      rule
    ]),
    [
      ['REVISION', 'REJECTED', { name: 'REJECTED', shortDescription: 'APPROVED' }, null],
      ['PRODUCT', 'APPROVED', null, null]
    ]
  )
  const { live, proposed, requestId, reasons } = (await get(`/${snapshots[0].id}`)).body
  assert.equal(live.name, 'Bolt')
  assert.deepEqual(proposed, { name: 'Nut', shortDescription: 'A nut' })
  assert.equal(requestId, answer.headers['x-request-id'])
  assert.equal(reasons[0].code, 'UNCLEAR_NAME')
  const { body: statistics } = await t.call('GET /platform/moderation/statistics', { as: operator })
  assert.deepEqual(statistics.rejections, {
    byVendor: [{ vendorId: vendor.id, decided: 2, rejected: 1 }],
    byReason: [{ code: 'UNCLEAR_NAME', count: 1 }]
  })
})
