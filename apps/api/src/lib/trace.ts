import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'

/** The trace that a request belongs to (W3C Trace Context), as its caller has sent it. */
export type Trace = {
  /** The value of the header `traceparent`. */
  traceparent: string
  traceId: string
  /** The id of the caller's span. */
  spanId: string
}

const current = new AsyncLocalStorage<Trace>()

/**
 * `version-traceid-spanid-flags`. Later versions than 00 can have more fields. Longer values are ignored, so that they
 * can't fill the log.
 */
const form =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-[\x21-\x7e]{0,100})?$/

/** Returns the trace that a value of `traceparent` describes, or undefined if the value isn't valid. */
export function readTrace(traceparent: unknown): Trace | undefined {
  if (typeof traceparent !== 'string') return undefined
  const [, traceId, spanId] = form.exec(traceparent) ?? []
  if (!traceId || !spanId || (traceparent.startsWith('00') && traceparent.length > 55)) return undefined
  return { traceparent, traceId, spanId }
}

/** Returns the fields of log lines that belong to the trace. */
export function traceFields(trace: Trace | undefined): { traceId?: string; spanId?: string } {
  return trace ? { traceId: trace.traceId, spanId: trace.spanId } : {}
}

/** Runs `work`, whose HTTP requests belong to the trace. Without a trace, only runs `work`. */
export function runInTrace<T>(trace: Trace | undefined, work: () => T): T {
  return trace ? current.run(trace, work) : work()
}

type Created = { request: { addHeader(name: string, value: string): void } }

let isPropagating = false

/** From now on, adds `traceparent` to the HTTP requests that this process sends within `runInTrace`. */
export function propagateTraces(): void {
  if (isPropagating) return
  isPropagating = true
  // Both `fetch` and the package undici publish each new request on this channel.
  subscribe('undici:request:create', (message) => {
    const trace = current.getStore()
    if (trace) (message as Created).request.addHeader('traceparent', trace.traceparent)
  })
}
