// Pushes a CSV file with 100,000 rows, and compares it with the stored products before and after some rows are
// edited, added and removed. Then pulls all products and compares the pulled file. Takes about five minutes. Measures
// the time and the memory of the commands on Linux.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import type { TestVendor } from '../../../apps/api/test/app.ts'
import { type CatalogService, catalogService, parseLines } from './catalog-service.ts'
import { csvOf, type SupplierRow, supplierRow } from './push-rows.ts'

const rowCount = 100_000
/** The memory that a command may take: most of it is garbage that the process hasn't collected yet. */
const maxMemoryMb = 320
const main = join(import.meta.dirname, '../src/main.ts')

let service: CatalogService
let vendor: TestVendor
before(async () => {
  service = await catalogService()
  vendor = await service.t.vendor()
})
after(() => service.close())

async function writeRows(name: string, rowOf: (number: number) => SupplierRow | undefined): Promise<void> {
  const output = createWriteStream(join(service.folder, name))
  const header = csvOf([])
  output.write(header)
  for (let number = 1; number <= rowCount; number++) {
    const row = rowOf(number)
    if (row && !output.write(csvOf([row]).slice(header.length))) await once(output, 'drain')
  }
  output.end()
  await once(output, 'finish')
}

/** Runs a command as a process of its own, and reports how long it took and how much memory it needed. */
async function runProcess(context: TestContext, args: string[]): Promise<{ code: number; stdout: string }> {
  const { port } = service.t.app.server.address() as AddressInfo
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--conditions=purveyor-source', main, ...args], {
    cwd: service.folder,
    env: {
      PURVEYOR_URL: `http://127.0.0.1:${port}`,
      PURVEYOR_TOKEN: vendor.owner,
      HOME: service.folder
    },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk))
  let memoryMb = 0
  const status = `/proc/${child.pid}/status`
  const sampling = setInterval(() => {
    const [, kilobytes] = (existsSync(status) && /VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8'))) || []
    memoryMb = Math.max(memoryMb, Number(kilobytes ?? 0) / 1024)
  }, 100)
  const [code] = await once(child, 'close')
  clearInterval(sampling)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  context.diagnostic(`purveyor ${args.join(' ')}: ${seconds} s, ${Math.round(memoryMb)} MB`)
  assert.ok(memoryMb < maxMemoryMb, `${memoryMb} MB`)
  return { code, stdout }
}

test('100,000 pushed rows differ in nothing', async (context) => {
  await writeRows('all.csv', supplierRow)
  await service.push(vendor, ['all.csv'])
  const { code, stdout } = await runProcess(context, ['diff', 'all.csv', '--json'])
  assert.deepEqual(
    parseLines(stdout).map(({ kind, unchanged }) => [kind, unchanged]),
    [['summary', rowCount]]
  )
  assert.equal(code, 0)
})

/** What happens to a row in the edited file: three rows are removed, five are changed, and two get a new SKU. */
function editOf(number: number): 'removed' | 'update' | 'create' | undefined {
  if (number % Math.floor(rowCount / 3) === 0) return 'removed'
  if (number % (rowCount / 5) === 7) return 'update'
  return number % (rowCount / 2) === 9 ? 'create' : undefined
}

test('exactly the edited, new and removed rows are found', async (context) => {
  const expected: unknown[] = []
  await writeRows('edited.csv', (number) => {
    const [row, edit] = [supplierRow(number), editOf(number)]
    if (edit === 'removed') return undefined
    if (edit === undefined) return row
    const SKU = edit === 'create' ? `NEW-${number}` : row.SKU
    expected.push([edit, SKU])
    return { ...row, SKU, Cost: '0.01' }
  })
  const { code, stdout } = await runProcess(context, ['diff', 'edited.csv', '--json'])
  assert.equal(code, 6)
  const records = parseLines(stdout)
  assert.equal(expected.length, 7)
  assert.deepEqual(
    records.slice(0, -1).map(({ kind, code: sku }) => [kind, sku]),
    expected
  )
  const { unchanged, notInFile, isCountExact } = records.at(-1) ?? {}
  assert.deepEqual([unchanged, isCountExact], [rowCount - 10, false])
  assert.ok(Number(notInFile) < rowCount / 20, `${notInFile} products`)
})

test('a pulled catalog of 100,000 products differs in nothing', async (context) => {
  const pulled = await runProcess(context, ['pull', '--output', 'pulled.csv'])
  assert.equal(pulled.code, 0)
  const { code } = await runProcess(context, ['diff', 'pulled.csv'])
  assert.equal(code, 0)
})
