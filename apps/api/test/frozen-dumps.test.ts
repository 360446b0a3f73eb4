import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Sql } from '../src/db/connect.ts'
import { functionFolders } from '../src/db/migrate/function-files.ts'
import { migrate } from '../src/db/migrate/migrate.ts'
import { migrationsFolder } from '../src/db/migrate/migration-files.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { listDumps, readDump, restoreDump } from './dumps.ts'
import { describeSchema } from './schema-description.ts'
import { compareData, readData } from './stored-data.ts'
import { changedFunctions, readDefinitions } from './stored-functions.ts'

/**
 * Tables and columns that a migration after some dump removes, or whose stored values it changes, such as
 * `products.name`, with the reason.
 */
const changedColumns: Record<string, string> = {}

const releases = await listDumps()
const restored = new Map<string, TestDatabase>()
const databases: TestDatabase[] = []
const folder = mkdtempSync(join(tmpdir(), 'purveyor-dumps-'))

before(async () => {
  for (const release of releases) {
    const database = await createTestDatabase({ empty: true })
    restored.set(release, database)
    await use(database, async (sql) => restoreDump(sql, await readDump(release)))
  }
})
after(async () => {
  for (const database of [...restored.values(), ...databases]) await database.drop()
  rmSync(folder, { recursive: true })
})

async function use<T>({ url }: TestDatabase, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, { max: 2 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function create(from: Parameters<typeof createTestDatabase>[0]): Promise<TestDatabase> {
  const database = await createTestDatabase(from)
  databases.push(database)
  return database
}

/** Returns a copy of the restored dump. */
async function copyOf(release: string): Promise<TestDatabase> {
  return await create({ template: new URL(restored.get(release)?.url ?? '').pathname.slice(1) })
}

/** Migrates a dump and a new database, and returns how they differ, in the schema and in the rows of the dump. */
async function differences(release: string, directory = migrationsFolder): Promise<string[]> {
  // The template of the tests was migrated when it was empty.
  const expected = await use(await create({}), async (sql) => {
    await migrate(sql, { directory, functions: functionFolders })
    return await describeSchema(sql)
  })
  return await use(await copyOf(release), async (sql) => {
    const data = await readData(sql)
    assert.ok([...data.values()].every(({ rows }) => rows.length > 0))
    await migrate(sql, { directory, functions: functionFolders })
    const schema = await describeSchema(sql)
    return [
      ...schema.filter((line) => !expected.includes(line)).map((line) => `only in the dump: ${line}`),
      ...expected.filter((line) => !schema.includes(line)).map((line) => `missing in the dump: ${line}`),
      ...compareData(data, await readData(sql), new Set(Object.keys(changedColumns)))
    ]
  })
}

for (const release of releases)
  test(`a database of release ${release} is migrated to the schema of a new one, and its rows stay`, async () => {
    assert.deepEqual(
      await differences(release),
      [],
      'If a migration of a published release was edited, restore it. If a migration changes rows on purpose, name ' +
        'the columns in changedColumns. Before the release is published, make its dump again: npm run freeze -- --replace.'
    )
  })

/** Creates the functions of some folders in a dump, and returns those that now have another definition. */
async function functionsChangedBy(release: string, functions: readonly string[]): Promise<string[]> {
  return await use(await copyOf(release), async (sql) => {
    const before = await readDefinitions(sql)
    await migrate(sql, { directory: migrationsFolder, functions })
    return changedFunctions(before, await readDefinitions(sql))
  })
}

for (const release of releases)
  test(`no function of release ${release} is changed under the same name`, async () => {
    assert.deepEqual(
      await functionsChangedBy(release, functionFolders),
      [],
      'Nodes of that release still use the function: restore it, and give the changed one a new name, such as ' +
        'is_live_2. Before the release is published, make its dump again: npm run freeze -- --replace.'
    )
  })

test('each published release has a dump', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
  const published = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version)
  assert.ok(releases.length > 0)
  assert.deepEqual(
    published.filter((version) => !releases.includes(version)),
    [],
    'run npm run freeze'
  )
})

