import type { Sql } from '../../../db/connect.ts'
import { buildMessage, type MessageParts } from '../message/message.ts'
import { type Delivery, readingOf, replayOf } from './delivery.ts'
import { type HeadPart, type ReadPart, readChanges, readEvents, readHeads } from './read-queries.ts'

/** The feeds that deliveries read. Each needs a statement of its own. */
const feeds = [
  { audience: 'vendor', feed: 'EVENTS' },
  { audience: 'platform', feed: 'EVENTS' },
  { audience: 'platform', feed: 'CATALOG_CHANGES' }
] as const

/** The deliveries of one feed, with their positions in the list. */
function ofFeed(deliveries: Delivery[], { audience, feed }: (typeof feeds)[number]) {
  return [...deliveries.entries()].filter(
    ([, { webhook }]) => webhook.feed === feed && (audience === 'platform') === (webhook.vendorId === null)
  )
}

/** Reads the next events of several deliveries, at most `max` of each. */
export async function readNextEvents(sql: Sql, deliveries: Delivery[], max: number): Promise<void> {
  for (const feed of feeds) {
    const readings = ofFeed(deliveries, feed).map(([index, delivery]) => readingOf(delivery, index, max))
    if (readings.length === 0) continue
    const parts =
      feed.feed === 'EVENTS'
        ? await readEvents(sql, feed.audience, readings)
        : await readChanges(sql, readings)
    const byIndex = Map.groupBy(parts, ({ index }) => index)
    for (const { index, room } of readings) {
      const delivery = deliveries[index]
      if (delivery) addEvents(delivery, byIndex.get(index) ?? [], room)
    }
  }
}

function addEvents(delivery: Delivery, parts: ReadPart[], room: number): void {
  const { session, webhook, context } = delivery
  const wanted = parts.filter(({ isWanted }) => isWanted)
  // With as many events as there was room for, others can follow the last one.
  const last = wanted.length === room ? wanted.at(-1) : parts.at(-1)
  if (last === undefined || (last.isLast && last.isEnd)) delivery.hasNews = false
  const messages = wanted.map((part) => {
    const replayNumber = replayOf(webhook, part.sequence)
    return { ...buildMessage(part, context, replayNumber), replayNumber }
  })
  session.addEvents(messages, last === undefined ? session.through : Number(last.sequence))
}

/** Reads the events of several deliveries that were set aside and are due. */
export async function readDueHeads(sql: Sql, deliveries: Delivery[], dropAfterMs: number): Promise<void> {
  for (const feed of feeds) {
    const readings = ofFeed(deliveries, feed).map(([index, { webhook }]) => ({
      index,
      webhookId: webhook.id
    }))
    if (readings.length === 0) continue
    const parts = await readHeads(sql, feed, { readings, dropAfterMs })
    for (const part of parts) {
      const delivery = deliveries[part.index]
      if (delivery) addHead(delivery, part)
    }
  }
  for (const delivery of deliveries) delivery.headsDueAt = null
}

/**
 * Adds an event that was set aside. If it has been deleted because of its age, it is dropped. A change of the catalog
 * that can't be found was followed by a later change of the same object, so it need not be delivered.
 */
function addHead({ session, webhook, context }: Delivery, part: HeadPart): void {
  const { key, replayNumber, isLastAttempt, isBehind } = part
  const sequence = Number(part.headSequence)
  if (part.sequence === null) {
    const result = webhook.feed === 'EVENTS' ? 'DROPPED' : 'DELIVERED'
    session.endHead({ sequence, key, eventId: part.headEventId, type: part.headType, replayNumber, result })
    return
  }
  const message = buildMessage(part as MessageParts, context, replayNumber)
  session.addHeads([{ ...message, key, replayNumber, isLastAttempt, isBehind }])
}
