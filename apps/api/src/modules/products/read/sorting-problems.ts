import { Problem } from '../../../errors.ts'
import { parameterFault } from '../../../http/faults.ts'
import type { ProductFilters } from '../schema.ts'

/** The filters that make a list smaller, for the lists of vendors and of the operator. */
const narrowing = {
  vendor: ['search', 'categoryId', 'status', 'updatedAfter', 'bulkImportJobId', 'maxStockAvailable'],
  operator: ['vendorId', 'search', 'categoryId', 'status', 'updatedAfter']
} as const

type TooMany = { list: keyof typeof narrowing; filters: ProductFilters & { vendorId?: string | undefined } }

/** Returns the 400 for filters that more than `max` products match. It names the filters that would help. */
export function tooManyToSort({ list, filters }: TooMany, max: number): Problem {
  const unused = narrowing[list].filter((name) => !(name in filters) || filters[name] === undefined)
  const others = unused.length > 0 ? `one more of the filters ${unused.join(', ')}, or ` : ''
  const cause = `because more than ${max.toLocaleString('en')} products match the filters.`
  const cure = `Send ${others}values that fewer products match.`
  return new Problem('TOO_MANY_TO_SORT', {
    detail: `The list can't be sorted, ${cause} ${cure}`,
    faults: [parameterFault('sort', 'TOO_MANY_TO_SORT', `can't be used with these filters, ${cause} ${cure}`)]
  })
}
