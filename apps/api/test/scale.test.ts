// Checks that docs/operations/scale.md names everything in the database schema that isn't the data of one vendor.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { connect, type Sql } from '../src/db/connect.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const path = 'docs/operations/scale.md'
const page = await readFile(join(resolve(import.meta.dirname, '../../..'), path), 'utf8')

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 1 })
})
after(async () => {
  await sql.end()
  await database.drop()
})

/** Returns the names in backticks in the first column of the table below a heading of the page. */
function namesBelow(heading: string): string[] {
  const [, section = ''] = page.split(`\n### ${heading}\n`)
  const rows = section.split(/\n##/, 1)[0]?.match(/^\| `[^|]*/gm) ?? []
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort()
}

function assertListed(heading: string, rows: { name: string }[]): void {
  const expected = rows.map(({ name }) => name).sort()
  assert.deepEqual(
    namesBelow(heading),
    expected,
    `The table "${heading}" of ${path} must name exactly these. Say there how each works if vendors are split.`
  )
}

/** The tables of the schema without the partitions of others, and whether each has a `vendor_id`. */
const tables = () => sql`
  select c.oid, c.relname as name, exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'vendor_id' and not a.attisdropped) as has_vendor
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

test('the page on scale names the tables without a vendor', async () => {
  const rows = await sql<{ name: string }[]>`select name from (${tables()}) t where not has_vendor`
  assertListed('Tables without a vendor', rows)
})

test('the page on scale names the unique values of vendors that are unique in the whole marketplace', async () => {
  // A key with a UUID stays unique if the vendor is added to it, because a UUID belongs to one vendor.
  const rows = await sql<{ name: string }[]>`
    select i.indexrelid::regclass::text as name
    from (${tables()}) t join pg_index i on i.indrelid = t.oid and i.indisunique
    where has_vendor and not exists (
      select from pg_attribute a
      where a.attrelid = t.oid and a.attnum = any(i.indkey) and (a.atttypid = 'uuid'::regtype or a.attname = 'vendor_id'))`
  assertListed('Unique values of all vendors', rows)
})

test('the page on scale names the sequences', async () => {
  // Without the sequences of identity columns, whose numbers only distinguish the rows of their table.
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')`
  assertListed('Sequences', rows)
})
