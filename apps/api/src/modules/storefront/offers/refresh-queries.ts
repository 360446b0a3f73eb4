import type { Fragment, Sql, Tx } from '../../../db/connect.ts'

/** The key of the advisory lock that everything that writes `storefront_offers` holds. */
const offersLock = 7_301_039

/**
 * Waits until no other transaction writes `storefront_offers`. The statements after it see everything that was
 * committed before, so that they never replace newer values by older ones.
 */
export async function lockOffers(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${offersLock})`
}

/** Returns true if there are catalog changes that the offers don't include. */
export async function isBehind(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isBehind: boolean }[]>`
    select greatest((select max(sequence) from catalog_changes), f.deleted_through) > p.followed_through as "isBehind"
    from storefront_offer_progress p cross join catalog_feed f`
  return row?.isBehind === true
}

/** Returns true if offers have to be refreshed in the background. */
export async function hasRefreshes(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isWaiting: boolean }[]>`
    select exists (select from storefront_offer_refreshes) as "isWaiting"`
  return row?.isWaiting === true
}

/**
 * Computes the offers of the next catalog changes again, at most `limit`, oldest first. A change of a vendor adds its
 * products to those that are refreshed in the background. Returns the number of changes. If changes were deleted
 * before they were read, all offers are refreshed.
 */
export async function followCatalogChanges(tx: Tx, limit: number): Promise<number> {
  await tx`
    with missed as (
      update storefront_offer_progress p set followed_through = f.deleted_through
      from catalog_feed f where p.followed_through < f.deleted_through
      returning true)
    insert into storefront_offer_refreshes (vendor_id) select null from missed ${orRestarted(tx)}`
  const [row] = await tx<{ count: number }[]>`
    with taken as materialized (
      select sequence, kind, subject_id from catalog_changes
      where sequence > (select followed_through from storefront_offer_progress)
      order by sequence limit ${limit}
    ), ${recomputed(tx, tx`select subject_id as id from taken where kind = 'PRODUCT'`)}, vendors_to_refresh as (
      insert into storefront_offer_refreshes (vendor_id)
      select subject_id from taken where kind = 'VENDOR' ${orRestarted(tx)}
    ), followed as (
      update storefront_offer_progress set followed_through = (select max(sequence) from taken)
      where exists (select from taken)
    )
    select count(*)::int as count from taken`
  return row?.count ?? 0
}

/** If the products are being refreshed already, the refresh begins again. */
function orRestarted(tx: Tx): Fragment {
  return tx`
    on conflict on constraint storefront_offer_refreshes__vendor_id
    do update set refreshed_through = '00000000-0000-0000-0000-000000000000'`
}

/**
 * Computes the offers of the next products of a refresh again, at most `limit`. Refreshes take turns. Returns false if
 * there was none.
 */
export async function refreshNextOffers(tx: Tx, limit: number): Promise<boolean> {
  const [refresh] = await tx<{ vendorId: string | null; through: string }[]>`
    select vendor_id as "vendorId", refreshed_through as through from storefront_offer_refreshes
    order by served_at, vendor_id limit 1`
  if (!refresh) return false
  const { vendorId, through } = refresh
  const products =
    vendorId === null
      ? tx`select p.id from products p where p.id > ${through} order by p.id limit ${limit}`
      : tx`
          select p.id from products p where (p.vendor_id, p.id) > (${vendorId}, ${through}) and p.vendor_id <= ${vendorId}
          order by p.vendor_id, p.id limit ${limit}`
  // Rows of products that were deleted are found only by their own ids.
  const orphans =
    vendorId === null
      ? tx`
          union
          select o.product_id from storefront_offers o, last
          where o.product_id > ${through} and (last.count < ${limit} or o.product_id <= last.id)`
      : tx``
  await tx`
    with next as materialized (${products}), last as materialized (
      select count(*) as count, (select id from next order by id desc limit 1) as id from next
    ), ${recomputed(tx, tx`select id from next ${orphans}`)}, continued as (
      update storefront_offer_refreshes r set refreshed_through = last.id, served_at = clock_timestamp() from last
      where r.vendor_id is not distinct from ${vendorId}::uuid and last.count = ${limit}
    )
    delete from storefront_offer_refreshes r using last
    where r.vendor_id is not distinct from ${vendorId}::uuid and last.count < ${limit}`
  return true
}

/**
 * Returns common table expressions that compute the offers of the products with these ids again. Only rows that differ
 * are written. Triggers then write the rows of their terms.
 */
function recomputed(tx: Tx, ids: Fragment): Fragment {
  return tx`
    given as materialized (select distinct listed.id from (${ids}) listed),
    offered as materialized (
      select p.id as product_id, p.vendor_id, x.price, x.in_stock, name_key(p.name) as name_key, array(
          select r.category_id from product_categories r where r.product_id = p.id
          union select r.collection_id from product_collections r where r.product_id = p.id
          union select r.tag_id from product_tags r where r.product_id = p.id
          union select r.facet_value_id from product_facet_values r where r.product_id = p.id
          order by 1) as term_ids
      from given join products p on p.id = given.id join vendors v on v.id = p.vendor_id
      cross join lateral (
        select min(retail_price(x.vendor_price, v.commission_percent)) as price,
          bool_or(x.stock_on_hand > x.stock_reserved) as in_stock
        from variants x where x.product_id = p.id and x.is_active offset 0) x
      where p.status = 'PUBLISHED' and v.is_active and x.price is not null
    ), removed as (
      delete from storefront_offers o using given
      where o.product_id = given.id and not exists (select from offered where offered.product_id = o.product_id)
    ), written as (
      insert into storefront_offers as o (product_id, vendor_id, price, in_stock, name_key, term_ids)
      select product_id, vendor_id, price, in_stock, name_key, term_ids from offered
      on conflict (product_id) do update
        set vendor_id = excluded.vendor_id, price = excluded.price, in_stock = excluded.in_stock,
          name_key = excluded.name_key, term_ids = excluded.term_ids
        where (o.vendor_id, o.price, o.in_stock, o.name_key, o.term_ids)
          is distinct from (excluded.vendor_id, excluded.price, excluded.in_stock, excluded.name_key, excluded.term_ids)
    )`
}
