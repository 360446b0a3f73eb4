import type { Sql } from '../../../db/connect.ts'
import type { AddressGuard } from '../../../fetching/address-guard.ts'
import { createGuardedPost } from '../../../fetching/guarded-post.ts'
import type { Repeated } from '../../../jobs/repeat.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import type { Log } from '../../../lib/log.ts'
import type { SigningSecret } from '../../../lib/secrets.ts'
import { startDeliveringWebhooks } from './deliver-webhooks.ts'
import { webhookTiming } from './timing.ts'

type WebhookDeps = {
  sql: Sql
  encryption: Encryption
  secret: SigningSecret
  guard: AddressGuard
  /** Hosts and networks that webhooks may have besides public ones, also with http and on any port. */
  allow: readonly string[]
  proxy: string | undefined
  publicUrl: string | undefined
  log: Log
}

/** Starts the worker that delivers webhooks, with connections of its own. */
export function startWebhooks({ allow, guard, proxy, ...deps }: WebhookDeps): Repeated {
  const post = createGuardedPost({
    ...{ allow, guard, deadlineMs: webhookTiming.requestMs },
    ...(proxy !== undefined && { proxy })
  })
  const worker = startDeliveringWebhooks({ ...deps, post })
  return {
    async stop() {
      await worker.stop()
      await post.close()
    }
  }
}
