import type { FastifyRequest } from 'fastify'
import { Problem } from '../../errors.ts'

/**
 * Throws a 403 `ORIGIN_NOT_ALLOWED` unless a page of the service itself sends the request: its `Origin` must be
 * `publicUrl`, or have the host to which the request was sent (contract 5.5). Routes that read cookies need this
 * check. `SameSite` isn't enough, because all ports of a host, and all hosts of a domain, are the same site.
 * `CORS_ORIGINS` has no effect here.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = origin !== undefined && isOwnOrigin(origin, request, publicUrl)
  if (isOwn && (site === undefined || site === 'same-origin')) return
  const allowed = publicUrl ?? 'this service'
  throw new Problem('ORIGIN_NOT_ALLOWED', {
    detail:
      origin === undefined
        ? `The Origin header is missing. Only web pages of ${allowed} may send this request.`
        : `Only web pages of ${allowed} may send this request. Other programs use POST /api/v1/auth/login.`
  })
}

function isOwnOrigin(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (origin === publicUrl) return true
  const { protocol, host } = URL.parse(origin) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:') return false
  // A page that was loaded without TLS may come from an attacker in the network.
  const isDowngraded =
    protocol === 'http:' && (request.protocol === 'https' || publicUrl === `https://${host}`)
  // The URL leaves out the default port, as browsers do in `Origin`.
  return !isDowngraded && URL.parse(`${protocol}//${request.host}`)?.origin === origin
}
