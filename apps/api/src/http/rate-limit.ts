import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors.ts'
import { pathOf } from './requests.ts'

const windowSeconds = 600

/**
 * Adds the global rate limit (contract 8): `max` requests in ten minutes for each client address. IPv6
 * addresses of the same /64 count as one address. Storefront reads have a separate limit, `storefrontMax`. If
 * `storefrontMax` is undefined, storefront reads aren't limited.
 */
export async function addRateLimit(
  app: FastifyInstance,
  limits: { max: number; storefrontMax: number | undefined }
): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 100_000, ipv6Subnet: 64 })
  const api = countRequests(app, 'default', limits.max)
  const storefront =
    limits.storefrontMax === undefined ? undefined : countRequests(app, 'storefront', limits.storefrontMax)
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request)
    if (!path.startsWith('/api/v1/')) return
    const count = path.startsWith('/api/v1/storefront/') ? storefront : api
    if (!count) return
    const { headers, retryAfter } = await count(request)
    reply.headers(headers)
    if (retryAfter) throw new Problem('RATE_LIMITED', { headers: { 'retry-after': retryAfter } })
  })
}

/**
 * Returns a function that counts a request and returns the rate limit headers. If the client has sent more
 * than `max` requests, the function also returns the number of seconds to wait, as text.
 */
function countRequests(app: FastifyInstance, name: string, max: number) {
  const count = app.createRateLimit({
    max,
    timeWindow: windowSeconds * 1000,
    // The address is undefined if the client has already disconnected.
    keyGenerator: ({ ip }: { ip: string | undefined }) => `${name} ${ip ? rateLimit.normalizeIP(ip, 64) : ''}`
  })
  const policy = `"${name}";q=${max};w=${windowSeconds}`
  return async (request: Parameters<typeof count>[0]) => {
    const result = await count(request)
    if (result.isAllowed) return { headers: {}, retryAfter: undefined }
    const rate = `"${name}";r=${result.remaining};t=${result.ttlInSeconds}`
    return {
      headers: { 'ratelimit-policy': policy, ratelimit: rate },
      retryAfter: result.isExceeded ? String(Math.max(1, result.ttlInSeconds)) : undefined
    }
  }
}
