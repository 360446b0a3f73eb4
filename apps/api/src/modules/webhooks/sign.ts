import { createHmac, randomBytes } from 'node:crypto'

/** A message of a webhook. `body` is the text of the request's body. */
export type Message = { id: string; timestamp: Date; body: string }

const prefix = 'whsec_'
const minSecretBytes = 24
const maxSecretBytes = 64

/** Returns a new random secret for signing, such as `whsec_Xw0…`: the prefix, and 32 bytes in Base64. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/**
 * Returns the headers of Standard Webhooks 1.0.0 (contract 6.2). `webhook-signature` has a signature for each secret, in
 * the order of the secrets, separated by spaces. Throws if there is no secret, or if one isn't `whsec_` and 24 to 64
 * bytes in Base64. The error doesn't contain the secret.
 */
export function signatureHeaders({
  id,
  timestamp,
  body,
  secrets
}: Message & { secrets: readonly string[] }): Record<string, string> {
  if (secrets.length === 0) throw new Error('A webhook needs at least one secret.')
  const seconds = String(Math.floor(timestamp.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

function keyOf(secret: string): Buffer {
  const text = secret.slice(prefix.length)
  const key = Buffer.from(text, 'base64')
  const isBase64 = key.toString('base64') === text
  if (!secret.startsWith(prefix) || !isBase64 || key.length < minSecretBytes || key.length > maxSecretBytes)
    throw new Error(
      `The secret of a webhook isn't ${prefix} and ${minSecretBytes} to ${maxSecretBytes} bytes in Base64.`
    )
  return key
}
