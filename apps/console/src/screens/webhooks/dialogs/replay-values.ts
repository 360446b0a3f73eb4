import type { WebhookReplay } from '@purveyor/client'

/** What a person enters to deliver events again. `by` says which of the others counts. */
export type ReplayValues = { by: 'time' | 'cursor' | 'events'; time: string; cursor: string; ids: string }

/** Returns the body of a replay, or undefined as long as nothing usable was entered. */
export function replayOf({ by, time, cursor, ids }: ReplayValues): WebhookReplay | undefined {
  if (by === 'time') {
    const date = new Date(time)
    return Number.isNaN(date.getTime()) ? undefined : { occurredAfter: date.toISOString() }
  }
  if (by === 'cursor') return cursor.trim() ? { after: cursor.trim() } : undefined
  const eventIds = [...new Set(ids.split(/[\s,;]+/).filter(Boolean))]
  return eventIds.length > 0 ? { eventIds } : undefined
}

/** Returns a time as an input of the type `datetime-local` has it. */
export function localTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
