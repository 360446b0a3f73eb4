import type { Tx } from '../apps/api/src/db/connect.ts'
import type { Encryption } from '../apps/api/src/lib/encryption.ts'
import { encryptHeaders, encryptSecrets } from '../apps/api/src/modules/webhooks/encrypted-values.ts'
import { insertWebhook } from '../apps/api/src/modules/webhooks/queries.ts'
import { maxWebhooks } from '../apps/api/src/modules/webhooks/schema.ts'
import { newWebhookSecret } from '../apps/api/src/modules/webhooks/sign.ts'
import { demoId, setupAge } from './numbers.ts'
import { stopWebhook } from './queries.ts'
import { readData } from './read-data.ts'
import type { Actors, VendorName } from './seed-marketplace.ts'

/** A webhook. Without a vendor, it is the operator's. It is stopped, because its receiver doesn't exist. */
export type DemoWebhook = {
  vendor?: VendorName
  url: string
  types: string[] | null
  description: string
  headers?: Record<string, string>
  /** The reason for which the operator has stopped it. Without it, its owner has. */
  stopReason?: string
}

/** Creates the webhooks with secrets that no one knows. */
export async function seedWebhooks(
  tx: Tx,
  { people, encryption }: { people: Actors; encryption: Encryption }
): Promise<void> {
  for (const { vendor, url, types, description, headers = {}, stopReason } of await readData<DemoWebhook[]>(
    'webhooks.json'
  )) {
    const id = demoId(`webhook ${description}`, setupAge)
    const webhook = {
      ...{ id, url, feed: 'EVENTS' as const, types, description, concurrency: 4 },
      headerNames: Object.keys(headers),
      headers: encryptHeaders(encryption, id, headers),
      secrets: encryptSecrets(encryption, id, [{ secret: newWebhookSecret(), expiresAt: null }]),
      stoppedBy: 'OWNER' as const
    }
    const vendorId = vendor === undefined ? null : people.vendors[vendor].vendorId
    await insertWebhook(tx, { vendorId }, webhook, maxWebhooks)
    if (stopReason !== undefined) await stopWebhook(tx, id, stopReason)
  }
}
