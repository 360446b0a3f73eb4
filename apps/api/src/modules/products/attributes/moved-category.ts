import type { Tx } from '../../../db/connect.ts'
import { invalid } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { maxEffective } from './definition.ts'
import { readDefinitions } from './definition-queries.ts'
import { AttributeDefinitions } from './definitions.ts'

/**
 * Throws 400 if a category that was moved, or a category below it, has too many attributes, including those that it
 * inherits. Call this function after the move, while the definitions are locked.
 */
export async function requireFewAttributes(tx: Tx, categoryId: string): Promise<void> {
  requireFewIn(new AttributeDefinitions(await readDefinitions(tx)), categoryId)
}

/** Does the same as `requireFewAttributes` with the definitions after a move. */
export function requireFewIn(definitions: AttributeDefinitions, categoryId: string): void {
  if (!definitions.largerThan(maxEffective, categoryId)) return
  const message = `would give the category or a subcategory more than ${maxEffective} attributes`
  throw invalid([fault('/parentId', 'TOO_MANY', message)])
}
