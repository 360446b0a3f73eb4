import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { listChangedCategories } from './queries.ts'
import type { CategoryTree } from './schema.ts'

type Row = { id: string; parentId: string | null }
type Nested<R> = R & { children: Nested<R>[] }

/**
 * Builds the tree of categories from their rows. Siblings stay in the given order. The parent of each row
 * must be among the rows.
 */
export function nest<R extends Row>(rows: R[]): Nested<R>[] {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (id: string | null): Nested<R>[] =>
    (childrenOf.get(id) ?? []).map((row) => ({ ...row, children: below(row.id) }))
  return below(null)
}

/** Converts the JSON text of an array of categories to the JSON text of their tree. */
export function treeText<Tree>(categories: string): JsonText<Tree> {
  return JSON.stringify({ categories: nest(JSON.parse(categories)) })
}

/**
 * Returns a function that reads the whole category tree, as vendors see it, as JSON text. The function caches
 * the text. Each call asks the database whether a category has changed since the text was cached.
 */
export function categoryTreeReader(sql: Handle, assetOrigin: string): () => Promise<JsonText<CategoryTree>> {
  let last = { fingerprint: '', text: '' }
  return async () => {
    const cached = last
    const { fingerprint, json } = await listChangedCategories(sql, cached.fingerprint, {
      audience: 'vendor',
      assetOrigin
    })
    if (json === null) return cached.text
    last = { fingerprint, text: treeText<CategoryTree>(json) }
    return last.text
  }
}
