import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Handle, Sql } from '../src/db/connect.ts'
import { functionFolders, orderByCalls, readFunctions } from '../src/db/migrate/function-files.ts'
import { migrationsFolder, readMigrations } from '../src/db/migrate/migration-files.ts'
import { schemaTables } from '../src/db/migrate/schema-tables.ts'

const folder = join(import.meta.dirname, 'dumps')

/** Returns the releases of which there is a dump. */
export async function listDumps(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql.gz'))
  return names.map((name) => name.replace(/\.sql\.gz$/, '')).sort()
}

/** Returns the text of the dump of a release. */
export async function readDump(release: string): Promise<string> {
  return gunzipSync(await readFile(join(folder, `${release}.sql.gz`))).toString()
}

/** Stores the dump of a release. Unless `replace` is true, fails with EEXIST if there is one. Returns its path and size. */
export async function saveDump(
  release: string,
  { text, replace }: { text: string; replace: boolean }
): Promise<{ path: string; size: number }> {
  const [path, content] = [join(folder, `${release}.sql.gz`), gzipSync(text, { level: 9 })]
  await writeFile(path, content, { flag: replace ? 'w' : 'wx' })
  return { path, size: content.length }
}

/**
 * Returns a dump of a database with the migrations of this release, as SQL: the texts of the migrations and of
 * the functions, then the partitions, rows and sequences. So its schema stays what these files made, whatever becomes of them.
 * Each part is sent to the server as a whole; see `restoreDump`. All rows come from one snapshot. Throws if a table
 * has no row, because a migration of an empty table proves nothing.
 */
export async function writeDump(sql: Sql): Promise<string> {
  const migrations = await readMigrations(migrationsFolder)
  const functions = orderByCalls(readFunctions(functionFolders))
  const [partitions, rows] = await sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read`
    return [await writePartitions(tx), await writeRows(tx)]
  })
  const parts = [
    ['tables of applied files', schemaTables],
    ...migrations.map(({ name, text }) => [name, text]),
    ...functions.map(({ name, text }) => [name, text]),
    ['partitions', partitions],
    ['rows', rows]
  ]
  return parts.map(([name, text = '']) => `${mark}${name}\n${text.trimEnd()}\n`).join('')
}

const mark = '-- == '

/** Restores a dump into an empty database. The user must be a superuser, because constraints and triggers are off. */
export async function restoreDump(sql: Sql, text: string): Promise<void> {
  for (const part of text.split(/^-- == .*\n/m).filter((one) => one.trim() !== '')) await sql.unsafe(part)
}

/** Partitions are created by functions that depend on the time, so those of the time of the dump are created again. */
async function writePartitions(tx: Handle): Promise<string> {
  const rows = await tx<{ name: string; parent: string; bounds: string }[]>`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and p.relnamespace = current_schema()::regnamespace order by 1`
  return rows
    .map(
      ({ name, parent, bounds }) =>
        `do $$ begin if to_regclass('${name}') is null then\n` +
        `  create table ${name} (like ${parent} including defaults including constraints);\n` +
        `  alter table ${parent} attach partition ${name} ${bounds};\nend if; end $$;`
    )
    .join('\n')
}

async function writeRows(tx: Handle): Promise<string> {
  const tables = await tx<{ name: string; columns: string[]; isPartition: boolean }[]>`
    select c.relname as name, c.relispartition as is_partition,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by 1`
  const inserts: string[] = []
  for (const { name, columns, isPartition } of tables) {
    const rows = await listRows(tx, name, columns)
    if (rows.length === 0 && !isPartition)
      throw new Error(`The table ${name} has no rows. Add one to apps/api/test/dump-rows.sql.`)
    if (rows.length > 0)
      inserts.push(
        `insert into ${name} (${columns.join(', ')}) overriding system value values\n${rows.join(',\n')};`
      )
  }
  return [
    'set session_replication_role = replica;',
    // The rows that migrations have inserted are among those of the dump.
    `truncate ${tables.map(({ name }) => name).join(', ')};`,
    ...inserts,
    ...(await listSequences(tx)),
    'reset session_replication_role;'
  ].join('\n')
}

async function listRows(tx: Handle, table: string, columns: string[]): Promise<string[]> {
  const values = columns.map((column) => `quote_nullable(t.${column})`).join(', ')
  const rows = (await tx.unsafe(
    `select '(' || array_to_string(array[${values}], ', ') || ')' as row from only ${table} t order by 1`
  )) as unknown as { row: string }[]
  return rows.map(({ row }) => row)
}

async function listSequences(tx: Handle): Promise<string[]> {
  const rows = await tx<{ line: string }[]>`
    select format('select setval(%L, %s);', sequencename, last_value) as line
    from pg_sequences where schemaname = current_schema() and last_value is not null order by 1`
  return rows.map(({ line }) => line)
}
