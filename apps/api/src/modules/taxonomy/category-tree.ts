import type { Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { listChangedCategories } from './queries.ts'
import type { CategoryTree } from './schema.ts'

type Row = { id: string; parentId: string | null }
type Nested<R> = R & { children: Nested<R>[] }

/** The rows as a tree, those of one parent in the order given. Every parent is among the rows. */
export function nest<R extends Row>(rows: R[]): Nested<R>[] {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (id: string | null): Nested<R>[] =>
    (childrenOf.get(id) ?? []).map((row) => ({ ...row, children: below(row.id) }))
  return below(null)
}

/** The tree of a JSON array of categories. */
export function treeText<Tree>(categories: string): JsonText<Tree> {
  return JSON.stringify({ categories: nest(JSON.parse(categories)) })
}

/**
 * Reads the whole tree as JSON text. The text is stored and returned again for as long as the database says, at
 * each reading, that nothing has changed.
 */
export function categoryTreeReader(sql: Handle, assetOrigin: string): () => Promise<JsonText<CategoryTree>> {
  let last = { fingerprint: '', text: '' }
  return async () => {
    const known = last
    const { fingerprint, json } = await listChangedCategories(sql, known.fingerprint, {
      audience: 'vendor',
      assetOrigin
    })
    if (json === null) return known.text
    last = { fingerprint, text: treeText<CategoryTree>(json) }
    return last.text
  }
}
