import type { Sending } from './sending.ts'

/** The messages with one key, in their order. With strict order, all messages. */
type Lane = { messages: Sending[]; isBusy: boolean; notBefore: number }

/**
 * The messages of a session that wait or are in progress. Those with the same key follow one another: `next` returns a
 * message only when the one before it was removed. With strict order, all messages follow one another.
 */
export class Pending {
  readonly #isStrict: boolean
  readonly #lanes = new Map<string, Lane>()
  /** The names of the lanes whose first message can be sent, in the order in which it became possible. */
  readonly #ready = new Set<string>()
  /** The names of the lanes whose first message waits for a time. */
  readonly #delayed = new Set<string>()

  constructor({ isStrict }: { isStrict: boolean }) {
    this.#isStrict = isStrict
  }

  get isEmpty(): boolean {
    return this.#lanes.size === 0
  }

  /** The number of messages, without those in progress. */
  get size(): number {
    let size = 0
    for (const { messages, isBusy } of this.#lanes.values()) size += messages.length - (isBusy ? 1 : 0)
    return size
  }

  add(message: Sending): void {
    const name = this.#laneOf(message)
    const lane = this.#lanes.get(name)
    if (lane) {
      lane.messages.push(message)
      return
    }
    this.#lanes.set(name, { messages: [message], isBusy: false, notBefore: 0 })
    this.#ready.add(name)
  }

  /** Returns the next message whose key is free, and marks the key as busy; or undefined. */
  next(now: number): Sending | undefined {
    for (const name of this.#delayed) {
      if ((this.#lanes.get(name)?.notBefore ?? 0) > now) continue
      this.#delayed.delete(name)
      this.#ready.add(name)
    }
    const [name] = this.#ready
    const lane = name === undefined ? undefined : this.#lanes.get(name)
    if (name === undefined || !lane) return undefined
    this.#ready.delete(name)
    lane.isBusy = true
    return lane.messages[0]
  }

  /** The earliest time at which a message that was delayed can be sent; or undefined. */
  nextAt(): number | undefined {
    let earliest: number | undefined
    for (const name of this.#delayed) {
      const at = this.#lanes.get(name)?.notBefore ?? 0
      if (earliest === undefined || at < earliest) earliest = at
    }
    return earliest
  }

  /** Ends the attempt of a message. It is sent again, not before `at`. */
  delay(message: Sending, at: number): void {
    const name = this.#laneOf(message)
    const lane = this.#lanes.get(name)
    if (!lane) return
    lane.isBusy = false
    lane.notBefore = at
    this.#delayed.add(name)
  }

  /** Ends the attempt of a message. It can be sent again immediately. */
  release(message: Sending): void {
    this.delay(message, 0)
  }

  /** Removes a message, whether it is in progress or waits. */
  remove(message: Sending): void {
    const name = this.#laneOf(message)
    const lane = this.#lanes.get(name)
    const index = lane?.messages.indexOf(message) ?? -1
    if (!lane || index < 0) return
    lane.messages.splice(index, 1)
    if (index > 0) return
    lane.isBusy = false
    lane.notBefore = 0
    this.#delayed.delete(name)
    this.#ready.delete(name)
    if (lane.messages.length === 0) this.#lanes.delete(name)
    else this.#ready.add(name)
  }

  /** Returns the messages with this key, in their order. */
  withKey(key: string): Sending[] {
    const lane = this.#lanes.get(this.#isStrict ? '' : key)
    return lane?.messages.filter((message) => message.key === key) ?? []
  }

  #laneOf({ key }: Sending): string {
    return this.#isStrict ? '' : key
  }
}
