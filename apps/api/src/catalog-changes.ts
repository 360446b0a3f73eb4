import type { Fragment, Handle, Tx } from './db/connect.ts'

/**
 * The kinds of subjects that a row of the outbox can have. A change of a collection, tag, facet or facet value is a change of all
 * products that have it. The sequencer looks up these products after the commit. So it also finds products to
 * which another transaction added the term at the same time (docs/decisions/0016).
 */
export type CatalogSubject =
  | 'PRODUCT'
  | 'VENDOR'
  | 'CATEGORY'
  | 'COLLECTION'
  | 'TAG'
  | 'FACET'
  | 'FACET_VALUE'

/** The maximum number of ids in one row of the outbox. */
const maxIds = 1_000

/**
 * Records in the transaction of a change that the storefront shows these products, vendors or categories
 * differently, or no longer. Call it in every transaction that changes what `/storefront` returns. Ids may
 * occur several times. Without ids, nothing is recorded. For a product that is deleted, use
 * `insertDeletedProducts`.
 */
export async function recordCatalogChanges(tx: Tx, kind: CatalogSubject, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx`${insertCatalogChanges(tx, kind, tx`select unnest(${ids}::uuid[]) as id`)}`
}

/**
 * Like `recordCatalogChanges`, but returns the statement as a fragment, which can be a statement of its own or
 * a common table expression of a larger statement. `ids` is a query with the column `id`.
 */
export function insertCatalogChanges(sql: Handle, kind: CatalogSubject, ids: Fragment): Fragment {
  return sql`
    insert into catalog_outbox (kind, subject_ids)
    select ${kind}::text, array_agg(part.id)
    from (
      select changed.id, (row_number() over () - 1) / ${sql.unsafe(String(maxIds))} as number
      from (select distinct listed.id from (${ids}) listed) changed
    ) part
    group by part.number`
}

/**
 * Like `insertCatalogChanges`, for products that the transaction deletes. `products` is a query with the
 * columns `id` and `slug`, such as a common table expression `delete … returning id, slug`.
 */
export function insertDeletedProducts(sql: Handle, products: Fragment): Fragment {
  return sql`
    insert into catalog_outbox (kind, subject_ids, deleted_slug)
    select 'PRODUCT', array[deleted.id], deleted.slug from (${products}) deleted`
}

/**
 * Numbers recorded changes whose transaction has committed, at most about `limit` ids, and adds them to the
 * feed. Returns the number of rows of the outbox that it processed. Only one sequencer runs at a time: returns
 * 0 immediately if another sequencer is running. Changes get their numbers only after they are committed, and
 * the numbers only increase. So a reader of the feed never misses a change that was committed late.
 */
export async function sequenceCatalogChanges(tx: Tx, limit: number): Promise<number> {
  const [lock] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${feedLock}) as held`
  if (!lock?.held) return 0
  const expanded = await expandTerm(tx, limit)
  const [row] = await tx<{ count: number }[]>`
    with taken as (
      delete from catalog_outbox o
      using (
        select id from (
          select id, sum(cardinality(subject_ids)) over (order by id) - cardinality(subject_ids) as before
          from (
            select id, subject_ids from catalog_outbox where kind in ('PRODUCT', 'VENDOR', 'CATEGORY')
            order by id limit ${limit}
          ) few
        ) counted
        where counted.before < ${limit}
      ) picked
      where o.id = picked.id
      returning o.id, o.kind, o.subject_ids, o.deleted_slug
    ), changed as (
      select t.kind, s.id, max(t.deleted_slug) as slug, max(t.id::text collate "C") as latest
      from taken t cross join lateral unnest(t.subject_ids) as s (id)
      group by t.kind, s.id
    ), added as (
      insert into catalog_changes as c (sequence, kind, subject_id, slug, occurred_at)
      select nextval('catalog_changes_sequence'), ordered.kind, ordered.id, ordered.slug, clock_timestamp()
      from (select * from changed order by latest, kind, id) ordered
      on conflict on constraint catalog_changes__subject do update
        set sequence = excluded.sequence, slug = coalesce(excluded.slug, c.slug),
          occurred_at = excluded.occurred_at
    )
    select count(*)::int as count from taken`
  return expanded + (row?.count ?? 0)
}

/** The key of the advisory lock that the sequencer and the cleanup hold. */
const feedLock = 7_301_005

/**
 * Replaces the oldest recorded change of a collection, tag, facet or facet value by changes of its products.
 * If more than `limit` products have the term, adds the first of them and continues on the next call. Returns
 * 1, or 0 if there is no such change.
 */
async function expandTerm(tx: Tx, limit: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    with term as materialized (
      select id, kind, subject_ids[1] as term_id,
        coalesce(expanded_through, '00000000-0000-0000-0000-000000000000') as expanded_through
      from catalog_outbox where kind not in ('PRODUCT', 'VENDOR', 'CATEGORY')
      order by id limit 1
    ), products_of_term as materialized (
      select tagged.id
      from term t cross join lateral (
        select r.product_id as id from product_collections r
        where t.kind = 'COLLECTION' and r.collection_id = t.term_id
        union
        select r.product_id from product_tags r where t.kind = 'TAG' and r.tag_id = t.term_id
        union
        select r.product_id from product_facet_values r
        where t.kind = 'FACET_VALUE' and r.facet_value_id = t.term_id
        union
        select r.product_id from facet_values v join product_facet_values r on r.facet_value_id = v.id
        where t.kind = 'FACET' and v.facet_id = t.term_id
      ) tagged
      where tagged.id > t.expanded_through
      order by tagged.id limit ${limit}
    ), added as (
      ${insertCatalogChanges(tx, 'PRODUCT', tx`select id from products_of_term`)}
    ), last as materialized (
      select count(*) as count, (select id from products_of_term order by id desc limit 1) as id from products_of_term
    ), continued as (
      update catalog_outbox o set expanded_through = last.id from term, last
      where o.id = term.id and last.count >= ${limit}
    ), finished as (
      delete from catalog_outbox o using term, last where o.id = term.id and last.count < ${limit}
    )
    select count(*)::int as count from term`
  return row?.count ?? 0
}

/**
 * Deletes at most `limit` changes that are older than 30 days, oldest first, and stores the number of the last
 * one. Returns the count of the deleted changes.
 */
export async function deleteOldCatalogChanges(tx: Tx, limit: number): Promise<number> {
  await tx`select pg_advisory_xact_lock(${feedLock})`
  const [row] = await tx<{ count: number }[]>`
    with deleted as (
      delete from catalog_changes c
      where c.sequence <= (
        select max(oldest.sequence)
        from (select sequence, occurred_at from catalog_changes order by sequence limit ${limit}) oldest
        where oldest.occurred_at < now() - interval '30 days')
      returning c.sequence
    ), noted as (
      update catalog_feed set deleted_through = (select max(sequence) from deleted)
      where exists (select from deleted)
    )
    select count(*)::int as count from deleted`
  return row?.count ?? 0
}
