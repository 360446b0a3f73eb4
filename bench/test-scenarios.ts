import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Result } from './measure.ts'
import { defaults, type Options } from './options.ts'
import { canReadProcessorTime } from './processor.ts'
import type { Report } from './report.ts'
import { runBench } from './run-bench.ts'

/** Options of a run that checks that each scenario works, not how fast anything is. */
export const tiny: Options = {
  ...defaults,
  products: 300,
  orders: 40,
  growthSizes: [20],
  loads: [1, 4],
  rounds: 1,
  seconds: 0.1,
  uploadSizes: [20],
  updateSizes: [20],
  memoryLines: 200,
  decisions: 20,
  queueSize: 40,
  imageItems: 2,
  webhooks: 400,
  deliveries: 400,
  burst: 800,
  idleWebhooks: 10,
  updateMinutes: 0.01,
  delayBytes: 20_000
}

/** The run starts several services. */
const timeout = { timeout: 600_000 }

/** Defines a test for each scenario. Returns functions that return the report and its folder in later tests. */
export function testScenarios(scenarios: string[]) {
  let report: Report
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-results-'))
    const context = { log: () => {}, signal: new AbortController().signal }
    report = await runBench({ ...tiny, scenarios, out: folder }, context)
  }, timeout)

  after(() => rm(folder, { recursive: true, force: true }))

  for (const name of scenarios)
    test(`${name} measures the service and its floor`, () => assertMeasured(report, name))
  return { report: () => report, folder: () => folder }
}

/** Returns the figures of a result that are above 0 if something was measured. */
export function figuresOf(result: Result): number[] {
  if (result.kind === 'limit') return [result.limit ?? 1, result.value + 1]
  if (result.kind === 'rate') return [result.service.median]
  return [result.floor.median, result.service.median, result.ratio.median]
}

function assertMeasured(report: Report, name: string): void {
  assert.deepEqual(
    report.failures.filter(({ scenario }) => scenario === name),
    []
  )
  const results = report.results.filter(({ scenario }) => scenario === name)
  assert.ok(results.length > 0)
  for (const result of results) {
    if (result.kind !== 'limit') assert.equal(result.processor !== null, canReadProcessorTime)
    for (const figure of figuresOf(result))
      assert.ok(figure > 0 && Number.isFinite(figure), JSON.stringify(result))
  }
}