describe('the comparison finds', () => {
  const newest = releases.at(-1) ?? ''

  /** Migrates the newest dump with one more migration. */
  async function with9001(text: string): Promise<string[]> {
    const directory = mkdtempSync(join(folder, 'migrations-'))
    cpSync(migrationsFolder, directory, { recursive: true })
    writeFileSync(join(directory, '9001_next.sql'), text)
    return await differences(newest, directory)
  }

  const harmful: [string, string, RegExp][] = [
    [
      'a value that a migration changes',
      `update variants set vendor_price = vendor_price + 0.01 where sku = (select min(sku) from variants);`,
      /^variants: 1 rows are missing, such as .*; 1 are new, such as /
    ],
    [
      'a row that a migration deletes',
      'delete from product_history where id = (select min(id::text)::uuid from product_history);',
      /^product_history: 1 rows are missing, such as /
    ],
    [
      'a row that a migration adds',
      `insert into events (type, subject_type, actor_type) values ('x', 'y', 'SYSTEM');`,
      /^events: 0 rows are missing, such as undefined; 1 are new, such as /
    ],
    [
      'a column that a migration removes',
      '-- Removes a column.\n-- contract: needs release 0.1.0\n\nalter table products drop column warranty;',
      /^The column products\.warranty is missing\.$/
    ],
    [
      'a table that a migration removes',
      '-- Removes a table.\n-- contract: needs release 0.1.0\n\ndrop table slug_counters;',
      /^The table slug_counters is missing\.$/
    ],
    [
      'an index that a new database lacks',
      'do $$ begin if exists (select from products) then create index x on products (name); end if; end $$;',
      /^only in the dump: index CREATE INDEX x ON public\.products USING btree \(name\) t$/
    ],
    [
      'a constraint that a database with rows lacks',
      'do $$ begin if not exists (select from products) then alter table products add constraint x check (true); end if; end $$;',
      /^missing in the dump: constraint products x CHECK \(true\) t$/
    ],
    [
      'a function that differs',
      `do $$ begin execute format('create function x() returns bigint language sql return %s', (select count(*) from products)); end $$;`,
      /^only in the dump: function CREATE OR REPLACE FUNCTION public\.x\(\)/
    ]
  ]
  for (const [name, text, expected] of harmful)
    test(name, async () => {
      assert.match((await with9001(text))[0] ?? '', expected)
    })

  test('nothing if a migration only adds a column or builds an index', async () => {
    assert.deepEqual(await with9001('alter table products add column x text default 1;'), [])
    const index = 'create index concurrently x on products (name);'
    assert.deepEqual(await with9001(`-- For a test.\n-- not in a transaction\n${index}`), [])
  })

  test('a migration that was edited after the dump', async () => {
    const directory = mkdtempSync(join(folder, 'migrations-'))
    cpSync(migrationsFolder, directory, { recursive: true })
    writeFileSync(join(directory, '0013_product_lists.sql'), '-- Nothing.\nselect 1;\n')
    const name = 'MigrationError'
    const message = /^The migration 0013_product_lists\.sql was changed after it was applied/
    await assert.rejects(differences(newest, directory), { name, message })
  })

  const isLive = functionFolders.find((path) => existsSync(join(path, 'is_live.sql'))) ?? ''

  /** Creates the functions in the newest dump, with another text of `is_live`. */
  async function withIsLive(change: (text: string) => string): Promise<string[]> {
    const copy = mkdtempSync(join(folder, 'functions-'))
    cpSync(isLive, copy, { recursive: true })
    const [path, text] = [join(copy, 'is_live.sql'), readFileSync(join(isLive, 'is_live.sql'), 'utf8')]
    assert.notEqual(change(text), text)
    writeFileSync(path, change(text))
    return await functionsChangedBy(newest, [copy, ...functionFolders.filter((one) => one !== isLive)])
  }

  test('a function whose body changed under the same name', async () => {
    const changed = await withIsLive((text) => text.replace("'HIDDEN'", "'DRAFT'"))
    assert.deepEqual(changed, ['is_live(text)'])
  })

  test('a function whose volatility changed', async () => {
    assert.deepEqual(await withIsLive((text) => text.replace('immutable', 'stable')), ['is_live(text)'])
  })

  test('nothing if only the format and the comment of an SQL function changed', async () => {
    const changed = await withIsLive((text) => `-- Another comment.\n${text.replace(' in (', '\n    in  (')}`)
    assert.deepEqual(changed, [])
  })
})
