import type { Deps } from '../../deps.ts'
import { invalid, Problem } from '../../errors.ts'
import { fault } from '../../http/faults.ts'
import { databaseNow } from '../../lib/clock.ts'
import { EncryptionError } from '../../lib/encryption.ts'
import { decryptHeaders, decryptSecrets, validSecrets } from './encrypted-values.ts'
import { exampleMessage } from './example-message.ts'
import type { StoredWebhook } from './queries.ts'
import { cursorsOf } from './replay.ts'
import { signatureHeaders } from './sign.ts'
import type { WebhookTest, WebhookTestResult } from './test-schema.ts'

type Context = Pick<Deps, 'secret' | 'encryption' | 'webhookPost'> & { publicUrl: string | undefined }

/**
 * Sends an example to a webhook as the service would send an event, and returns the answer (contract 6.2). The webhook
 * can be stopped. Throws a 400 if its feed doesn't have the type, and a 409 if its secret can't be decrypted.
 */
export async function testWebhook(
  { secret, encryption, webhookPost, publicUrl = '' }: Context,
  webhook: StoredWebhook,
  { type }: WebhookTest
): Promise<WebhookTestResult> {
  const isOfCatalog = type === 'catalog.changed'
  if (type !== 'feed.gap' && isOfCatalog !== (webhook.feed === 'CATALOG_CHANGES')) {
    const allowed = isOfCatalog ? 'the type of an event' : 'catalog.changed'
    throw invalid([
      fault('/type', 'NOT_ALLOWED', `must be ${allowed} or feed.gap, because of the feed of the webhook`)
    ])
  }
  const { id, body } = exampleMessage(webhook, type, {
    isPlatform: webhook.vendorId === null,
    cursors: cursorsOf(secret, webhook),
    publicUrl
  })
  const timestamp = new Date(databaseNow())
  const { headers, secrets } = readable(() => ({
    headers: decryptHeaders(encryption, webhook.id, webhook.headers),
    secrets: validSecrets(decryptSecrets(encryption, webhook.id, webhook.secrets), timestamp)
  }))
  const { status, reason, durationMs, answer } = await webhookPost.post(webhook.url, {
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...signatureHeaders({ id, timestamp, body, secrets })
    },
    body
  })
  const failure = reason === 'OK' || reason === 'ABORTED' ? null : reason
  return { delivered: reason === 'OK', status, reason: failure, durationMs, answer, messageId: id, body }
}

/** Returns the decrypted values, or throws a 409. */
function readable<T>(decrypt: () => T): T {
  try {
    return decrypt()
  } catch (error) {
    if (!(error instanceof EncryptionError)) throw error
    throw new Problem('SECRET_NOT_READABLE', { detail: 'Rotate the secret, and send the headers again.' })
  }
}
