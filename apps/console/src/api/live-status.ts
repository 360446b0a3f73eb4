import { useSyncExternalStore } from 'react'

/** How much less often screens ask for changes while they are told of them. Deadlines also pass without a change. */
const factor = 5

let isLive = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Records whether this tab is told of changes. */
export function setLive(value: boolean): void {
  if (value === isLive) return
  isLive = value
  for (const listener of listeners) listener()
}

/**
 * Returns how often to read something again, in milliseconds: `intervalMs` if this tab isn't told of changes, and
 * otherwise a longer time. Only for data whose changes are events.
 */
export function useRefreshInterval(intervalMs: number): number {
  return useSyncExternalStore(subscribe, () => isLive) ? intervalMs * factor : intervalMs
}
