// Backs up, verifies and restores 100,000 products with 10,000 images while clients write, and prints the times,
// the sizes and the effect on the clients. Takes some minutes and 4 GB of
// disk.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fill } from '../../../bench/fill.ts'
import { diskStore } from '../src/assets/disk-store.ts'
import { connect } from '../src/db/connect.ts'
import { startEmbeddedDatabase } from '../src/db/driver/embedded.ts'
import { newId } from '../src/lib/ids.ts'
import { type Acknowledged, assertRestored, runCli, startWriters } from './backups.ts'
import { picture } from './images.ts'
import { type RunningService, removeServiceFolder, serviceFolder, startService } from './running-service.ts'

const products = 100_000
const imageCount = 10_000
const batch = 100
const beforeMs = 15_000

let service: RunningService
let restored: string
before(async () => {
  service = await startService()
  restored = await serviceFolder()
})
after(async () => {
  await service.remove()
  await removeServiceFolder(restored)
})

const dataOf = (folder: string) => ({ DATA_DIR: join(folder, 'data') })

/** Fills the database of the service, and stores an image for each of the first products. */
async function fillService(): Promise<void> {
  const { DATA_DIR } = dataOf(service.folder)
  const database = await startEmbeddedDatabase(DATA_DIR, { log: () => {} })
  const sql = connect(database.url, { max: 4, statementTimeoutMs: 0 })
  try {
    const { vendorId } = await fill(sql, { products: products / 2, orders: 5_000 })
    const ids = await sql<{ id: string }[]>`
      select id from products where vendor_id = ${vendorId} limit ${imageCount}`
    const store = diskStore(join(DATA_DIR, 'assets'))
    const bytes = await picture(600, 450).jpeg().toBuffer()
    for (let start = 0; start < imageCount; start += batch) {
      const rows = await Promise.all(
        ids.slice(start, start + batch).map(async ({ id }) => ({
          ...{ id: newId(), product_id: id, vendor_id: vendorId },
          path: await store.put('images', 'jpg', bytes)
        }))
      )
      await sql`
        insert into product_images (id, product_id, vendor_id, path)
        select * from jsonb_to_recordset(${sql.json(rows)}) as r (id uuid, product_id uuid, vendor_id uuid, path text)`
    }
  } finally {
    await sql.end({ timeout: 5 })
    await database.stop()
  }
}

/** Describes how fast the clients wrote. */
function describe(writes: readonly Acknowledged[], seconds: number): string {
  const times = writes.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => `${Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)} ms`
  return `${(writes.length / seconds).toFixed(1)} products/s, median ${at(0.5)}, p95 ${at(0.95)}, slowest ${at(1)}`
}

test('100,000 products with 10,000 images are backed up while clients write, and restored', async (context) => {
  await fillService()
  const backup = join(service.folder, 'backup')
  const writers = await startWriters(service.url, { clients: 4 })
  const first = writers.acknowledged.length
  await sleep(beforeMs)
  const acknowledged = [...writers.acknowledged]
  const start = performance.now()
  const made = await runCli('backup', [backup], dataOf(service.folder))
  const seconds = (performance.now() - start) / 1000
  const during = writers.acknowledged.slice(acknowledged.length)
  await writers.stop()
  console.log(made.output)
  console.log(`before: ${describe(acknowledged.slice(first), beforeMs / 1000)}`)
  console.log(`during: ${describe(during, seconds)}\n`)
  assert.equal(made.code, 0)

  const verified = await runCli('restore', ['--verify', backup], {})
  console.log(verified.output)
  assert.equal(verified.code, 0)

  const ended = await runCli('restore', [backup], dataOf(restored))
  console.log(ended.output)
  assert.equal(ended.code, 0)
  const copy = await startService(restored)
  context.after(() => copy.child.kill('SIGKILL'))
  await assertRestored(copy.url, acknowledged)
  copy.child.kill('SIGTERM')
  assert.equal(await copy.ended, 0, copy.output())
})
