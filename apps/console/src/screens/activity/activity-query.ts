import type { EventType, ListPlatformEventsQuery } from '@purveyor/client'

/**
 * The filters of the activity. Days are local, of the form `2026-03-01`. `vendorId` is only for the operator; the list of a
 * vendor's page has a fixed one.
 */
export type ActivityFilters = {
  type: EventType | undefined
  from: string
  to: string
  actorId?: string | undefined
  subjectId?: string | undefined
  vendorId?: string | undefined
}

/** Returns the query of the filters. Both days are included. */
export function queryOf({
  type,
  from,
  to,
  actorId,
  subjectId,
  vendorId
}: ActivityFilters): ListPlatformEventsQuery {
  return {
    ...(type && { type }),
    ...(actorId && { actorId }),
    ...(subjectId && { subjectId }),
    ...(vendorId && { vendorId }),
    // The limits of the API are exclusive.
    ...(from && { occurredAfter: new Date(midnight(from, 0).getTime() - 1).toISOString() }),
    ...(to && { occurredBefore: midnight(to, 1).toISOString() })
  }
}

/** Returns the beginning of a local day, or of one that is some days later. */
function midnight(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}
