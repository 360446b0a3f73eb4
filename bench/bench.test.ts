import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { median } from './median.ts'
import { OptionsError, readOptions } from './options.ts'
import { callFor } from './pace.ts'
import { tableText, writeReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { scenarioNames } from './scenarios/names.ts'
import { testScenarios, tiny } from './test-scenarios.ts'

// Requests with a floor, and uploads with a worker. The long check `scenarios` runs all.
const scenarios = ['product-read', 'bulk-upload']
const measured = testScenarios(scenarios)

test('the report has every result in the table, in Markdown and in JSON', async () => {
  const report = measured.report()
  const path = writeReport(measured.folder(), report)
  const texts = [tableText(report.results), await readFile(path, 'utf8')]
  for (const { size } of report.results) for (const text of texts) assert.ok(text.includes(size), size)
  const stored = JSON.parse(await readFile(path.replace(/md$/, 'json'), 'utf8'))
  assert.deepEqual(stored, report)
})

test('an interrupted run leaves no files', async () => {
  const interrupt = new AbortController()
  const run = runBench({ ...tiny, scenarios }, { log: () => interrupt.abort(), signal: interrupt.signal })
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
  const options = readOptions(['product-read', '--products=100000', '--queue=1000000', '--minutes=60'])
  assert.equal(options.products, 100_000)
  assert.deepEqual([options.queueSize, options.updateMinutes, options.maxMinutes], [1_000_000, 60, 45])
})

test('every scenario has a name, and every name a scenario', async () => {
  const files = await readdir(join(import.meta.dirname, 'scenarios'))
  const scenarioFiles = files.filter((file) => !['names.ts', 'load.ts'].includes(file))
  assert.deepEqual(scenarioFiles.sort(), scenarioNames.map((name) => `${name}.ts`).sort())
})

test('a sample has the rate and the latency of at least one call', async () => {
  let calls = 0
  const { rate, latency } = await callFor({ seconds: 0.001, concurrency: 2, units: 3 }, async () => {
    calls++
    await setImmediate()
  })
  assert.ok(calls > 2)
  assert.ok(rate > 0 && Number.isFinite(rate))
  assert.ok(latency && latency.p99 >= latency.p50)
})

test('the median of an even number of values is the mean of the middle two', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(median([3, 1, 2]), 2)
})
