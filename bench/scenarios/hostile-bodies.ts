import { setTimeout as sleep } from 'node:timers/promises'
import type { Ground, Headers } from '../ground.ts'
import { residentMiB } from '../machine.ts'
import { median } from '../pace.ts'
import { probeUntil } from '../probe.ts'
import type { LimitCase, Scenario } from '../scenario.ts'

const MiB = 1024 * 1024
/** No synchronous part of a request may hold the event loop for longer. */
const limitMs = 50
const everyMs = 5

type Hostile = { title: string; path: string; body: () => string; as: 'vendor' | 'platform' }

/** Bodies that take the most of what checks them, each as large as it may be. */
const bodies: Hostile[] = [
  {
    title: '190,000 empty rates',
    path: '/vendor/me/shipping-methods',
    body: () => `{"name":"x","countryRates":${list(190_000, '{}')}}`,
    as: 'vendor'
  },
  {
    title: '1,000 rates of 15 faulty tiers',
    path: '/vendor/me/shipping-methods',
    body: () =>
      `{"name":"x","countryRates":${list(1_000, `{"weightTiers":${list(15, '{"minWeight":1,"x":2}')}}`)}}`,
    as: 'vendor'
  },
  {
    title: '190,000 nulls as vendors',
    path: '/platform/orders',
    body: () => `{"vendors":${list(190_000, 'null')}}`,
    as: 'platform'
  },
  {
    title: '50 vendors of 200 faulty items',
    path: '/platform/orders',
    body: () => `{"vendors":${list(50, `{"items":${list(200, '{"quantity":"x"}')}}`)}}`,
    as: 'platform'
  },
  {
    title: '30,000 decisions of unknown fields',
    path: '/platform/moderation/decisions',
    body: () => `{"items":${list(30_000, '{"a":1,"b":2,"c":3}')}}`,
    as: 'platform'
  },
  {
    title: '60,000 faulty variants',
    path: '/vendor/products',
    body: () => `{"name":"Bolt","sku":"B","variants":${list(60_000, '{"sku":1}')}}`,
    as: 'vendor'
  },
  {
    title: '20,000 unknown names',
    path: '/vendor/products',
    body: () => `{${Array.from({ length: 20_000 }, (_, index) => `"field${index}":1`).join()}}`,
    as: 'vendor'
  },
  {
    title: '64 KiB of unclosed paragraphs',
    path: '/vendor/products',
    body: () => JSON.stringify({ name: 'x', sku: 'B', description: '<p lang=e>'.repeat(6_500) }),
    as: 'vendor'
  },
  {
    title: '19 MiB of one document',
    path: '/vendor/products',
    body: () => `{"documents":[{"base64Document":"${'QUJD'.repeat((19 * MiB) / 4)}"}]}`,
    as: 'vendor'
  },
  {
    title: '19 MiB of empty objects',
    path: '/vendor/products',
    body: () => `{"variants":${list(6 * MiB, '{}')}}`,
    as: 'vendor'
  }
]

/** Bodies that are refused, each beside a probe of the event loop. */
export const scenario: Scenario = {
  floor: `none: while a hostile body is checked, a request that needs nothing may wait ${limitMs} ms longer than else`,
  async prepare(ground: Ground) {
    const signedIn = {
      vendor: await ground.signIn(ground.vendorId),
      platform: await ground.signInOperator()
    }
    return bodies.map((hostile) => ofBody(ground, hostile, signedIn[hostile.as]))
  }
}

function ofBody(ground: Ground, hostile: Hostile, headers: Headers): LimitCase {
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

function list(count: number, entry: string): string {
  return `[${Array(count).fill(entry).join()}]`
}

function signed(number: number): string {
  return `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(0)}`
}
