import type { Handle } from '../../../db/connect.ts'

/** A category with the id of its parent, or null at the top level. */
export type CategoryRow = { id: string; parentId: string | null; name: string; slug: string }

/** Returns all categories, those at the top level first. */
export async function listCategoryNames(sql: Handle): Promise<CategoryRow[]> {
  return await sql<
    CategoryRow[]
  >`select id::text, parent_id::text, name, slug from categories where merged_at is null order by position, name, id`
}

/** Returns the currency of all prices and the unit of all weights. */
export async function readMarket(sql: Handle): Promise<{ currency: string; weightUnit: string }> {
  const [row] = await sql<
    { currency: string; weightUnit: string }[]
  >`select currency, weight_unit from settings`
  if (!row) throw new Error('the settings could not be read')
  return row
}
