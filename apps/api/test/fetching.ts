import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { createGuardedFetch, type Fetched, type FetchOptions } from '../src/fetching/guarded-fetch.ts'
import { type ImageHost, imageHost } from './image-host.ts'

/** The size limit of an image. */
const maxBytes = 10 * 1024 * 1024
/** The host's default response body. */
export const bytes = Buffer.from('bytes of an image')

/** Fetches a URL with a new fetch function. By default, the function may connect only to 127.0.0.1. */
export const get = (url: string, options: Partial<FetchOptions> = {}): Promise<Fetched> =>
  createGuardedFetch({ allow: ['127.0.0.1'], ...options })(url, { maxBytes })

/**
 * Asserts that a fetch failed, and that the reason matches the pattern. By default the code must be
 * COULD_NOT_FETCH, and the failure must not be retryable.
 */
export function assertFailed(
  fetched: Fetched,
  reason: RegExp,
  expected: { code?: string; retryable?: boolean } = {}
) {
  assert.ok(!fetched.ok)
  assert.match(fetched.reason, reason)
  assert.equal(fetched.code, expected.code ?? 'COULD_NOT_FETCH')
  assert.equal(fetched.retryable, expected.retryable ?? false)
}

/**
 * Starts a web server. The path of a request selects the response, such as a redirect or a body that never
 * ends.
 */
export function startTestHost(): Promise<ImageHost> {
  return imageHost((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const to = searchParams.get('to')
    const hops = Number(searchParams.get('hops'))
    const size = Number(searchParams.get('size'))
    switch (pathname) {
      case '/redirect':
        response.writeHead(302, { location: to ?? '' }).end('moved')
        break
      case '/hops':
        if (hops === 0) response.end(bytes)
        else response.writeHead(307, { location: `/hops?hops=${hops - 1}` }).end()
        break
      case '/loop':
        response.writeHead(301, { location: '/loop' }).end()
        break
      case '/size':
        response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size))
        break
      case '/chunked':
        response.write(Buffer.alloc(size - 1))
        response.end(Buffer.alloc(1))
        break
      case '/endless':
        response.on('error', () => {})
        response.writeHead(200)
        for (let n = 0; n < 12; n++) response.write(Buffer.alloc(1024 * 1024))
        break
      case '/short':
        response.writeHead(200, { 'content-length': 100 })
        response.write('only this')
        response.destroy()
        break
      case '/gzip':
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)))
        break
      case '/drip': {
        const timer = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(timer))
        break
      }
      case '/silent':
        break
      case '/status':
        response.writeHead(Number(searchParams.get('status'))).end('no')
        break
      case '/headers':
        response.end(JSON.stringify(request.headers))
        break
      default:
        response.end(bytes)
    }
  })
}
