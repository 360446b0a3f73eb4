import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { generatedDocument } from '../../../test/document.ts'
import { productCalls } from '../../../test/products.ts'
import { type DetailField, type EventType, eventTypeNames, eventTypes } from '../../event-types.ts'
import { type Origin, recordEvents, sequenceEvents, systemOrigin } from '../../events.ts'
import { newId } from '../../lib/ids.ts'

type Event = { id: string; type: string; sequence: number; cursor: string; occurredAt: string }

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('VIEWER')
})
after(() => t.close())

const calls = productCalls(() => ({ t, vendor }))
const sequence = () => t.sql.begin((tx) => sequenceEvents(tx, 1000))
const call = (query: Record<string, string>, as = vendor.viewer, path = '/vendor/events') =>
  t.call(`GET ${path}?${new URLSearchParams(query)}`, { as })
async function read(query: Record<string, string> = {}, as?: string, path?: string): Promise<Event[]> {
  const answer = await call({ first: '100', ...query }, as, path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.events
}
const readAll = (query: Record<string, string> = {}) => read(query, operator, '/platform/events')
const idsOf = (events: Event[]) => events.map(({ id }) => id)

type Recorded = { vendorId?: string; type?: EventType; subjectType?: string; subjectId?: string }

/** Records one event of the vendor, numbers it, and returns it. */
async function record(event: Recorded = {}, origin: Origin = systemOrigin): Promise<Event> {
  const {
    vendorId = vendor.id,
    type = 'product.updated',
    subjectType = 'product',
    subjectId = newId()
  } = event
  await t.sql.begin((tx) =>
    recordEvents(tx, origin, [{ type, vendorId, subject: { type: subjectType, id: subjectId } }])
  )
  await sequence()
  const row = (await readAll({ subjectId })).at(-1)
  assert.ok(row)
  return row
}

describe('an event', () => {
  test('has an increasing sequence, and a cursor that is valid with any filters', async () => {
    const [first, second, third] = [
      await record(),
      await record({ type: 'product.images_changed' }),
      await record()
    ]
    const events = await read()
    const numbers = events.map((event) => event.sequence)
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => a - b)
    )
    const own = events.find(({ id }) => id === first.id)?.cursor ?? ''
    assert.deepEqual(idsOf(await read({ after: own })), [second.id, third.id])
    assert.deepEqual(idsOf(await read({ after: own, type: 'product.updated' })), [third.id])
    const page = await call({ type: 'product.images_changed' })
    const { endCursor } = page.body.pageInfo
    assert.equal(endCursor, page.body.events.at(-1).cursor)
    assert.deepEqual(idsOf(await read({ after: endCursor })), [third.id])
  })

  test('has a cursor that is valid only for the same feed', async () => {
    const { cursor } = await record()
    assertProblem(await call({ after: cursor }), 400, 'INVALID_CURSOR')
    const other = await t.vendor()
    const [own] = await read()
    assertProblem(await call({ after: own?.cursor ?? '' }, other.viewer), 400, 'INVALID_CURSOR')
    assert.equal((await call({ after: own?.cursor ?? '' })).status, 200)
  })
})

