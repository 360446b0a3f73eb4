import type { ListModerationQuery } from '@purveyor/client'
import { useCallback, useMemo } from 'react'
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
  const values = JSON.stringify(filterNames.map((name) => params.get(name)))
  // Stays the same object while only the open entry changes.
  const filters = useMemo(() => filtersOf(JSON.parse(values)), [values])
  // The open entry may not match the new filters.
  const changeFilters = useCallback(
    (changes: Partial<Record<FilterName, string | null>>) => change({ ...changes, entry: null }),
    [change]
  )
  return [filters, changeFilters]
}

function filtersOf(values: (string | null)[]): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name, index) => (values[index] ? [[name, values[index]]] : []))
  )
}

/** Returns how many filters are set, besides the kind and the order. */
export function activeCount({ kind: _, sort: __, ...others }: Filters): number {
  return Object.keys(others).length
}

/** Returns the query of the API for the filters. Unknown values are sent, so that the API explains them. */
export function queryOf({ isSample, ...filters }: Filters): ListModerationQuery {
  return { ...filters, ...(isSample && { isSample: isSample === 'true' }) } as ListModerationQuery
}

/**
 * True if the changes of a bulk update or upload are shown as one set. The other filters select single entries, so
 * all are shown then.
 */
export function hasSets({ kind, vendorId: _, sort: __, ...others }: Filters): boolean {
  return (kind === undefined || kind === 'CHANGE') && Object.keys(others).length === 0
}
