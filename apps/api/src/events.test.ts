import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../test/app.ts'
import { recordEvent, sequenceEvents, systemOrigin } from './events.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const sequence = (limit = 1000) => t.sql.begin((tx) => sequenceEvents(tx, limit))
const feed = async (query = '') => (await t.call(`GET /vendor/events${query}`, { as: vendor.viewer })).body
const create = (name: string) =>
  t.call('POST /vendor/me/shipping-methods', { as: vendor.owner, body: { name } })

test('an event appears in the feed once it is numbered, oldest first, with its actor and its subject', async () => {
  const { body: method, headers } = await create('First')
  await create('Second')
  assert.deepEqual((await feed()).events, [])
  assert.equal(await sequence(), 2)
  const { events, pageInfo } = await feed()
  assert.equal(events.length, 2)
  const [first] = events
  assert.equal(first.type, 'shipping_method.created')
  assert.deepEqual(first.subject, { type: 'shipping_method', id: method.id })
  assert.equal(first.actor.type, 'USER')
  assert.equal(first.requestId, headers['x-request-id'])
  assert.equal(pageInfo.hasNextPage, false)
  assert.deepEqual((await feed(`?after=${pageInfo.endCursor}`)).events, [])
  await create('Third')
  await sequence()
  assert.equal((await feed(`?after=${pageInfo.endCursor}`)).events.length, 1)
})

test('an event that is committed late comes after the events that a reader has already read', async () => {
  const origin = systemOrigin
  const event = (name: string) => ({
    type: 'tag.created' as const,
    vendorId: vendor.id,
    subject: { type: 'tag', id: null },
    details: { name }
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const recorded = Promise.withResolvers<void>()
  const late = t.sql.begin(async (tx) => {
    await recordEvent(tx, origin, event('late'))
    recorded.resolve()
    await held
  })
  await recorded.promise
  await t.sql.begin((tx) => recordEvent(tx, origin, event('early')))
  await sequence()
  const seen = await feed('?type=tag.created')
  assert.deepEqual(
    seen.events.map((one: { details: { name: string } }) => one.details.name),
    ['early']
  )
  release()
  await late
  await sequence()
  const after = await feed(`?type=tag.created&after=${seen.pageInfo.endCursor}`)
  assert.deepEqual(
    after.events.map((one: { details: { name: string } }) => one.details.name),
    ['late']
  )
})

test('concurrent sequencers number every event exactly once', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, index) => create(`Method ${index}`)))
  await Promise.all(Array.from({ length: 8 }, () => sequence(7)))
  while ((await sequence(7)) > 0);
  const [row] = await t.sql`
    select count(*) filter (where sequence is null) as unnumbered, count(*) - count(distinct sequence) as doubled from events`
  assert.deepEqual({ ...row }, { unnumbered: '0', doubled: '0' })
})

test('many events that are recorded at once are numbered, although the statistics say that none wait', async () => {
  await sequence()
  await t.sql`analyze events`
  await t.sql`
    insert into events (vendor_id, type, subject_type, subject_id, actor_type)
    select ${vendor.id}, 'vendor.updated', 'vendor', ${vendor.id}, 'SYSTEM' from generate_series(1, 20000)`
  assert.equal(await sequence(20_000), 20_000)
})

test('a vendor sees only its own events, and does not see the names of platform users', async () => {
  const other = await t.vendor()
  await t.sql.begin((tx) =>
    recordEvent(
      tx,
      { requestId: 'secret-request', actor: { type: 'USER', id: other.id, name: 'Olive', isPlatform: true } },
      { type: 'product.approved', vendorId: other.id, subject: { type: 'product', id: null } }
    )
  )
  await sequence()
  assert.deepEqual((await feed('?type=product.approved')).events, [])
  const { events } = (await t.call('GET /vendor/events?type=product.approved', { as: other.owner })).body
  assert.deepEqual(events[0].actor, { type: 'PLATFORM', id: null, name: null })
  assert.equal(events[0].requestId, null)
  const all = await t.call(`GET /platform/events?vendorId=${other.id}`, { as: await t.operator('VIEWER') })
  assert.equal(all.body.events[0].actor.name, 'Olive')
})

test('a change that is rolled back records no event', async () => {
  const failing = t.sql.begin(async (tx) => {
    await recordEvent(tx, systemOrigin, {
      type: 'tag.deleted',
      vendorId: vendor.id,
      subject: { type: 'tag', id: null },
      details: { name: 'Undone' }
    })
    throw new Error('undone')
  })
  await assert.rejects(failing, /undone/)
  await sequence()
  assert.deepEqual((await feed('?type=tag.deleted')).events, [])
})
