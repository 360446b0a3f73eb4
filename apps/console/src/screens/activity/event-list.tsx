import { Title } from '@mantine/core'
import type { Event } from '@purveyor/client'
import { activityTexts } from '../../texts/activity.ts'
import { formatLocalDay } from '../../ui/format.ts'
import { useVendorNames } from '../../ui/use-vendors.ts'
import classes from './activity.module.css'
import { EventRow } from './event-row.tsx'
import { useSubjectNames } from './use-subject-names.ts'

/** An event of either side. Those of the operator have the vendor whose list has them too. */
export type ListedEvent = Event & { vendorId?: string | null }

/** The change of the filters when a person wants to see only the changes by one actor or of one thing. */
export type EventFilter = { actorId: string } | { subjectId: string }

type Props = {
  events: readonly ListedEvent[]
  /** True if the vendor of each event is shown. */
  hasVendor?: boolean
  onFilter?: (filter: EventFilter) => void
}

/** Events with the day of each above them, the newest first. */
export function EventList({ events, hasVendor = false, onFilter }: Props) {
  const names = useSubjectNames(events)
  const vendorIds = hasVendor ? events.flatMap(({ vendorId }) => vendorId ?? []) : []
  const vendors = useVendorNames(vendorIds)
  const days = Map.groupBy(events, ({ occurredAt }) => formatLocalDay(occurredAt))
  return (
    <section aria-label={activityTexts.activity.list}>
      {[...days].map(([day, members]) => (
        <div key={day}>
          <Title order={2} fz="sm" className={classes.day}>
            {day}
          </Title>
          <ul className={classes.list}>
            {members.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                names={names}
                vendor={hasVendor ? (vendors.get(event.vendorId ?? '') ?? undefined) : undefined}
                onFilter={onFilter}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
