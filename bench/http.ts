import { Pool } from '../apps/api/test/packages.ts'

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The expected status. Default 200. */
  expect?: number
}

/** A client for a measured HTTP server. */
export type Target = {
  /** Sends a request and reads the response to its end. Rejects if the status isn't the expected one. */
  send(call: Call): Promise<{ headers: Record<string, string | string[] | undefined>; bytes: number }>
  /** Sends a request and returns its status, without a check. */
  statusOf(call: Call): Promise<number>
  /**
   * Sends a request and returns the parsed JSON of the response. Rejects if the status isn't the expected
   * one.
   */
  json<T>(call: Call): Promise<T>
  pool: Pool
}

/** Opens a client with at most `connections` connections, without pipelining. */
export function openTarget(url: string, connections = 32): Target {
  const pool = new Pool(url, { connections, pipelining: 1 })

  /**
   * Sends a request with little work for the client: the body's bytes are only counted, and stored only if
   * needed.
   */
  function dispatch(
    { method = 'GET', path, headers, body, expect = 200 }: Call,
    storesBody: boolean,
    isAnyStatus = false
  ) {
    return new Promise<Answer>((resolve, reject) => {
      const answer: Answer = { status: 0, headers: {}, bytes: 0, chunks: [] }
      pool.dispatch(
        { method, path, headers: headers ?? {}, body: body ?? null },
        {
          onRequestStart() {},
          onResponseStart(_controller, code, answered) {
            answer.status = code
            answer.headers = answered
          },
          onResponseData(_controller, chunk) {
            answer.bytes += chunk.length
            if (storesBody || answer.status !== expect) answer.chunks.push(chunk)
          },
          onResponseEnd() {
            if (isAnyStatus || answer.status === expect) return resolve(answer)
            const text = Buffer.concat(answer.chunks).toString().slice(0, 1000)
            reject(new Error(`${method} ${path} returned ${answer.status}, not ${expect}: ${text}`))
          },
          onResponseError(_controller, error) {
            reject(error)
          }
        }
      )
    })
  }

  return {
    send: (call) => dispatch(call, false),
    statusOf: async (call) => (await dispatch(call, false, true)).status,
    async json(call) {
      const { chunks } = await dispatch(call, true)
      return JSON.parse(Buffer.concat(chunks).toString())
    },
    pool
  }
}

type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: number
  chunks: Buffer[]
}
