import { setTimeout as sleep } from 'node:timers/promises'
import type { MixedCall } from './mix.ts'
import { type ProcessorTime, processorTimePerUnit, readProcessorTime } from './processor.ts'
import type { RawClient } from './raw-client.ts'

/**
 * The results of calls. Latencies of reads and writes are in milliseconds, from the scheduled time of a call
 * until its response.
 */
export type Answered = {
  reads: number[]
  writes: number[]
  /** Number of 503 responses. */
  refused: number
  /** Number of responses with a status other than 2xx and 503, and of connections that broke. */
  failed: number
  /** The statuses and errors of failed calls. */
  failures: Set<string>
  /** Number of calls for which no connection was free. */
  unsent: number
  /** The processor time per call, if it was measured. */
  processor?: ProcessorTime
}

type Load = { client: RawClient; next: () => MixedCall; seconds: number }

/** Sends calls at a fixed rate without waiting for responses. Returns after the last response. */
export async function callAtRate(rate: number, { client, next, seconds }: Load): Promise<Answered> {
  const answered = noAnswers()
  const before = readProcessorTime()
  const startedAt = performance.now()
  const due = (call: number) => startedAt + (call * 1000) / rate
  const pending = new Set<Promise<void>>()
  const count = Math.max(1, Math.round(rate * seconds))
  for (let call = 0; call < count; await sleep(1)) {
    for (; call < count && due(call) <= performance.now(); call++) {
      const one = make(next(), due(call), { client, answered }).finally(() => pending.delete(one))
      pending.add(one)
    }
  }
  await Promise.all(pending)
  const processor = processorTimePerUnit(before, count)
  return processor ? { ...answered, processor } : answered
}

/**
 * Sends calls from concurrent callers, each of which waits for its response. Returns the responses per
 * second.
 */
export async function callInTurn(callers: number, { client, next, seconds }: Load): Promise<number> {
  const answered = noAnswers()
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000
  const caller = async () => {
    do await make(next(), performance.now(), { client, answered })
    while (performance.now() < deadline)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  if (answered.failed > 0) {
    throw new Error(`${answered.failed} calls of the mix failed: ${[...answered.failures].join(', ')}`)
  }
  return (answered.reads.length + answered.writes.length) / ((performance.now() - startedAt) / 1000)
}

async function make(
  { kind, ...call }: MixedCall,
  due: number,
  { client, answered }: { client: RawClient; answered: Answered }
): Promise<void> {
  const status = await client.send(call)?.catch((error: Error) => error.message)
  if (status === undefined) answered.unsent++
  else if (status === 503) answered.refused++
  else if (typeof status === 'string' || status < 200 || status > 299) {
    answered.failed++
    answered.failures.add(`${call.method ?? 'GET'} ${status}`)
  } else answered[kind === 'read' ? 'reads' : 'writes'].push(performance.now() - due)
}

/** Returns empty results. */
export function noAnswers(): Answered {
  return { reads: [], writes: [], refused: 0, failed: 0, failures: new Set(), unsent: 0 }
}
