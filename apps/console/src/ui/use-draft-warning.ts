import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { drafts } from './drafts.ts'
import { useUnloadWarning } from './use-unload-warning.ts'

/** Asks before the tab is closed, and says after leaving the page that the draft is kept. */
export function useDraftWarning(key: string, { isDirty, kept }: { isDirty: boolean; kept: string }): void {
  useUnloadWarning(isDirty)
  const leave = useEffectEvent(() => {
    // A form that was saved has no draft any more.
    if (drafts.read(key) !== undefined) notifications.show({ message: kept, color: 'blue' })
  })
  useEffect(() => () => leave(), [])
}
