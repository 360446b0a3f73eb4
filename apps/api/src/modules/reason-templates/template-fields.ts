import { historyFields } from '../products/fields/history.ts'

/** Fields of the history on which the operator doesn't decide. */
const undecided = ['CREATED', 'DELETED', 'status', 'pendingRevision', 'moderation']

/**
 * The fields for which a reason template can be offered: the fields of products and variants, with the names that
 * they have in the moderation queue.
 */
export const templateFields: readonly string[] = [
  ...historyFields.filter((field) => !undecided.includes(field)),
  ...['variants', 'categories', 'collections', 'tags', 'facetValues']
]
