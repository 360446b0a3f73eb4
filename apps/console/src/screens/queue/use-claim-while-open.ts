import type { ModerationEntry } from '@purveyor/client'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { useDecided } from './decision/use-outbox.ts'
import { entryKey } from './entry.ts'
import { useClaims } from './use-claims.ts'

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
