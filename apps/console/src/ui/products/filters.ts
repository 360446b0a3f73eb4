import type { ListPlatformProductsQuery, ListProductsQuery } from '@purveyor/client'
import { useMemo } from 'react'
import { useAddressState } from '../use-address-state.ts'

/** The parameters of the address that filter the products of a vendor. They are named as in the API. */
export const vendorFilters = [
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

/** Those of the products of all vendors. */
export const platformFilters = [
  'search',
  'status',
  'vendorId',
  'hasPendingRevision',
  'hasAttributeIssues',
  'categoryId',
  'updatedAfter'
] as const

export type FilterName = (typeof vendorFilters)[number] | (typeof platformFilters)[number]
/** The filters that are set, and the order of the list. */
export type Filters = Partial<Record<FilterName | 'sort', string>>
export type ChangeFilters = (changes: Partial<Record<FilterName | 'sort', string | null>>) => void

/** Returns the filters and the order in the address, and a function that changes some of them. */
export function useFilters(names: readonly FilterName[]): [Filters, ChangeFilters] {
  const [params, change] = useAddressState()
  const values = JSON.stringify(
    [...names, 'sort'].flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []))
  )
  // Stays the same object while only other parameters change.
  const filters = useMemo(() => Object.fromEntries(JSON.parse(values)) as Filters, [values])
  return [filters, change]
}

/** The filters by what waits and what was rejected. */
export const reviewNames = ['needsModeration', 'hasPendingRevision', 'isRejected'] as const

/** The filters that are true or false. */
const flagNames = [...reviewNames, 'hasAttributeIssues'] as const

/** The parameters that are always in view. */
const inView = new Set<string>(['search', 'status', 'vendorId', 'sort'])

/** Returns how many filters are set that aren't always in view. */
export function otherCount(filters: Filters): number {
  return Object.keys(filters).filter((name) => !inView.has(name)).length
}

/** True if a filter is set. */
export function isFiltered(filters: Filters): boolean {
  return Object.keys(filters).some((name) => name !== 'sort')
}

/** Returns the changes that remove all filters, or only those that aren't always in view. */
export function cleared(filters: Filters, { onlyOthers = false } = {}): Partial<Record<FilterName, null>> {
  const names = Object.keys(filters).filter((name) => name !== 'sort' && !(onlyOthers && inView.has(name)))
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** Returns the query of the API for the filters. Unknown values are sent, so that the API explains them. */
export function queryOf<Query extends ListProductsQuery | ListPlatformProductsQuery>(
  filters: Filters
): Query {
  const flags = flagNames.flatMap((name) => (filters[name] ? [[name, filters[name] === 'true']] : []))
  return { ...filters, ...Object.fromEntries(flags) } as Query
}
