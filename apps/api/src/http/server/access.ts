import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../errors.ts'
import { enumeration } from '../../lib/enumerations.ts'
import type { BodyRules } from '../body/validation.ts'

export const roles = enumeration(
  'Role',
  ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER'],
  'The role of a member or API token, from the most rights to the fewest'
)
export type Role = (typeof roles)[number]

/**
 * The access rule of a route. Every route under `/api/v1` has an access rule (contract 5). A route that is
 * `peopleOnly` refuses API tokens of any role: only people may manage passwords, members and API tokens.
 */
export type Access =
  | { realm: 'public' }
  | { realm: 'signed-in'; peopleOnly?: true }
  | { realm: 'vendor' | 'platform'; roles: readonly Role[]; peopleOnly?: true }

const writers: readonly Role[] = ['OWNER', 'ADMIN', 'EDITOR']
const managers: readonly Role[] = ['OWNER', 'ADMIN']

// The access rules of routes: all roles may read, editors and above may write, admins and owners may manage.
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

/** The user or API token that sends a request, as read from the bearer token and checked in the database. */
export type Principal = {
  /** `none` for a user who is a member of neither a vendor nor the platform. */
  realm: 'vendor' | 'platform' | 'none'
  vendorId: string | null
  vendorIsActive: boolean
  role: Role | null
  actor: { type: 'USER' | 'TOKEN'; id: string; name: string }
  /** Null for an API token. */
  sessionId: string | null
}

/** Returns the principal of a bearer token, or undefined if the token isn't valid or has expired. */
export type Authenticate = (token: string) => Promise<Principal | undefined>

/** A route with its access rule, and the schema and rules of its body. */
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
    /** All routes of the API, for tests that cover every route. */
    routeTable: RouteAccess[]
  }
  interface FastifyRequest {
    principal: Principal | undefined
    /**
     * The id of the token's vendor (contract 1.1). Reading it throws an error on routes outside the vendor
     * realm.
     */
    readonly vendorId: string
  }
}

/** Checks the token, membership and role of each request before its body is read (contract 5, 7). */
export function addAccessControl(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('principal')
  app.decorateRequest('vendorId', {
    getter(this: FastifyRequest) {
      const vendorId = this.principal?.vendorId
      if (!vendorId) throw new Error("The route doesn't belong to the vendor realm, so it has no vendor id.")
      return vendorId
    }
  })
  const routeTable: RouteAccess[] = []
  app.decorate('routeTable', routeTable)
  app.addHook('onRoute', ({ url, method, config, schema }) => {
    if (!url.startsWith('/api/v1/')) return
    if (!config?.access) throw new Error(`The route ${method} ${url} must have an access rule in its config.`)
    const { access, rules } = config
    for (const routeMethod of [method].flat())
      routeTable.push({ method: routeMethod, url, access, rules, body: schema?.body })
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const access = request.routeOptions.config?.access
    if (!access || access.realm === 'public') return done()
    return authenticate(bearerToken(request)).then((principal) => {
      if (!principal) throw invalidToken()
      request.principal = principal
      requireAccess(principal, access)
    })
  })
}

/** Returns the bearer token of a request. Throws a 401 if there is none. */
export function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined) throw unauthenticated('Send the access token as "Authorization: Bearer <token>".')
  if (/^basic(\s|$)/i.test(header)) {
    throw new Problem('BASIC_NOT_ACCEPTED', {
      detail: 'Sign in with POST /api/v1/auth/login and send the access_token as a bearer token.',
      headers: { 'www-authenticate': 'Bearer' }
    })
  }
  const token = /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header)?.[1]
  if (!token) throw unauthenticated('The Authorization header must have the form "Bearer <token>".')
  return token
}

/** Returns the 401 for a token that isn't valid or has expired. */
export function invalidToken(): Problem {
  return unauthenticated('The token is not valid or has expired.')
}

function unauthenticated(detail: string): Problem {
  return new Problem('UNAUTHENTICATED', { detail, headers: { 'www-authenticate': 'Bearer' } })
}

/** Throws a 403 if the access rule doesn't permit this principal. */
export function requireAccess(principal: Principal, access: Access): void {
  if (access.realm === 'public') return
  if (access.peopleOnly && principal.actor.type !== 'USER') {
    throw new Problem('PEOPLE_ONLY', {
      detail: "Sign in as a user. API tokens can't be used for this operation."
    })
  }
  if (access.realm === 'signed-in') return
  if (principal.realm !== access.realm || !principal.role) {
    throw new Problem(access.realm === 'vendor' ? 'NO_MEMBERSHIP' : 'NOT_PLATFORM_USER')
  }
  if (access.realm === 'vendor' && !principal.vendorIsActive) throw new Problem('VENDOR_INACTIVE')
  if (!access.roles.includes(principal.role)) {
    throw new Problem('INSUFFICIENT_ROLE', {
      detail: `This operation requires the role ${access.roles.join(' or ')}.`
    })
  }
}
