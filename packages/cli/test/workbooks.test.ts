import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { workOn } from '../../../apps/api/test/imports.ts'
import { workbookOf } from '../../../apps/api/test/workbooks.ts'
import { type CliService, cliService } from './orders-service.ts'
import { skipWithoutTerminal, startOnTerminal } from './terminal.ts'

let service: CliService
let working: NodeJS.Timeout
before(async () => {
  service = await cliService()
  const { t } = service
  working = setInterval(() => workOn(t, t.app.deps.sql, 1000), 200)
})
after(async () => {
  clearInterval(working)
  await service.close()
})

const inFolder = (name: string) => join(service.folder, name)

test('a template is written to a file, with the attributes of categories that are named', async () => {
  const as = await service.t.operator('EDITOR')
  const { body } = await service.t.call('POST /platform/categories', { as, body: { name: 'Power drills' } })
  const { code, json, stderr } = await service.cli(['template', '--category', 'Power drills', '--json'])
  assert.equal(code, 0, stderr)
  assert.deepEqual(json, { file: 'products.xlsx', categoryIds: [body.id] })
  const bytes = await readFile(inFolder('products.xlsx'))
  assert.equal(bytes.subarray(0, 2).toString(), 'PK')
  assert.equal((await service.cli(['template'])).code, 2)
  assert.equal((await service.cli(['template', '--force'])).code, 0)
  const unknown = await service.cli(['template', '--category', 'Nothing', '--force'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.stderr, /There is no category Nothing/)
})

test('a workbook is pushed, and its failed rows are written to another one', async () => {
  const rows = [
    ['Name', 'SKU', 'Cost'],
    ['Drill', 'W-1', 10],
    ['Saw', 'W-2', 'cheap']
  ]
  await writeFile(inFolder('catalog.xlsx'), await workbookOf(rows))
  const { code, stdout, stderr } = await service.cli(['push', 'catalog.xlsx'])
  assert.equal(code, 3, stderr)
  assert.match(stdout, /C3 +W-2 +vendor_price/)
  assert.match(stdout, /2 products: 1 created, 0 updated, 0 skipped, 1 failed/)
  assert.equal((await readFile(inFolder('catalog.failed.xlsx'))).subarray(0, 2).toString(), 'PK')
  const column = await service.cli(['push', 'catalog.xlsx', '--delimiter', ';'])
  assert.deepEqual([column.code, /--delimiter. does not apply/.test(column.stderr)], [2, true], column.stderr)
  const failed = await service.cli(['push', 'catalog.failed.xlsx', '--json'])
  assert.deepEqual([failed.code, failed.json.failedFile], [3, 'catalog.failed.2.xlsx'])
  assert.match(
    failed.stderr,
    new RegExp(`failed rows of the import job ${failed.json.retryOf}, which this push`)
  )
  const again = await service.cli(['push', 'catalog.xlsx', '--on-existing', 'skip', '--dry-run', '--json'])
  assert.equal(again.json.items_skipped, 1)
  assert.equal((await service.cli(['push', 'missing.xlsx'])).code, 2)
  await writeFile(inFolder('text.xlsx'), 'a,b')
  const text = await service.cli(['push', 'text.xlsx'])
  assert.equal(text.code, 1)
  assert.match(text.stderr, /text file/)
})

test('a corrected workbook continues its job, also after a dry run, but no job of another vendor', async () => {
  const { t, cli } = service
  const rows = (cost: string | number) => [
    ['Name', 'SKU', 'Cost'],
    ['Plane', 'R-1', cost]
  ]
  await writeFile(inFolder('retry.xlsx'), await workbookOf(rows('cheap')))
  const first = await cli(['push', 'retry.xlsx', '--on-existing', 'update', '--json'])
  assert.deepEqual([first.code, first.json.retryOf], [3, null])
  assert.match(first.stderr, /`purveyor push retry\.failed\.xlsx --on-existing update`/)
  const needsRetry = async () => {
    const { body } = await t.call('GET /vendor/import-jobs?needsRetry=true', { as: service.vendor.owner })
    return body.jobs.some((one: { queue_id: string }) => one.queue_id === first.json.job)
  }
  await writeFile(inFolder('retry.failed.xlsx'), await workbookOf(rows(10)))
  const other = await t.vendor()
  const foreign = await cli(['push', 'retry.failed.xlsx', '--json'], { token: other.owner })
  assert.deepEqual([foreign.code, foreign.json.retryOf], [0, null])
  const dry = await cli(['push', 'retry.failed.xlsx', '--dry-run', '--json'])
  assert.deepEqual([dry.code, dry.json.retryOf, await needsRetry()], [0, first.json.job, true])
  const sent = await cli(['push', 'retry.failed.xlsx', '--yes', '--json'])
  assert.deepEqual([sent.code, sent.json.retryOf, await needsRetry()], [0, first.json.job, false])
  await t.sql`delete from import_jobs where id = ${first.json.job}`
  const late = await cli(['push', 'retry.failed.xlsx', '--on-existing', 'update', '--json'])
  assert.deepEqual([late.code, late.json.retryOf], [0, null], late.stderr)
})

test('values that may be wrong are shown with their cells, and in the job', async () => {
  const rows = [
    ['Name', 'SKU', 'Cost', 'UPC'],
    ['File', 'U-1', 10, '012345678901']
  ]
  await writeFile(inFolder('upc.xlsx'), await workbookOf(rows))
  const { code, stdout } = await service.cli(['push', 'upc.xlsx'])
  assert.equal(code, 0, stdout)
  assert.match(stdout, /Values that may be wrong:/)
  assert.match(stdout, /D2 +U-1 +upc +.*check digit/)
  const job = await service.cli(['jobs', 'show'])
  assert.match(job.stdout, /Warnings +in 1 item: purveyor get .*\s+--query hasWarnings=true/)
})

test('the rows that only a dry run has refused are those of no job', async () => {
  const rows = [
    ['Name', 'SKU', 'Cost'],
    ['Rasp', 'T-1', 'cheap']
  ]
  await writeFile(inFolder('try.xlsx'), await workbookOf(rows))
  assert.equal((await service.cli(['push', 'try.xlsx', '--dry-run'])).code, 3)
  const pushed = await service.cli(['push', 'try.failed.xlsx', '--json'])
  assert.deepEqual([pushed.code, pushed.json.retryOf], [3, null])
})

describe('push of a workbook on a terminal', { skip: skipWithoutTerminal() }, () => {
  const push = (...more: string[]) =>
    startOnTerminal(['push', inFolder('asked.xlsx'), ...more], {
      ...{ PURVEYOR_TOKEN: service.vendor.owner, PURVEYOR_URL: service.url, HOME: service.folder }
    })
  const stored = async () => (await service.t.sql`select from products where sku = 'Q-1'`).length
  before(async () => {
    const rows = [
      ['Name', 'SKU', 'Cost'],
      ['Chisel', 'Q-1', 10]
    ]
    await writeFile(inFolder('asked.xlsx'), await workbookOf(rows))
  })

  test('nothing is sent after n, and y sends it', async () => {
    const refused = push()
    await refused.shows(/Send asked\.xlsx to .+ \(http.+\)\?/s)
    refused.type('n')
    assert.equal(await refused.ended, 130)
    assert.match(refused.text(), /Nothing was sent\./)
    assert.equal(await stored(), 0)
    const asked = push()
    await asked.shows(/● Yes/)
    asked.type('y')
    assert.equal(await asked.ended, 0, asked.text())
    assert.equal(await stored(), 1)
  })

  test('--yes and --dry-run ask nothing', async () => {
    for (const option of ['--yes', '--dry-run']) {
      const running = push(option, '--on-existing', 'skip')
      assert.equal(await running.ended, 0, running.text())
      assert.doesNotMatch(running.text(), /\?/)
    }
  })
})

test('a pulled workbook has all variants, and pushing it changes nothing', async () => {
  const { t, vendor } = service
  const variants = ['P-1', 'P-2'].map((sku) => ({
    sku,
    name: sku,
    vendorPrice: 3,
    attributes: { finish: 'zinc' }
  }))
  const body = { name: 'Pulled bolts', sku: 'P', variants }
  assert.equal((await t.call('POST /vendor/products', { as: vendor.owner, body })).status, 201)
  const pulled = await service.cli(['pull', '--output', 'pulled.xlsx', '--json'])
  assert.deepEqual([pulled.code, pulled.json], [0, { file: 'pulled.xlsx', format: 'xlsx' }], pulled.stderr)
  const exists = await service.cli(['pull', '--format', 'xlsx', '--output', 'pulled.xlsx'])
  assert.deepEqual([exists.code, /already exists/.test(exists.stderr)], [2, true])
  const product = () => t.sql`select name, updated_at, attributes from products where sku = 'P'`
  const before = await product()
  const pushed = await service.cli(['push', 'pulled.xlsx', '--on-existing', 'update', '--json'])
  assert.equal(pushed.code, 0, pushed.stderr)
  assert.ok(pushed.json.items_updated > 0)
  assert.deepEqual(await product(), before)
  const piped = await service.cli(['pull', '--format', 'xlsx'])
  assert.equal(piped.stdout.slice(0, 2), 'PK')
  const filtered = await service.cli(['pull', '--format', 'xlsx', '--status', 'PUBLISHED'])
  assert.deepEqual([filtered.code, /all products/.test(filtered.stderr)], [2, true])
})
