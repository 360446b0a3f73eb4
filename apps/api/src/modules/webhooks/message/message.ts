import type { Cursors } from '../../../http/cursor.ts'
import { resourcePath } from './resource-paths.ts'

/** The maximum size of the body of a request, in bytes (contract 6.2). */
export const maxBodyBytes = 20_000

/** A message of a webhook: an event, a change of the catalog, or `feed.gap`. */
export type Message = {
  /** The number of the event or of the change. */
  sequence: number
  /** Messages with the same key are delivered one after the other. */
  key: string
  /** The id of the event. The id of the message is the same, except in replays. */
  eventId: string
  type: string
  /** The header `webhook-id`. */
  id: string
  /** The body of the request: JSON text. */
  body: string
}

/** What the body of a message is built from. */
export type MessageParts = {
  sequence: string
  eventId: string
  type: string
  /** When it happened, in ISO 8601. */
  timestamp: string
  subjectType: string
  subjectId: string | null
  changedFields: string[]
  actorType: string
  actorId: string | null
  actorName: string | null
  /** True if the readers of the feed don't learn who it was, because it was a user of the operator. */
  isActorHidden: boolean
  /** JSON text. */
  details: string
  /** The value of `details.orderId`, or null. */
  orderId: string | null
  /** The vendor that the event belongs to, or null. It is sent only to the operator's webhooks. */
  vendorId: string | null
}

/** What the messages of a webhook depend on besides the event. */
export type MessageContext = {
  isPlatform: boolean
  cursors: Cursors
  /** The URL of the service without a trailing slash, or an empty text. */
  publicUrl: string
}

/**
 * Builds a message (contract 6.2). `replayNumber` is 0 unless the message is a replay. Texts in the details that would
 * make the body too large are cut, and values of changes are left out.
 */
export function buildMessage(parts: MessageParts, context: MessageContext, replayNumber = 0): Message {
  const { sequence, eventId, type, orderId, subjectType, subjectId } = parts
  const id = replayNumber === 0 ? eventId : `${eventId}-r${replayNumber}`
  const write = (details: string) => bodyText({ ...parts, details }, context, { id, replayNumber })
  let body = write(parts.details)
  const excess = Buffer.byteLength(body) - maxBodyBytes
  if (excess > 0) body = write(shortened(parts.details, excess))
  const key = orderId ?? subjectId ?? subjectType
  return { sequence: Number(sequence), key, eventId, type, id, body }
}

function bodyText(
  parts: MessageParts,
  { isPlatform, cursors, publicUrl }: MessageContext,
  { id, replayNumber }: { id: string; replayNumber: number }
): string {
  const { sequence, eventId, type, timestamp, subjectType, subjectId, vendorId } = parts
  const path = resourcePath(parts, isPlatform)
  const members = [
    `"id":${JSON.stringify(id)}`,
    `"type":${JSON.stringify(type)}`,
    `"timestamp":${JSON.stringify(timestamp)}`,
    ...(isPlatform ? [`"vendorId":${JSON.stringify(vendorId)}`] : []),
    `"sequence":${sequence}`,
    `"cursor":${JSON.stringify(cursors.write([sequence]))}`,
    `"subject":${JSON.stringify({ type: subjectType, id: subjectId })}`,
    `"changedFields":${JSON.stringify(parts.changedFields)}`,
    `"actor":${JSON.stringify(actorOf(parts))}`,
    `"details":${parts.details}`,
    `"url":${JSON.stringify(path === null ? null : publicUrl + path)}`,
    ...(replayNumber > 0 ? [`"replayOf":${JSON.stringify(eventId)}`] : [])
  ]
  return `{${members.join(',')}}`
}

function actorOf({ actorType, actorId, actorName, isActorHidden }: MessageParts) {
  return isActorHidden
    ? { type: 'PLATFORM', id: null, name: null }
    : { type: actorType, id: actorId, name: actorName }
}

/**
 * Returns the details with their longest texts cut, so that their JSON is at least `excess` bytes shorter. A text that
 * was cut ends with `…`.
 */
function shortened(details: string, excess: number): string {
  const values = withoutLongValues(JSON.parse(details), excess)
  const target = Buffer.byteLength(details) - excess
  for (;;) {
    const size = Buffer.byteLength(JSON.stringify(values))
    const [name, text] = longestText(values)
    if (size <= target || text.length <= 1) return JSON.stringify(values)
    // A pair of surrogates isn't divided. Cutting at least an eighth of the text ends soon, also if its characters take several bytes or are escaped.
    const length = Math.max(0, Math.min(text.length - (size - target), Math.floor((text.length * 7) / 8)))
    values[name] = `${text.slice(0, length).replace(/[…\ud800-\udbff]$/, '')}…`
  }
}

/** Returns the details without the longest values of their changes, as many as are at least `excess` bytes long together. */
function withoutLongValues(details: Record<string, unknown>, excess: number): Record<string, unknown> {
  if (!Array.isArray(details.changes)) return details
  const changes: Record<string, unknown>[] = structuredClone(details.changes)
  const values = changes
    .flatMap((change) => ['from', 'to'].filter((name) => name in change).map((name) => ({ change, name })))
    .map((value) => ({ ...value, size: Buffer.byteLength(JSON.stringify(value.change[value.name])) }))
    .sort((a, b) => b.size - a.size)
  let left = excess
  for (const { change, name, size } of values) {
    if (left <= 0) break
    delete change[name]
    left -= size
  }
  return { ...details, changes }
}

function longestText(values: Record<string, unknown>): [name: string, text: string] {
  const texts = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string'
  )
  return texts.reduce((longest, entry) => (entry[1].length > longest[1].length ? entry : longest), ['', ''])
}
