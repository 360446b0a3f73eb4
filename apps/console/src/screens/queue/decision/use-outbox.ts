import type { ModerationEntry, Purveyor } from '@purveyor/client'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { type Failure, isDecidedAlready, Outbox, type OutboxItem } from './outbox.ts'

const outboxes = new Map<string, Outbox>()

function outboxOf(userId: string, purveyor: Purveyor): Outbox {
  const stored = outboxes.get(userId)
  // Each sign-in after signing out has another client, because the requests of the former one have ended.
  const known = stored?.purveyor === purveyor ? stored : new Outbox(userId, purveyor)
  outboxes.set(userId, known)
  return known
}

/** Returns the outbox of the person who is signed in. */
export function useOutbox(): Outbox {
  const { me, purveyor } = useSignedIn()
  return outboxOf(me.user?.id ?? '', purveyor)
}

/** Returns the decisions that are being sent. */
export function useUnsent(): readonly OutboxItem[] {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, () => outbox.items)
}

/** Returns the error of the latest decision on an entry, until it is dismissed or another decision is sent. */
export function useFailure(key: string): Failure | undefined {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, () => outbox.failures.get(key))
}

/** Calls `onDecided` for entries that were open and have been decided, by this person or by someone else. */
export function useDecided(onDecided: (entry: ModerationEntry) => void): void {
  const outbox = useOutbox()
  const listener = useRef(onDecided)
  listener.current = onDecided
  useEffect(
    () =>
      outbox.onResult((result) => {
        if (result.item.outcome === 'many' || ('error' in result && !isGone(result.error))) return
        for (const entry of result.shown) listener.current(entry)
      }),
    [outbox]
  )
}

/** True if the whole entry no longer waits. After a decision on single fields, others can still wait. */
function isGone(error: unknown): boolean {
  return isDecidedAlready(error) && error.code !== 'FIELD_NOT_PENDING'
}
