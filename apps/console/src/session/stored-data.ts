import type { Me } from './side.ts'
import { storage as files } from './stored-files.ts'

/**
 * Deletes everything that this tab and the browser have stored of a person: drafts, requests that were not sent, files and
 * choices. The keys of all of them contain the id of the person, or that of the vendor.
 */
export async function deleteStoredData(me: Me): Promise<void> {
  const isOwn = ownKeys(me)
  for (const area of ['sessionStorage', 'localStorage'] as const)
    for (const key of keysIn(area).filter(isOwn)) window[area].removeItem(key)
  for (const key of (await files.keys()).filter(isOwn)) await files.delete(key)
}

/** True if this tab or the browser has stored something that the person typed or chose, and that was not sent. */
export async function hasUnsentData(me: Me): Promise<boolean> {
  const isOwn = ownKeys(me)
  if (keysIn('sessionStorage').some(isOwn)) return true
  return (await files.keys()).some((key) => key.startsWith('import ') && isOwn(key))
}

function ownKeys({ user, vendor }: Me): (key: string) => boolean {
  const ids = [user?.id, vendor?.id].filter((id) => id !== undefined)
  return (key) => ids.some((id) => key.includes(id))
}

function keysIn(area: 'sessionStorage' | 'localStorage'): string[] {
  try {
    return Object.keys(window[area])
  } catch {
    // The browser forbids storage.
    return []
  }
}
