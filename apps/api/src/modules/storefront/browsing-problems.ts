import { Problem } from '../../errors.ts'
import { parameterFault } from '../../http/faults.ts'
import type { Browsing } from './browse-queries.ts'

/** The filters that make a list smaller. */
const narrowing = ['categoryId', 'collectionId', 'tagId', 'facetValueIds', 'vendorId', 'search'] as const

/** Returns the 400 for filters that too many products match. It names the filters that would help. */
export function tooManyToSort({ filters, sort }: Browsing): Problem {
  const unused = narrowing.filter((name) => filters[name] === undefined)
  const byPrice =
    sort === 'price'
      ? 'a higher minPrice, or another range of prices with minPrice and maxPrice'
      : sort === '-price'
        ? 'a lower maxPrice, or another range of prices with minPrice and maxPrice'
        : 'a smaller range of prices with minPrice and maxPrice'
  const others = unused.length > 0 ? `, or one more of the filters ${unused.join(', ')}` : ''
  const message = `can't be used with these filters, because too many products match each of them. Send ${byPrice}${others}.`
  return new Problem('TOO_MANY_TO_SORT', {
    detail: `The list ${message}`.replace("can't be used with these filters", "can't be sorted"),
    faults: [parameterFault('sort', 'TOO_MANY_TO_SORT', message)]
  })
}

/** Returns the 503 while the offers of a database of an earlier release are being computed. */
export function offersIncomplete(): Problem {
  return new Problem('UNAVAILABLE', {
    detail:
      'The service is still preparing the orders and filters of this list, which it does once after an upgrade.',
    headers: { 'Retry-After': '5' }
  })
}
