import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connect, type Sql } from '../connect.ts'

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await createTestDatabase({ empty: true })
  sql = connect(database.url, { max: 1 })
})
after(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})

/** Each expression of PostgreSQL with the value that arrives. */
const values: [expression: string, value: unknown][] = [
  ['1.50::numeric', '1.50'],
  ['9007199254740993::bigint', '9007199254740993'],
  ['7::smallint', 7],
  ['-7::integer', -7],
  ['0.5::float8', 0.5],
  ['true', true],
  ['null::boolean', null],
  [`'2026-01-02'::date`, '2026-01-02'],
  [`'2026-01-02 03:04:05.6789+02'::timestamptz`, '2026-01-02T01:04:05.678Z'],
  [`'-infinity'::timestamptz`, '-infinity'],
  [`'infinity'::timestamptz`, 'infinity'],
  [`'90 minutes'::interval`, '01:30:00'],
  [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
  [`'"text"'::json`, 'text'],
  [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
  [`array['a', null, 'b "c", \\{d}']`, ['a', null, 'b "c", \\{d}']],
  ['array[1.10, 2]::numeric[]', ['1.10', '2']],
  ['array[1, null]::integer[]', [1, null]],
  ['array[9007199254740993]', ['9007199254740993']],
  ['array[true, false]', [true, false]],
  [
    'array[[1, 2], [3, 4]]',
    [
      [1, 2],
      [3, 4]
    ]
  ],
  [`array['2026-01-02Z'::timestamptz]`, ['2026-01-02T00:00:00.000Z']],
  [`array['{"a":1}'::jsonb]`, [{ a: 1 }]],
  [`'{}'::text[]`, []]
]

for (const [expression, value] of values)
  test(`${expression} arrives as ${JSON.stringify(value)}`, async () => {
    const [row] = await sql.unsafe(`select ${expression} as value`)
    assert.deepEqual(row?.value, value)
  })

test('names of columns are in camelCase, but not those in JSON', async () => {
  const [row] = await sql`select 1 as a_column_1, 2 as "alreadyCamel", '{"a_b":1}'::jsonb as _private`
  assert.deepEqual(row, { aColumn1: 1, alreadyCamel: 2, _private: { a_b: 1 } })
})

test('the count is the number of rows that were returned or changed', async () => {
  await sql`create table t (id integer)`
  assert.equal((await sql`insert into t select generate_series(1, 5)`).count, 5)
  assert.equal((await sql`update t set id = id + 10 where id > 3`).count, 2)
  assert.equal((await sql`select * from t`).count, 5)
  assert.deepEqual([...(await sql.unsafe('delete from t where id > 10; select 3 as three'))], [{ three: 3 }])
})

test('parameters are values of JavaScript, and never a part of the text', async () => {
  const text = `'; drop table t; -- \\ " é 😀 {} null`
  const [row] = await sql`
    select ${text}::text as text, ${[text, '', 'null']}::text[] as texts, ${true} as flag, ${null}::text as none,
      ${sql.json({ text, list: [1, '2', null] })} as json, ${1.5}::numeric as number, ${12n}::bigint as big,
      ${new Date(86_400_000)}::timestamptz as time, ${Buffer.from([1, 2])}::bytea as bytes,
      ${[[1, 2], [3, 4]]}::integer[] as grid`
  assert.deepEqual(row, {
    ...{ text, texts: [text, '', 'null'], flag: true, none: null, json: { text, list: [1, '2', null] } },
    ...{ number: '1.5', big: '12', time: '1970-01-02T00:00:00.000Z', bytes: Buffer.from([1, 2]) },
    grid: [
      [1, 2],
      [3, 4]
    ]
  })
})

test('an undefined parameter is an error that says where it is', async () => {
  const nothing = undefined as unknown as string
  await assert.rejects(sql`select 1 where ${nothing} = ''`.execute(), /undefined, after: select 1 where $/)
})

test('names are quoted, and rows can contain parts of statements', async () => {
  await sql`create table ${sql('odd "name"')} (id integer, at timestamptz, label text)`
  const row = { id: 1, at: sql`now()`, label: 'x' }
  await sql`insert into ${sql('public.odd "name"')} ${sql(row)}`
  await sql`update ${sql('odd "name"')} set ${sql({ label: 'y', id: 2 })} where id = ${1}`
  const [found] = await sql`select ${sql(['id', 'label'])} from ${sql('odd "name"')}`
  assert.deepEqual(found, { id: 2, label: 'y' })
})
