import {
  type DecisionResults,
  type EntryKind,
  type ModerationEntry,
  ProblemError,
  type Purveyor
} from '@purveyor/client'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { newKey } from '../../../ui/new-key.ts'
import {
  Outbox,
  outboxes,
  type Result,
  type SentRequest,
  type Failure as SomeFailure
} from '../../../ui/outbox.ts'
import { entryKey, resultsByKey } from '../entry.ts'

/** An entry on which a decision is being sent. `key` is that of `entryKey`. */
export type SentEntry = { key: string; id: string; kind: EntryKind; version: number; name: string }

/** What a decision does, for the messages about it. `partly` is a decision on some fields of a revision. */
export type Outcome = 'approved' | 'rejected' | 'decided' | 'accepted' | 'hidden' | 'many'

/** Decisions that were made, and of which the response hasn't arrived. */
export type OutboxItem = SentRequest & {
  entries: SentEntry[]
  outcome: Outcome
  body: Record<string, unknown>
}

/** An item whose decision was not made. */
export type Failure = SomeFailure<OutboxItem>

/** The response to an item, or its error. `shown` has the entries as they were shown. */
export type OutboxResult = Result<OutboxItem, ModerationEntry[]>

/** Sends decisions in the background. Each person has an outbox of their own. */
class DecisionOutbox extends Outbox<OutboxItem, ModerationEntry[]> {
  constructor(userId: string, purveyor: Purveyor) {
    super(`purveyor-outbox ${userId}`, purveyor)
  }

  /** Sends a decision to a path below `/platform`. An entry on which one is being sent can't get another one. */
  decide(shown: ModerationEntry[], decision: Pick<OutboxItem, 'outcome' | 'path' | 'body'>): void {
    const { path } = decision
    this.send({ ...decision, path: `/platform${path}`, key: newKey(), entries: shown.map(sentEntry) }, shown)
  }

  /** Sends a decision that was refused again, with another body. */
  decideAgain(shown: ModerationEntry[], refused: OutboxItem, body: OutboxItem['body']): void {
    this.send({ ...refused, body, key: newKey() }, shown)
  }
}

function sentEntry(entry: ModerationEntry): SentEntry {
  const { kind, version, product } = entry
  return { key: entryKey(entry), id: product.id, kind, version, name: product.name }
}

/** Codes of errors that mean that the entry no longer waits for this decision. */
const decidedCodes = ['INVALID_TRANSITION', 'NO_REVISION', 'NO_CHANGE', 'FIELD_NOT_PENDING', 'NOT_FOUND']

/** True if a decision was refused because someone else, or a rule, has decided already. */
export function isDecidedAlready(error: unknown): error is ProblemError {
  return error instanceof ProblemError && decidedCodes.includes(error.code)
}

/** True if a decision was refused because the vendor has edited the entry. */
export function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'STALE_VERSION'
}

/** True if an approval was refused because of the attributes of the product. */
export function hasAttributeIssues(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'ATTRIBUTE_ISSUES'
}

/** True if a decision was refused because someone else has claimed the entry. */
export function isClaimed(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'CLAIMED'
}

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
