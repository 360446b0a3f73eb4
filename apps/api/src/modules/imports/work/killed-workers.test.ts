import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { assertCounted, findImport, preparedItem, queueImport, workOn } from '../../../../test/imports.ts'
import { assertProcessedOnce, runWorker } from '../../../../test/killed-workers.ts'
import { type ServiceProcess, serviceFolder } from '../../../../test/running-service.ts'

let t: TestApp
let folder: string
const workers: ServiceProcess[] = []
before(async () => {
  t = await testApp()
  folder = await serviceFolder()
})
after(async () => {
  for (const { child, ended } of workers) {
    child.kill('SIGKILL')
    await ended
  }
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

async function startWorker(): Promise<ServiceProcess> {
  const worker = await runWorker(t, folder)
  workers.push(worker)
  return worker
}

/** Waits until the condition is true. The pauses leave the processor to the worker, which must not end. */
async function until({ child, output }: ServiceProcess, condition: () => Promise<boolean>): Promise<void> {
  for (; !(await condition()); await sleep(10)) assert.equal(child.exitCode, null, output())
}

async function waitsForResults(): Promise<boolean> {
  const [row] = await t.sql`
    select exists (select from pg_locks where not granted and relation = 'import_results'::regclass) as waits`
  return row?.waits
}

const items = (count: number) => Array.from({ length: count }, () => preparedItem())

test('another worker continues the job of a killed one, and no item is lost or processed twice', async () => {
  const vendor = await t.vendor()
  const job = await queueImport(t.sql, vendor, items(1000), { chunkSize: 25 })
  const first = await startWorker()
  await until(first, async () => (await findImport(t.sql, job)).itemsCreated > 0)
  first.child.kill('SIGKILL')
  await first.ended
  await assertCounted(t.sql, job)
  assert.equal((await findImport(t.sql, job)).status, 'PROCESSING')
  const second = await startWorker()
  await until(second, async () => (await findImport(t.sql, job)).status !== 'PROCESSING')
  await assertProcessedOnce(t, { vendor, job, count: 1000 })
  second.child.kill('SIGTERM')
  assert.equal(await second.ended, 0, second.output())
})

test('the chunk of a suspended worker is taken over, and the worker writes nothing when it continues', async () => {
  const vendor = await t.vendor()
  const job = await queueImport(t.sql, vendor, items(20), { chunkSize: 20 })
  const worker = await startWorker()
  await t.sql.begin(async (tx) => {
    // The lock blocks the insert of results, so the worker is suspended in the middle of the chunk.
    await tx`lock table import_results in share mode`
    await until(worker, waitsForResults)
    worker.child.kill('SIGSTOP')
  })
  while ((await findImport(t.sql, job)).status === 'PROCESSING') {
    await workOn(t)
    await sleep(10)
  }
  await assertProcessedOnce(t, { vendor, job, count: 20 })
  worker.child.kill('SIGCONT')
  const next = await queueImport(t.sql, vendor, items(20))
  const isOpen = async () => ['QUEUED', 'PROCESSING'].includes((await findImport(t.sql, next)).status)
  await until(worker, async () => !(await isOpen()))
  await assertProcessedOnce(t, { vendor, job, count: 20 })
  await assertProcessedOnce(t, { vendor, job: next, count: 20 })
})
