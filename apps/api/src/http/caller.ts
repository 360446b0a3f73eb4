import type { FastifyRequest } from 'fastify'
import { type Origin, systemOrigin } from '../events.ts'

/** Who calls a use case, and under which request: all that use cases see of it beside their input. */
export type Caller = Origin & {
  /** The vendor on the token (contract 1); reading it throws on routes of other realms. */
  readonly vendorId: string
  /** The versions that the caller accepts: the header `If-Match`, for `requireMatch`. */
  ifMatch: string | undefined
  /** Where the URLs of assets in the answer lead: no trailing slash. */
  assetOrigin: string
}

/** Returns the caller of an authenticated request. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    ...originOf(request),
    get vendorId() {
      return request.vendorId
    },
    ifMatch: request.headers['if-match'],
    assetOrigin: request.server.deps.assetOrigin
  }
}

/** Returns who does something in a request, for its events: the service where no one is signed in. */
export function originOf({ id, principal }: Pick<FastifyRequest, 'id' | 'principal'>): Origin {
  if (!principal) return { ...systemOrigin, requestId: id }
  return { requestId: id, actor: { ...principal.actor, isPlatform: principal.realm === 'platform' } }
}
