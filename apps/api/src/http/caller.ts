import type { FastifyRequest } from 'fastify'
import { type Origin, systemOrigin } from '../events.ts'
import { readTrace } from '../lib/trace.ts'

/** The caller of a use case: everything that the use case needs from the request besides its input. */
export type Caller = Origin & {
  /**
   * The id of the token's vendor (contract 1.1). Reading it throws an error on routes outside the vendor
   * realm.
   */
  readonly vendorId: string
  /** The `If-Match` header, for `requireMatch`. */
  ifMatch: string | undefined
  /** The origin of asset URLs in the response, without a trailing slash. */
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

/**
 * Returns the origin of the events that a request causes. If no one is signed in, the actor is the service
 * itself.
 */
export function originOf({
  id,
  principal,
  headers
}: Pick<FastifyRequest, 'id' | 'principal' | 'headers'>): Origin {
  const { traceparent } = readTrace(headers.traceparent) ?? {}
  const request = { requestId: id, ...(traceparent && { traceparent }) }
  if (!principal) return { ...systemOrigin, ...request }
  return { ...request, actor: { ...principal.actor, isPlatform: principal.realm === 'platform' } }
}
