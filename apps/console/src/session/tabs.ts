import type { Side } from './side.ts'

/** What tabs of the same browser report to each other. */
export type TabMessage = { type: 'signed-in' | 'signed-out'; side: Side }

const channel = new BroadcastChannel('purveyor-session')

export function notifyTabs(message: TabMessage): void {
  channel.postMessage(message)
}

export function onTabMessage(listener: (message: TabMessage) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data))
}

/** Runs `work` when no other tab runs one for the same name. */
export function oneTabAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Pages that were loaded over plain HTTP from another machine have no locks. The service accepts a refresh token
  // twice within 10 seconds, so this only saves a request.
  return navigator.locks ? navigator.locks.request(`purveyor-${name}`, work) : work()
}

/**
 * Remembers on which sides this browser is signed in. Without this, the console would have to ask the service for a
 * session that doesn't exist.
 */
export const signedInSides = {
  has: (side: Side) => since(side) !== '',
  add(side: Side): void {
    const now = new Date().toISOString()
    inMemory.set(side, now)
    inStorage(() => localStorage.setItem(`purveyor-${side}`, now))
  },
  delete(side: Side): void {
    inMemory.delete(side)
    inStorage(() => localStorage.removeItem(`purveyor-${side}`))
  },
  /** Returns the sides on which this browser is signed in, the most recent one first. */
  list: (all: readonly Side[]): Side[] =>
    all.filter((side) => signedInSides.has(side)).sort((a, b) => since(b).localeCompare(since(a)))
}

/** For browsers that forbid storage, or whose storage is full. Other tabs and the next page don't have it. */
const inMemory = new Map<Side, string>()

function since(side: Side): string {
  return inStorage(() => localStorage.getItem(`purveyor-${side}`)) ?? inMemory.get(side) ?? ''
}

function inStorage<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
