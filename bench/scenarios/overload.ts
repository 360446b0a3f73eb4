import { setTimeout as sleep } from 'node:timers/promises'
import type { Ground, Headers } from '../ground.ts'
import { openTarget, type Target } from '../http.ts'
import { type Latency, latencyOf, median } from '../pace.ts'
import { sampleProducts } from '../queries.ts'
import type { Chart, LimitCase, Scenario } from '../scenario.ts'

/** Who is refused comes again after so long: sooner than they are asked to. */
const pauseMs = 100
const probeMs = 100

/** What came of so many callers at once. */
type Step = {
  callers: number
  /** A second. */
  served: number
  refused: number
  servedLatency: Latency
  refusedLatency: Latency
  /** Of every answer about the service's health, and how many were not 200. */
  health: number[]
  healthFailures: number
}

export const scenario: Scenario = {
  floor: 'none: the served rate of the best load, past which it may fall by less than 10 %',
  async prepare(ground: Ground) {
    const { options, sql, vendorId, assetOrigin } = ground
    const headers = await ground.signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const target = openTarget(assetOrigin, Math.max(...options.loads))
    ground.defer(() => target.pool.close())
    const path = (call: number) => `/api/v1/vendor/products/${products[call % products.length]?.id}`
    const rounds: Step[][] = []
    for (let round = 0; round <= options.rounds; round++) {
      const steps: Step[] = []
      for (const callers of options.loads) {
        steps.push(await load(ground, { target, headers, path, callers }))
      }
      // The first round only warms up.
      if (round > 0) rounds.push(steps)
    }
    const steps = options.loads.map((_, index) => middleOf(rounds.flatMap((round) => round[index] ?? [])))
    return verdicts(steps)
  }
}

type Load = { target: Target; headers: Headers; path: (call: number) => string; callers: number }

/** So many callers, each of whom calls again once it is answered, for a few seconds. */
async function load(ground: Ground, { target, headers, path, callers }: Load): Promise<Step> {
  const [served, refused]: [number[], number[]] = [[], []]
  const signed = headers()
  const begun = performance.now()
  const deadline = begun + ground.options.seconds * 1000
  let calls = 0
  const caller = async () => {
    do {
      const start = performance.now()
      const status = await target.statusOf({ path: path(calls++), headers: signed })
      const took = performance.now() - start
      if (status === 200) served.push(took)
      else if (status === 503) refused.push(took)
      else throw new Error(`A read was answered ${status} under load`)
      if (status === 503) await sleep(pauseMs)
    } while (performance.now() < deadline)
  }
  const ended = Promise.all(Array.from({ length: callers }, caller))
  const health = await probeHealth(ground.service, ended)
  const seconds = (performance.now() - begun) / 1000
  return {
    callers,
    served: served.length / seconds,
    refused: refused.length / seconds,
    servedLatency: latencyOf(served),
    refusedLatency: latencyOf(refused),
    ...health
  }
}

/** Asks, by connections of its own, whether the service is alive and ready, until the load ends. */
async function probeHealth(service: Target, load: Promise<unknown>) {
  let isOver = false
  const over = load.finally(() => {
    isOver = true
  })
  over.catch(() => {})
  const health: number[] = []
  let healthFailures = 0
  do {
    for (const path of ['/livez', '/readyz']) {
      const start = performance.now()
      if ((await service.statusOf({ path })) !== 200) healthFailures++
      health.push(performance.now() - start)
    }
    await sleep(probeMs)
  } while (!isOver)
  await over
  return { health, healthFailures }
}

/** The medians of the rounds; of health all that was answered. */
function middleOf(rounds: Step[]): Step {
  const middle = (of: (step: Step) => number) => median(rounds.map(of))
  const latency = (of: (step: Step) => Latency) => ({
    p50: middle((step) => of(step).p50),
    p99: middle((step) => of(step).p99)
  })
  const refusing = rounds.filter(({ refused }) => refused > 0)
  return {
    callers: rounds[0]?.callers ?? 0,
    served: middle(({ served }) => served),
    refused: middle(({ refused }) => refused),
    servedLatency: latency(({ servedLatency }) => servedLatency),
    refusedLatency: {
      p50: median(refusing.map(({ refusedLatency }) => refusedLatency.p50)),
      p99: median(refusing.map(({ refusedLatency }) => refusedLatency.p99))
    },
    health: rounds.flatMap(({ health }) => health),
    healthFailures: rounds.reduce((sum, { healthFailures }) => sum + healthFailures, 0)
  }
}

function verdicts(steps: Step[]): LimitCase[] {
  const best = steps.reduce((one, other) => (other.served > one.served ? other : one))
  const past = steps.filter(({ callers }) => callers >= best.callers)
  const least = Math.min(...past.map(({ served }) => served))
  const refusing = steps.filter(({ refused }) => refused > 0)
  const slowest = Math.max(
    0,
    ...refusing.map(({ refusedLatency, servedLatency }) => refusedLatency.p99 / servedLatency.p50)
  )
  const failures = steps.reduce((sum, { healthFailures }) => sum + healthFailures, 0)
  const most = steps.at(-1)?.callers ?? 0
  return [
    told(`served rate lost from ${best.callers} to ${most} callers`, {
      ...{ unit: '%', limit: 10, value: (1 - least / best.served) * 100 },
      notes: steps.map(stepText),
      chart: chartOf(steps)
    }),
    told('p99 of refusals / p50 of answers', { unit: '×', limit: 1, value: slowest, notes: [] }),
    told('health answers that were not 200', { unit: 'answers', limit: 1, value: failures, notes: [] })
  ]
}

function told(
  size: string,
  { unit, limit, ...seen }: { unit: string; limit: number; value: number; notes: string[]; chart?: Chart }
): LimitCase {
  return { kind: 'limit', size, unit, limit, measure: async () => seen }
}

function stepText(step: Step): string {
  const { callers, served, refused, servedLatency, refusedLatency, health } = step
  const answered = `${callers} callers: ${Math.round(served)}/s served, p99 ${servedLatency.p99.toFixed(0)} ms`
  const turnedAway =
    refused > 0 ? `${Math.round(refused)}/s refused, p99 ${refusedLatency.p99.toFixed(0)} ms` : 'none refused'
  return `${answered}; ${turnedAway}; ${health.length} health answers, p99 ${latencyOf(health).p99.toFixed(0)} ms`
}

function chartOf(steps: Step[]): Chart {
  const line = (name: string, of: (step: Step) => number) => ({
    name,
    points: steps.map((step) => ({ x: step.callers, y: of(step) }))
  })
  return {
    title: 'Reads of one product under rising load',
    x: 'callers at once',
    y: 'answers a second',
    lines: [line('served', ({ served }) => served), line('refused with 503', ({ refused }) => refused)]
  }
}
