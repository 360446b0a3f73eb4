import type { DecisionResults } from '@purveyor/client'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { outboxes } from '../../../ui/outbox.ts'
import { DecisionOutbox, type Failure, type OutboxItem, type OutboxResult } from './outbox.ts'
import { isDecidedAlready } from './outbox-errors.ts'
import { resultsByKey } from './results-by-key.ts'

const outboxOf = outboxes((userId, purveyor) => new DecisionOutbox(userId, purveyor))

/** Returns the outbox of the person who is signed in. */
export function useOutbox(): DecisionOutbox {
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

type OnDecided = (keys: ReadonlySet<string>, decision: { isPartly: boolean }) => void

/**
 * Calls `onDecided` with the keys of entries on which a decision was made, by this person or by someone else. After a
 * decision on some fields (`isPartly`), the others can still wait.
 */
export function useDecided(onDecided: OnDecided): void {
  const outbox = useOutbox()
  const listener = useRef(onDecided)
  listener.current = onDecided
  useEffect(
    () =>
      outbox.onResult((result) => {
        const keys = decidedKeys(result)
        if (keys.length > 0) listener.current(new Set(keys), { isPartly: result.item.outcome === 'decided' })
      }),
    [outbox]
  )
}

function decidedKeys(result: OutboxResult): string[] {
  const { item } = result
  if (item.outcome !== 'many')
    return 'response' in result || isGone(result.error) ? item.entries.map(({ key }) => key) : []
  return 'response' in result ? resultsByKey(result.response as DecisionResults).decided : []
}

/** True if the whole entry no longer waits. After a decision on single fields, others can still wait. */
function isGone(error: unknown): boolean {
  return isDecidedAlready(error) && error.code !== 'FIELD_NOT_PENDING'
}
