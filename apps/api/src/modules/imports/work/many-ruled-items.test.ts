import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { statesOfImport } from '../../../../test/import-rules.ts'
import { assertCounted, queueImport, runWorkers } from '../../../../test/imports.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { ruledItem, ruledState, ruledVendors } from '../../../../test/ruled-items.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

test('each of thousands of items gets the state that the rules give to it alone', async () => {
  const ruled = await ruledVendors(t)
  const indexes = Array.from({ length: randomRuns(10_000) }, (_, n) => n)
  const items = indexes.map((n) => ruledItem(n, ruled))
  const jobs: string[] = []
  for (const { vendor } of ruled.vendors)
    jobs.push(await queueImport(t.sql, vendor, items, { chunkSize: 200 }))
  await runWorkers(t, 2, 1000)
  for (const [index, one] of ruled.vendors.entries()) {
    const jobId = jobs[index] ?? ''
    await assertCounted(t.sql, jobId)
    assert.deepEqual(
      await statesOfImport(t, jobId),
      indexes.map((n) => ruledState(n, ruled, one))
    )
  }
})
