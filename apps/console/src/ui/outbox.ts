import type { Purveyor } from '@purveyor/client'
import { SignedOut } from '../session/session.ts'
import { t } from '../texts/texts.ts'
import { keyHasExpired } from './new-key.ts'

/** A request that was sent, and of which the response hasn't arrived. */
export type SentRequest = {
  /** The Idempotency-Key: sending an item again never has its effect twice. */
  key: string
  /** What the request changes. While it is being sent, no other request may change the same. */
  entries: readonly { key: string }[]
  path: string
  body: object
  startedAt?: number
}

/** A request that had no effect. */
export type Failure<Item> = { item: Item; error: unknown }

/**
 * The response to an item, or its error. `shown` is what the person saw when it was sent; it is undefined if the page
 * was reloaded since.
 */
export type Result<Item, Shown> = { item: Item; shown: Shown | undefined } & (
  | { response: unknown }
  | { error: unknown }
)

/**
 * Sends requests in the background, each with POST. They are stored until the response arrives, so that neither a reload
 * of the page nor a crash of the tab loses or repeats one.
 */
export class Outbox<Item extends SentRequest, Shown> {
  readonly #storageKey: string
  readonly purveyor: Purveyor
  #items: readonly Item[] = []
  #failures: ReadonlyMap<string, Failure<Item>> = new Map()
  readonly #running = new Set<string>()
  readonly #shown = new Map<string, Shown>()
  readonly #listeners = new Set<() => void>()
  readonly #resultListeners = new Set<(result: Result<Item, Shown>) => void>()

  constructor(storageKey: string, purveyor: Purveyor) {
    this.#storageKey = storageKey
    this.purveyor = purveyor
    this.#items = readItems(storageKey)
  }

  /** The items of which the response hasn't arrived. */
  get items(): readonly Item[] {
    return this.#items
  }

  /** The errors of requests that change a single entry, by the key of the entry. */
  get failures(): ReadonlyMap<string, Failure<Item>> {
    return this.#failures
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener with the response or the error of each item. */
  readonly onResult = (listener: (result: Result<Item, Shown>) => void): (() => void) => {
    this.#resultListeners.add(listener)
    return () => this.#resultListeners.delete(listener)
  }

  /** Sends an item. It is not sent if another one changes the same entry. */
  send(request: Item, shown: Shown): void {
    if (request.entries.some(({ key }) => this.isSending(key))) return
    for (const { key } of request.entries) this.#forgetFailure(key)
    this.#shown.set(request.key, shown)
    this.#set([...this.#items, { ...request, startedAt: Date.now() }])
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
    this.notify()
  }

  async #run(item: Item): Promise<void> {
    const { key, path, body, startedAt } = item
    this.#running.add(key)
    try {
      if (startedAt !== undefined && keyHasExpired({ startedAt })) throw new Error(t.errors.expired)
      const response = await this.purveyor.request('POST', path, { body, idempotencyKey: key })
      this.#finish({ item, shown: this.#shown.get(key), response })
    } catch (error) {
      // The item waits until the same person signs in again.
      if (!(error instanceof SignedOut)) this.#finish({ item, shown: this.#shown.get(key), error })
    } finally {
      this.#running.delete(key)
    }
  }

  #finish(result: Result<Item, Shown>): void {
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

  #set(items: readonly Item[]): void {
    this.#items = items
    try {
      if (items.length === 0) sessionStorage.removeItem(this.#storageKey)
      else sessionStorage.setItem(this.#storageKey, JSON.stringify(items))
    } catch {
      // The storage is full or forbidden. The items are sent as long as the page is open.
    }
    this.notify()
  }

  protected notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function readItems<Item>(storageKey: string): Item[] {
  try {
    const items: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}

/** Returns a function that returns the outbox of a person, which is created by `create` when it is used first. */
export function outboxes<Box extends { purveyor: Purveyor }>(
  create: (userId: string, purveyor: Purveyor) => Box
): (userId: string, purveyor: Purveyor) => Box {
  const byUser = new Map<string, Box>()
  return (userId, purveyor) => {
    const stored = byUser.get(userId)
    // Each sign-in after signing out has another client, because the requests of the former one have ended.
    const known = stored?.purveyor === purveyor ? stored : create(userId, purveyor)
    byUser.set(userId, known)
    return known
  }
}
