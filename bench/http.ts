import { Pool } from '../apps/api/test/packages.ts'

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The status that counts as done; 200 unless given. */
  expect?: number
}

/** An HTTP server that is measured. */
export type Target = {
  /** Sends a call and reads its answer to the end. Rejects when the status is another one than expected. */
  send(call: Call): Promise<{ headers: Record<string, string | string[] | undefined>; bytes: number }>
  /** The status of the answer, whatever it is. */
  statusOf(call: Call): Promise<number>
  /** The same for what is looked into: the answer as JSON. */
  json<T>(call: Call): Promise<T>
  pool: Pool
}

/** Keeps one connection for each of at most so many calls at once, without pipelining. */
export function openTarget(url: string, connections = 32): Target {
  const pool = new Pool(url, { connections, pipelining: 1 })

  /** The least that a client can do: chunks are counted, and kept only where they are wanted. */
  function dispatch(
    { method = 'GET', path, headers, body, expect = 200 }: Call,
    keep: boolean,
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
            if (keep || answer.status !== expect) answer.chunks.push(chunk)
          },
          onResponseEnd() {
            if (isAnyStatus || answer.status === expect) return resolve(answer)
            const text = Buffer.concat(answer.chunks).toString().slice(0, 1000)
            reject(new Error(`${method} ${path} answered ${answer.status}, not ${expect}: ${text}`))
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
