import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { workOn } from '../../../apps/api/test/imports.ts'
import { type CliService, cliService } from './service.ts'

let s: CliService
before(async () => {
  s = await cliService()
})
after(() => s.close())

/** Uploads two valid items and one with an error. Resolves to the id of the job, which waits for a worker. */
async function upload(prefix: string, options: string[] = []): Promise<string> {
  const items = [
    { product: 'Bolt', code: `${prefix}-1`, vendor_price: 1.5 },
    { product: 'Nut', code: `${prefix}-2`, vendor_price: 'cheap' },
    { product: 'Tool 工具', code: `${prefix}-3`, vendor_price: 2 }
  ]
  await writeFile(join(s.cli.home, 'items.ndjson'), items.map((item) => JSON.stringify(item)).join('\n'))
  const { stdout } = await s.run([
    'post',
    '/vendor/products/bulk-upload',
    '--data',
    '@items.ndjson',
    ...options
  ])
  return JSON.parse(stdout).queue_id
}

async function uploadAndWork(prefix: string): Promise<string> {
  const id = await upload(prefix)
  await workOn(s.t, undefined, 1000)
  return id
}

test('a vendor without jobs reads that', async () => {
  assert.equal((await s.run(['jobs', 'list'])).stdout, 'There are no import jobs.\n')
  const { code, stderr } = await s.run(['jobs', 'show'])
  assert.equal(stderr, 'Error: There are no import jobs.\n`purveyor push FILE` uploads a catalog.\n')
  assert.equal(code, 1)
})

test('watch waits until the job has ended, and the exit code says that items have failed', async () => {
  const id = await upload('W')
  const watched = s.run(['jobs', 'watch', id])
  await workOn(s.t)
  const { code, stdout, stderr } = await watched
  assert.equal(code, 3)
  assert.match(stdout, /Status +COMPLETED_WITH_ERRORS\n +Items +3 of 3 processed: 2 created, 1 failed\n/)
  assert.match(stderr, new RegExp(`\`purveyor jobs failures ${id}\` shows the errors\\.`))
})

test('Ctrl-C ends watch but not the job', async () => {
  const id = await upload('C')
  const stop = new AbortController()
  const watched = s.run(['jobs', 'watch', id], { signal: stop.signal })
  stop.abort()
  const { code, stderr } = await watched
  assert.equal(code, 130)
  assert.match(stderr, new RegExp(`The service continues with the job\\.\n\`purveyor jobs watch ${id}\``))
  await workOn(s.t)
  assert.equal((await s.run(['jobs', 'watch', id, '--json'])).code, 3)
})

test('list and show describe jobs, the newest first', async () => {
  const id = await uploadAndWork('L')
  const { stdout } = await s.run(['jobs', 'list', '--status', 'completed_with_errors', '--limit', '1'])
  assert.match(
    stdout,
    new RegExp(
      `^Job +Created +Status +Result\n${id}  [\\d :-]+  COMPLETED_WITH_ERRORS  2 created, 1 failed\n`
    )
  )
  const { jobs } = JSON.parse((await s.run(['jobs', 'list', '--limit', '2', '--json'])).stdout)
  assert.deepEqual([jobs.length, jobs[0].queue_id], [2, id])
  assert.match((await s.run(['jobs', 'show'])).stdout, new RegExp(`Job +${id}\n`))
  const wrong = await s.run(['jobs', 'list', '--status', 'DONE'])
  assert.match(wrong.stderr, /`--status` must be one of RECEIVING, QUEUED/)
  assert.equal(wrong.code, 2)
})

test('list marks dry runs', async () => {
  const id = await upload('D', ['--query', 'dry_run=true'])
  const row = async () => (await s.run(['jobs', 'list', '--limit', '1'])).stdout.split('\n')[1] ?? ''
  assert.match(await row(), new RegExp(`^${id}  [\\d :-]+  QUEUED \\(dry run\\)  none processed$`))
  await workOn(s.t, undefined, 1000)
  assert.match(await row(), /COMPLETED_WITH_ERRORS \(dry run\) {2}2 would be created, 1 failed$/)
})

test('failures shows the errors as a table, CSV or NDJSON', async () => {
  const id = await uploadAndWork('F')
  const table = await s.run(['jobs', 'failures', id])
  assert.match(table.stdout, /^Item +SKU +Field +Problem\n +2 +F-2 +vendor_price +must be a decimal number/)
  assert.equal(table.stderr, '1 error in 1 failed item\n')
  const item = JSON.parse((await s.run(['jobs', 'failures', id, '--json'])).stdout)
  assert.deepEqual([item.index, item.code, item.errors[0].field], [1, 'F-2', 'vendor_price'])
  const line = JSON.parse((await s.run(['jobs', 'failures', id, '--format', 'ndjson'])).stdout)
  assert.deepEqual([line.code, line.vendor_price, line._index], ['F-2', 'cheap', 1])
  const csv = await s.run(['jobs', 'failures', id, '--format', 'csv'])
  assert.match(csv.stdout, /code/)
  assert.match(csv.stdout, /F-2/)
  const wrong = await s.run(['jobs', 'failures', id, '--format', 'xml'])
  assert.match(wrong.stderr, /`--format` must be table, csv or ndjson, not `xml`\./)
})

test('retry queues the failed items as a new job, and waits for it with --watch', async () => {
  const id = await uploadAndWork('R')
  const { stdout } = await s.run(['jobs', 'retry', id, '--json'])
  const { queue_id: again, retry_of } = JSON.parse(stdout)
  assert.equal(retry_of, id)
  await workOn(s.t)
  const shown = JSON.parse((await s.run(['jobs', 'watch', again, '--json'])).stdout)
  assert.deepEqual([shown.retry_of, shown.items_failed], [id, 1])
  const none = await s.run(['jobs', 'retry', '019b1d81-1f00-7685-8684-567946cdd4f3'])
  assert.equal(none.code, 1)
})

test('cancel stops a job that waits, and refuses one that has ended', async () => {
  const id = await upload('X')
  const { code, stdout } = await s.run(['jobs', 'cancel', id])
  assert.match(stdout, /Status +CANCELLED\n +Items +3 of 3 processed: 3 cancelled/)
  assert.equal(code, 0)
  assert.equal((await s.run(['jobs', 'watch', id])).code, 1)
  assert.equal((await s.run(['jobs', 'cancel', id])).code, 1)
})
