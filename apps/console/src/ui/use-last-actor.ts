import type { ListEventsQuery } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'

/** The times of an event and of what it changed can differ by this, in milliseconds. */
const clockMs = 1000
/** Events can appear a little later than what they report. */
const attempts = 5
const retryMs = 1000

/**
 * Returns the name of the person or token that has made the last change of an object, as soon as it can be read.
 * `type` is that of the event, where others can be about the same object. For operators.
 */
export function useLastActor(
  { id, updatedAt }: { id: string; updatedAt: string },
  { type }: Pick<ListEventsQuery, 'type'> = {}
): string | undefined {
  const { purveyor } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['last-actor', id, updatedAt, type],
    queryFn: async ({ signal }) => {
      const query = { subjectId: id, last: 1, ...(type && { type }) }
      const { events } = await purveyor.platform.events.list(query, { signal }).page()
      const event = events.at(-1)
      // An event that is older is of another change.
      return event && Date.parse(event.occurredAt) >= Date.parse(updatedAt) - clockMs ? event.actor : null
    },
    refetchInterval: ({ state }) => (!state.data && state.dataUpdateCount < attempts ? retryMs : false)
  })
  return data?.name ?? undefined
}
