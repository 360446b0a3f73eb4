import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Api } from '../../../deps.ts'
import { Problem } from '../../../errors.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { oneOf, ref } from '../../../http/schema.ts'
import { everyone } from '../../../http/server/access.ts'
import { requireOwnOrigin } from '../../../http/server/own-origin.ts'
import { clientNetwork } from '../../../lib/addresses.ts'
import { CookieSession, LoginRequest, SessionEnded, type TokenAnswer } from '../schema.ts'
import { endSessions, startSession } from './cookie-sessions.ts'
import { cookieOf, refreshTokensIn, type Side, sides } from './session-cookie.ts'
import { type AuthDeps, renewSession } from './sessions.ts'

const SideQuery = Type.Object(
  { side: oneOf(sides, { description: 'The side whose cookie is used' }) },
  { additionalProperties: false }
)

const origin403 = 'A page of another origin, or no page, has sent the request'
const config = {
  access: everyone,
  idempotent: false,
  extraErrorStatuses: [403],
  errorDescriptions: { 403: origin403 }
} as const

/**
 * The routes of sessions whose refresh token is in a cookie (contract 5.5). `publicUrl` is the origin at which
 * browsers reach the service, if it is configured.
 */
export async function sessionRoutes(
  api: Api,
  { deps, publicUrl }: { deps: AuthDeps; publicUrl: string | undefined }
): Promise<void> {
  const tagged = { tags: [tags.auth] }
  api.addHook('onRequest', async (request) => requireOwnOrigin(request, publicUrl))

  const isSecure = ({ protocol }: FastifyRequest) =>
    publicUrl === undefined ? protocol === 'https' : publicUrl.startsWith('https:')

  function setCookie(reply: FastifyReply, side: Side, token: string): void {
    reply.header('set-cookie', cookieOf(side, { token, isSecure: isSecure(reply.request) }))
  }

  /** Stores the refresh token in the cookie. Returns the body of the response, without the refresh token. */
  function send(
    reply: FastifyReply,
    side: Side,
    { refresh_token, ...rest }: TokenAnswer
  ): Static<typeof CookieSession> {
    setCookie(reply, side, refresh_token)
    return { side, ...rest }
  }

  api.post(
    '/auth/session',
    {
      config: {
        ...config,
        extraErrorStatuses: [401, 403],
        errorDescriptions: {
          401: 'The email address or the password is wrong',
          403: `${origin403}, or the account belongs to no team`
        },
        setsCookie: true
      },
      schema: {
        ...tagged,
        operationId: 'startSession',
        summary: 'Sign in with a cookie',
        description:
          'For web pages of the service itself. Signs in like `POST /auth/login`, with the same limits on ' +
          'failures, but stores the refresh token in a cookie that scripts cannot read: `purveyor_vendor` or ' +
          '`purveyor_platform`. If the cookie already has a session, the new session replaces it.',
        body: ref(LoginRequest),
        response: { 200: ref(CookieSession) }
      }
    },
    async ({ body, ip, headers }, reply) => {
      const { side, tokens } = await startSession(deps, { ...body, address: clientNetwork(ip) }, (side) =>
        refreshTokensIn(headers.cookie, side)
      )
      return send(reply, side, tokens)
    }
  )

  api.post(
    '/auth/session/refresh',
    {
      config: {
        ...config,
        extraErrorStatuses: [401, 403],
        errorDescriptions: { 401: 'The cookie is missing, or its session has ended', 403: origin403 },
        setsCookie: true
      },
      schema: {
        ...tagged,
        operationId: 'refreshSession',
        summary: 'Refresh a session with a cookie',
        description:
          "Returns a new access token of the session in the side's cookie, and replaces the refresh token in the " +
          'cookie. Several tabs can share the cookie: for 10 seconds, the replaced refresh token returns the same ' +
          'new one. If the response is 401, the cookie is deleted, and the user has to sign in again.',
        querystring: SideQuery,
        response: { 200: ref(CookieSession) }
      }
    },
    async ({ query: { side }, headers, log }, reply) => {
      const [token, ...others] = refreshTokensIn(headers.cookie, side)
      const tokens =
        token !== undefined && others.length === 0
          ? await renewSession(deps, { token, realm: side }, (sessionId) =>
              log.warn({ sessionId }, 'a used refresh token was sent again; its session has been ended')
            )
          : undefined
      if (tokens) return send(reply, side, tokens)
      setCookie(reply, side, '')
      throw sessionEnded()
    }
  )

  api.delete(
    '/auth/session',
    {
      config: { ...config, setsCookie: true },
      schema: {
        ...tagged,
        operationId: 'endSession',
        summary: 'Sign out with a cookie',
        description:
          "Ends the session in the side's cookie, if there is one, and deletes the cookie. The session's access " +
          'token stops working.',
        querystring: SideQuery,
        response: { 200: ref(SessionEnded) }
      }
    },
    async ({ query: { side }, headers }, reply) => {
      await endSessions(deps, refreshTokensIn(headers.cookie, side))
      setCookie(reply, side, '')
      return { ended: true as const }
    }
  )
}

function sessionEnded(): Problem {
  return new Problem('UNAUTHENTICATED', {
    detail: 'There is no session, or it has ended. Sign in again.',
    headers: { 'www-authenticate': 'Bearer' }
  })
}
