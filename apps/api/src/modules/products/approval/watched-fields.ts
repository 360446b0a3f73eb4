import { enumeration } from '../../../lib/enumerations.ts'
import { moderatedTexts, productHistory, termKinds } from '../write/fields.ts'

/** The fields of variants that can be watched. Only these can have a threshold. */
export const watchedPrices = ['vendorPrice', 'listPrice'] as const

/** Recorded fields of products that are decided on, or that decisions change. */
const decidedFields = new Set<string>([...moderatedTexts, 'status', 'pendingRevision', 'moderation'])

const productFields = productHistory.fields.filter((field) => !decidedFields.has(field))

/**
 * The fields that can be watched (contract 4.13): all fields of products in the history whose changes apply
 * immediately, and the prices of variants.
 */
export const watchableFields = enumeration(
  'WatchableField',
  [...productFields, ...termKinds, 'documents', ...watchedPrices] as string[],
  'A field that is not moderated, and whose changes operators can watch'
)
