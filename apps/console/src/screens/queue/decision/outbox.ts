import type { EntryKind, ModerationEntry, Purveyor } from '@purveyor/client'
import { newKey } from '../../../ui/new-key.ts'
import { Outbox, type Result, type SentRequest, type Failure as SomeFailure } from '../../../ui/outbox.ts'
import { entryKey } from '../entry.ts'

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
export class DecisionOutbox extends Outbox<OutboxItem, ModerationEntry[]> {
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
