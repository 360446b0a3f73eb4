import { setTimeout as sleep } from 'node:timers/promises'
import type { Ground, Headers } from '../ground.ts'
import type { Target } from '../http.ts'
import { type Lines, openLines } from '../lines.ts'
import { type Latency, latencyOf, median } from '../pace.ts'
import { sampleProducts } from '../queries.ts'
import type { Chart, LimitCase, Scenario } from '../scenario.ts'

/** Who is refused comes again after so long: sooner than they are asked to. */
const pauseMs = 100
const probeMs = 100
/** Arrivals as parts of the rate that was served best. */
const multiples = [1, 1.5, 2, 3]
/** More than the service lets in, so that arrivals find one free as long as refusals are fast. */
const connections = 1000

/** What came of a load. */
type Step = {
  /** Callers at once, each of whom waits for an answer, or calls a second, whose senders wait for none. */
  load: { callers: number } | { arrivals: number; multiple: number }
  /** A second. */
  served: number
  refused: number
  /** Arrivals a second that were not sent, as every connection still waited. */
  unsent: number
  /** Cores that the client itself took. */
  client: number
  servedLatency: Latency
  refusedLatency: Latency
  /** Of every answer about the service's health, and how many were not 200. */
  health: number[]
  healthFailures: number
}

/**
 * Reads of single products under a load that rises past what the service can do, in two ways. Closed: more and more
 * callers, of whom each calls again once it is answered, and 0.1 s after a refusal. Open: calls that come at a fixed
 * rate whatever becomes of those before, up to three times the rate that was served best. Client, service and database share the
 * machine, so each refusal takes processor time from what is served on both its sides; the client is as light as can be
 * (`lines.ts`), and what it took is told with every load.
 */
export const scenario: Scenario = {
  floor: 'none: the served rate of the best load, past which it may fall by less than 10 %',
  async prepare(ground: Ground) {
    const { options, sql, vendorId, assetOrigin } = ground
    const headers = await ground.signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const lines = await openLines(assetOrigin, Math.max(connections, ...options.loads))
    ground.defer(async () => lines.close())
    const path = (call: number) => `/api/v1/vendor/products/${products[call % products.length]?.id}`
    const rounds: Step[][] = []
    for (let round = 0; round <= options.rounds; round++) {
      const steps = await rise(ground, { lines, headers, path })
      // The first round only warms up.
      if (round > 0) rounds.push(steps)
    }
    const steps = (rounds[0] ?? []).map((_, index) => middleOf(rounds.flatMap((round) => round[index] ?? [])))
    return verdicts(steps)
  }
}

type Calls = { lines: Lines; headers: Headers; path: (call: number) => string }

async function rise(ground: Ground, calls: Calls): Promise<Step[]> {
  const steps: Step[] = []
  for (const callers of ground.options.loads) {
    steps.push(await load(ground, { load: { callers }, calls, send: closed(callers) }))
  }
  const best = Math.max(...steps.map(({ served }) => served))
  for (const multiple of multiples) {
    const arrivals = Math.ceil(best * multiple)
    steps.push(await load(ground, { load: { arrivals, multiple }, calls, send: open(arrivals) }))
  }
  return steps
}

/** Makes calls until the deadline, and ends with the last answer. */
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
    const begun = performance.now()
    const under = new Set<Promise<unknown>>()
    let sent = 0
    for (let now = begun; now < deadline; now = performance.now()) {
      for (; sent < ((now - begun) / 1000) * arrivals; sent++) {
        const answered = call().finally(() => under.delete(answered))
        under.add(answered)
      }
      await sleep(1)
    }
    await Promise.all(under)
  }
}

type Load = { load: Step['load']; calls: Calls; send: Send }

