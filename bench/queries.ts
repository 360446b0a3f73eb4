import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Handle, Sql } from '../apps/api/src/db/connect.ts'
import { copyOut } from '../apps/api/src/db/copy.ts'

/** Runs one select by primary key, which is the floor of a read. */
export async function hasProduct(sql: Handle, id: string): Promise<boolean> {
  const rows = await sql`select from products where id = ${id}`
  return rows.length > 0
}

/** Returns at most 10,000 random products of a vendor, each with its first variant. */
export function sampleProducts(sql: Handle, vendorId: string): Promise<{ id: string; variantId: string }[]> {
  return sql<{ id: string; variantId: string }[]>`
    select p.id, x.id as variant_id
    from (select id from products where vendor_id = ${vendorId} order by random() limit 10000) p
      join variants x on x.product_id = p.id and x.position = 0
    order by random()`
}

/**
 * Returns words to search for: SKUs and names of random products on sale, and words that thousands of products
 * contain.
 */
export async function sampleWords(
  sql: Handle,
  vendorId: string
): Promise<{ skus: string[]; names: string[]; kinds: string[] }> {
  const rows = await sql<{ sku: string; name: string; kind: string }[]>`
    select sku, name, split_part(name, ' ', 1) as kind from products
    where vendor_id = ${vendorId} and status = 'PUBLISHED' order by random() limit 1000`
  const kinds = new Set(rows.map(({ kind }) => kind))
  return { skus: rows.map(({ sku }) => sku), names: rows.map(({ name }) => name), kinds: [...kinds] }
}

/** Returns the ids of all products of a vendor in random order. */
export async function shuffledProducts(sql: Handle, vendorId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from products where vendor_id = ${vendorId} order by random()`
  return rows.map(({ id }) => id)
}

/** Returns at most 1,000 products of a vendor that are on sale, each with its first variant. */
export function sampleVisible(sql: Handle, vendorId: string): Promise<{ id: string; variantId: string }[]> {
  return sql<{ id: string; variantId: string }[]>`
    select p.id, x.id as variant_id from products p join variants x on x.product_id = p.id and x.position = 0
    where p.vendor_id = ${vendorId} and p.status = 'PUBLISHED' order by random() limit 1000`
}

/** Adds all products to the catalog changes that the sequencer still has to number. */
export async function insertOutbox(sql: Handle): Promise<void> {
  await sql`
    insert into catalog_outbox (kind, subject_ids)
    select 'PRODUCT', array_agg(id) from (select id, (row_number() over (order by id) - 1) / 1000 as part from products) p
    group by part`
}

/** Returns the number of rows of the catalog changes that aren't numbered yet. */
export async function countOutbox(sql: Handle): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::integer as n from catalog_outbox`
  return row?.n ?? 0
}

/** The size of a table with its indexes, its dead rows, and the number of runs of autovacuum. */
export type TableState = { name: string; bytes: number; dead: number; vacuums: number }

/** Returns the states of tables by name, with their partitions. */
export async function tableStates(sql: Handle, tables: string[]): Promise<TableState[]> {
  return await sql<TableState[]>`
    select t.name, sum(pg_total_relation_size(s.relid))::float8 as bytes, sum(s.n_dead_tup)::float8 as dead,
      sum(s.autovacuum_count)::float8 as vacuums
    from unnest(${tables}::text[]) with ordinality as t (name, n)
      join pg_stat_user_tables s on s.relid = t.name::regclass
        or s.relid in (select relid from pg_partition_tree(t.name::regclass))
    group by t.name, t.n order by t.n`
}

/** Returns the slugs of at most 10,000 random products that are on sale. */
export async function sampleSlugs(sql: Handle): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    select slug from products where status = 'PUBLISHED' order by random() limit 10000`
  return rows.map(({ slug }) => slug)
}

/** Returns the id of a process of the server that handles a session. */
export async function sessionProcess(sql: Handle): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}

/**
 * Returns the first variant of each of a vendor's products. `code` identifies it in a bulk update: the
 * product's SKU if it is the only variant, or else its own.
 */
export function listTargets(
  sql: Handle,
  { vendorId, limit }: { vendorId: string; limit: number }
): Promise<{ code: string; variantId: string }[]> {
  return sql<{ code: string; variantId: string }[]>`
    select x.id as variant_id,
      case when exists (select from variants o where o.product_id = p.id and o.position = 1) then x.sku else p.sku end as code
    from products p join variants x on x.product_id = p.id and x.position = 0
    where p.vendor_id = ${vendorId} order by p.id limit ${limit}`
}

export async function countVariants(sql: Handle, vendorId: string): Promise<number> {
  const [row] = await sql<
    { n: number }[]
  >`select count(*)::integer as n from variants where vendor_id = ${vendorId}`
  return row?.n ?? 0
}

/** Counts the products that a vendor's bulk uploads have created. */
export async function countUploaded(sql: Sql, vendorId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(items_created), 0)::integer as n from import_jobs where vendor_id = ${vendorId}`
  return row?.n ?? 0
}