describe('the filters', () => {
  test('subjectId and productId select the events of a resource', async () => {
    const subjectId = newId()
    const events = [await record({ subjectId }), await record({ subjectId })]
    const order = await record({ subjectId: newId(), subjectType: 'order', type: 'order.acknowledged' })
    const orderId = (order as unknown as { subject: { id: string } }).subject.id
    assert.deepEqual(idsOf(await read({ subjectId })), idsOf(events))
    assert.deepEqual(idsOf(await read({ subjectId: subjectId.toUpperCase() })), idsOf(events))
    assert.deepEqual(idsOf(await read({ productId: subjectId })), idsOf(events))
    assert.deepEqual(idsOf(await readAll({ productId: subjectId })), idsOf(events))
    assert.deepEqual(idsOf(await read({ subjectId: orderId })), [order.id])
    assert.deepEqual(await read({ productId: orderId }), [])
    assert.deepEqual(await read({ subjectId, type: 'product.approved' }), [])
    assert.deepEqual(await read({ subjectId }, (await t.vendor()).viewer), [])
  })

  test('actorId selects the changes of a user, but not those of operators in the list of a vendor', async () => {
    const [id, operatorId] = [newId(), newId()]
    const actor = { type: 'USER', id, name: 'Ada', isPlatform: false } as const
    const own = await record({}, { requestId: null, actor })
    const hidden = await record(
      {},
      { requestId: null, actor: { ...actor, id: operatorId, isPlatform: true } }
    )
    assert.deepEqual(idsOf(await read({ actorId: id })), [own.id])
    assert.deepEqual(await read({ actorId: operatorId }), [])
    assert.deepEqual(idsOf(await readAll({ actorId: operatorId })), [hidden.id])
  })

  test('occurredAfter and occurredBefore exclude the time itself, also if older events are skipped', async () => {
    const product = newId()
    const events = [
      await record({ subjectId: product }),
      await record({ subjectId: product }),
      await record({ subjectId: product })
    ]
    const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
    for (const [index, { id }] of events.entries())
      await t.sql`update events set occurred_at = ${at(index)} where id = ${id}`
    await t.sql`delete from event_marks`
    const check = async () => {
      const ids = async (query: Record<string, string>) => idsOf(await read({ productId: product, ...query }))
      assert.deepEqual(await ids({ occurredAfter: at(0) }), idsOf(events.slice(1)))
      assert.deepEqual(await ids({ occurredAfter: '2025-12-31T23:59:59.9999999Z' }), idsOf(events))
      assert.deepEqual(await ids({ occurredBefore: at(2) }), idsOf(events.slice(0, 2)))
      assert.deepEqual(await ids({ occurredAfter: at(0), occurredBefore: at(2) }), idsOf(events.slice(1, 2)))
      assert.deepEqual(await ids({ occurredAfter: at(2) }), [])
    }
    await check()
    const [first] = events
    await t.sql`insert into event_marks values (${first?.sequence ?? 0}, ${at(0)})`
    await check()
    await t.sql`delete from event_marks`
  })

  test('the sequencer marks a number that all earlier events precede, at most once a minute', async () => {
    await t.sql`delete from event_marks`
    const first = await record()
    await record()
    const marks = await t.sql<{ sequence: string; at: string }[]>`select sequence, at from event_marks`
    assert.deepEqual(
      marks.map((mark) => Number(mark.sequence)),
      [first.sequence]
    )
    assert.ok(Date.parse(marks[0]?.at ?? '') >= Date.parse(first.occurredAt))
  })

  test('an unknown type is refused with the list of types, and every other invalid filter too', async () => {
    const invalid = { type: 'product.exploded', subjectId: 'x', productId: 'x', actorId: 'x' }
    const times = { occurredAfter: 'yesterday', occurredBefore: '2026-13-01T00:00:00Z' }
    const faults = {
      type: 'NOT_ALLOWED',
      subjectId: 'INVALID_UUID',
      productId: 'INVALID_UUID',
      actorId: 'INVALID_UUID',
      occurredAfter: 'INVALID_TIMESTAMP',
      occurredBefore: 'INVALID_TIMESTAMP'
    }
    const answer = await call({ ...invalid, ...times })
    assertFaults(answer, faults)
    assertFaults(await call({ ...invalid, ...times }, operator, '/platform/events'), faults)
    for (const name of eventTypeNames) assert.ok(answer.text.includes(`${name}`), name)
  })
})

test('readers that follow a feed while it is written see every event once, in the same order', async () => {
  const writers = 8
  const each = 12
  const total = writers * each
  const start = (await read()).at(-1)?.cursor ?? ''
  let isWritten = false
  const numbering = (async () => {
    while (!isWritten || (await sequence()) > 0) await sequence()
  })()
  const follow = async (query: Record<string, string>, expected: number) => {
    const seen: Event[] = []
    let cursor = start
    while (seen.length < expected) {
      const page = await read({ ...query, first: '7', after: cursor })
      seen.push(...page)
      cursor = page.at(-1)?.cursor ?? cursor
    }
    return seen
  }
  const readers = [follow({}, total), follow({ type: 'product.created' }, total), follow({}, total)]
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let n = 0; n < each; n++) await calls.create()
    })
  )
  const seen = await Promise.all(readers)
  isWritten = true
  await numbering
  for (const events of seen) {
    assert.equal(new Set(idsOf(events)).size, total)
    assert.deepEqual(idsOf(events), idsOf(seen[0] ?? []))
  }
})

test('the document has the details as one open object with the fields of all types', async () => {
  const { schemas } = (await generatedDocument()).components
  const { type, properties, required, additionalProperties } = schemas.EventDetails ?? {}
  assert.deepEqual([type, required, additionalProperties], ['object', undefined, true])
  const declared = Object.values(eventTypes).flatMap(({ details }) => Object.keys(details))
  assert.deepEqual(new Set(Object.keys(properties as object)), new Set(declared))
  const { status, rating } = properties as Record<string, { type: string; description: string }>
  assert.deepEqual(rating, { type: 'integer', description: 'The rating, from 1 to 5' })
  assert.equal(status?.type, 'string')
  assert.equal(
    status.description,
    'The status of the job; or the status of the order after the change; or the status of the shipment'
  )
  const lines = String(schemas.EventType?.description).split('\n')
  assert.ok(
    lines.includes('- `order.placed`: A customer placed an order. Details: `orderNumber`, `poNumber`')
  )
  assert.ok(lines.includes('- `vendor.created`: A vendor was created'))
})

test('the guide lists each type with the fields of its details', async () => {
  const guide = await readFile(new URL('../../../../../docs/guides/events.md', import.meta.url), 'utf8')
  const rows = Object.entries(eventTypes).map(([name, { description, details }]) => {
    const fields = Object.keys(details as Record<string, DetailField>).map((field) => `\`${field}\``)
    return `| \`${name}\` | ${description} | ${fields.join(', ')} |`
  })
  assert.deepEqual(
    guide.split('\n').filter((line) => /^\| `[a-z_]+\.[a-z_]+` \|/.test(line)),
    rows
  )
})
