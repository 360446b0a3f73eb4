import type { HistoryEntry } from '@purveyor/client'

/** The changes of one request, newest first. */
export type HistoryGroup = { key: string; entries: [HistoryEntry, ...HistoryEntry[]] }

/** Puts changes together that one request has made at one time. */
export function groupHistory(history: readonly HistoryEntry[]): HistoryGroup[] {
  const groups: HistoryGroup[] = []
  for (const entry of history) {
    const last = groups.at(-1)
    if (last && isSameChange(last.entries[0], entry)) last.entries.push(entry)
    else groups.push({ key: entry.id, entries: [entry] })
  }
  return groups
}

function isSameChange(one: HistoryEntry, other: HistoryEntry): boolean {
  return (
    one.occurredAt === other.occurredAt &&
    one.requestId === other.requestId &&
    one.source.type === other.source.type &&
    one.source.id === other.source.id
  )
}
