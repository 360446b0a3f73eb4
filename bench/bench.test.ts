import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { defaults, OptionsError, readOptions } from './options.ts'
import { median } from './pace.ts'
import { canReadProcessorTime } from './processor.ts'
import { type Report, tableText, writeReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { scenarioNames } from './scenarios/names.ts'

// These only start services, which other scenarios do too.
const startOnly = ['start', 'two-nodes']
// These need programs that npm doesn't install.
const withPrograms = ['overload-proxy']
// This takes minutes. `bench-console.long.ts` runs it.
const slow = ['console']
const untested = [...slow, ...startOnly, ...withPrograms, ...(canReadProcessorTime ? [] : ['processor-time'])]
const tested = scenarioNames.filter((name) => !untested.includes(name))

// The tests check that each scenario works, not how fast anything is.
const tiny = {
  ...defaults,
  scenarios: tested,
  products: 300,
  orders: 40,
  growthSizes: [20],
  loads: [1, 4],
  rounds: 1,
  seconds: 0.1,
  uploadSizes: [20],
  updateSizes: [20],
  memoryLines: 200,
  delayBytes: 20_000
}

/** The run starts several services. */
const timeout = { timeout: 300_000 }

let report: Report
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-results-'))
  report = await runBench({ ...tiny, out: folder }, { log: () => {}, signal: new AbortController().signal })
}, timeout)

after(() => rm(folder, { recursive: true, force: true }))

for (const name of tested) {
  test(`${name} measures the service and its floor`, () => {
    assert.deepEqual(
      report.failures.filter(({ scenario }) => scenario === name),
      []
    )
    const results = report.results.filter(({ scenario }) => scenario === name)
    assert.ok(results.length > 0)
    for (const result of results) {
      const figures =
        result.kind === 'ratio'
          ? [result.floor.median, result.service.median, result.ratio.median]
          : [result.limit ?? 1, result.value + 1]
      for (const figure of figures) assert.ok(figure > 0 && Number.isFinite(figure), JSON.stringify(result))
    }
  })
}

test('the report has every result in the table, in Markdown and in JSON', async () => {
  const path = writeReport(folder, report)
  const texts = [tableText(report.results), await readFile(path, 'utf8')]
  for (const { size } of report.results) for (const text of texts) assert.ok(text.includes(size), size)
  const stored = JSON.parse(await readFile(path.replace(/md$/, 'json'), 'utf8'))
  assert.deepEqual(stored, report)
})

test('an interrupted run leaves no files', async () => {
  const interrupt = new AbortController()
  const run = runBench(tiny, { log: () => interrupt.abort(), signal: interrupt.signal })
  await assert.rejects(run, /Interrupted/)
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(`purveyor-bench-${process.pid}-`))
  assert.deepEqual(left, [])
})

test('invalid arguments are refused with the usage', () => {
  for (const args of [['no-such'], ['--rounds=0'], ['--products=many'], ['--speed=1']]) {
    assert.throws(
      () => readOptions(args),
      (error) => error instanceof OptionsError && /npm run bench/.test(error.message)
    )
  }
  assert.equal(readOptions(['product-read', '--products=100000']).products, 100_000)
})

test('the median of an even number of values is the mean of the middle two', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(median([3, 1, 2]), 2)
})
