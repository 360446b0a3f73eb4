import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { lintMigration } from '../../../test/migration-lint.ts'
import { isOlderRelease, release } from '../../lib/release.ts'
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

test('no migration makes requests wait while PostgreSQL reads or writes all rows of a table', () => {
  const findings = migrations.flatMap((migration) =>
    lintMigration(migration).map(({ statement, advice }) => `${migration.name}: ${statement}. ${advice}.`)
  )
  assert.deepEqual(
    findings,
    [],
    'If a statement takes no time in this case, begin the file with the line "-- locks: the reason".'
  )
})

const isSlow = (text: string) => lintMigration({ text, concurrentIndex: null }).length > 0

const slow = [
  'create index b on a (c);',
  'create unique index b\n  on a (c);',
  'create table d ();\ncreate index b on a (c);',
  'create index concurrently b on a (c);',
  'alter table a add constraint b unique (c);',
  'alter table a add primary key (c);',
  'alter table a add c int unique;',
  'alter table only a add constraint b exclude using gist (c with &&);',
  'alter table a add constraint b check (c > 0);',
  'alter table a add check (c > 0);',
  'alter table a add constraint b foreign key (c) references d;',
  'alter table a add c int references d;',
  "alter table a add column c text default 'x' check (c <> '');",
  'alter table a add constraint b not null c;',
  'alter table a alter column c set not null;',
  'alter table a alter c type bigint;',
  'alter table a alter column c set data type bigint;',
  'alter table a add c uuid default uuidv7();',
  'alter table a add d text, add column if not exists c timestamptz default clock_timestamp();',
  'alter table a add c int generated always as (b + 1) stored;',
  'alter table a add c bigint generated always as identity;',
  'alter table a add c bigserial;',
  'alter table a set unlogged;',
  'alter table a attach partition b default;',
  'alter table a add constraint b check (c > 0) not valid;\nalter table a validate constraint b;',
  'update a set b = 1;',
  "delete from a where b = ';';",
  'truncate a;',
  'vacuum full a;',
  'commit;',
  'do $$ begin update a set b = 1; end $$;',
  "create function d() returns text language sql return ''; -- ;\ncreate index b on a (c);"
]
for (const text of slow)
  test(`"${text.replaceAll('\n', ' ')}" locks a table for long`, () => assert.ok(isSlow(text)))

const short = [
  'create table a (b int primary key check (b > 0)); create index c on a (b); alter table a add d int unique;',
  'create unlogged table a (); create index c on a (b);',
  'create index b on only a (c);',
  "alter table a add c text not null default 'x, unique (y)';",
  "alter table a add c numeric(5, 2) default 0, add d timestamptz not null default now(), add e jsonb default '[]';",
  'alter table a add c int generated always as (b + 1) virtual;',
  'alter table a add constraint b check (c > 0) not valid;',
  'alter table a add constraint b not null c not valid;',
  'alter table a add constraint b foreign key (c) references d (id) on delete cascade not valid;',
  'alter table a add constraint b unique using index c;',
  '-- Checks it.\nalter table a validate constraint b;',
  'alter table a drop constraint b, alter column c drop not null, alter d set default random();',
  'create table b (); alter table a attach partition b for values from (1) to (2);',
  "-- update a\ninsert into a values ('update a; create index b on a (c)');",
  'create function b() returns void language plpgsql as $$ begin update a set c = 1; end $$;',
  'create function b() returns int language sql\nbegin atomic\n  update a set c = 1;\n  select 1;\nend;',
  'create trigger b after update on a for each row execute function c();',
  '-- Attaches it.\n-- locks: a constraint proves the bounds\nalter table a attach partition b default;'
]
for (const text of short)
  test(`"${text.replaceAll('\n', ' ')}" locks no table for long`, () => assert.ok(!isSlow(text)))

test('an index is built outside a transaction without a finding', () => {
  const index = migrations.filter(({ concurrentIndex }) => concurrentIndex)
  assert.ok(index.length > 0)
  assert.deepEqual(index.flatMap(lintMigration), [])
})
