import { buildApp } from './app.ts'
import { diskStore } from './assets/disk-store.ts'
import { createImages } from './assets/images.ts'
import { connect } from './db/connect.ts'
import { createAddressGuard } from './fetching/address-guard.ts'
import { createGuardedPost } from './fetching/guarded-post.ts'
import { createBackgroundPace } from './jobs/background-pace.ts'
import { InteractiveLoad } from './jobs/load.ts'
import { createSignals } from './jobs/signals.ts'
import { createEncryption } from './lib/encryption.ts'
import { createAuthenticator } from './modules/auth/tokens/authenticator.ts'

/** Returns the text of `openapi.json`, generated from the routes. Doesn't need a database. */
export async function openApiText(): Promise<string> {
  const secret = ['unused: only the routes are read'] as const
  const sql = connect('postgres://unused')
  const app = await buildApp({
    deps: {
      sql,
      lookupPool: sql,
      secret,
      encryption: createEncryption(secret),
      webhookGuard: createAddressGuard([]),
      webhookPost: createGuardedPost({ allow: [] }),
      assetOrigin: 'https://assets.example',
      assets: diskStore('unused'),
      images: createImages(),
      authenticator: createAuthenticator({ sql, secret }),
      signals: createSignals(sql),
      pace: createBackgroundPace(new InteractiveLoad())
    },
    rateLimitMax: 1,
    storefrontRateLimitMax: undefined,
    trustProxy: [],
    corsOrigins: []
  })
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  await sql.end()
  return text
}
