import type { Tx } from '../../../db/connect.ts'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { forTermKinds, type TermIds } from '../fields/terms.ts'
import { lockTerms } from './term-queries.ts'

type TermFields = { [field in keyof TermIds]?: string[] | null }

const kinds = [
  { field: 'categoryIds', code: 'UNKNOWN_CATEGORY', noun: 'category' },
  { field: 'collectionIds', code: 'UNKNOWN_COLLECTION', noun: 'collection' },
  { field: 'tagIds', code: 'UNKNOWN_TAG', noun: 'tag' },
  { field: 'facetValueIds', code: 'UNKNOWN_FACET_VALUE', noun: 'facet value' }
] as const

/**
 * Returns the ids of categories, collections, tags and facet values in a body, in lower case as PostgreSQL
 * returns them. A kind that the body omits has an empty list.
 */
export function termIdsOf(body: TermFields): TermIds {
  return forTermKinds((kind) => (body[kind] ?? []).map((id) => id.toLowerCase()))
}

/**
 * Returns a fault for each id of a category, collection, tag or facet value that doesn't exist (contract 7).
 * Locks the rows of the ids that exist, so that these rows can't be deleted until the transaction ends.
 */
export async function unknownTermFaults(tx: Tx, ids: TermIds): Promise<Fault[]> {
  if (kinds.every(({ field }) => ids[field].length === 0)) return []
  return termFaults(ids, await lockTerms(tx, ids))
}

/** Returns a fault for each id that is not in `known`, which contains the ids that exist. */
export function termFaults(ids: TermIds, known: TermIds): Extract<Fault, { pointer: string }>[] {
  return kinds.flatMap(({ field, code, noun }) => {
    const existing = new Set(known[field])
    return ids[field].flatMap((id, index) =>
      existing.has(id) ? [] : [fault(`/${field}/${index}`, code, `must be the id of an existing ${noun}`)]
    )
  })
}
