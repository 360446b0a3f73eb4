import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isOlderRelease, release } from '../lib/release.ts'
import { type Migration, migrationsFolder, readMigrations } from './migration-files.ts'

let migrations: Migration[]
before(async () => {
  migrations = await readMigrations(migrationsFolder)
})

/** Statements after which a node of the previous release may fail. */
const removals = [
  /\bdrop (table|column|view|materialized view|sequence|type|domain|function|procedure|trigger|schema)\b/i,
  /\balter table [\w.]+\s+drop (?!constraint|default|not null|expression)/i,
  /\brename\b/i,
  /\bset (data )?type\b/i,
  /\balter (column )?\w+ type\b/i,
  /\bset not null\b/i,
  /\badd (column )?(if not exists )?(?!constraint\b)\w+ [^,;]*\bnot null\b(?![^,;]*\b(default|generated)\b)/i
]

/** The text without comments and without the bodies of functions. */
function statementsOf({ text }: Migration): string {
  return text.replace(/\$\$[\s\S]*?\$\$/g, '').replace(/--[^\n]*/g, '')
}

const isMarked = ({ text }: Migration) => /^-- (contract|expand):/m.test(text)

test('a migration that removes something is marked as contract, or as expand with a reason', () => {
  for (const migration of migrations.filter((one) => !isMarked(one)))
    for (const removal of removals) {
      const found = removal.exec(statementsOf(migration).replace(/default [^,;]*?not null/gi, ''))?.[0]
      assert.equal(
        found,
        undefined,
        `${migration.name} has "${found}", so nodes of the previous release may fail. Begin the file with a ` +
          'comment line "-- contract: needs release 0.3.0" or "-- expand: the reason why they work with it".'
      )
    }
})

test('a migration that removes something needs this release or an earlier one', () => {
  for (const { name, needsRelease } of migrations)
    assert.ok(
      needsRelease === null || !isOlderRelease(release.version, needsRelease),
      `${name} needs release ${needsRelease}, but this is ${release.version}`
    )
})

test('the first line of a migration says what it is for', () => {
  for (const { name, text } of migrations) assert.match(text, /^-- (?!contract|expand)\w.*[.,\w]\n/, name)
})

const removing = [
  'drop table a;',
  'alter table a drop b;',
  'alter table a drop column b;',
  'alter table a rename b to c;',
  'alter table a alter b type text;',
  'alter table a alter column b set data type text;',
  'alter table a alter b set not null;',
  'alter table a add b int not null;',
  'alter table a\n  add column b int not null,\n  add c int;'
]
for (const statement of removing)
  test(`"${statement.replaceAll('\n', ' ')}" removes something`, () =>
    assert.ok(removals.some((removal) => removal.test(statement))))

const adding = [
  'alter table a add b int not null default 0;',
  'alter table a drop constraint b;',
  'alter table a alter b drop not null;',
  'alter table a add b text, add c int not null generated always as (1) stored;',
  'alter table a add constraint b check (c is not null);'
]
for (const statement of adding)
  test(`"${statement}" only adds something`, () =>
    assert.ok(!removals.some((removal) => removal.test(statement))))
