// Pushes a CSV file with 100,000 rows, of which 300 have errors of ten kinds. Interrupts the command while it sends
// and while the service works, continues it, corrects the failed rows and pushes them. The command must never need
// more than 150 MB of memory. Takes about three minutes. The command runs as JavaScript, as it is published. Real
// names and descriptions are read from ../shared/data/electronics.ndjson beside the repository, if it exists;
// otherwise, all rows are generated. Needs Linux, because the memory is read from /proc.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import type { TestVendor } from '../../../apps/api/test/app.ts'
import { csvOf, faultKinds, type SupplierRow, supplierRow } from './push-rows.ts'
import { type PushService, pushService } from './push-service.ts'

const rowCount = 100_000
const maxMemoryMb = 150
/** Every 333rd row has an error, 300 rows in total. */
const faultInterval = 333
const faultCount = 300

const root = join(import.meta.dirname, '../../..')
const main = join(import.meta.dirname, '../dist/main.js')
const realData = join(import.meta.dirname, '../../../../shared/data/electronics.ndjson')
const realRows = existsSync(realData) ? readRealRows() : []

let service: PushService
let vendor: TestVendor
before(async () => {
  const build = spawn(process.execPath, ['scripts/build-package.mjs', 'cli'], { cwd: root, stdio: 'inherit' })
  assert.deepEqual(await once(build, 'close'), [0, null])
  service = await pushService()
  service.work()
  vendor = await service.test.vendor()
})
after(() => service.close())

function readRealRows(): { name: string; description?: string; brand?: string; price: number }[] {
  const lines = readFileSync(realData, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

function goodRow(index: number): SupplierRow {
  const row = supplierRow(index + 1)
  const real = realRows[index % realRows.length]
  if (!real) return row
  const { name, description = '', brand = '', price } = real
  return {
    ...row,
    'Item name': name.slice(0, 255),
    Description: description,
    Brand: brand,
    Cost: price.toFixed(2)
  }
}

function kindOf(index: number) {
  const number = index / faultInterval
  if (!Number.isInteger(number) || number < 1 || number > faultCount) return undefined
  return faultKinds[number % faultKinds.length]
}

async function writeCatalog(path: string): Promise<void> {
  const output = createWriteStream(path)
  const header = csvOf([])
  output.write(header)
  for (let index = 0; index < rowCount; index++) {
    const row = goodRow(index)
    const spoilt = { ...row, ...kindOf(index)?.spoil(row, goodRow(0)) }
    if (!output.write(csvOf([spoilt]).slice(header.length))) await once(output, 'drain')
  }
  output.end()
  await once(output, 'finish')
}

type Push = {
  child: ChildProcess
  stdout: () => string
  ended: Promise<{ code: number | null; memoryMb: number }>
}

/** Starts the command line as a process and measures the most memory that it had at any time. */
function startPush(...args: string[]): Push {
  const child = spawn(process.execPath, [main, 'push', ...args], {
    cwd: service.folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: join(service.folder, '.home'),
      PURVEYOR_URL: service.proxy.url,
      PURVEYOR_TOKEN: vendor.owner
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let stdout = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  let memoryMb = 0
  const timer = setInterval(() => {
    memoryMb = Math.max(memoryMb, peakMemoryMb(child.pid))
  }, 50)
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(timer)
    return { code: code as number | null, memoryMb }
  })
  return { child, stdout: () => stdout, ended }
}

function peakMemoryMb(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

async function untilRows(query: () => Promise<number>, { atLeast }: { atLeast: number }): Promise<void> {
  while ((await query()) < atLeast) await sleep(20)
}

async function countReceived(): Promise<number> {
  const [row] = await service.test.sql`select coalesce(sum(item_count), 0)::int as count from import_chunks`
  return row?.count
}

async function countProcessed(): Promise<number> {
  const [row] = await service.test
    .sql`select coalesce(sum(items_processed), 0)::int as count from import_jobs`
  return row?.count
}

async function checkEnd(context: TestContext, title: string, push: Push, expected: number): Promise<void> {
  const start = performance.now()
  const { code, memoryMb } = await push.ended
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  context.diagnostic(
    `${title}: exit code ${code}, ${memoryMb.toFixed(0)} MB at most, ended after ${seconds} s`
  )
  assert.equal(code, expected, push.stdout())
  assert.ok(memoryMb < maxMemoryMb, `${memoryMb} MB`)
}

test('100,000 rows are pushed through two interruptions, in constant memory', {
  skip: !existsSync('/proc/self/status') && 'there is no /proc'
}, async (context) => {
  context.diagnostic(realRows.length > 0 ? 'rows of ../shared/data' : 'generated rows')
  await writeCatalog(join(service.folder, 'large.csv'))

  const sending = startPush('large.csv')
  await untilRows(countReceived, { atLeast: rowCount / 4 })
  sending.child.kill('SIGINT')
  await checkEnd(context, 'interrupted while sending', sending, 130)
  while ((await countReceived()) > 0) await sleep(50)

  const waiting = startPush('large.csv')
  await untilRows(countProcessed, { atLeast: rowCount / 10 })
  waiting.child.kill('SIGINT')
  await checkEnd(context, 'interrupted while the service works', waiting, 130)

  const continued = startPush('large.csv', '--json')
  await checkEnd(context, 'continued', continued, 3)
  const result = JSON.parse(continued.stdout())
  assert.deepEqual(
    [result.rows, result.created, result.failed],
    [rowCount, rowCount - faultCount, faultCount]
  )
  const spoilt = Array.from({ length: faultCount }, (_, number) => faultInterval * (number + 1))
  assert.deepEqual(
    result.errors.map(({ row, column, code }: Record<string, unknown>) => [row, column, code]),
    spoilt.map((index) => [index + 2, kindOf(index)?.column, kindOf(index)?.code])
  )
  assert.equal((await service.jobs(vendor)).length, 1)

  const failed = parse(await service.read('large.failed.csv'), { columns: true, bom: true }) as SupplierRow[]
  assert.equal(failed.length, faultCount)
  await service.write(
    'large.failed.csv',
    csvOf(failed.map((row, number) => ({ ...row, ...goodRow(spoilt[number] ?? 0) })))
  )
  await checkEnd(context, 'corrected', startPush('large.failed.csv'), 0)
  const [stored] = await service.test.sql`
    select count(*)::int as products, count(distinct sku)::int as skus from products where vendor_id = ${vendor.id}`
  assert.deepEqual(stored, { products: rowCount, skus: rowCount })
})
