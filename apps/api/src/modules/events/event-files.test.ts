import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { assertStreamedFile } from '../../../test/plans.ts'
import { sequenceEvents } from '../../events.ts'
import { eventFileQueries } from './file-queries.ts'

let t: TestApp
let vendor: TestVendor
let admin: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  admin = await t.operator('ADMIN')
})
after(() => t.close())

const sequence = () => t.sql.begin((tx) => sequenceEvents(tx, 1000))
const patch = (path: string, body: object) => t.call(`PATCH ${path}`, { as: admin, body })

/** Reads a file of events. */
async function file(type: 'text/csv' | 'application/x-ndjson', address: string, as = admin) {
  await sequence()
  const answer = await t.call(`GET ${address}`, { as, headers: { accept: type } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers['content-type'], `${type}; charset=utf-8`)
  return answer.text.split('\n').slice(0, -1)
}

const changesOf = async (query: string) => {
  await sequence()
  const { body } = await t.call(`GET /platform/events?${query}`, { as: admin })
  return body.events.map(({ details }: { details: { changes?: unknown } }) => details.changes)
}

test('changes of resources of the operator have the old and the new values of what differs', async () => {
  const created = async (path: string, body: object) => {
    const answer = await t.call(`POST ${path}`, { as: admin, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body.id as string
  }
  const category = await created('/platform/categories', { name: 'Tools' })
  const tag = await created('/platform/tags', { name: 'New' })
  const reason = await created('/platform/reason-templates', { code: 'BLURRED', text: 'Blurred.' })
  const rule = { name: 'All', isActive: false, when: {}, then: 'APPROVE' }
  const rules = [
    await created('/platform/approval-rules', rule),
    await created('/platform/approval-rules', rule)
  ]
  const attribute = await created('/platform/attributes', {
    ...{ code: 'voltage', name: 'Voltage', type: 'NUMBER', level: 'VARIANT', unit: 'V' }
  })
  const changed = async (path: string, body: object, changes: object[]) => {
    const answer = await patch(path, body)
    assert.equal(answer.status, 200, answer.text)
    const id = path.split('/').at(-1) ?? ''
    assert.deepEqual((await changesOf(`subjectId=${id}&last=1`))[0], changes, path)
  }
  await changed(`/platform/categories/${category}`, { name: 'Power tools', position: 0 }, [
    { field: 'name', from: 'Tools', to: 'Power tools' }
  ])
  await changed(`/platform/tags/${tag}`, { slug: 'new-tag' }, [{ field: 'slug', from: 'new', to: 'new-tag' }])
  await changed(`/platform/reason-templates/${reason}`, { fields: ['images'] }, [
    { field: 'fields', from: [], to: ['images'] }
  ])
  await changed(`/platform/approval-rules/${rules[0]}`, { when: { minImages: 2 }, samplePercent: 5 }, [
    { field: 'when', from: {}, to: { minImages: 2 } },
    { field: 'samplePercent', from: 0, to: 5 }
  ])
  await changed(`/platform/attributes/${attribute}`, { max: 24 }, [{ field: 'max', from: null, to: 24 }])
  await changed(`/platform/vendors/${vendor.id}`, { commissionPercent: 7.5, leadTime: 9, shipDays: null }, [
    { field: 'leadTime', from: 4, to: 9 },
    { field: 'commissionPercent', from: 0, to: 7.5 }
  ])
  const requirement = { attribute: 'voltage', requirement: 'RECOMMENDED', enforcedFrom: null }
  await t.call(`PUT /platform/categories/${category}/attributes`, {
    as: admin,
    body: { attributes: [{ attribute: 'voltage', requirement: 'RECOMMENDED' }] }
  })
  assert.deepEqual((await changesOf(`subjectId=${category}&last=1`))[0], [
    { field: 'attributes', from: [], to: [requirement] }
  ])
  const ids = rules.toReversed()
  await t.call('PUT /platform/approval-rules/order', { as: admin, body: { ids } })
  assert.deepEqual(await changesOf('type=approval_rule.reordered'), [
    [{ field: 'ids', from: rules, to: ids }]
  ])
  await patch('/platform/settings', { name: 'Harbor Market', shipDays: 3 })
  const [settings] = await changesOf('type=settings.updated')
  assert.deepEqual(
    settings.map(({ field, to }: { field: string; to: unknown }) => [field, to]),
    [
      ['name', 'Harbor Market'],
      ['shipDays', 3]
    ]
  )
})

test('what was sent without a change has no values, and the trust of a vendor is only in the events of the operator', async () => {
  const { id, owner } = await t.vendor()
  await patch(`/platform/vendors/${id}`, { leadTime: 4, trust: 'TRUSTED' })
  assert.deepEqual(await changesOf(`subjectId=${id}&type=vendor.updated`), [
    undefined,
    [{ field: 'trust', from: 'STANDARD', to: 'TRUSTED' }]
  ])
  const { text } = await t.call('GET /vendor/events?type=vendor.updated', { as: owner })
  assert.ok(!text.includes('TRUSTED'))
})

test('a value with long JSON is left out of the event, and the event still names the field', async () => {
  const text = 'a'.repeat(4001)
  await t.call('PATCH /vendor/me/profile', { as: vendor.owner, body: { description: 'Short' } })
  const answer = await t.call('PATCH /vendor/me/profile', { as: vendor.owner, body: { description: text } })
  assert.equal(answer.status, 200, answer.text)
  const [changes] = await changesOf(`subjectId=${vendor.id}&last=1`)
  assert.deepEqual(changes, [{ field: 'description', from: 'Short' }])
})

test('the CSV file has a row for each changed field, and the filters of the list', async () => {
  const { id } = await t.vendor()
  await patch(`/platform/vendors/${id}`, { name: '=Formula, "quoted"', leadTime: 6 })
  await patch(`/platform/vendors/${id}`, { leadTime: 5 })
  const [head = '', ...rows] = await file('text/csv', `/platform/events?vendorId=${id}`)
  const names = head.split(',')
  assert.deepEqual(names.slice(0, 5), ['occurred_at', 'sequence', 'type', 'vendor_id', 'vendor'])
  assert.equal(rows.length, 3)
  const [renamed, first, second] = rows
  assert.match(renamed ?? '', /,name,.*,"'=Formula, ""quoted""",$/)
  assert.match(first ?? '', /,name leadTime,leadTime,4,6,$/)
  assert.match(second ?? '', /,leadTime,leadTime,6,5,$/)
  await t.call('POST /platform/tags', { as: admin, body: { name: 'Plain' } })
  const [, ...created] = await file('text/csv', '/platform/events?type=tag.created')
  assert.match(created.at(-1) ?? '', /,tag\.created,,,tag,.*,,,,,"\{""name"": ""Plain""\}"$/)
})

test('the NDJSON file has the events of the list without cursors, also for vendors', async () => {
  const own = await t.vendor()
  await patch(`/platform/vendors/${own.id}`, { leadTime: 6 })
  await t.call('PATCH /vendor/me/profile', { as: own.owner, body: { description: 'Line 1\nLine 2 \\ "' } })
  for (const [address, as] of [
    [`/platform/events?vendorId=${own.id}`, admin],
    ['/vendor/events', own.viewer]
  ] as const) {
    const rows = (await file('application/x-ndjson', address, as)).map((line) => JSON.parse(line))
    const { body } = await t.call(`GET ${address}`, { as })
    const events = body.events.map(({ cursor: _, ...event }: { cursor: string }) => event)
    assert.deepEqual(rows, events)
    assert.equal(rows.length, 2)
  }
  const text = (await file('text/csv', '/vendor/events', own.viewer)).join('\n')
  assert.ok(text.includes('PLATFORM,,,,'))
  assert.ok(!text.startsWith('occurred_at,sequence,type,vendor_id'))
})

test('a file refuses parameters of pages, and streams its rows in the order of an index', async () => {
  const answer = await t.call('GET /platform/events?first=1&wait=1', {
    as: admin,
    headers: { accept: 'text/csv' }
  })
  assertFaults(answer, { first: 'NOT_TOGETHER', wait: 'NOT_TOGETHER' })
  await t.sql`
    insert into events (sequence, vendor_id, type, subject_type, actor_type)
    select 100000 + i, ${vendor.id}, 'product.updated', 'product', 'USER' from generate_series(1, 20000) as i`
  await t.sql`vacuum analyze`.simple()
  const files = [
    eventFileQueries(t.sql, { audience: 'platform', filters: {} }),
    eventFileQueries(t.sql, { audience: 'vendor', filters: { vendorId: vendor.id } })
  ]
  for (const { ndjson } of files)
    await assertStreamedFile(t, ndjson, { filled: ['events'], sortsKeys: false })
})
