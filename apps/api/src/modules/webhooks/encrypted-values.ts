import type { Encryption } from '../../lib/encryption.ts'

/** A secret that signs the requests of a webhook. `expiresAt` is null for the newest one. */
export type WebhookSecret = { secret: string; expiresAt: string | null }

/** The headers that are sent with each request of a webhook: their values by their names. */
export type WebhookHeaders = Record<string, string>

/** Encrypts the secrets of a webhook, newest first. */
export function encryptSecrets(
  { encrypt }: Encryption,
  webhookId: string,
  secrets: readonly WebhookSecret[]
): Buffer {
  return encrypt(secretsPurpose(webhookId), secrets)
}

/** Decrypts the secrets of a webhook. Throws an EncryptionError if this isn't possible. */
export function decryptSecrets(
  { decrypt }: Encryption,
  webhookId: string,
  bytes: Uint8Array
): WebhookSecret[] {
  return decrypt(secretsPurpose(webhookId), bytes) as WebhookSecret[]
}

/** Returns the secrets that are valid at a time, newest first. Requests are signed with all of them. */
export function validSecrets(secrets: readonly WebhookSecret[], at: Date): string[] {
  return secrets
    .filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > at.getTime())
    .map(({ secret }) => secret)
}

/** Encrypts the headers of a webhook. Returns null if there are none. */
export function encryptHeaders(
  { encrypt }: Encryption,
  webhookId: string,
  headers: WebhookHeaders
): Buffer | null {
  return Object.keys(headers).length === 0 ? null : encrypt(headersPurpose(webhookId), headers)
}

/** Decrypts the headers of a webhook. Throws an EncryptionError if this isn't possible. */
export function decryptHeaders(
  { decrypt }: Encryption,
  webhookId: string,
  bytes: Uint8Array | null
): WebhookHeaders {
  return bytes === null ? {} : (decrypt(headersPurpose(webhookId), bytes) as WebhookHeaders)
}

function secretsPurpose(webhookId: string): string {
  return `webhook-secrets:${webhookId}`
}

function headersPurpose(webhookId: string): string {
  return `webhook-headers:${webhookId}`
}
