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
import type { BackgroundPace } from './jobs/background-pace.ts'
import type { Signals } from './jobs/signals.ts'
import type { Authenticator } from './modules/auth/authenticator.ts'

/** What every module's routes are given. */
export type Deps = {
  sql: Sql
  /**
   * For a statement alone that reads what one key finds, and so is never slow. A few connections, on which statements
   * are sent one behind the other without waiting: they cost both ends less so, and stand behind no slow one.
   */
  lookupPool: Sql
  /** Signs access tokens and cursors. */
  secret: string
  /** Where assets are served from: no trailing slash. */
  assetOrigin: string
  assets: AssetStore
  images: Images
  authenticator: Authenticator
  signals: Signals
  /** Lets large pieces of work give way to other requests. */
  pace: BackgroundPace
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
  }
}

/** The application as modules see it: handlers are typed by their schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
