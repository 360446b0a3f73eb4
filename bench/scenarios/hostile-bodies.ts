import { setTimeout as sleep } from 'node:timers/promises'
import { type HostileRequest, hostileRequests } from '../../apps/api/test/hostile-requests.ts'
import type { Ground, Headers } from '../ground.ts'
import { residentMiB } from '../machine.ts'
import { median } from '../pace.ts'
import { probeUntil } from '../probe.ts'
import type { LimitCase, Scenario } from '../scenario.ts'

const MiB = 1024 * 1024
/** No synchronous part of a request may hold the event loop for longer. */
const limitMs = 50
const everyMs = 5

/** Bodies that are refused, each beside a probe of the event loop. */
export const scenario: Scenario = {
  floor: `none: while a hostile body is checked, a request that needs nothing may wait ${limitMs} ms longer than else`,
  async prepare(ground: Ground) {
    const signedIn = {
      vendor: await ground.signIn(ground.vendorId),
      platform: await ground.signInOperator()
    }
    return hostileRequests.map((hostile) => ofBody(ground, hostile, signedIn[hostile.as]))
  }
}

function ofBody(ground: Ground, hostile: HostileRequest, headers: Headers): LimitCase {
  return {
    kind: 'limit',
    size: hostile.title,
    unit: 'ms',
    limit: limitMs,
    async measure() {
      const body = Buffer.from(hostile.body())
      const [idle, held, memory]: [number[], number[], number[]] = [[], [], []]
      // The first round only warms up.
      for (let round = 0; round <= ground.options.rounds; round++) {
        const before = residentMiB(ground.servicePid)
        const rested = await probeUntil(ground.service, sleep(300), everyMs)
        const took = await probeUntil(ground.service, refused(ground, { ...hostile, body, headers }), everyMs)
        if (round === 0) continue
        idle.push(Math.max(...rested))
        held.push(Math.max(...took))
        memory.push(residentMiB(ground.servicePid) - before)
      }
      const longest = median(held)
      return {
        value: Math.max(0, longest - median(idle)),
        notes: [
          `${(body.length / MiB).toFixed(1)} MiB: the longest wait of a round ${longest.toFixed(0)} ms (idle ` +
            `${median(idle).toFixed(0)} ms), resident memory afterwards ${signed(median(memory))} MiB`
        ]
      }
    }
  }
}

type Request = { path: string; body: Buffer; headers: Headers }

async function refused({ service }: Ground, { path, body, headers }: Request): Promise<void> {
  await service.send({
    method: 'POST',
    path: `/api/v1${path}`,
    headers: { 'content-type': 'application/json', ...headers() },
    body,
    expect: 400
  })
}

function signed(number: number): string {
  return `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(0)}`
}
