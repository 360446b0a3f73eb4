import type { EventNews } from '../../events.ts'
import type { EventFilters } from './schema.ts'

/** False if the event can't pass the filters. Filters by time aren't checked. */
export function mayMatch(event: EventNews, filters: EventFilters & { vendorId?: string }): boolean {
  const { vendorId, type, subjectId, productId, actorId } = filters
  return (
    isEqual(vendorId, event.vendorId) &&
    isEqual(type, event.type) &&
    isEqual(subjectId, event.subjectId) &&
    isEqual(productId, event.subjectId) &&
    isEqual(actorId, event.actorId)
  )
}

function isEqual(wanted: string | undefined, value: string | null): boolean {
  return wanted === undefined || wanted.toLowerCase() === value
}
