import type { ListModerationQuery } from '@purveyor/client'
import { useAddressState } from '../../ui/use-address-state.ts'

/** The parameters of the address that filter and sort the queue. They are named as in the API. */
export const filterNames = [
  'kind',
  'vendorId',
  'categoryId',
  'claimed',
  'isSample',
  'importJobId',
  'sort'
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** Returns the filters in the address, and a function that changes some of them. */
export function useFilters(): [Filters, (changes: Partial<Record<FilterName, string | null>>) => void] {
  const [params, change] = useAddressState()
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = params.get(name)
    if (value) filters[name] = value
  }
  // The open entry may not match the new filters.
  return [filters, (changes) => change({ ...changes, entry: null })]
}

/** Returns the query of the API for the filters. Unknown values are sent, so that the API explains them. */
export function queryOf({ isSample, ...filters }: Filters): ListModerationQuery {
  return { ...filters, ...(isSample && { isSample: isSample === 'true' }) } as ListModerationQuery
}
