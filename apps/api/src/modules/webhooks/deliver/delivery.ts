import { cursorsFor } from '../../../http/cursor.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import type { SigningSecret } from '../../../lib/secrets.ts'
import {
  decryptHeaders,
  decryptSecrets,
  validSecrets,
  type WebhookHeaders,
  type WebhookSecret
} from '../encrypted-values.ts'
import { gapMessage } from '../message/gap-message.ts'
import type { MessageContext } from '../message/message.ts'
import { signatureHeaders } from '../sign.ts'
import type { ClaimedWebhook } from './claim-queries.ts'
import type { Reading } from './read-queries.ts'
import type { Sending } from './sending.ts'
import { Session, tooManySetAside } from './session.ts'

/** What all deliveries of a worker share. */
export type DeliveryContext = {
  encryption: Encryption
  /** Signs cursors. */
  secret: SigningSecret
  publicUrl: string | undefined
}

/** A webhook that this worker has leased, with its session. Times are those of `performance.now()`. */
export type Delivery = {
  webhook: ClaimedWebhook
  session: Session
  context: MessageContext
  /** The key of the vendor in limits. */
  owner: string
  /** No request begins after this time, unless the lease is renewed. */
  sendUntil: number
  claimedAt: number
  /** The position that was read or stored last. */
  storedPosition: number
  committedAt: number
  /** True if there can be events that weren't read. */
  hasNews: boolean
  /** When the next event that was set aside is due, or null. */
  headsDueAt: number | null
  /** The headers of the webhook and its valid secrets, when they have been decrypted. */
  credentials: Credentials | undefined
}

type Credentials = { headers: WebhookHeaders; secrets: WebhookSecret[] }

/** Begins the delivery of a webhook that was claimed at `now`. */
export function beginDelivery(
  webhook: ClaimedWebhook,
  { secret, publicUrl = '' }: DeliveryContext,
  { now, sendMs, refusedPausesMs }: { now: number; sendMs: number; refusedPausesMs: readonly number[] }
): Delivery {
  const { id, vendorId, feed, gap: reason } = webhook
  const position = Number(webhook.position)
  const context = {
    isPlatform: vendorId === null,
    cursors: cursorsFor(secret, bindingOf(webhook)),
    publicUrl
  }
  const gapOf = (reason: 'RETENTION' | 'RESTORE') => {
    const gapPosition = Number(webhook.gapPosition)
    const gap = { webhookId: id, vendorId, feed, reason, number: webhook.gapNumber, position: gapPosition }
    return { message: gapMessage({ ...gap, timestamp: new Date() }, context), position: gapPosition }
  }
  const session = new Session({
    position,
    deliveredAhead: webhook.deliveredAhead.map(Number),
    concurrency: webhook.concurrency,
    isFailing: webhook.failingSince !== null,
    failures: webhook.failures,
    gap: reason && gapOf(reason),
    blockedKeys: webhook.blockedKeys,
    setAsideCount: webhook.setAsideCount,
    wasFull: webhook.failingSince !== null && webhook.lastFailureReason === tooManySetAside,
    refusedPausesMs
  })
  return {
    ...{ webhook, session, context, claimedAt: now, committedAt: now, sendUntil: now + sendMs },
    owner: vendorId ?? '',
    storedPosition: position,
    hasNews: true,
    headsDueAt: webhook.setAsideDueMs === null ? null : now + webhook.setAsideDueMs,
    credentials: undefined
  }
}

/** Returns what identifies the feed of a webhook for its cursors. They are those of the lists in the API. */
function bindingOf({ vendorId, feed }: ClaimedWebhook): unknown[] {
  if (feed === 'CATALOG_CHANGES') return ['catalog-changes']
  return vendorId === null ? ['platform-events'] : ['events', vendorId]
}

/** Returns from where, and how much, to read for a delivery. At most `max` events are read. */
export function readingOf({ webhook, session }: Delivery, index: number, max: number): Reading {
  const { id: webhookId, vendorId, types } = webhook
  return { index, webhookId, vendorId, types, after: session.through, room: Math.min(session.room, max) }
}

/** Returns the number of the replay that an event of the feed belongs to, or 0. */
export function replayOf({ replayThrough, replayNumber }: ClaimedWebhook, sequence: string): number {
  return Number(sequence) <= Number(replayThrough) ? replayNumber : 0
}

/**
 * Returns the headers of a request: those of the webhook, and the signatures with all secrets that are valid at
 * `timestamp`. Throws an EncryptionError if the secrets can't be decrypted.
 */
export function requestHeaders(
  delivery: Delivery,
  { id, body }: Sending,
  { encryption }: DeliveryContext,
  timestamp = new Date()
): Record<string, string> {
  delivery.credentials ??= readCredentials(delivery.webhook, encryption)
  const { headers, secrets } = delivery.credentials
  return {
    ...headers,
    'content-type': 'application/json',
    ...signatureHeaders({ id, timestamp, body, secrets: validSecrets(secrets, timestamp) })
  }
}

function readCredentials({ id, headers, secrets }: ClaimedWebhook, encryption: Encryption): Credentials {
  return {
    headers: decryptHeaders(encryption, id, headers),
    secrets: decryptSecrets(encryption, id, secrets)
  }
}
