import type { ProductFilters, ProductStatus } from '../schema.ts'

/** The filters that ask for a status or for staged edits. */
export const filtersOfState = ['status', 'hasPendingRevision', 'needsModeration'] as const

type StateFilters = Pick<ProductFilters, (typeof filtersOfState)[number]>
type State = { status: ProductStatus; revised: boolean }

const statuses: ProductStatus[] = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']
const states: State[] = statuses.flatMap((status) => [true, false].map((revised) => ({ status, revised })))

/**
 * The states that the filters let through: each status, with and without staged edits (specification 3). A
 * product needs moderation while it was never published and while it has staged edits.
 */
export function statesOf({ status, hasPendingRevision, needsModeration }: StateFilters): State[] {
  return states.filter(
    (state) =>
      (status === undefined || state.status === status) &&
      (hasPendingRevision === undefined || state.revised === hasPendingRevision) &&
      (needsModeration === undefined ||
        (state.status === 'PENDING_APPROVAL' || state.revised) === needsModeration)
  )
}