/** One load, for a few seconds. */
async function load(ground: Ground, { load, calls, send }: Load): Promise<Step> {
  const [served, refused]: [number[], number[]] = [[], []]
  let [count, unsent] = [0, 0]
  const head = Object.entries(calls.headers())
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const call = async () => {
    const start = performance.now()
    const status = await calls.lines.send({ path: calls.path(count++), head })
    const took = performance.now() - start
    if (status === 200) served.push(took)
    else if (status === 503) refused.push(took)
    else if (status === undefined) unsent++
    else throw new Error(`A read was answered ${status} under load`)
    return status
  }
  const begun = performance.now()
  const cpu = process.cpuUsage()
  const ended = send(call, begun + ground.options.seconds * 1000)
  const health = await probeHealth(ground.service, ended)
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return {
    load,
    served: served.length / seconds,
    refused: refused.length / seconds,
    unsent: unsent / seconds,
    client: (user + system) / 1e6 / seconds,
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
    load: rounds[0]?.load ?? { callers: 0 },
    served: middle(({ served }) => served),
    refused: middle(({ refused }) => refused),
    unsent: middle(({ unsent }) => unsent),
    client: middle(({ client }) => client),
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
  const lost = (past: Step[]) =>
    (1 - Math.min(best.served, ...past.map(({ served }) => served)) / best.served) * 100
  const rising = steps.filter(isClosed)
  const peak = rising.reduce((one, other) => (other.served > one.served ? other : one))
  const most = rising.at(-1)?.load.callers ?? 0
  // Where only a burst is refused, its answers and the rest's are no pair.
  const refusing = steps.filter(({ refused, served }) => refused > served / 10)
  const slowest = Math.max(
    0,
    ...refusing.map(({ refusedLatency, servedLatency }) => refusedLatency.p99 / servedLatency.p99)
  )
  const failures = steps.reduce((sum, { healthFailures }) => sum + healthFailures, 0)
  const percent = { unit: '%', limit: 10 }
  return [
    told(`served rate lost from ${peak.load.callers} to ${most} callers`, {
      ...percent,
      value: lost(rising.slice(rising.indexOf(peak))),
      notes: steps.map(stepText),
      chart: chartOf(rising)
    }),
    ...steps.filter(isOpen).map((step) =>
      told(`served rate lost where ${step.load.multiple} times as much arrives`, {
        ...{ ...percent, value: lost([step]), notes: [] }
      })
    ),
    told('p99 of refusals / p99 of answers', { unit: '×', limit: 1, value: slowest, notes: [] }),
    told('health answers that were not 200', { unit: 'answers', limit: 1, value: failures, notes: [] })
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

function told(
  size: string,
  { unit, limit, ...seen }: { unit: string; limit: number; value: number; notes: string[]; chart?: Chart }
): LimitCase {
  return { kind: 'limit', size, unit, limit, measure: async () => seen }
}

function stepText(step: Step): string {
  const { load, served, refused, unsent, client, servedLatency, refusedLatency, health } = step
  const of = 'callers' in load ? `${load.callers} callers` : `${load.arrivals}/s arriving`
  const answered = `${of}: ${Math.round(served)}/s served, p99 ${servedLatency.p99.toFixed(0)} ms`
  const turnedAway =
    refused > 0 ? `${Math.round(refused)}/s refused, p99 ${refusedLatency.p99.toFixed(0)} ms` : 'none refused'
  const held = unsent > 0 ? `; ${Math.round(unsent)}/s not sent` : ''
  const asked = `${health.length} health answers, p99 ${latencyOf(health).p99.toFixed(0)} ms`
  return `${answered}; ${turnedAway}${held}; ${asked}; the client took ${client.toFixed(2)} cores`
}

function chartOf(steps: ClosedStep[]): Chart {
  const line = (name: string, of: (step: ClosedStep) => number) => ({
    name,
    points: steps.map((step) => ({ x: step.load.callers, y: of(step) }))
  })
  return {
    title: 'Reads of one product under rising load',
    x: 'callers at once',
    y: 'answers a second',
    lines: [line('served', ({ served }) => served), line('refused with 503', ({ refused }) => refused)]
  }
}
