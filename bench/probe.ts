import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Target } from './http.ts'

/** The default interval between two probes. */
export const probeMs = 20

const livez = (): Call => ({ path: '/livez' })

/**
 * Sends a request at a fixed rate, without waiting for responses, until `work` ends. Returns the latencies in ms. The
 * default is `GET /livez`, which needs no database, so its latency shows for how long the service's event loop was blocked.
 */
export async function probeUntil(
  service: Target,
  work: Promise<unknown>,
  { intervalMs = probeMs, call: request = livez }: { intervalMs?: number; call?: () => Call } = {}
): Promise<number[]> {
  const took: number[] = []
  const sent: Promise<unknown>[] = []
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const startedAt = performance.now()
  for (let call = 0; !isDone; call++) {
    await sleep(Math.max(0, startedAt + call * intervalMs - performance.now()))
    const start = performance.now()
    const answered = service.send(request())
    sent.push(answered.then(() => took.push(performance.now() - start)))
  }
  await Promise.all([ended, ...sent])
  return took
}
