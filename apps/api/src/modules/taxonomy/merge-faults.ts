import type { Handle } from '../../db/connect.ts'
import { type Fault, invalid, Problem } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { type DefinitionData, maxEffective } from '../products/attributes/definition.ts'
import { AttributeDefinitions } from '../products/attributes/definitions.ts'
import { listRulesOf, type Merge } from './merge-queries.ts'
import { findTreePosition, maxLevels } from './queries.ts'

/** Returns the definitions of attributes as they would be after a merge of categories. */
export function mergedDefinitions(data: DefinitionData, { id, intoId }: Merge): DefinitionData {
  const moved = data.parents.map(
    ([child, parent]) => [child, child === id || parent === id ? intoId : parent] as [string, string]
  )
  const isTopLevel = !data.parents.some(([child]) => child === id)
  return {
    ...data,
    parents: isTopLevel ? [...moved, [id, intoId]] : moved,
    categoryAttributes: data.categoryAttributes.filter(({ categoryId }) => categoryId !== id)
  }
}

/**
 * Throws all reasons for which a category can't be merged into another one: 400 if the other one doesn't exist, and
 * otherwise 409 `MERGE_REFUSED`. In a transaction, lock the categories and the definitions before.
 */
export async function requireMergeable(sql: Handle, data: DefinitionData, merge: Merge): Promise<void> {
  const { id, intoId } = merge
  const [position, rules] = await Promise.all([
    findTreePosition(sql, { id, parentId: intoId }),
    listRulesOf(sql, id)
  ])
  if (!position) throw unknownTarget('UNKNOWN_CATEGORY', 'category')
  const faults = [...placeFaults(position), ...rules.map(ruleFault)]
  if (!position.isInOwnBranch) {
    const changed = new AttributeDefinitions(mergedDefinitions(data, merge))
    if (changed.largerThan(maxEffective, intoId)) {
      const message = `would give a subcategory more than ${maxEffective} attributes`
      faults.push(fault('/intoId', 'TOO_MANY', message))
    }
  }
  refuseMerge(faults)
}

type Position = NonNullable<Awaited<ReturnType<typeof findTreePosition>>>

function placeFaults({ isInOwnBranch, parentDepth, branchHeight }: Position): Fault[] {
  if (isInOwnBranch) {
    const message = 'must be a category that is neither the merged category nor below it'
    return [fault('/intoId', 'INVALID_TARGET', message)]
  }
  // The merged category itself takes no level of the tree.
  if (parentDepth + branchHeight - 1 <= maxLevels) return []
  return [fault('/intoId', 'TOO_DEEP', `would give the tree more than ${maxLevels} levels`)]
}

function ruleFault(name: string): Fault {
  const message = `must not be merged: the approval rule "${name}" has the category as a condition, and would apply to all products of the other category`
  return fault('', 'STILL_USED', message)
}

/** Returns the 400 for the id of a term that doesn't exist. */
export function unknownTarget(code: string, noun: string): Problem {
  return invalid([fault('/intoId', code, `must be the id of an existing ${noun}`)])
}

/** Throws 409 `MERGE_REFUSED` if there are faults. */
export function refuseMerge(faults: Fault[]): void {
  if (faults.length > 0) throw new Problem('MERGE_REFUSED', { faults })
}
