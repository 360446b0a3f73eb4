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
  has: (side: Side) => localStorage.getItem(`purveyor-${side}`) !== null,
  add: (side: Side) => localStorage.setItem(`purveyor-${side}`, new Date().toISOString()),
  delete: (side: Side) => localStorage.removeItem(`purveyor-${side}`),
  /** Returns the sides on which this browser is signed in, the most recent one first. */
  list: (all: readonly Side[]): Side[] =>
    all.filter((side) => signedInSides.has(side)).sort((a, b) => since(b).localeCompare(since(a)))
}

function since(side: Side): string {
  return localStorage.getItem(`purveyor-${side}`) ?? ''
}
