import type { Tx } from '../../db/connect.ts'
import { invalid, Problem } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { violates } from '../../http/transaction.ts'
import { deleteCategory, findPlace } from './category-queries.ts'

/** How many levels the tree may have. */
export const maxLevels = 12

/**
 * Refuses to put a category (`id` null for a new one) where it cannot stand: below a category that does not exist
 * (400), below itself or one of its own branch (409 `CATEGORY_CYCLE`), or too deep (409 `CATEGORY_TOO_DEEP`). The
 * writers of categories are locked before, so that two moves together make no cycle either.
 */
export async function requirePlace(tx: Tx, place: { id: string | null; parentId: string }): Promise<void> {
  const found = await findPlace(tx, place)
  if (!found) throw invalid([fault('/parentId', 'UNKNOWN_CATEGORY', 'is not the id of a category')])
  if (found.inOwnBranch) {
    throw new Problem('CATEGORY_CYCLE', {
      detail: 'The new parent is the category itself or stands below it.'
    })
  }
  if (found.levelsAbove + found.levelsBelow > maxLevels) {
    throw new Problem('CATEGORY_TOO_DEEP', { detail: `The tree may have ${maxLevels} levels.` })
  }
}

/** Deletes a category that is locked; 409 `IN_USE` while products or categories hang on it. */
export async function removeCategory(tx: Tx, id: string): Promise<void> {
  try {
    await deleteCategory(tx, id)
  } catch (error) {
    if (violates(error, 'categories__parent_id')) {
      throw new Problem('IN_USE', { detail: 'There are categories below it.' })
    }
    if (violates(error, 'product_categories__category_id')) {
      throw new Problem('IN_USE', { detail: 'Products are filed under it.' })
    }
    throw error
  }
}
