import { Title } from '@mantine/core'
import type { Event } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { formatLocalDay } from '../../ui/format.ts'
import classes from './activity.module.css'
import { EventRow } from './event-row.tsx'
import { useSubjectNames } from './use-subject-names.ts'

/** Events with the day of each above them, the newest first. */
export function EventList({ events }: { events: readonly Event[] }) {
  const names = useSubjectNames(events)
  const days = Map.groupBy(events, ({ occurredAt }) => formatLocalDay(occurredAt))
  return (
    <section aria-label={t.activity.list}>
      {[...days].map(([day, members]) => (
        <div key={day}>
          <Title order={2} fz="sm" className={classes.day}>
            {day}
          </Title>
          <ul className={classes.list}>
            {members.map((event) => (
              <EventRow key={event.id} event={event} names={names} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
