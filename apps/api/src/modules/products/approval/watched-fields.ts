import { enumeration } from '../../../lib/enumerations.ts'
import { namesOf } from '../fields/field.ts'
import { undecidedFields } from '../fields/history.ts'
import { watchedVariantFields } from '../fields/lists.ts'
import { termKinds } from '../fields/terms.ts'
import { variantFieldTable } from '../fields/variant-fields.ts'

/** The prices of variants that can be watched. Only these can have a threshold. */
export const watchedPrices = namesOf(
  variantFieldTable,
  ({ kind, isWatched }) => isWatched && kind === 'money'
)

/**
 * The fields that can be watched (contract 4.13): all fields of products in the history whose changes apply
 * immediately, and the prices of variants.
 */
export const watchableFields = enumeration(
  'WatchableField',
  [...undecidedFields, ...termKinds, 'documents', ...watchedVariantFields] as string[],
  'A field that is not moderated, and whose changes operators can watch'
)
