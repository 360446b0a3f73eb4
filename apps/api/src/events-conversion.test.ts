import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { connect, type Sql, type Tx } from './db/connect.ts'
import { migrate } from './db/migrate/migrate.ts'
import { migrationsFolder } from './db/migrate/migration-files.ts'
import { recordEvent, sequenceEvents, systemOrigin } from './events.ts'

let database: TestDatabase
let sql: Sql
const folder = mkdtempSync(join(tmpdir(), 'purveyor-old-migrations-'))
before(async () => {
  database = await createTestDatabase({ empty: true })
  sql = connect(database.url, { max: 4 })
  for (const name of readdirSync(migrationsFolder).filter((name) => name < '0020'))
    copyFileSync(join(migrationsFolder, name), join(folder, name))
})
after(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
  rmSync(folder, { recursive: true })
})

const record = () =>
  sql.begin((tx) =>
    recordEvent(tx, systemOrigin, {
      ...{ type: 'vendor.updated', vendorId: null, subject: { type: 'vendor', id: null } }
    })
  )
const readEvents = (handle: Sql | Tx) => handle<{ table: string; id: string; sequence: string | null }[]>`
  select tableoid::regclass::text as table, id, sequence from events order by sequence, id`

/** The statement with which the release before the partitions numbered events. */
const numberAsBefore = (limit: number) => sql`
  with sequenced as (
    update events e set sequence = numbered.sequence
    from (
      select id, nextval('events_sequence') as sequence
      from (select id from events where sequence is null order by id limit ${limit}) unnumbered
    ) numbered
    where e.id = numbered.id
    returning e.sequence
  )
  select count(*)::int as count from sequenced`

test('existing events stay as they are, and nodes of the previous release go on', async () => {
  await migrate(sql, { directory: folder })
  for (let event = 0; event < 5; event++) await record()
  await numberAsBefore(3)
  const before = [...(await readEvents(sql))]
  assert.deepEqual(
    before.map(({ sequence }) => sequence),
    ['1', '2', '3', null, null]
  )
  await migrate(sql)
  const expected = before.map((row) => ({ ...row, table: 'events_default' }))
  assert.deepEqual([...(await readEvents(sql))], expected)

  assert.equal(await sql.begin((tx) => sequenceEvents(tx, 1)), 1)
  await record()
  assert.deepEqual([...(await numberAsBefore(10))], [{ count: 2 }])
  const [low] = await sql<{ low: string }[]>`select min(low) as low from event_partitions`
  assert.equal(low?.low, String(3 + 1_000_000))
  await sql`select setval('events_sequence', ${low.low}, false)`
  await record()
  assert.deepEqual([...(await numberAsBefore(10))], [{ count: 1 }])
  const events = await readEvents(sql)
  assert.equal(new Set(events.map(({ id }) => id)).size, 7)
  assert.deepEqual(events.at(-1)?.table, `events_from_${low.low}`)
  assert.deepEqual(events.map(({ sequence }) => Number(sequence)).slice(0, 3), [1, 2, 3])
})
