import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sql } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { clientNetwork } from '../../lib/addresses.ts'
import { pathOf } from '../server/requests.ts'
import type { Verdict } from './client-share.ts'
import { type CountRequest, createCounter } from './client-shares.ts'
import { leaseShares } from './rate-limit-queries.ts'
import { createShareLeases } from './share-leases.ts'

const windowMs = 600_000
const defaults = {
  quotesMax: 10_000,
  docsMax: 3_000,
  consoleMax: 10_000,
  maxClients: 100_000,
  deadlineMs: 500,
  retryMs: 1_000
}

type Options = {
  /** The pool for single statements that are always fast. */
  sql: Sql
  max: number
  /** If undefined, storefront reads aren't limited. */
  storefrontMax: number | undefined
  /** Returns the milliseconds of a monotonic clock. */
  now?: () => number
} & Partial<typeof defaults>

/**
 * Adds the rate limits (contract 8): the maximum numbers of requests in ten minutes for each client address, on
 * all nodes together. IPv6 addresses of the same /64 count as one address. Storefront reads, quotes, the
 * documentation and the files of the console have limits of their own.
 */
export function addRateLimit(app: FastifyInstance, options: Options): void {
  const { sql, max, storefrontMax, now = () => performance.now() } = options
  const { quotesMax, docsMax, consoleMax, maxClients, ...times } = { ...defaults, ...options }
  const leases = createShareLeases({
    ...{ ...times, now, lease: (requests) => leaseShares(sql, requests) },
    onChange(isAway, err) {
      if (isAway)
        app.log.warn({ err }, 'rate limits are counted without the database, which does not respond')
      else app.log.info('rate limits are counted in the database again')
    }
  })
  app.addHook('onClose', async () => leases.close())
  const limit = (name: string, limitMax: number): Limit => ({
    name,
    policy: `"${name}";q=${limitMax};w=${windowMs / 1000}`,
    count: createCounter({ name, max: limitMax, windowMs }, { leases, now, maxClients })
  })
  const limits = {
    api: limit('default', max),
    storefront: storefrontMax === undefined ? undefined : limit('storefront', storefrontMax),
    quotes: limit('quotes', quotesMax),
    docs: limit('docs', docsMax),
    console: limit('console', consoleMax)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const limit = limitOf(limits, pathOf(request))
    if (!limit) return done()
    // The address is undefined if the client has already disconnected.
    const verdict = limit.count(clientNetwork((request.ip as string | undefined) ?? ''))
    const finish = (counted: Verdict) => done(apply(reply, limit, counted))
    if (verdict instanceof Promise) verdict.then(finish, done)
    else finish(verdict)
  })
}

const consolePath = /^\/(?:$|(?:app|vendor|operator)(?:$|\/))/

type Limit = { name: string; policy: string; count: CountRequest }
type Limits = { api: Limit; storefront: Limit | undefined; quotes: Limit; docs: Limit; console: Limit }

function limitOf(limits: Limits, path: string): Limit | undefined {
  if (path === '/api/v1/storefront/quotes') return limits.quotes
  if (path.startsWith('/api/v1/'))
    return path.startsWith('/api/v1/storefront/') ? limits.storefront : limits.api
  if (path.startsWith('/docs') || path.startsWith('/llms')) return limits.docs
  return consolePath.test(path) ? limits.console : undefined
}

/** Sets the rate limit headers. Returns the 429 if the client has sent too many requests. */
function apply(reply: FastifyReply, { name, policy }: Limit, verdict: Verdict): Problem | undefined {
  const seconds = Math.max(1, Math.ceil(verdict.endsInMs / 1000))
  reply.header('ratelimit-policy', policy)
  reply.header('ratelimit', `"${name}";r=${verdict.remaining};t=${seconds}`)
  if (verdict.isAllowed) return undefined
  return new Problem('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } })
}
