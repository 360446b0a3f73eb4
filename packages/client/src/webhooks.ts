import { PurveyorError } from './errors.ts'
import type { WebhookEvent } from './generated/schemas.ts'

/** Why a request isn't accepted as one of the service. */
export type WebhookRefusal = 'MISSING_HEADER' | 'OUTDATED' | 'WRONG_SIGNATURE' | 'NOT_JSON'

/** A request that `verifyWebhook` refuses. Respond with 401. */
export class WebhookRefused extends PurveyorError {
  override name = 'WebhookRefused'
  readonly code: WebhookRefusal

  constructor(code: WebhookRefusal, message: string) {
    super(message)
    this.code = code
  }
}

/** A request that a webhook has received. */
export interface ReceivedWebhook {
  /** The secret of the webhook, or several: also the previous one while it is valid. */
  secret: string | readonly string[]
  /** The headers of the request, as `Headers` or as an object. */
  headers: Pick<Headers, 'get'> | Record<string, string | readonly string[] | undefined>
  /** The body as it was received. Parsed and written again, it would have another signature. */
  body: string | Uint8Array | ArrayBuffer
  /** How old a request may be, so that no one can send it again later; the default is 300. */
  toleranceSeconds?: number | undefined
}

/**
 * Checks that a request comes from the service, and returns its event. Throws `WebhookRefused` if it doesn't. The service
 * delivers an event at least once: compare `id` with those that you have processed.
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = 300
}: ReceivedWebhook): Promise<WebhookEvent> {
  const keys = await Promise.all([secret].flat().map(importKey))
  if (keys.length === 0) throw new PurveyorError('secret: pass at least one secret.')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const bytes = bytesOf(body)
  const signed = signedBytes(id, timestamp, bytes)
  if (!(await isSigned(keys, signatures, signed)))
    throw new WebhookRefused(
      'WRONG_SIGNATURE',
      'No signature matches. Check the secret, and pass the body exactly as it was received.'
    )
  const age = Date.now() / 1000 - Number(timestamp)
  if (!(Math.abs(age) <= toleranceSeconds))
    throw new WebhookRefused(
      'OUTDATED',
      `The request was signed ${Math.abs(Math.round(age))} s ${age < 0 ? 'in the future' : 'ago'}. Check the clock.`
    )
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
  } catch {
    throw new WebhookRefused('NOT_JSON', 'The body is not JSON.')
  }
}

/** What a request to a webhook contains, to sign it as the service does. */
export interface UnsignedWebhook {
  secret: string
  /** The id of the event. */
  id: string
  body: string
  /** When the request is sent; now, if it is left out. */
  timestamp?: Date | undefined
}

/** Returns the headers with which the service would sign a request, to test a receiver. */
export async function signWebhook({
  secret,
  id,
  body,
  timestamp = new Date()
}: UnsignedWebhook): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const seconds = String(Math.floor(timestamp.getTime() / 1000))
  const signed = signedBytes(id, seconds, encoder.encode(body))
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(secret), signed))
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`
  }
}

const encoder = new TextEncoder()

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

function bytesOf(body: ReceivedWebhook['body']): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body)
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new PurveyorError(
    'body: pass the text or the bytes that were received, not what was parsed from them.'
  )
}

function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = encoder.encode(`${id}.${timestamp}.`)
  const all = new Uint8Array(start.length + body.length)
  all.set(start)
  all.set(body, start.length)
  return all
}

async function isSigned(
  keys: readonly Key[],
  signatures: string,
  signed: Uint8Array<ArrayBuffer>
): Promise<boolean> {
  for (const text of signatures.split(' ')) {
    const signature = text.startsWith('v1,') ? fromBase64(text.slice(3)) : undefined
    if (!signature) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) ? value.join(' ') : value
  if (typeof text === 'string' && text !== '') return text
  throw new WebhookRefused(
    'MISSING_HEADER',
    `The request has no header ${name}, so it isn't from the service.`
  )
}

async function importKey(secret: string): Promise<Key> {
  const key = /^whsec_[A-Za-z0-9+/]+=*$/.test(secret ?? '')
    ? fromBase64(secret.slice('whsec_'.length))
    : undefined
  // The message must not contain the secret.
  if (!key)
    throw new PurveyorError('secret: must be whsec_ and Base64, as POST /vendor/me/webhooks returned it.')
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
