import { AsyncLocalStorage } from 'node:async_hooks'
import { S3mini } from 's3mini'
import { Agent, type Dispatcher, fetch as send } from 'undici'
import type { AssetBucket, S3Key } from '../../config.ts'
import type { Limits } from './limits.ts'

type Fetch = typeof globalThis.fetch

/** The size and the time of an object. The time has whole seconds. */
type ObjectHead = { bytes: number; modifiedAt: Date }

/** The clients of a bucket. None of them repeats requests. */
export type Clients = {
  /** Reads each response completely. The time limit applies to the whole request. */
  objects: S3mini
  /** Returns a response as soon as its headers have arrived. The time limit applies until then. */
  streams: S3mini
  /** Returns the size and the time of an object, or undefined if it doesn't exist. */
  head(key: string): Promise<ObjectHead | undefined>
}

/** Creates the clients of a bucket. */
export function createClients(bucket: AssetBucket, key: S3Key, limits: Limits): Clients {
  const dispatcher = createDispatcher(limits)
  const { region } = bucket
  const endpoint = `${bucket.endpoint}/${bucket.bucket}`
  const client = (fetch: Fetch) => new S3mini({ ...key, endpoint, region, fetch })
  const streamFetch = timedFetch(dispatcher, limits.read.attemptMs, { isStream: true })
  // s3mini doesn't return the headers of a HEAD request.
  const responseHeaders = new AsyncLocalStorage<{ headers: Headers }>()
  const heads = client(async (...request) => {
    const response = await streamFetch(...request)
    Object.assign(responseHeaders.getStore() ?? {}, { headers: response.headers })
    return response
  })

  return {
    objects: client(timedFetch(dispatcher, limits.write.attemptMs, { isStream: false })),
    streams: client(streamFetch),
    async head(objectKey) {
      const response = { headers: new Headers() }
      const exists = await responseHeaders.run(response, () => heads.objectExists(objectKey))
      if (exists !== true) return undefined
      const { headers } = response
      return { bytes: lengthIn(headers), modifiedAt: new Date(headers.get('last-modified') ?? '') }
    }
  }
}

function createDispatcher({ connectMs, idleMs }: Limits): Dispatcher {
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: idleMs })
  // Without this, undici would close the connection after each HEAD request.
  return agent.compose((dispatch) => (options, handler) => dispatch({ ...options, reset: false }, handler))
}

/** Returns the length of a response. Throws if the response doesn't contain it, or is compressed. */
export function lengthIn(headers: Headers): number {
  const length = headers.get('content-length')
  if (length === null || headers.has('content-encoding')) throw new Error('the response has no exact length')
  return Number(length)
}

/**
 * Returns a `fetch` with a time limit. If the response is a stream, the limit applies until the headers have
 * arrived; after that, the stream fails when it receives nothing for the idle time of the dispatcher.
 * Redirects aren't followed: a store that redirects expects another region or endpoint.
 */
function timedFetch(dispatcher: Dispatcher, limitMs: number, { isStream }: { isStream: boolean }): Fetch {
  const fetch = send as unknown as Fetch
  return async (url, init = {}) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new Error(`no response within ${limitMs} ms`)), limitMs)
    try {
      const options = {
        ...init,
        // Not signed, because some stores and proxies change this header.
        headers: { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' },
        redirect: 'manual' as const,
        signal: limit.signal,
        dispatcher
      }
      const response = await fetch(url, options)
      if (isStream) return response
      const body = await response.arrayBuffer()
      const { status, statusText, headers } = response
      return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
    } finally {
      clearTimeout(timer)
    }
  }
}
