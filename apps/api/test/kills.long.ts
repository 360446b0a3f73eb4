// Kills 100 workers with SIGKILL while they process the uploads of two vendors, with 10,000 items each. Takes
// some minutes, mostly for starting the workers.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, testApp } from './app.ts'
import { assertCounted, preparedItem, queueImport } from './imports.ts'
import { assertProcessedOnce, runWorker } from './killed-workers.ts'
import { type ServiceProcess, serviceFolder } from './running-service.ts'

const kills = 100
const itemsOfJob = 10_000
const chunkSize = 25

let t: TestApp
let folder: string
const workers: ServiceProcess[] = []
before(async () => {
  t = await testApp()
  folder = await serviceFolder()
})
after(async () => {
  for (const worker of workers) await kill(worker)
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

async function kill({ child, ended }: ServiceProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

async function countDone(): Promise<number> {
  const [row] = await t.sql`select coalesce(sum(items_processed), 0)::int as done from import_jobs`
  return row?.done
}

/**
 * Runs two workers until all items have been processed. After about every 1 % of the items, kills the older
 * worker and starts another one. Returns the number of kills.
 */
async function killUntilDone(total: number): Promise<number> {
  let killed = 0
  let next = 0
  for (;;) {
    while (workers.length < 2) workers.push(await runWorker(t, folder))
    for (const { child, output } of workers) assert.equal(child.exitCode, null, output())
    const done = await countDone()
    if (done === total) return killed
    if (killed < kills && done >= next) {
      const [oldest] = workers.splice(0, 1)
      if (oldest) await kill(oldest)
      killed++
      // About a twentieth of the items remains after the last kill, so that the jobs don't end between two
      // checks.
      next = done + Math.floor((total - done) / (kills - killed + 5))
    }
    await sleep(5)
  }
}

test('after 100 kills under load, every item of two uploads has been processed once', async () => {
  const uploads = await Promise.all(
    [1, 2].map(async () => {
      const vendor = await t.vendor()
      const items = Array.from({ length: itemsOfJob }, () => preparedItem())
      return { vendor, job: await queueImport(t.sql, vendor, items, { chunkSize }), count: itemsOfJob }
    })
  )
  // The counters must match the items at any time, including right after a kill.
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      for (const { job } of uploads) await assertCounted(t.sql, job)
      await sleep(200)
    }
  })()
  try {
    assert.equal(await killUntilDone(2 * itemsOfJob), kills)
  } finally {
    isDone = true
    await watching
  }
  for (const upload of uploads) await assertProcessedOnce(t, upload)
  const [left] = await t.sql`
    select (select count(*)::int from products) as products, (select count(*)::int from variants) as variants`
  assert.deepEqual({ ...left }, { products: 2 * itemsOfJob, variants: 2 * itemsOfJob })
})
