import type { ModerationEntry } from '@purveyor/client'
import { useState } from 'react'
import { entryKey } from './entry.ts'

/**
 * Returns the entry as the person has read it. When the queue is read again and the vendor has changed the entry in the
 * meantime, the values on the screen stay until the person asks for the new ones: nothing is decided that was not
 * shown.
 */
export function useShownEntry(current: ModerationEntry): {
  entry: ModerationEntry
  hasNewer: boolean
  showNewer(): void
} {
  const [shown, setShown] = useState(current)
  const isSame = entryKey(shown) === entryKey(current) && shown.version === current.version
  // Claims are shown as they are now. They are no part of what is decided.
  const entry = isSame ? current : { ...shown, claimedBy: current.claimedBy }
  return { entry, hasNewer: !isSame, showNewer: () => setShown(current) }
}
