import { median } from './median.ts'
import type { Latency } from './pace.ts'
import { middleTime, type ProcessorTime } from './processor.ts'
import type { Case, Chart, LimitCase, RateCase, RatioCase, Sample } from './scenario.ts'
import type { ScenarioName } from './scenarios/names.ts'

/** Median, minimum and maximum of the rounds. */
export type Spread = { median: number; min: number; max: number }

/** The common part of a result. `met` is null if the case has no target or limit. */
type CaseInfo = { scenario: ScenarioName; size: string; unit: string; met: boolean | null; notes: string[] }

/** Medians of the samples. `processor` is in milliseconds of processor time per unit. */
type Measured = { latency: Latency | null; processor: ProcessorTime | null }

export type RatioResult = CaseInfo &
  Measured & {
    kind: 'ratio'
    target: number | null
    /** Units per second. */
    floor: Spread
    service: Spread
    /** The ratio of the service's rate to the floor's, computed for each round. */
    ratio: Spread
    floorLatency: Latency | null
    floorProcessor: ProcessorTime | null
  }

export type RateResult = CaseInfo & Measured & { kind: 'rate'; service: Spread }

export type LimitResult = CaseInfo & { kind: 'limit'; limit: number | null; value: number; chart?: Chart }

export type Result = RatioResult | RateResult | LimitResult

/** Measures a case. A case with rounds has a warm-up round, then measures floor and service alternately. */
export function measureCase(scenario: ScenarioName, one: Case, rounds: number): Promise<Result> {
  if (one.kind === 'ratio') return measureRatio(scenario, one, rounds)
  return one.kind === 'rate' ? measureRate(scenario, one, rounds) : measureLimit(scenario, one)
}

async function measureRatio(scenario: ScenarioName, one: RatioCase, rounds: number): Promise<RatioResult> {
  const [floor, service]: [Sample[], Sample[]] = [[], []]
  await one.settle?.()
  for (let round = 0; round <= rounds; round++) {
    const [floorSample, serviceSample] = [await one.floor(), await one.service()]
    // The first round only warms up.
    if (round === 0) continue
    floor.push(floorSample)
    service.push(serviceSample)
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
    floorProcessor: middleProcessor(floor),
    latency: middleLatency(service),
    processor: middleProcessor(service),
    notes: (await one.notes?.()) ?? []
  }
}

async function measureRate(scenario: ScenarioName, one: RateCase, rounds: number): Promise<RateResult> {
  const samples: Sample[] = []
  await one.settle?.()
  for (let round = 0; round <= rounds; round++) {
    const sample = await one.service()
    if (round > 0) samples.push(sample)
  }
  return {
    ...{ kind: 'rate', scenario, size: one.size, unit: one.unit, met: null },
    service: spread(samples.map(({ rate }) => rate)),
    latency: middleLatency(samples),
    processor: middleProcessor(samples),
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

function middleProcessor(samples: Sample[]): ProcessorTime | null {
  return middleTime(samples.map(({ processor }) => processor)) ?? null
}
