import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connect, type Sql } from '../src/db/connect.ts'
import { functionFolders, readFunctions } from '../src/db/migrate/function-files.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { listDependents, readDefinitions } from './stored-functions.ts'

let database: TestDatabase
let sql: Sql
let names: string[]
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 2 })
  names = readFunctions(functionFolders).map(({ name }) => name)
})
after(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

test('each file creates one function, and no other function has its name', async () => {
  const created = [...(await readDefinitions(sql)).keys()].map((signature) => signature.replace(/\(.*/, ''))
  for (const name of names) assert.equal(created.filter((one) => one === name).length, 1, name)
})

test('no index, constraint, default, generated column, trigger, view or function of a migration depends on a function of the files', async () => {
  assert.deepEqual(
    await listDependents(sql, names),
    [],
    'The object would be wrong if the function was replaced, and migrations run before the functions are created: ' +
      'create the function in the migration that needs it, see docs/decisions/0033.'
  )
})

describe('the search for dependents finds', () => {
  const dependents: [string, string, RegExp][] = [
    ['an index', 'create index x on products (is_live(status))', /^index x depends on is_live$/],
    [
      'an index with a condition',
      `create index x on products (id) where is_live(status)`,
      /^index x depends on is_live$/
    ],
    [
      'a constraint',
      'alter table products add constraint x check (is_live(status) is not null) not valid',
      /^constraint x on table products depends on is_live$/
    ],
    [
      'a default',
      `alter table products add x boolean default is_live('DRAFT')`,
      /^default value for column x of table products depends on is_live$/
    ],
    [
      'a generated column',
      'alter table products add x boolean generated always as (is_live(status)) stored',
      /^(default value for )?column x of table products depends on is_live$/
    ],
    [
      'a key of partitions',
      'create table x (status text) partition by list ((is_live(status)))',
      /^table x depends on is_live$/
    ],
    ['a view', 'create view x as select is_live(status) from products', /^rule .* depends on is_live$/],
    [
      'an SQL function',
      'create function x() returns boolean language sql return is_live(null)',
      /^function x\(\) depends on is_live$/
    ],
    [
      'a PL/pgSQL function',
      'create function x() returns boolean language plpgsql as $$ begin return is_live(null); end $$',
      /^x\(\) calls is_live$/
    ]
  ]
  for (const [title, statement, expected] of dependents)
    test(title, async () => {
      const session = await sql.reserve()
      try {
        await session`begin`
        await session.unsafe(statement)
        assert.match((await listDependents(session, names))[0] ?? '', expected)
      } finally {
        await session`rollback`
        session.release()
      }
    })
})
