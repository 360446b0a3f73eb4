import type { EntryKind, ModerationEntry, Purveyor } from '@purveyor/client'
import { SignedOut } from '../../../session/session.ts'
import { entryKey } from '../entry.ts'

/** An entry on which a decision is being sent. `key` is that of `entryKey`. */
export type SentEntry = { key: string; id: string; kind: EntryKind; version: number; name: string }

/** What a decision does, for the messages about it. `partly` is a decision on some fields of a revision. */
export type Outcome = 'approved' | 'rejected' | 'decided' | 'accepted' | 'hidden' | 'many'

/** Decisions that were made, and of which the response hasn't arrived. */
export type OutboxItem = {
  /** The Idempotency-Key: sending an item again never makes the decision twice. */
  key: string
  entries: SentEntry[]
  outcome: Outcome
  /** A path below `/platform`. */
  path: string
  body: Record<string, unknown>
}

/** An item whose decision was not made. */
export type Failure = { item: OutboxItem; error: unknown }

/**
 * The response to an item, or its error. `shown` has the entries as they were shown; it is empty if the page was
 * reloaded since.
 */
export type OutboxResult = { item: OutboxItem; shown: ModerationEntry[] } & (
  | { response: unknown }
  | { error: unknown }
)

/**
 * Sends decisions in the background. They are stored until the response arrives, so that neither a reload of the page
 * nor a crash of the tab loses or repeats one. Each person has an outbox of their own.
 */
export class Outbox {
  readonly #storageKey: string
  readonly purveyor: Purveyor
  #items: readonly OutboxItem[] = []
  #failures: ReadonlyMap<string, Failure> = new Map()
  readonly #running = new Set<string>()
  readonly #shown = new Map<string, ModerationEntry[]>()
  readonly #listeners = new Set<() => void>()
  readonly #resultListeners = new Set<(result: OutboxResult) => void>()

  constructor(userId: string, purveyor: Purveyor) {
    this.#storageKey = `purveyor-outbox ${userId}`
    this.purveyor = purveyor
    this.#items = readItems(this.#storageKey)
  }

  /** The items of which the response hasn't arrived. */
  get items(): readonly OutboxItem[] {
    return this.#items
  }

  /** Decisions on single entries that were not made, by the key of the entry. */
  get failures(): ReadonlyMap<string, Failure> {
    return this.#failures
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener with the response or the error of each item. */
  readonly onResult = (listener: (result: OutboxResult) => void): (() => void) => {
    this.#resultListeners.add(listener)
    return () => this.#resultListeners.delete(listener)
  }

  /** Sends a decision. An entry on which one is being sent can't get another one. */
  send(shown: ModerationEntry[], decision: Pick<OutboxItem, 'outcome' | 'path' | 'body'>): void {
    const item: OutboxItem = { ...decision, key: newKey(), entries: shown.map(sentEntry) }
    if (item.entries.some(({ key }) => this.isSending(key))) return
    for (const { key } of item.entries) this.#forgetFailure(key)
    this.#shown.set(item.key, shown)
    this.#set([...this.#items, item])
    this.resume()
  }

  isSending(entryKey: string): boolean {
    return this.#items.some(({ entries }) => entries.some(({ key }) => key === entryKey))
  }

  /** Sends all items that aren't being sent: after a reload of the page, or when the person has signed in again. */
  resume(): void {
    for (const item of this.#items) {
      if (!this.#running.has(item.key)) void this.#run(item)
    }
  }

  /** Removes the error of an entry. */
  dismiss(entryKey: string): void {
    this.#forgetFailure(entryKey)
    this.#notify()
  }

  async #run(item: OutboxItem): Promise<void> {
    const { key, path, body } = item
    this.#running.add(key)
    try {
      const response = await this.purveyor.request('POST', `/platform${path}`, { body, idempotencyKey: key })
      this.#finish({ item, shown: this.#shown.get(key) ?? [], response })
    } catch (error) {
      // The item waits until the same person signs in again.
      if (!(error instanceof SignedOut)) this.#finish({ item, shown: this.#shown.get(key) ?? [], error })
    } finally {
      this.#running.delete(key)
    }
  }

  #finish(result: OutboxResult): void {
    const { key, entries } = result.item
    const [entry, ...others] = entries
    if ('error' in result && entry && others.length === 0)
      this.#failures = new Map([...this.#failures, [entry.key, result]])
    this.#shown.delete(key)
    this.#set(this.#items.filter((item) => item.key !== key))
    for (const listener of this.#resultListeners) listener(result)
  }

  #forgetFailure(entryKey: string): void {
    this.#failures = new Map([...this.#failures].filter(([key]) => key !== entryKey))
  }

  #set(items: readonly OutboxItem[]): void {
    this.#items = items
    try {
      if (items.length === 0) sessionStorage.removeItem(this.#storageKey)
      else sessionStorage.setItem(this.#storageKey, JSON.stringify(items))
    } catch {
      // The storage is full or forbidden. The items are sent as long as the page is open.
    }
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function sentEntry(entry: ModerationEntry): SentEntry {
  const { kind, version, product } = entry
  return { key: entryKey(entry), id: product.id, kind, version, name: product.name }
}

function readItems(storageKey: string): OutboxItem[] {
  try {
    const items: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}

/** Returns a random key. Pages that browsers have loaded over plain HTTP have no `crypto.randomUUID`. */
function newKey(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(5)).join('-')
}
