import { moderatedTexts } from '../../fields/lists.ts'
import { termKinds } from '../../fields/terms.ts'
import { isLive, type Texts } from '../fields.ts'
import type { ProductToEdit } from '../stored-queries.ts'
import type { ChangedVariant } from '../variant-queries.ts'
import type { ProductChange } from '../write-changes.ts'
import type { ProductValues } from './edit.ts'
import type { PlannedEdit, PlannedProduct } from './plan-queries.ts'
import { stageTexts } from './staged-texts.ts'

/**
 * Returns the change of a locked product that its planned edits make: moderated texts of a live product are staged, all
 * other values apply immediately (contract 3, 4.2). `given` are the values that the edits have for the product itself.
 */
export function plannedChange(
  product: ProductToEdit,
  {
    given,
    planned,
    edits
  }: { given: ProductValues; planned: PlannedProduct | undefined; edits: PlannedEdit[] }
): ProductChange & Required<Pick<ProductChange, 'variants'>> {
  const changes = planned?.changes ?? {}
  const live = isLive(product.status)
  const apart: readonly string[] = live ? [...termKinds, ...moderatedTexts] : termKinds
  // In the order in which the update gives the fields, which is also their order in events.
  const changedFields = Object.keys(given)
    .filter((field) => field in changes)
    .map((field) => [field, changes[field as keyof ProductValues]] as const)
  const terms = termKinds.filter((kind) => changes[kind] !== undefined).map((kind) => [kind, changes[kind]])
  return {
    product,
    fields: Object.fromEntries(changedFields.filter(([field]) => !apart.includes(field))),
    ...(live && {
      staged: stageTexts(product.pendingRevision, {
        given: given as Partial<Texts>,
        changes,
        live: planned?.liveTexts ?? {}
      })
    }),
    ...(terms.length > 0 && { terms: Object.fromEntries(terms) }),
    variants: { updated: edits.flatMap(changedVariant), created: [], firstPosition: 0, removed: [] }
  }
}

function changedVariant({ variantId, variantChanges }: PlannedEdit): ChangedVariant[] {
  return variantId !== null && Object.keys(variantChanges).length > 0
    ? [{ id: variantId, ...variantChanges }]
    : []
}
