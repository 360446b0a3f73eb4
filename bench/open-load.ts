import { setTimeout as sleep } from 'node:timers/promises'
import type { Lines } from './lines.ts'
import type { MixedCall } from './mix.ts'

/** What came of a load. Milliseconds from the moment when a call was to be sent until it was answered. */
export type Answered = {
  reads: number[]
  writes: number[]
  /** Answers with 503. */
  refused: number
  /** Answers with any other status than 2xx, and connections that broke in place of an answer. */
  failed: number
  /** Their statuses and errors. */
  failures: Set<string>
  /** Calls that found no free connection. */
  unsent: number
}

type Load = { lines: Lines; next: () => MixedCall; seconds: number }

/** Makes calls at a fixed rate, whatever becomes of those before, and returns when the last is answered. */
export async function callAtRate(rate: number, { lines, next, seconds }: Load): Promise<Answered> {
  const answered = noAnswers()
  const begun = performance.now()
  const due = (call: number) => begun + (call * 1000) / rate
  const underWay = new Set<Promise<void>>()
  const count = Math.max(1, Math.round(rate * seconds))
  for (let call = 0; call < count; await sleep(1)) {
    for (; call < count && due(call) <= performance.now(); call++) {
      const one = make(next(), due(call), { lines, answered }).finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }
  await Promise.all(underWay)
  return answered
}

/** Makes calls from so many callers, each the next when the last is answered; returns the answers a second. */
export async function callInTurn(callers: number, { lines, next, seconds }: Load): Promise<number> {
  const answered = noAnswers()
  const begun = performance.now()
  const deadline = begun + seconds * 1000
  const caller = async () => {
    do await make(next(), performance.now(), { lines, answered })
    while (performance.now() < deadline)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  if (answered.failed > 0) {
    throw new Error(`${answered.failed} calls of the mix failed: ${[...answered.failures].join(', ')}`)
  }
  return (answered.reads.length + answered.writes.length) / ((performance.now() - begun) / 1000)
}

async function make(
  { kind, ...call }: MixedCall,
  due: number,
  { lines, answered }: { lines: Lines; answered: Answered }
): Promise<void> {
  const status = await lines.send(call)?.catch((error: Error) => error.message)
  if (status === undefined) answered.unsent++
  else if (status === 503) answered.refused++
  else if (typeof status === 'string' || status < 200 || status > 299) {
    answered.failed++
    answered.failures.add(`${call.method ?? 'GET'} ${status}`)
  } else answered[kind === 'read' ? 'reads' : 'writes'].push(performance.now() - due)
}

/** Of no call. */
export function noAnswers(): Answered {
  return { reads: [], writes: [], refused: 0, failed: 0, failures: new Set(), unsent: 0 }
}
