import { createHmac } from 'node:crypto'
import { type SigningSecret, sameText } from '../lib/secrets.ts'

/**
 * Returns a text that `readSignedText` accepts, and that no one else can make: the content as base64url, a point,
 * and 132 bits of an HMAC. The content can be read by everyone. `purpose` says what the text is for; a text for
 * one purpose isn't accepted for another.
 */
export function signedText(secret: SigningSecret, purpose: string, content: string): string {
  const payload = Buffer.from(content).toString('base64url')
  return `${payload}.${signatureOf(secret[0], purpose, payload)}`
}

/** Returns the content of a signed text, or undefined if it was changed or signed for another purpose. */
export function readSignedText(secret: SigningSecret, purpose: string, text: string): string | undefined {
  const [payload = '', signature = '', ...rest] = text.split('.')
  const isSigned = secret.some((key) => sameText(signature, signatureOf(key, purpose, payload)))
  return rest.length > 0 || !isSigned ? undefined : Buffer.from(payload, 'base64url').toString()
}

function signatureOf(key: string, purpose: string, payload: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${payload}`).digest('base64url').slice(0, 22)
}
