import { Alert, Button, Group, Text } from '@mantine/core'
import type { ModerationEntry } from '@purveyor/client'
import { IconUserCheck } from '@tabler/icons-react'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { queueTexts } from '../../texts/queue.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatTime } from '../../ui/format.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { useDecided } from './decision/outbox.ts'
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

/** An entry is claimed when it has been open for this time, in milliseconds, so that leafing claims nothing. */
const openMs = 700
/** Claims last 15 minutes, and are extended while the entry is open. */
const extendMs = 5 * 60_000

/** The claims of each person that were made by a command. They are kept when the person goes on to other entries. */
const kept = new Set<string>()

type Claimed = { entry: ModerationEntry; claims: ReturnType<typeof useClaims> }

/** Claims the open entry while it is open, and returns what the person can do with its claim. */
export function useClaimWhileOpen(entry: ModerationEntry) {
  const { canWrite, me } = useSignedIn()
  const claims = useClaims()
  const current = useRef<Claimed>({ entry, claims })
  current.current = { entry, claims }
  const key = entryKey(entry)
  const keptKey = `${me.user?.id} ${key}`
  const holder = entry.claimedBy
  const isMine = holder !== null && holder.id === me.user?.id
  const isOthers = holder !== null && !isMine
  const isEnded = useIsEnded(key)
  useDecided((keys, { isPartly }) => {
    if (keys.has(key) && !isPartly) isEnded.current = true
  })
  useAutomaticClaim(current, { mayClaim: canWrite && !isOthers, keptKey, isEnded })

  const toggle = useCallback(async () => {
    const { entry: open, claims } = current.current
    const isReleased = kept.delete(keptKey)
    isEnded.current = isReleased
    try {
      if (isReleased) await claims.release([open])
      else if (await claims.claim([open])) kept.add(keptKey)
    } catch (error) {
      notifyError(error)
    }
  }, [keptKey, isEnded])
  const takeOver = useCallback(async () => {
    const { entry: open, claims } = current.current
    await claims.claim([open], { takeOver: true })
  }, [])
  return { holder, isMine, isOthers, isOnPurpose: kept.has(keptKey), toggle, takeOver }
}

/** A decision ends the claim of an entry. A claim that the person has released isn't made again. */
function useIsEnded(key: string): RefObject<boolean> {
  const ended = useRef({ key, isEnded: { current: false } })
  if (ended.current.key !== key) ended.current = { key, isEnded: { current: false } }
  return ended.current.isEnded
}

type Options = { mayClaim: boolean; keptKey: string; isEnded: RefObject<boolean> }

/** Claims an entry after a moment, extends the claim, and releases it when the person goes on. */
function useAutomaticClaim(current: RefObject<Claimed>, { mayClaim, keptKey, isEnded }: Options): void {
  useEffect(() => {
    if (!mayClaim) return
    // When the claim is released, another entry can be open.
    const { entry } = current.current
    let taken: Promise<boolean> | undefined
    const take = () => {
      const { claims } = current.current
      // If the entry can't be claimed now, the decision still is possible.
      if (!isEnded.current) taken = claims.claim([entry]).catch(() => false)
    }
    const leave = () => {
      const { claims } = current.current
      // The person can go on before the response to the claim arrives.
      void taken?.then((isClaimed) => {
        if (!isClaimed || isEnded.current || kept.has(keptKey)) return
        // A claim that can't be released ends by itself.
        return claims.release([entry]).catch(() => undefined)
      })
      taken = undefined
    }
    const opened = setTimeout(take, openMs)
    const extended = setInterval(take, extendMs)
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(opened)
      clearInterval(extended)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [current, isEnded, keptKey, mayClaim])
}

type Props = { holder: { name: string; expiresAt: string }; takeOver(): Promise<void> }

/** Says that someone else reviews the entry. */
export function ClaimBanner({ holder, takeOver }: Props) {
  const { canWrite } = useSignedIn()
  const take = useMutation({ mutationFn: takeOver })
  return (
    <Alert color="amber" variant="light" p="sm" role="status" icon={<IconUserCheck size={18} />}>
      <Group justify="space-between" gap="xs">
        <Text flex={1} miw={200}>
          {queueTexts.claimedUntil(holder.name, formatTime(holder.expiresAt))}
        </Text>
        {canWrite && (
          <Button size="xs" variant="default" loading={take.isPending} onClick={() => take.mutate()}>
            {queueTexts.takeOver}
          </Button>
        )}
      </Group>
      {take.error && <ErrorAlert error={take.error} />}
    </Alert>
  )
}
