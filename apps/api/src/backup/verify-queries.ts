import type { Sql } from '../db/connect.ts'

/** Returns the names of all tables, including those of the system, as they are written in SQL. */
export async function listTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'm') and relpersistence = 'p'
    order by relnamespace::regnamespace::text, relname`
  return rows.map(({ name }) => name)
}

/**
 * Reads all values of all rows of a table, also those that are stored outside of the row. PostgreSQL compares
 * the checksum of each page. Returns the number of rows. `table` is a name that `listTables` has returned.
 */
export async function readTable(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<[{ rows: number }]>`
    select count(*)::float8 as rows, sum(length(t::text)) from ${sql.unsafe(table)} t`
  return row.rows
}

/** Creates the extension that `checkIndex` uses. */
export async function createCheckExtension(sql: Sql): Promise<void> {
  await sql`create extension if not exists amcheck`
}

/** An index that `checkIndex` can check, with its name as it is written in SQL. */
export type Index = { name: string; method: 'btree' | 'gin' }

/** Returns all indexes that can be checked, including those of system tables. */
export async function listIndexes(sql: Sql): Promise<Index[]> {
  return await sql<Index[]>`
    select c.oid::regclass::text as name, am.amname as method
    from pg_class c join pg_index i on i.indexrelid = c.oid join pg_am am on am.oid = c.relam
    where c.relkind = 'i' and c.relpersistence = 'p' and am.amname in ('btree', 'gin')
      and i.indisready and i.indisvalid
    order by 1`
}

/**
 * Checks the structure of an index, and, for a B-tree, that it contains every row of its table. Throws the
 * error of PostgreSQL if the index is damaged.
 */
export async function checkIndex(sql: Sql, { name, method }: Index): Promise<void> {
  if (method === 'gin') await sql`select gin_index_check(${name}::regclass)`
  else await sql`select bt_index_check(${name}::regclass, true)`
}
