import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './http.ts'

/** Between two probes, unless another time is given. */
export const probeMs = 20

/**
 * How long a request that needs no database waits, in ms: `/livez`, asked at a fixed rate whether or not the one before
 * was answered, until `work` ends. What holds the service's event loop holds these answers for as long.
 */
export async function probeUntil(
  service: Target,
  work: Promise<unknown>,
  everyMs: number = probeMs
): Promise<number[]> {
  const took: number[] = []
  const sent: Promise<unknown>[] = []
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const begun = performance.now()
  for (let call = 0; !isDone; call++) {
    await sleep(Math.max(0, begun + call * everyMs - performance.now()))
    const start = performance.now()
    const answered = service.send({ path: '/livez' })
    sent.push(answered.then(() => took.push(performance.now() - start)))
  }
  await Promise.all([ended, ...sent])
  return took
}
