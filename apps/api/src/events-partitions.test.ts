import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../test/app.ts'
import {
  createEventPartitions,
  deleteOldEvents,
  dropOldEventPartitions,
  type Event,
  recordEvent,
  recordEvents,
  sequenceEvents,
  systemOrigin
} from './events.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  await t.sql.begin((tx) => sequenceEvents(tx, 1000))
})
after(() => t.close())
afterEach(async () => {
  await t.sql`delete from event_marks`
})

const partitions = () => t.sql<{ low: string; high: string }[]>`
  select low, high from event_partitions order by low`
const [million, room] = [1_000_000, 5_000_000]

const event = (): Event => ({
  ...{ type: 'vendor.updated', vendorId: vendor.id },
  subject: { type: 'vendor', id: vendor.id }
})

async function record(count: number): Promise<void> {
  await t.sql.begin((tx) => recordEvents(tx, systemOrigin, Array.from({ length: count }, event)))
}

/** Records events that get the numbers from `first` on. */
async function recordFrom(first: number, count: number): Promise<void> {
  await t.sql`select setval('events_sequence', ${first}, false)`
  await record(count)
  await t.sql.begin((tx) => sequenceEvents(tx, 1000))
  await t.sql`delete from event_marks where at > now() - interval '1 day'`
}

/** Sets the mark that every event up to this number occurred this many days ago, or earlier. */
async function mark(sequence: number, days: number): Promise<void> {
  await t.sql`
    insert into event_marks values (${sequence}, now() - make_interval(days => ${days}))
    on conflict (sequence) do update set at = excluded.at`
}

const numbersOf = async (table: string) =>
  (await t.sql<{ sequence: string }[]>`select sequence from ${t.sql(table)} order by 1`).map((row) =>
    Number(row.sequence)
  )

test('an event gets into the partition of its number, and the next partitions are there in time', async () => {
  const first = { low: '1', high: String(1 + room) }
  const second = { low: String(1 + room), high: String(1 + 2 * room) }
  assert.deepEqual([...(await partitions())], [first, second])
  await recordFrom(10, 2)
  await mark(11, 31)
  await recordFrom(room, 2)
  assert.deepEqual((await numbersOf('events_from_1')).slice(-3), [10, 11, room])
  assert.deepEqual(await numbersOf('events_from_5000001'), [room + 1])
  assert.deepEqual(await numbersOf('events_default'), [])
  await Promise.all([createEventPartitions(t.sql), createEventPartitions(t.app.deps.sql)])
  const third = { low: String(1 + 2 * room), high: String(1 + 3 * room) }
  assert.deepEqual([...(await partitions())], [first, second, third])
})

test('a partition has room for the events of 30 days', async () => {
  await mark(2 * million, 31)
  await t.sql`select setval('events_sequence', ${3 * room})`
  await createEventPartitions(t.sql)
  const [low, width] = [1 + 3 * room, 3 * room - 2 * million]
  assert.deepEqual({ ...(await partitions()).at(-1) }, { low: String(low), high: String(low + width) })
})

test('partitions are dropped when all their events are older than 400 days; other events after 431 days', async () => {
  const before = [...(await partitions())]
  await mark(room, 401)
  await mark(2 * room - 1, 399)
  await dropOldEventPartitions(t.sql)
  assert.deepEqual([...(await partitions())], before.slice(1))

  await recordFrom(2 * room - 3, 4)
  const second = 'events_from_5000001'
  assert.equal(await deleteOldEvents(t.sql, 1000), 0)
  await mark(2 * room - 1, 432)
  assert.equal(await deleteOldEvents(t.sql, 1), 1)
  assert.deepEqual(await numbersOf(second), [2 * room - 3, 2 * room - 2, 2 * room - 1, 2 * room])
  while ((await deleteOldEvents(t.sql, 1)) > 0);
  assert.deepEqual(await numbersOf(second), [2 * room])
  assert.deepEqual([...(await t.sql`select sequence from event_marks`)], [{ sequence: String(2 * room - 1) }])
})

test('after a gap in the numbers, the next partition begins behind it and is no larger than usual', async () => {
  const restored = 1_800_000_000_000
  await t.sql`select setval('events_sequence', ${restored})`
  await mark(2 * room, 31)
  await createEventPartitions(t.sql)
  const next = { low: String(restored + 1), high: String(restored + 1 + room) }
  assert.deepEqual({ ...(await partitions()).at(-1) }, next)
  await record(1)
  assert.equal(await t.sql.begin((tx) => sequenceEvents(tx, 1000)), 1)
  assert.deepEqual(await numbersOf(`events_from_${restored + 1}`), [restored + 1])
})

test('a long transaction delays partitions, but events are recorded and numbered', async () => {
  const high = Number((await partitions()).at(-1)?.high)
  await t.sql`select setval('events_sequence', ${high - 2 * million})`
  await mark(2 * room, 401)
  const before = [...(await partitions())]
  const other = t.app.deps.sql
  await t.sql.begin(async (tx) => {
    await recordEvent(tx, systemOrigin, event())
    await createEventPartitions(other)
    await assert.rejects(dropOldEventPartitions(other), { code: '55P03' })
    await other.begin((own) => recordEvent(own, systemOrigin, event()))
    assert.equal(await other.begin((own) => sequenceEvents(own, 1000)), 1)
  })
  assert.deepEqual([...(await partitions())], before)
  await createEventPartitions(t.sql)
  await dropOldEventPartitions(t.sql)
  assert.deepEqual([...(await partitions())].slice(0, -1), before.slice(1))
})

test('the functions for partitions run as the owner of the tables and search temporary tables last', async () => {
  const functions = await t.sql<{ name: string; isDefiner: boolean; config: string[] }[]>`
    select proname as name, prosecdef as is_definer, proconfig as config from pg_proc
    where pronamespace = 'public'::regnamespace and proname ~ '_partitions?$' order by proname`
  assert.equal(functions.length, 5)
  for (const { name, isDefiner, config } of functions)
    assert.deepEqual([isDefiner, config], [true, ['search_path=public, pg_temp']], name)
})
