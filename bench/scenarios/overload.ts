import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../http.ts'
import { median } from '../median.ts'
import { type Latency, latencyOf } from '../pace.ts'
import {
  middleTime,
  type ProcessorTime,
  processorText,
  processorTimePerUnit,
  readProcessorTime
} from '../processor.ts'
import { sampleProducts } from '../queries.ts'
import { openRawClient, type RawClient } from '../raw-client.ts'
import type { Chart, LimitCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'

/** The time after which a refused caller tries again. It is shorter than the `Retry-After` of the refusal. */
const pauseMs = 100
const probeMs = 100
/** Arrival rates, as multiples of the highest served rate. */
const multiples = [1, 1.5, 2, 3]
/**
 * More connections than the number of concurrent requests that the service accepts. As long as refusals are
 * fast, each call therefore finds a free connection.
 */
const connections = 1000

/** The result of one load. */
type Step = {
  /** Closed: concurrent callers that wait for each response. Open: calls per second, sent without waiting. */
  load: { callers: number } | { arrivals: number; multiple: number }
  /** Responses per second with status 200 (`served`) and 503 (`refused`). */
  served: number
  refused: number
  /** Calls per second that were not sent, because no connection was free. */
  unsent: number
  /** The average number of processor cores that the client process used. */
  clientCores: number
  /** The processor time per response. */
  processor: ProcessorTime | undefined
  servedLatency: Latency
  refusedLatency: Latency
  /** The latencies of all health checks, and the number of health checks whose status was not 200. */
  health: number[]
  healthFailures: number
}

/**
 * Reads single products under a load that exceeds the capacity of the service. There are two kinds of load.
 * Closed: an increasing number of callers, each of which sends the next call after the response to the
 * previous one, or 0.1 s after a refusal. Open: calls at a fixed rate, up to three times the highest served
 * rate, without waiting for responses. Client, service and database share the machine, so processor time that
 * the client uses is missing for the service. Therefore the client is small (`raw-client.ts`), and its
 * processor time is reported for each load.
 */
export const scenario: Scenario = {
  floor: 'none: under more load, the served rate must stay within 10 % of its maximum',
  async prepare(setup: BenchSetup) {
    const { options, sql, vendorId, assetOrigin } = setup
    const headers = await setup.signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const client = await openRawClient(assetOrigin, Math.max(connections, ...options.loads))
    setup.defer(async () => client.close())
    const path = (call: number) => `/api/v1/vendor/products/${products[call % products.length]?.id}`
    const rounds: Step[][] = []
    for (let round = 0; round <= options.rounds; round++) {
      const steps = await measureLoads(setup, { client, headers, path })
      // The first round only warms up.
      if (round > 0) rounds.push(steps)
    }
    const steps = (rounds[0] ?? []).map((_, index) => middleOf(rounds.flatMap((round) => round[index] ?? [])))
    return verdicts(steps)
  }
}

type Calls = { client: RawClient; headers: Headers; path: (call: number) => string }

async function measureLoads(setup: BenchSetup, calls: Calls): Promise<Step[]> {
  const steps: Step[] = []
  for (const callers of setup.options.loads) {
    steps.push(await load(setup, { load: { callers }, calls, send: closed(callers) }))
  }
  const best = Math.max(...steps.map(({ served }) => served))
  for (const multiple of multiples) {
    const arrivals = Math.ceil(best * multiple)
    steps.push(await load(setup, { load: { arrivals, multiple }, calls, send: open(arrivals) }))
  }
  return steps
}

/** Sends calls until the deadline. Resolves after the last response. */
type Send = (call: () => Promise<number | undefined>, deadline: number) => Promise<unknown>

function closed(callers: number): Send {
  return (call, deadline) => {
    const caller = async () => {
      do {
        if ((await call()) === 503) await sleep(pauseMs)
      } while (performance.now() < deadline)
    }
    return Promise.all(Array.from({ length: callers }, caller))
  }
}

function open(arrivals: number): Send {
  return async (call, deadline) => {
    const startedAt = performance.now()
    const pending = new Set<Promise<unknown>>()
    let sent = 0
    for (let now = startedAt; now < deadline; now = performance.now()) {
      for (; sent < ((now - startedAt) / 1000) * arrivals; sent++) {
        const answered = call().finally(() => pending.delete(answered))
        pending.add(answered)
      }
      await sleep(1)
    }
    await Promise.all(pending)
  }
}

type Load = { load: Step['load']; calls: Calls; send: Send }

/** Runs one load for a few seconds. */
async function load(setup: BenchSetup, { load, calls, send }: Load): Promise<Step> {
  const [served, refused]: [number[], number[]] = [[], []]
  let [count, unsent] = [0, 0]
  const call = async () => {
    const start = performance.now()
    const head = `authorization: ${calls.headers().authorization}\r\n`
    const status = await calls.client.send({ path: calls.path(count++), head })
    const took = performance.now() - start
    if (status === 200) served.push(took)
    else if (status === 503) refused.push(took)
    else if (status === undefined) unsent++
    else throw new Error(`A read returned ${status} under load`)
    return status
  }
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  const before = readProcessorTime()
  const ended = send(call, startedAt + setup.options.seconds * 1000)
  const health = await probeHealth(setup.service, ended)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return {
    load,
    served: served.length / seconds,
    refused: refused.length / seconds,
    unsent: unsent / seconds,
    clientCores: (user + system) / 1e6 / seconds,
    processor: processorTimePerUnit(before, served.length + refused.length),
    servedLatency: latencyOf(served),
    refusedLatency: latencyOf(refused),
    ...health
  }
}

/**
 * Checks the liveness and readiness of the service repeatedly, on separate connections, until the load ends.
 */
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

/** Combines the results of all rounds: the median of each value, and all health checks. */
function middleOf(rounds: Step[]): Step {
  const middle = (of: (step: Step) => number) => median(rounds.map(of))
  const latency = (of: (step: Step) => Latency) => ({
    p50: middle((step) => of(step).p50),
    p99: middle((step) => of(step).p99)
  })
  const refusing = rounds.filter(({ refused }) => refused > 0)
  return {
    load: rounds[0]?.load ?? { callers: 0 },
    served: middle(({ served }) => served),
    refused: middle(({ refused }) => refused),
    unsent: middle(({ unsent }) => unsent),
    clientCores: middle(({ clientCores }) => clientCores),
    processor: middleTime(rounds.map(({ processor }) => processor)),
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
  const lostPercent = (past: Step[]) =>
    (1 - Math.min(best.served, ...past.map(({ served }) => served)) / best.served) * 100
  const closedSteps = steps.filter(isClosed)
  const peak = closedSteps.reduce((one, other) => (other.served > one.served ? other : one))
  const maxCallers = closedSteps.at(-1)?.load.callers ?? 0
  // If only a short burst was refused, its latencies aren't comparable with the others.
  const refusing = steps.filter(({ refused, served }) => refused > served / 10)
  const slowest = Math.max(
    0,
    ...refusing.map(({ refusedLatency, servedLatency }) => refusedLatency.p99 / servedLatency.p99)
  )
  const failures = steps.reduce((sum, { healthFailures }) => sum + healthFailures, 0)
  const percent = { unit: '%', limit: 10 }
  return [
    limitCase(`loss of served rate from ${peak.load.callers} to ${maxCallers} callers`, {
      ...percent,
      value: lostPercent(closedSteps.slice(closedSteps.indexOf(peak))),
      notes: steps.map(stepText),
      chart: chartOf(closedSteps)
    }),
    ...steps.filter(isOpen).map((step) =>
      limitCase(`loss of served rate at ${step.load.multiple} times the highest rate`, {
        ...{ ...percent, value: lostPercent([step]), notes: [] }
      })
    ),
    limitCase('p99 of refusals / p99 of served reads', { unit: '×', limit: 1, value: slowest, notes: [] }),
    limitCase('health checks that did not return 200', {
      unit: 'checks',
      limit: 1,
      value: failures,
      notes: []
    })
  ]
}

type ClosedStep = Step & { load: { callers: number } }
type OpenStep = Step & { load: { arrivals: number; multiple: number } }

function isClosed(step: Step): step is ClosedStep {
  return 'callers' in step.load
}

function isOpen(step: Step): step is OpenStep {
  return 'multiple' in step.load && step.load.multiple > 1
}

function limitCase(
  size: string,
  { unit, limit, ...seen }: { unit: string; limit: number; value: number; notes: string[]; chart?: Chart }
): LimitCase {
  return { kind: 'limit', size, unit, limit, measure: async () => seen }
}

function stepText(step: Step): string {
  const { load, served, refused, unsent, clientCores, processor, servedLatency, refusedLatency, health } =
    step
  const of = 'callers' in load ? `${load.callers} callers` : `${load.arrivals} calls/s`
  const answered = `${of}: ${Math.round(served)}/s served, p99 ${servedLatency.p99.toFixed(0)} ms`
  const refusedText =
    refused > 0 ? `${Math.round(refused)}/s refused, p99 ${refusedLatency.p99.toFixed(0)} ms` : 'none refused'
  const unsentText = unsent > 0 ? `; ${Math.round(unsent)}/s not sent` : ''
  const healthText = `${health.length} health checks, p99 ${latencyOf(health).p99.toFixed(0)} ms`
  const cost = `${processorText(processor)} for each response`
  return `${answered}; ${refusedText}${unsentText}; ${healthText}; ${cost}; the client used ${clientCores.toFixed(2)} cores`
}

function chartOf(steps: ClosedStep[]): Chart {
  const line = (name: string, of: (step: ClosedStep) => number) => ({
    name,
    points: steps.map((step) => ({ x: step.load.callers, y: of(step) }))
  })
  return {
    title: 'Reads of one product under increasing load',
    x: 'concurrent callers',
    y: 'responses per second',
    lines: [line('served', ({ served }) => served), line('refused with 503', ({ refused }) => refused)]
  }
}
