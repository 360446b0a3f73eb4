import { type Latency, median } from './pace.ts'
import type { Case, Chart, LimitCase, RatioCase, Sample } from './scenario.ts'
import type { ScenarioName } from './scenarios/names.ts'

/** Median, minimum and maximum of the rounds. */
export type Spread = { median: number; min: number; max: number }

/** The common part of a result. `met` is null if the case has no target or limit. */
type CaseInfo = { scenario: ScenarioName; size: string; unit: string; met: boolean | null; notes: string[] }

export type RatioResult = CaseInfo & {
  kind: 'ratio'
  target: number | null
  /** Units per second. */
  floor: Spread
  service: Spread
  /** The ratio of the service's rate to the floor's, computed for each round. */
  ratio: Spread
  floorLatency: Latency | null
  latency: Latency | null
}

export type LimitResult = CaseInfo & { kind: 'limit'; limit: number | null; value: number; chart?: Chart }

export type Result = RatioResult | LimitResult

/** Measures a case. A ratio case has a warm-up round, then measures floor and service alternately. */
export function measureCase(scenario: ScenarioName, one: Case, rounds: number): Promise<Result> {
  return one.kind === 'ratio' ? measureRatio(scenario, one, rounds) : measureLimit(scenario, one)
}

async function measureRatio(scenario: ScenarioName, one: RatioCase, rounds: number): Promise<RatioResult> {
  const [floor, service]: [Sample[], Sample[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    await one.settle?.()
    const floorSample = await one.floor()
    await one.settle?.()
    const serviceSample = await one.service()
    // The first round only warms up.
    if (round > 0) {
      floor.push(floorSample)
      service.push(serviceSample)
    }
  }
  const ratio = spread(service.map(({ rate }, round) => rate / (floor[round]?.rate ?? Number.NaN)))
  return {
    kind: 'ratio',
    scenario,
    size: one.size,
    unit: one.unit,
    target: one.target ?? null,
    met: one.target === undefined ? null : ratio.median >= one.target,
    floor: spread(floor.map(({ rate }) => rate)),
    service: spread(service.map(({ rate }) => rate)),
    ratio,
    floorLatency: middleLatency(floor),
    latency: middleLatency(service),
    notes: (await one.notes?.()) ?? []
  }
}

async function measureLimit(scenario: ScenarioName, one: LimitCase): Promise<LimitResult> {
  const { value, notes, chart } = await one.measure()
  const { size, unit, limit = null } = one
  const met = limit === null ? null : value < limit
  return { kind: 'limit', scenario, size, unit, limit, value, met, notes, ...(chart && { chart }) }
}

export function spread(values: number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

function middleLatency(samples: Sample[]): Latency | null {
  const all = samples.flatMap(({ latency }) => latency ?? [])
  if (all.length === 0) return null
  return { p50: median(all.map(({ p50 }) => p50)), p99: median(all.map(({ p99 }) => p99)) }
}
