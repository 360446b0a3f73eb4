// Checks that the scenarios of the console in the benchmark work, with little data. It doesn't check how fast anything is.
// Takes some minutes.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { defaults } from '../../../bench/options.ts'
import { runBench } from '../../../bench/run-bench.ts'
import { figuresOf } from '../../../bench/test-scenarios.ts'
import { skipWithoutBrowser } from '../../api/test/browser.ts'

const tiny = {
  ...defaults,
  scenarios: ['console', 'console-catalog'],
  products: 150,
  orders: 40,
  rounds: 1,
  seconds: 0.1,
  out: tmpdir()
}

test('the scenarios of the console measure pages, keys and scrolling', {
  skip: skipWithoutBrowser()
}, async () => {
  const report = await runBench(tiny, { log: () => {}, signal: new AbortController().signal })
  assert.deepEqual(report.failures, [])
  assert.equal(report.results.length, 15)
  for (const result of report.results) {
    for (const figure of figuresOf(result))
      assert.ok(figure > 0 && Number.isFinite(figure), JSON.stringify(result))
  }
})
