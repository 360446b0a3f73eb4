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
  const [stored, setShown] = useState(current)
  // Another entry was opened.
  const shown = entryKey(stored) === entryKey(current) ? stored : current
  if (shown !== stored) setShown(shown)
  const isSame = shown.version === current.version
  // Claims are shown as they are now. They are no part of what is decided.
  const entry = isSame ? current : { ...shown, claimedBy: current.claimedBy }
  return { entry, hasNewer: !isSame, showNewer: () => setShown(current) }
}
