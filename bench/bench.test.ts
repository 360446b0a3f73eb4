import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { OptionsError, readOptions } from './options.ts'
import { median } from './pace.ts'
import { tableText, writeReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { testScenarios, tiny } from './test-scenarios.ts'

// One of each kind: requests with a floor, uploads with a worker, and nodes with databases of their own. The
// long check `scenarios` runs all.
const scenarios = ['product-read', 'bulk-upload', 'growth']
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
  assert.equal(readOptions(['product-read', '--products=100000']).products, 100_000)
})

test('the median of an even number of values is the mean of the middle two', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(median([3, 1, 2]), 2)
})
