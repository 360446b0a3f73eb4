import type { FastifyRequest } from 'fastify'
import type { Handle } from '../../db/connect.ts'
import type { Api, Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { originOf } from '../../http/caller.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { everyone, type Principal, signedIn, signedInPeople } from '../../http/server/access.ts'
import { clientNetwork } from '../../lib/addresses.ts'
import {
  InvitationAcceptance,
  LoginRequest,
  Me,
  PasswordChange,
  PasswordChanged,
  PasswordReset,
  RefreshRequest,
  SessionEnded,
  TokenAnswer
} from './schema.ts'
import { endSession } from './sessions/session-queries.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { type AuthDeps, refreshSession, signIn } from './sessions/sessions.ts'
import { findMe } from './sign-in/account-queries.ts'
import { acceptInvitation } from './sign-in/accounts.ts'
import { createSignInAttempts } from './sign-in/attempts.ts'
import { changePassword, resetPassword } from './sign-in/change-password.ts'

const tagged = { tags: [tags.auth] }
const open = { access: everyone, idempotent: false, extraErrorStatuses: [401] } as const
const authenticated = { access: signedInPeople, idempotent: false } as const

/**
 * The routes of `/auth` (contract 5). `publicUrl` is the origin at which browsers reach the service. Responses contain secrets, so they are neither cached nor stored
 * under an Idempotency-Key.
 */
export async function authRoutes(
  api: Api,
  { sql, lookupPool, secret, authenticator, publicUrl }: Deps & { publicUrl?: string | undefined }
): Promise<void> {
  const deps = { sql, secret, authenticator, attempts: createSignInAttempts(sql) }
  api.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  addSignIn(api, deps)
  addAccount(api, deps, lookupPool)
  addTokenUses(api, deps)
  await api.register(sessionRoutes, { deps, publicUrl })
}

function addSignIn(api: Api, deps: AuthDeps): void {
  api.post(
    '/auth/login',
    {
      config: open,
      schema: {
        ...tagged,
        operationId: 'login',
        summary: 'Sign in',
        description:
          'Returns an access token that is valid for 15 minutes and a refresh token that is valid for 30 ' +
          'days. An unknown email address and a wrong password return the same 401. After 10 failures in ' +
          '15 minutes for one account from one IP address, or 100 failures in 10 minutes from one IP ' +
          'address, the response is 429 with Retry-After.',
        body: ref(LoginRequest),
        response: { 200: ref(TokenAnswer) }
      }
    },
    ({ body, ip }) => signIn(deps, { ...body, address: clientNetwork(ip) })
  )

  api.post(
    '/auth/refresh',
    {
      config: open,
      schema: {
        ...tagged,
        operationId: 'refresh',
        summary: 'Refresh tokens',
        description:
          'Exchanges a refresh token for a new access token and a new refresh token. Each refresh token ' +
          'works once. If you send the same token again within 10 seconds, you get the same new refresh ' +
          'token. After that, reusing it ends the session, because someone else may have a copy of the ' +
          'token.',
        body: ref(RefreshRequest),
        response: { 200: ref(TokenAnswer) }
      }
    },
    ({ body, log }) =>
      refreshSession(deps, body.refresh_token, (sessionId) =>
        log.warn({ sessionId }, 'a used refresh token was sent again; its session has been ended')
      )
  )

  api.post(
    '/auth/logout',
    {
      config: authenticated,
      schema: {
        ...tagged,
        operationId: 'logout',
        summary: 'Sign out',
        description: 'Ends the session. Its access token and its refresh token stop working.',
        response: { 200: ref(SessionEnded) }
      }
    },
    async (request) => {
      const { sessionId } = principalOf(request)
      if (sessionId) {
        await endSession(deps.sql, sessionId)
        deps.authenticator.forgetSession(sessionId)
      }
      return { ended: true as const }
    }
  )
}

function addAccount(api: Api, deps: AuthDeps, lookupPool: Handle): void {
  api.get(
    '/auth/me',
    {
      config: { access: signedIn },
      schema: {
        ...tagged,
        operationId: 'getMe',
        summary: 'Read your account',
        description:
          'Returns the user or the API token that the request is authenticated as, its role, and the ' +
          'vendor that it belongs to, if any.',
        response: { 200: ref(Me) }
      }
    },
    async (request, reply) => {
      const me = await findMe(lookupPool, principalOf(request).actor)
      if (!me) throw new Problem('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer' } })
      return sendJson(reply, me)
    }
  )

  api.post(
    '/auth/password',
    {
      config: authenticated,
      schema: {
        ...tagged,
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'Requires the current password. Ends all other sessions of the user.',
        body: ref(PasswordChange),
        response: { 200: ref(PasswordChanged) }
      }
    },
    async (request) => {
      const address = clientNetwork(request.ip)
      const caller = { principal: principalOf(request), origin: originOf(request), address }
      await changePassword(deps, caller, request.body)
      return { changed: true as const }
    }
  )
}

/** Adds the routes for the tokens that a team or the operator passes to a person. */
function addTokenUses(api: Api, deps: AuthDeps): void {
  api.post(
    '/auth/password/reset',
    {
      config: { access: everyone, idempotent: false },
      schema: {
        ...tagged,
        operationId: 'resetPassword',
        summary: 'Reset a password',
        description:
          'Sets a new password for a user who has received a reset token from their team or from the ' +
          'operator. Ends all sessions of the user; sign in with the new password. A token works once and ' +
          'expires after one hour. Requests with an invalid token count as failed sign-ins.',
        body: ref(PasswordReset),
        response: { 200: ref(PasswordChanged) }
      }
    },
    async ({ body, ip, id }) => {
      await resetPassword(deps, { ...body, address: clientNetwork(ip), requestId: id })
      return { changed: true as const }
    }
  )

  api.post(
    '/auth/invitations/accept',
    {
      config: open,
      schema: {
        ...tagged,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'Creates an account with this password for the invited email address and signs it in. If the ' +
          "address already has an account that doesn't belong to a team, that account joins the team, and " +
          'you must send its current password (401 otherwise). An invitation works once and expires after ' +
          '7 days.',
        body: ref(InvitationAcceptance),
        response: { 200: ref(TokenAnswer) }
      }
    },
    ({ body, ip, id }) => acceptInvitation(deps, { ...body, address: clientNetwork(ip), requestId: id })
  )
}

function principalOf({ principal }: FastifyRequest): Principal {
  if (!principal) throw new Error('This route does not require authentication')
  return principal
}
