import { setTimeout as sleep } from 'node:timers/promises'
import { type HostileRequest, hostileRequests } from '../../apps/api/test/hostile-requests.ts'
import { residentMiB } from '../machine.ts'
import { median } from '../median.ts'
import { probeUntil } from '../probe.ts'
import type { LimitCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'

const MiB = 1024 * 1024
/** The maximum time for which a request may block the event loop. */
const limitMs = 50
const intervalMs = 5

/**
 * Sends bodies that the service refuses. Measures how much longer a trivial request takes while the service
 * checks such a body.
 */
export const scenario: Scenario = {
  floor: `none: a hostile body may delay another, trivial request by at most ${limitMs} ms`,
  async prepare(setup: BenchSetup) {
    const signedIn = {
      vendor: await setup.signIn(setup.vendorId),
      platform: await setup.signInOperator()
    }
    return hostileRequests.map((hostile) => ofBody(setup, hostile, signedIn[hostile.as]))
  }
}

function ofBody(setup: BenchSetup, hostile: HostileRequest, headers: Headers): LimitCase {
  return {
    kind: 'limit',
    size: hostile.title,
    unit: 'ms',
    limit: limitMs,
    async measure() {
      const body = Buffer.from(hostile.body())
      const [idle, delays, memory]: [number[], number[], number[]] = [[], [], []]
      // The first round only warms up.
      for (let round = 0; round <= setup.options.rounds; round++) {
        const before = residentMiB(setup.servicePid)
        const idleWaits = await probeUntil(setup.service, sleep(300), { intervalMs })
        const refusing = refused(setup, { ...hostile, body, headers })
        const busyWaits = await probeUntil(setup.service, refusing, { intervalMs })
        if (round === 0) continue
        idle.push(Math.max(...idleWaits))
        delays.push(Math.max(...busyWaits))
        memory.push(residentMiB(setup.servicePid) - before)
      }
      const delay = median(delays)
      return {
        value: Math.max(0, delay - median(idle)),
        notes: [
          `${(body.length / MiB).toFixed(1)} MiB: the longest wait in a round is ${delay.toFixed(0)} ms (idle: ` +
            `${median(idle).toFixed(0)} ms), resident memory afterwards ${signed(median(memory))} MiB`
        ]
      }
    }
  }
}

type Request = { path: string; body: Buffer; headers: Headers }

async function refused({ service }: BenchSetup, { path, body, headers }: Request): Promise<void> {
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
