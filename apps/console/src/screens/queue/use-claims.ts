import type { ModerationEntry } from '@purveyor/client'
import { useSignedIn } from '../../session/session-context.tsx'
import { entryKey } from './entry.ts'
import { useQueueCache } from './use-queue.ts'

/** Returns functions that claim and release entries. */
export function useClaims() {
  const { purveyor, me } = useSignedIn()
  const cache = useQueueCache()
  const { moderation } = purveyor.platform

  /** Returns true if all of them were claimed. */
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
