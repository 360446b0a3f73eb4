import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Api, Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { everyone, type Principal, signedIn, signedInPeople } from '../../http/access.ts'
import { originOf } from '../../http/caller.ts'
import { tags } from '../../http/openapi.ts'
import { ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { findMe } from './account-queries.ts'
import { acceptInvitation } from './accounts.ts'
import { createAttempts } from './attempts.ts'
import { changePassword, resetPassword } from './change-password.ts'
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
import { endSession } from './session-queries.ts'
import { refreshSession, signIn } from './sessions.ts'

/** `/auth` (contract 4.10, 5). Answers hold secrets: none is kept, by caches or under an Idempotency-Key. */
export async function authRoutes(api: Api, { sql, lookupPool, secret, authenticator }: Deps): Promise<void> {
  const deps = { sql, secret, authenticator, attempts: createAttempts() }
  const tagged = { tags: [tags.auth] }
  const open = { access: everyone, idempotent: false, alsoAnswers: [401] } as const
  const own = { access: signedInPeople, idempotent: false } as const
  api.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })

  api.post(
    '/auth/login',
    {
      config: open,
      schema: {
        ...tagged,
        operationId: 'login',
        summary: 'Sign in',
        description:
          'Answers an access token for 15 minutes and a refresh token for 30 days. An unknown email and a wrong ' +
          'password are the same 401. After 10 failures in 15 minutes for an account from one address, or 100 in ' +
          '10 minutes from one address, the answer is 429 with Retry-After.',
        body: ref(LoginRequest),
        response: { 200: ref(TokenAnswer) }
      }
    },
    ({ body, ip }) => signIn(deps, { ...body, address: addressOf(ip) })
  )

  api.post(
    '/auth/refresh',
    {
      config: open,
      schema: {
        ...tagged,
        operationId: 'refresh',
        summary: 'Refresh the tokens',
        description:
          'Each refresh token works once and is replaced by the one answered. Sent again within 10 seconds it is ' +
          'given the same successor; later its whole session ends, since someone else may hold a copy.',
        body: ref(RefreshRequest),
        response: { 200: ref(TokenAnswer) }
      }
    },
    ({ body, log }) =>
      refreshSession(deps, body.refresh_token, (sessionId) =>
        log.warn({ sessionId }, 'a spent refresh token was sent again: its session ended')
      )
  )

  api.post(
    '/auth/logout',
    {
      config: own,
      schema: {
        ...tagged,
        operationId: 'logout',
        summary: 'Sign out',
        description: 'Ends the session of the access token: neither it nor its refresh token work any more.',
        response: { 200: ref(SessionEnded) }
      }
    },
    async (request) => {
      const { sessionId } = principalOf(request)
      if (sessionId) {
        await endSession(sql, sessionId)
        authenticator.forgetSession(sessionId)
      }
      return { ended: true as const }
    }
  )

  api.get(
    '/auth/me',
    {
      config: { access: signedIn },
      schema: {
        ...tagged,
        operationId: 'getMe',
        summary: 'Read the own account',
        description:
          'Who is calling: the user of the access token, or the API token. Its role, and the vendor where it belongs ' +
          'to one.',
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
      config: own,
      schema: {
        ...tagged,
        operationId: 'changePassword',
        summary: 'Change the own password',
        description: 'Needs the current password. All other sessions of the user end; this one goes on.',
        body: ref(PasswordChange),
        response: { 200: ref(PasswordChanged) }
      }
    },
    async (request) => {
      const address = addressOf(request.ip)
      const caller = { principal: principalOf(request), origin: originOf(request), address }
      await changePassword(deps, caller, request.body)
      return { changed: true as const }
    }
  )

  api.post(
    '/auth/password/reset',
    {
      config: { access: everyone, idempotent: false },
      schema: {
        ...tagged,
        operationId: 'resetPassword',
        summary: 'Set a new password by a reset token',
        description:
          'For who forgot the password and was given a token by their team or the operator. All sessions of the ' +
          'user end; sign in by the new password. A token works once, for an hour; tokens that do not are counted ' +
          'as failed sign-ins are.',
        body: ref(PasswordReset),
        response: { 200: ref(PasswordChanged) }
      }
    },
    async ({ body, ip, id }) => {
      await resetPassword(deps, { ...body, address: addressOf(ip), requestId: id })
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
          'Makes the account that the invitation is for, with this password, and signs it in. Where the address ' +
          'has an account already that belongs to no team, that account joins: the password must then be its own ' +
          '(401 otherwise). An invitation works once, for 7 days.',
        body: ref(InvitationAcceptance),
        response: { 200: ref(TokenAnswer) }
      }
    },
    ({ body, ip, id }) => acceptInvitation(deps, { ...body, address: addressOf(ip), requestId: id })
  )
}

/** An IPv6 client has a whole /64 to call from, so that is one address. */
function addressOf(ip: string): string {
  return rateLimit.normalizeIP(ip, 64)
}

function principalOf({ principal }: FastifyRequest): Principal {
  if (!principal) throw new Error('This route is not for the signed in')
  return principal
}