/** Creates an empty database on the server of the run. */
export async function createDatabase(sql: Handle, name: string): Promise<void> {
  await sql`create database ${sql(name)}`
}

/** Runs a checkpoint, so that the measurements of a case aren't slowed down by earlier writes. */
export async function checkpoint(sql: Handle): Promise<void> {
  await sql`checkpoint`
}

/** True if the sequencer hasn't numbered all events and catalog changes yet. */
export async function hasUnnumberedEvents(sql: Handle): Promise<boolean> {
  const [row] = await sql<{ any: boolean }[]>`
    select exists (select from events where sequence is null) or exists (select from catalog_outbox) as any`
  return row?.any ?? false
}

/** Returns the columns of a table that an insert can set. */
export async function listColumns(sql: Handle, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
  return rows.map(({ name }) => name)
}

/** Gives each product of a job a new id, in the same order, in the table `bench_ids`. */
export async function mapIds(sql: Handle, jobId: string): Promise<void> {
  await sql`create unlogged table if not exists bench_ids (old uuid primary key, id uuid not null)`
  await sql`truncate bench_ids`
  await sql`
    insert into bench_ids (old, id)
    select p.id, uuidv7() from (select id from products where bulk_import_job_id = ${jobId} order by id) p`
  await sql`analyze bench_ids`
}

type Copy = { table: string; columns: string[]; vendorId: string; mark: string; jobId: string }

/**
 * Returns the COPY statement that reads the rows of the mapped products, changed as `copyOfUpload` describes.
 */
export function copyStatement({ table, columns, vendorId, mark, jobId }: Copy): string {
  const isProducts = table === 'products'
  const changed: Record<string, string> = {
    id: isProducts ? 'b.id' : 'uuidv7()',
    product_id: 'b.id',
    vendor_id: `'${vendorId}'`,
    sku: `t.sku || '-${mark}'`,
    slug: `t.slug || '-${mark}'`,
    bulk_import_job_id: `'${jobId}'`,
    search: `replace(t.search::text, '@' || t.vendor_id, '@${vendorId}')`
  }
  const list = columns.map((name) => changed[name] ?? `t.${name}`).join(', ')
  const key = isProducts ? 't.id' : 't.product_id'
  return `copy (select ${list} from ${table} t join bench_ids b on b.old = ${key} order by b.id) to stdout`
}

/** Reads the result of COPY … TO STDOUT. */
export async function readCopy(sql: Sql, statement: string): Promise<Buffer[]> {
  return await Array.fromAsync(await startCopy(sql, statement))
}

/** Reads the result of COPY … TO STDOUT and discards it. */
export async function discardCopy(sql: Sql, statement: string): Promise<void> {
  await finished((await startCopy(sql, statement)).resume())
}

function startCopy(sql: Sql, statement: string): Promise<Readable> {
  return copyOut(sql, statement, { statementTimeoutMs: 0, signal: new AbortController().signal })
}

/** Returns the number of rows of each table. */
export async function countRows(sql: Handle): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::integer as rows from ${name}`)
  const rows = await sql.unsafe<{ name: string; rows: number }[]>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

/** Returns the number of sequential scans of each table. */
export async function countScans(sql: Handle, tables: string[]): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; scans: number }[]>`
    select relname as name, seq_scan::integer as scans from pg_stat_user_tables where relname = any(${tables})`
  return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]))
}

/** Returns the number of rows that scans of the tables have read so far, also in their indexes only. */
export async function countReadRows(sql: Handle, tables: string[]): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`
    select ((select sum(seq_tup_read) from pg_stat_user_tables where relname = any(${tables}))
      + (select sum(greatest(idx_tup_read, idx_tup_fetch)) from pg_stat_user_indexes where relname = any(${tables})))::integer as rows`
  return row?.rows ?? 0
}

/** Makes the connection's scans visible to `countScans` and `countReadRows`. */
export async function flushStatistics(sql: Handle): Promise<void> {
  await sql`select pg_stat_force_next_flush()`
}

/** A rule as `insertApprovalRules` inserts it. */
export type BenchRule = {
  position: number
  conditions: object
  decision: string
  reasons: object[]
  samplePercent: number
}

/** Inserts approval rules, which aren't active yet. */
export async function insertApprovalRules(sql: Sql, rules: BenchRule[]): Promise<void> {
  await sql`
    insert into approval_rules (position, name, is_active, conditions, decision, reasons, sample_percent)
    select r.position, 'Rule ' || r.position, false, r.conditions, r.decision, r.reasons, r."samplePercent"
    from jsonb_to_recordset(${sql.json(rules as never)}) as r (position integer, conditions jsonb, decision text, reasons jsonb,
      "samplePercent" numeric)`
}

/** Activates or deactivates all approval rules. */
export async function setRulesActive(sql: Handle, isActive: boolean): Promise<void> {
  await sql`update approval_rules set is_active = ${isActive}`
}
