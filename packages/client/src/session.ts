import { PurveyorError } from './errors.ts'
import type { TokenAnswer } from './generated/schemas.ts'

/** The tokens of a person who has signed in. Times are ISO 8601 text. Store it securely. */
export interface Session {
  accessToken: string
  expiresAt: string
  refreshToken: string
  refreshExpiresAt: string
}

/** Where the client gets its token from. `renew` returns the token after a 401 with the rejected one. */
export interface TokenSource {
  current(): Promise<string | undefined>
  renew?(rejected: string): Promise<string>
  readonly session?: Session
}

/** Returns the session of the tokens that signing in, refreshing or accepting an invitation returned. */
export function sessionOf(answer: TokenAnswer): Session {
  const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  return {
    accessToken: answer.access_token,
    expiresAt: after(answer.expires_in),
    refreshToken: answer.refresh_token,
    refreshExpiresAt: after(answer.refresh_expires_in)
  }
}

/** Refreshes its session when the access token is about to expire. Calls at the same time share a refresh. */
export class SessionTokens implements TokenSource {
  #session: Session
  #refreshing: Promise<string> | undefined
  readonly #refresh: (refreshToken: string) => Promise<TokenAnswer>
  readonly #onSession: ((session: Session) => void | Promise<void>) | undefined

  constructor(
    session: Session,
    options: {
      refresh: (refreshToken: string) => Promise<TokenAnswer>
      onSession: ((session: Session) => void | Promise<void>) | undefined
    }
  ) {
    if (!session.refreshToken) throw new PurveyorError('The session has no refreshToken.')
    this.#session = session
    this.#refresh = options.refresh
    this.#onSession = options.onSession
  }

  get session(): Session {
    return this.#session
  }

  async current(): Promise<string> {
    const { accessToken, expiresAt } = this.#session
    return Date.parse(expiresAt) - Date.now() > refreshBeforeMs ? accessToken : this.#renewOnce()
  }

  renew(rejected: string): Promise<string> {
    return this.#session.accessToken === rejected ? this.#renewOnce() : this.current()
  }

  #renewOnce(): Promise<string> {
    this.#refreshing ??= this.#renewNow().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #renewNow(): Promise<string> {
    this.#session = sessionOf(await this.#refresh(this.#session.refreshToken))
    await this.#onSession?.(this.#session)
    return this.#session.accessToken
  }
}

const refreshBeforeMs = 30_000
