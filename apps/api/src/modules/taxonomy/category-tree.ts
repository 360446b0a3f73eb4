import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { assetUrl } from '../../lib/assets.ts'
import {
  type CategoryRow,
  listCategories,
  listPlatformCategories,
  type PlatformCategoryRow,
  searchCategories
} from './category-queries.ts'
import type { CategoryTree, PlatformCategory, PlatformCategoryTree } from './schema.ts'

type Nested<T> = T & { children: Nested<T>[] }

/** The rows as a tree, those of one parent in the order given. Every parent is among the rows. */
export function nest<R extends CategoryRow, T>(rows: R[], shape: (row: R) => T): Nested<T>[] {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (id: string | null): Nested<T>[] =>
    (childrenOf.get(id) ?? []).map((row) => ({ ...shape(row), children: below(row.id) }))
  return below(null)
}

function categoryShape({ id, name, slug, image, parentId }: CategoryRow, assetOrigin: string) {
  return { id, name, slug, imageUrl: assetUrl(assetOrigin, image), parentId }
}

/** A category as the operator sees it. */
export function platformCategory(row: PlatformCategoryRow, assetOrigin: string): PlatformCategory {
  const { position, createdAt, updatedAt } = row
  return { ...categoryShape(row, assetOrigin), position, createdAt, updatedAt }
}

export async function platformCategoryTree(
  sql: Handle,
  assetOrigin: string
): Promise<JsonText<PlatformCategoryTree>> {
  const rows = await listPlatformCategories(sql)
  return JSON.stringify({ categories: nest(rows, (row) => platformCategory(row, assetOrigin)) })
}

/** The nodes whose name or slug holds the text, and all above them. */
export async function searchCategoryTree(
  sql: Handle,
  assetOrigin: string,
  text: string
): Promise<JsonText<CategoryTree>> {
  const rows = await searchCategories(sql, text)
  return JSON.stringify({ categories: nest(rows, (row) => categoryShape(row, assetOrigin)) })
}

/**
 * Reads the whole tree as JSON text. The text is kept and given out again for as long as the database says, at
 * each reading, that nothing has changed.
 */
export function categoryTreeReader(sql: Handle, assetOrigin: string): () => Promise<JsonText<CategoryTree>> {
  let kept = { fingerprint: '', json: '' }
  return async () => {
    const known = kept
    const { fingerprint, rows } = await listCategories(sql, known.fingerprint)
    if (!rows) return known.json
    const json = JSON.stringify({ categories: nest(rows, (row) => categoryShape(row, assetOrigin)) })
    kept = { fingerprint, json }
    return json
  }
}
