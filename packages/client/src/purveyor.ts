import { type Additions, addAdditions } from './additions.ts'
import { Connection } from './connection.ts'
import { ConnectionLost } from './errors.ts'
import { operations } from './generated/operations.ts'
import type { GeneratedResources } from './generated/resources.ts'
import type { TokenAnswer } from './generated/schemas.ts'
import { addMethods } from './resources.ts'
import { type Session, SessionTokens, sessionOf, type TokenSource } from './session.ts'
import type { ConnectionOptions, PurveyorOptions, RequestOptions, ResponseTypes } from './types.ts'
import { retryDelay, sleep } from './waiting.ts'

const Resources = class {} as new () => GeneratedResources & Additions

/** A client of the Purveyor API. Its methods are grouped as in the URL: `purveyor.products.list()`. */
export class Purveyor extends Resources {
  readonly #connection: Connection
  readonly #tokens: TokenSource

  constructor(options: PurveyorOptions) {
    super()
    this.#tokens = tokenSource(options)
    this.#connection = new Connection(options, this.#tokens)
    addMethods(this, operations, this.#connection.request)
    addAdditions(this, this.#connection.request)
  }

  /** Signs in with an email address and a password. The client refreshes its session. */
  static async signIn(
    options: ConnectionOptions & Pick<PurveyorOptions, 'onSession'> & { email: string; password: string }
  ): Promise<Purveyor> {
    const { email, password, ...others } = options
    const answer = await new Purveyor(others).auth.login({ email, password })
    return new Purveyor({ ...others, session: sessionOf(answer) })
  }

  /** The current session; undefined if the client was made with a token, or without one. */
  get session(): Session | undefined {
    return this.#tokens.session
  }

  /**
   * Sends any request, with the same retries as the methods. The path may begin with /api/v1 or not. Returns
   * the parsed JSON, or what `as` selects.
   */
  async request<T = unknown, As extends keyof ResponseTypes<T> = 'json'>(
    method: string,
    path: string,
    options?: RequestOptions & { as?: As | undefined }
  ): Promise<ResponseTypes<T>[As]> {
    return (await this.#connection.request(method.toUpperCase(), path, options)) as ResponseTypes<T>[As]
  }
}

function tokenSource(options: PurveyorOptions): TokenSource {
  const { token, session, onSession } = options
  if (!session) {
    if (typeof token !== 'function') return { current: async () => token }
    return { current: async () => token(), renew: async (rejected) => token(rejected) }
  }
  const anonymous = new Connection(options, { current: async () => undefined })
  const refresh = (refreshToken: string) => refreshSession(anonymous, refreshToken)
  return new SessionTokens(session, { refresh, onSession })
}

/** The service accepts a replaced refresh token for 10 seconds, for clients that have lost the response. */
const refreshAgainMs = 8_000

async function refreshSession(connection: Connection, refreshToken: string): Promise<TokenAnswer> {
  const start = Date.now()
  for (let retries = 0; ; retries++) {
    try {
      const body = { refresh_token: refreshToken }
      return (await connection.request('POST', '/auth/refresh', { body, maxRetries: 0 })) as TokenAnswer
    } catch (error) {
      const delay = retryDelay(retries)
      if (!(error instanceof ConnectionLost) || Date.now() + delay - start > refreshAgainMs) throw error
      await sleep(delay)
    }
  }
}
