import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault
} from 'fastify'
import type { Images } from './assets/images.ts'
import type { AssetStore } from './assets/store.ts'
import type { Sql } from './db/connect.ts'
import type { AddressGuard } from './fetching/address-guard.ts'
import type { GuardedPost } from './fetching/guarded-post.ts'
import type { BackgroundPace } from './jobs/background-pace.ts'
import type { Signals } from './jobs/signals.ts'
import type { Encryption } from './lib/encryption.ts'
import type { SigningSecret } from './lib/secrets.ts'
import type { Authenticator } from './modules/auth/tokens/authenticator.ts'

/** The dependencies that every module's routes receive. */
export type Deps = {
  sql: Sql
  /**
   * A small pool. Use it only for single statements that read by key and are always fast, so that no
   * statement waits behind a slow one. Its connections pipeline statements, which saves work in the service
   * and in the database.
   */
  lookupPool: Sql
  /** Signs access tokens, cursors and quotes. */
  secret: SigningSecret
  /** Encrypts what the service has to read again, such as the secrets of webhooks. */
  encryption: Encryption
  /** Decides to which addresses webhooks may post. */
  webhookGuard: AddressGuard
  /** Posts to the addresses of webhooks. */
  webhookPost: GuardedPost
  /** The origin that serves assets, without a trailing slash. */
  assetOrigin: string
  assets: AssetStore
  images: Images
  authenticator: Authenticator
  signals: Signals
  /** Slows down large pieces of work while other requests are in progress. */
  pace: BackgroundPace
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
  }
}

/**
 * The application that modules add their routes to. The types of a handler are inferred from the schema of
 * its route.
 */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
