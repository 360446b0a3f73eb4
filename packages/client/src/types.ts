import type { Session } from './session.ts'

/** An id, or an object that has one. If the object was read, writes send its ETag as If-Match. */
export type Ref = string | { readonly id: string }

/** The settings of one call. */
export interface CallOptions {
  /** Ends the call, its waits and retries. The call then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Ends an attempt when nothing was sent or received for this time, in milliseconds. */
  timeoutMs?: number | undefined
  /** The number of attempts after the first one. */
  maxRetries?: number | undefined
  /** Replaces the key that the client would generate. All attempts of a call send the same key. */
  idempotencyKey?: string | undefined
  /** An ETag, or an object that was read: the call fails if the resource has changed since. */
  ifMatch?: string | object | undefined
  headers?: Record<string, string> | undefined
}

/** What `purveyor.request` returns, by `as`. A stream or response that was returned isn't retried. */
export interface ResponseTypes<T = unknown> {
  json: T
  text: string
  blob: Blob
  stream: ReadableStream<Uint8Array>
  response: Response
}

/** The settings of `purveyor.request`. */
export interface RequestOptions extends CallOptions {
  /** Arrays are joined by commas; dates become ISO 8601 text; undefined is left out. */
  query?: object | undefined
  /**
   * A Blob, FormData, URLSearchParams, Uint8Array or stream is sent unchanged; anything else is sent as JSON. A
   * function returns the body of each attempt. A stream can't be sent again, so a call with one isn't retried.
   */
  body?: unknown
  /** The default is json. */
  as?: keyof ResponseTypes | undefined
}

/** The settings of a client. */
export interface ConnectionOptions {
  /** The address of the service, such as https://purveyor.example.com. */
  url: string
  /** The number of attempts after the first one; the default is 5. */
  maxRetries?: number | undefined
  /** Ends an attempt when nothing was sent or received for this time; the default is 60,000 ms. */
  timeoutMs?: number | undefined
  /** Replaces the global fetch. */
  fetch?: typeof globalThis.fetch | undefined
  /** Headers of every request. */
  headers?: Record<string, string> | undefined
}

/** The settings of a client, with its token or session. */
export interface PurveyorOptions extends ConnectionOptions {
  /**
   * An API token or access token, or a function that returns one. The function is called for each attempt. After a
   * 401, it is called again with the rejected token, and the request is repeated once with what it returns. Calls
   * at the same time call it at the same time. It may wait as long as it needs, such as until a person has signed
   * in: `timeoutMs` doesn't count that time, but `signal` ends the call.
   */
  token?: string | ((rejected?: string) => string | Promise<string>) | undefined
  /** A session that `Purveyor.signIn` returned. The client refreshes it. */
  session?: Session | undefined
  /** Receives every new session, so that it can be stored. The old refresh token is no longer valid. */
  onSession?: ((session: Session) => void | Promise<void>) | undefined
}
