import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import type { BodyRules } from './validation.ts'

export const roles = ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call a route. Every route under `/api/v1` names it (contract 5). What is `peopleOnly` no API token can
 * do, whatever its role: passwords, members and API tokens are the business of people.
 */
export type Access =
  | { realm: 'public' }
  | { realm: 'signed-in'; peopleOnly?: true }
  | { realm: 'vendor' | 'platform'; roles: readonly Role[]; peopleOnly?: true }

const writers: readonly Role[] = ['OWNER', 'ADMIN', 'EDITOR']
const managers: readonly Role[] = ['OWNER', 'ADMIN']

export const everyone: Access = { realm: 'public' }
export const signedIn: Access = { realm: 'signed-in' }
export const signedInPeople: Access = { realm: 'signed-in', peopleOnly: true }
export const vendorRead: Access = { realm: 'vendor', roles }
export const vendorWrite: Access = { realm: 'vendor', roles: writers }
export const vendorManage: Access = { realm: 'vendor', roles: managers }
export const vendorManagePeople: Access = { realm: 'vendor', roles: managers, peopleOnly: true }
export const platformRead: Access = { realm: 'platform', roles }
export const platformWrite: Access = { realm: 'platform', roles: writers }
export const platformManage: Access = { realm: 'platform', roles: managers }
export const platformManagePeople: Access = { realm: 'platform', roles: managers, peopleOnly: true }

/** Who is calling, as the token says and the database confirms. */
export type Principal = {
  realm: 'vendor' | 'platform' | 'none'
  vendorId: string | null
  vendorIsActive: boolean
  role: Role | null
  actor: { type: 'USER' | 'TOKEN'; id: string; name: string }
  sessionId: string | null
}

/** The principal of a bearer token, or undefined when the token is not valid (any more). */
export type Authenticate = (token: string) => Promise<Principal | undefined>

/** A route with its access rule, and how its body is checked. */
export type RouteAccess = {
  method: string
  url: string
  access: Access
  body: unknown
  rules: BodyRules | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyInstance {
    /** Every route of the API, for the tests that go through all of them. */
    routeTable: RouteAccess[]
  }
  interface FastifyRequest {
    principal: Principal | undefined
    /** The vendor on the token (contract 1); only on routes of the vendor realm. */
    readonly vendorId: string
  }
}

/** Checks token, membership and role before anything of the body is read (contract 5, 7). */
export function addAccessControl(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('principal')
  app.decorateRequest('vendorId', {
    getter(this: FastifyRequest) {
      const vendorId = this.principal?.vendorId
      if (!vendorId) throw new Error('This route is not of the vendor realm')
      return vendorId
    }
  })
  const routeTable: RouteAccess[] = []
  app.decorate('routeTable', routeTable)
  app.addHook('onRoute', ({ url, method, config, schema }) => {
    if (!url.startsWith('/api/v1/')) return
    if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
    const { access, rules } = config
    for (const one of [method].flat())
      routeTable.push({ method: one, url, access, rules, body: schema?.body })
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config?.access
    if (!access || access.realm === 'public') return
    const principal = await authenticate(bearerToken(request))
    if (!principal) throw invalidToken()
    request.principal = principal
    requireAccess(principal, access)
  })
}

/** The token of a request; throws 401 without one. */
export function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined) throw unauthenticated('Send the access token as "Authorization: Bearer <token>".')
  if (/^basic(\s|$)/i.test(header)) {
    throw new Problem('BASIC_NOT_ACCEPTED', {
      detail: 'Sign in at /api/v1/auth/login and send its access_token as bearer token.',
      headers: { 'www-authenticate': 'Bearer' }
    })
  }
  const token = /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header)?.[1]
  if (!token) throw unauthenticated('The Authorization header is not of the form "Bearer <token>".')
  return token
}

/** The 401 for a token that is not valid (any more). */
export function invalidToken(): Problem {
  return unauthenticated('The token is not valid or has expired.')
}

function unauthenticated(detail: string): Problem {
  return new Problem('UNAUTHENTICATED', { detail, headers: { 'www-authenticate': 'Bearer' } })
}

/** Throws 403 where a route is not for this caller. */
export function requireAccess(principal: Principal, access: Access): void {
  if (access.realm === 'public') return
  if (access.peopleOnly && principal.actor.type !== 'USER') {
    throw new Problem('PEOPLE_ONLY', { detail: 'Sign in as a person: API tokens cannot do this.' })
  }
  if (access.realm === 'signed-in') return
  if (principal.realm !== access.realm || !principal.role) {
    throw new Problem(access.realm === 'vendor' ? 'NO_MEMBERSHIP' : 'NOT_PLATFORM_USER')
  }
  if (access.realm === 'vendor' && !principal.vendorIsActive) throw new Problem('VENDOR_INACTIVE')
  if (!access.roles.includes(principal.role)) {
    throw new Problem('INSUFFICIENT_ROLE', {
      detail: `This needs one of the roles ${access.roles.join(', ')}.`
    })
  }
}
