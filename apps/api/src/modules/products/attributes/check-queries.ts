import type { Sql, Tx } from '../../../db/connect.ts'

/** A check of stored products that is due. Ids of categories and products are those of the table `attribute_checks`. */
export type DueCheck = {
  id: string
  categoryIds: string[] | null
  afterCategory: string | null
  afterProduct: string | null
  /** The time of the database, in milliseconds since 1970. */
  now: number
}

/** A product, and the category in whose order it was listed. The category is null if all products are listed. */
export type CheckedKey = { categoryId: string | null; productId: string }

/** True if checks of stored products are due. */
export async function hasDueChecks(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isDue: boolean }[]>`
    select exists (select from attribute_checks where run_at <= now()) as is_due`
  return row?.isDue === true
}

/**
 * Notes for new checks from when on they can be worked on: when all transactions have ended that had begun to write by now.
 * A transaction that used earlier definitions had begun to write before the change was committed, so its products are
 * visible then.
 */
export async function settleChecks(sql: Sql): Promise<void> {
  await sql`
    update attribute_checks set settled_at = pg_snapshot_xmax(pg_current_snapshot())
    where id in (
      select id from attribute_checks where run_at <= now() and settled_at is null order by id for update skip locked)`
}

/**
 * Locks the next check that can be worked on, so that no other node works on it until the transaction ends. A check that has
 * begun comes first. Returns undefined if there is none. Deletes checks that have not begun and whose products this check
 * contains.
 */
export async function lockDueCheck(tx: Tx): Promise<DueCheck | undefined> {
  const [check] = await tx<DueCheck[]>`
    select id::text, category_ids, after_category, after_product, (extract(epoch from now()) * 1000)::float8 as now
    from attribute_checks
    where run_at <= now() and settled_at <= pg_snapshot_xmin(pg_current_snapshot())
    order by after_product is null, id limit 1
    for update skip locked`
  if (check && check.afterProduct === null) await deleteContained(tx, check)
  return check
}

async function deleteContained(tx: Tx, { id, categoryIds }: DueCheck): Promise<void> {
  await tx`
    delete from attribute_checks where id in (
      select id from attribute_checks
      where id <> ${id}::bigint and run_at <= now() and settled_at <= pg_snapshot_xmin(pg_current_snapshot())
        and after_product is null and (${categoryIds === null} or category_ids <@ ${categoryIds}::uuid[])
      order by id for update skip locked)`
}

/** Stores up to which product a check has come. */
export async function continueCheck(
  tx: Tx,
  id: string,
  { categoryId, productId }: CheckedKey
): Promise<void> {
  await tx`
    update attribute_checks set after_category = ${categoryId}::uuid, after_product = ${productId}::uuid
    where id = ${id}::bigint`
}

/** Deletes a check that is done. */
export async function deleteCheck(tx: Tx, id: string): Promise<void> {
  await tx`delete from attribute_checks where id = ${id}::bigint`
}

/** SQL for the next keys of products after a key, at most `limit`. `categoryIds` are all categories, or null for all products. */
export function nextKeys(
  sql: Sql | Tx,
  { categoryIds, after, limit }: { categoryIds: string[] | null; after: CheckedKey | null; limit: number }
) {
  const { categoryId, productId } = after ?? { categoryId: minUuid, productId: minUuid }
  return categoryIds === null
    ? sql`select null::uuid as category_id, p.id as product_id from products p
        where p.id > ${productId}::uuid order by p.id limit ${limit}`
    : sql`select c.category_id, c.product_id from product_categories c
        where c.category_id = any(${categoryIds}::uuid[])
          and (c.category_id, c.product_id) > (${categoryId}::uuid, ${productId}::uuid)
        order by c.category_id, c.product_id limit ${limit}`
}

const minUuid = '00000000-0000-0000-0000-000000000000'

/** Returns the keys of `nextKeys`. A product in several of the categories occurs in each of them. */
export async function listNextKeys(
  sql: Sql | Tx,
  options: Parameters<typeof nextKeys>[1]
): Promise<CheckedKey[]> {
  return await sql<CheckedKey[]>`${nextKeys(sql, options)}`
}

/** Locks products in the order of their ids, so that their attributes and categories don't change. */
export async function lockCheckedProducts(tx: Tx, ids: string[]): Promise<void> {
  await tx`select from products where id = any(${ids}::uuid[]) order by id for no key update`
}
