import type { ListProductsQuery } from '@purveyor/client'
import { useMemo } from 'react'
import { useAddressState } from '../../ui/use-address-state.ts'

/** The parameters of the address that filter the products. They are named as in the API. */
export const filterNames = [
  'search',
  'status',
  'hasPendingRevision',
  'needsModeration',
  'isRejected',
  'hasAttributeIssues',
  'maxStockAvailable',
  'categoryId',
  'sku',
  'bulkImportJobId',
  'updatedAfter'
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>
export type ChangeFilters = (changes: Partial<Record<FilterName, string | null>>) => void

/** Returns the filters in the address, and a function that changes some of them. */
export function useFilters(): [Filters, ChangeFilters] {
  const [params, change] = useAddressState()
  const values = JSON.stringify(filterNames.map((name) => params.get(name)))
  // Stays the same object while only other parameters change.
  const filters = useMemo(() => filtersOf(JSON.parse(values)), [values])
  return [filters, change]
}

function filtersOf(values: (string | null)[]): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name, index) => (values[index] ? [[name, values[index]]] : []))
  )
}

/** The filters by what waits and what was rejected. */
export const reviewNames = ['needsModeration', 'hasPendingRevision', 'isRejected'] as const

/** The filters that are true or false. */
const flagNames = [...reviewNames, 'hasAttributeIssues'] as const

/** The filters that aren't always in view. */
const otherNames = filterNames.filter((name) => name !== 'search' && name !== 'status')

/** Returns how many filters are set that aren't always in view. */
export function otherCount(filters: Filters): number {
  return otherNames.filter((name) => filters[name] !== undefined).length
}

/** The changes that remove all filters. */
export const noFilters: Record<FilterName, null> = Object.fromEntries(
  filterNames.map((name) => [name, null])
) as Record<FilterName, null>

/** Returns the query of the API for the filters. Unknown values are sent, so that the API explains them. */
export function queryOf(filters: Filters): ListProductsQuery {
  const flags = flagNames.flatMap((name) => (filters[name] ? [[name, filters[name] === 'true']] : []))
  return { ...filters, ...Object.fromEntries(flags) } as ListProductsQuery
}
