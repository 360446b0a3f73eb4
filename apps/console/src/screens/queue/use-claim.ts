import { notifications } from '@mantine/notifications'
import type { ModerationEntry } from '@purveyor/client'
import { useCallback, useEffect, useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { detailOf } from '../../ui/error-alert.tsx'
import { entryKey } from './entry.ts'
import { useQueueCache } from './use-queue.ts'

/** An entry is claimed when it has been open for this time, in milliseconds, so that leafing claims nothing. */
const openMs = 700
/** Claims last 15 minutes, and are extended while the entry is open. */
const extendMs = 5 * 60_000

/** Returns functions that claim and release entries. */
export function useClaims() {
  const { purveyor, me } = useSignedIn()
  const cache = useQueueCache()
  const { moderation } = purveyor.platform

  async function claim(entries: ModerationEntry[], { takeOver = false } = {}): Promise<boolean> {
    const { results } = await moderation.claim({ items: entries.map(itemOf), takeOver })
    const claimed = results.filter(({ status }) => status === 'CLAIMED')
    const [first] = claimed
    const { user } = me
    if (first?.expiresAt && user) {
      const holder = { id: user.id, name: user.name, type: 'USER' as const, expiresAt: first.expiresAt }
      cache.claim(new Set(claimed.map(({ kind, id }) => `${kind}.${id}`)), holder)
    }
    // Someone else has claimed or decided the others: show what is the case now.
    if (claimed.length < results.length) await cache.refresh()
    return claimed.length === results.length
  }

  async function release(entries: ModerationEntry[]): Promise<void> {
    await moderation.release({ items: entries.map(itemOf) })
    cache.claim(new Set(entries.map(entryKey)), null)
  }

  return { claim, release }
}

function itemOf({ kind, product }: ModerationEntry) {
  return { kind, id: product.id }
}

/** Entries that the person has claimed by a command. They stay claimed when the person goes on. */
const claimedOnPurpose = new Set<string>()

/** Claims the open entry while it is open, and returns what the person can do with its claim. */
export function useClaimWhileOpen(entry: ModerationEntry | undefined) {
  const { canWrite, me } = useSignedIn()
  const claims = useClaims()
  const current = useRef({ entry, claims })
  current.current = { entry, claims }
  const key = entry && entryKey(entry)
  const holder = entry?.claimedBy ?? null
  const isMine = holder?.id === me.user?.id
  const isOthers = holder !== null && !isMine
  const mayClaim = canWrite && key !== undefined && !isOthers

  useEffect(() => {
    if (!mayClaim || key === undefined) return
    let isClaimed = false
    const take = async () => {
      const { entry: open, claims } = current.current
      if (!open || entryKey(open) !== key) return
      // If the entry can't be claimed now, the decision still is possible.
      isClaimed = await claims.claim([open]).catch(() => false)
    }
    const opened = setTimeout(take, openMs)
    const extended = setInterval(take, extendMs)
    const opening = current.current.entry
    const leave = () => {
      if (isClaimed && opening && !claimedOnPurpose.has(key))
        void current.current.claims.release([opening]).catch(() => undefined)
      isClaimed = false
    }
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(opened)
      clearInterval(extended)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [key, mayClaim])

  const toggle = useCallback(async () => {
    const { entry: open, claims } = current.current
    if (!open) return
    const openKey = entryKey(open)
    try {
      if (claimedOnPurpose.delete(openKey)) return await claims.release([open])
      claimedOnPurpose.add(openKey)
      await claims.claim([open])
    } catch (error) {
      notifications.show({ color: 'red', message: detailOf(error) })
    }
  }, [])

  const takeOver = useCallback(async () => {
    const { entry: open, claims } = current.current
    if (open) await claims.claim([open], { takeOver: true })
  }, [])

  return {
    holder,
    isMine,
    isOthers,
    isOnPurpose: key !== undefined && claimedOnPurpose.has(key),
    toggle,
    takeOver
  }
}
