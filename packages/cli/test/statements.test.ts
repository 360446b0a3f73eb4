import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sharedOperator, type TestOrder, testOrder } from '../../../apps/api/test/orders.ts'
import { ship } from '../../../apps/api/test/shipments.ts'
import { adjust, closePeriod } from '../../../apps/api/test/statements.ts'
import { type CliService, cliService } from './orders-service.ts'

let service: CliService
let order: TestOrder
let closed: { id: string; number: number; firstDay: string; lastDay: string }[]
/** Two statements, of which the second has nothing due, and an open period with one line. */
before(async () => {
  service = await cliService()
  const { t, vendor } = service
  const operator = await sharedOperator(t)
  order = await testOrder(t, vendor, { quantities: [100], stock: 1000 })
  await ship(t, vendor, { orderId: order.id })
  await closePeriod(t, vendor)
  await adjust(t, operator, vendor.id, { amount: -5, reason: 'Damaged parcel' })
  closed = await closePeriod(t, vendor)
  const body = { reference: 'SEPA 17', paidAt: '2026-01-02T00:00:00Z' }
  await t.call(`POST /platform/statements/${closed[1]?.id}/paid`, { as: operator, body })
  await adjust(t, operator, vendor.id, { amount: 3, reason: 'Refund' })
})
after(() => service.close())

const cli = (...args: string[]) => service.cli(['statements', ...args])
const statement = async (id: string) =>
  (await service.t.call(`GET /vendor/statements/${id}`, { as: service.vendor.owner })).body

test('statements are listed as a table, and with --json as the API returns them', async () => {
  const { code, stdout, stderr } = await cli('list')
  assert.equal(code, 0, stderr)
  const days = `${closed[0]?.firstDay} to ${closed[0]?.lastDay}`.replace(/^(\S+) to \1$/, '$1')
  const [head, second, first] = stdout.split('\n')
  assert.match(head ?? '', /^Number +Period +Status +Lines +Balance +Due +Reference/)
  assert.match(second ?? '', new RegExp(`^ *2 +${days} +nothing due +1 +-5.00 USD +0.00 USD`))
  assert.match(first ?? '', / 1 .* paid +2 +1,258.90 USD +1,258.90 USD +SEPA 17/)
  const { json } = await cli('list', '--status', 'paid', '--json')
  assert.deepEqual(json, { statements: [await statement(closed[1]?.id ?? '')], hasMore: false })
  const limited = await cli('list', '--limit', '1', '--json')
  assert.deepEqual([limited.json.statements.length, limited.json.hasMore], [1, true])
  assert.match((await cli('list', '--limit', '1')).stderr, /There are more statements/)
  assert.match((await cli('list', '--status', 'closed', '--limit', '5')).stdout, / 2 /)
  assert.equal((await cli('list', '--status', 'open')).code, 2)
})

test('a statement is found by its number and its id, and the open period by its name', async () => {
  const id = closed[0]?.id ?? ''
  for (const name of ['2', '#2', id, id.toUpperCase()]) {
    assert.deepEqual((await cli('show', name, '--json')).json, await statement(id), name)
  }
  const { stdout } = await cli('show', '1')
  assert.match(stdout, /^Statement 1 .* paid\n/)
  for (const line of [
    /Shipped goods +1,250.00 USD/,
    /Shipping charges +8.90 USD/,
    /Amount due +1,258.90 USD/,
    /Paid .*SEPA 17/
  ])
    assert.match(stdout, line)
  assert.match((await cli('show', '2')).stdout, /Balance +-5.00 USD\n +Amount due +0.00 USD/)
  const open = await cli('show', 'open')
  assert.match(open.stdout, /^Open period .*\n\n +Lines +1\n +Carried over +-5.00 USD\n/)
  assert.equal((await cli('show', 'open', '--json')).json.balances[0].closingBalance, '-2.00')
  for (const name of ['3', '0', 'latest', '019b74b5-9580-7a69-8bfa-b85e914270c6']) {
    const missing = await cli('show', name)
    assert.equal(missing.code, 1, name)
    assert.match(missing.stderr, new RegExp(`There is no statement ${name}\\.`))
  }
})

test('lines are shown as a table, NDJSON or CSV', async () => {
  const { stdout, stderr, code } = await cli('lines', '1')
  assert.equal(code, 0, stderr)
  assert.match(
    stdout,
    new RegExp(`${order.poNumber} +${order.items[0]?.sku} Hex bolt M8 +100 +12.50 +1,250.00 USD`)
  )
  assert.match(stdout, /shipping charge +8.90 USD/)
  assert.match((await cli('lines', 'open')).stdout, /adjustment: Refund +3.00 USD/)
  const records = (await cli('lines', '1', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    records.map(({ kind, amount }) => [kind, amount]),
    [
      ['ITEM', '1250.00'],
      ['SHIPPING', '8.90']
    ]
  )
  const csv = (await cli('lines', '1', '--csv')).stdout
  assert.match(csv, /^statement,recorded_at,kind,.*\n1,.*,ITEM,.*\n1,.*,SHIPPING,.*\n$/)
  assert.equal((await cli('lines', '1', '--output', 'lines.csv')).code, 0)
  assert.equal(await service.read('lines.csv'), csv)
  const again = await cli('lines', 'open', '--output', 'lines.csv')
  assert.equal(again.code, 2)
  assert.match(again.stderr, /lines.csv already exists/)
  assert.equal(await service.read('lines.csv'), csv)
  const replaced = await cli('lines', 'open', '--output', 'lines.csv', '--force', '--json')
  assert.deepEqual(replaced.json, { file: 'lines.csv' })
  assert.match(await service.read('lines.csv'), /,ADJUSTMENT,.*Refund\n$/)
  assert.equal((await cli('lines', '1', '--csv', '--output', 'other.csv')).code, 2)
})

test('a statement is downloaded as a PDF', async () => {
  assert.equal((await cli('download', '1')).code, 0)
  const pdf = await readFile(join(service.folder, 'statement-1.pdf'))
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  const again = await cli('download', '1')
  assert.equal(again.code, 2)
  assert.match(again.stderr, /statement-1.pdf already exists/)
  const { json } = await cli('download', '2', '--output', 'newest.pdf', '--json')
  assert.deepEqual(json, { file: 'newest.pdf' })
  assert.ok((await readFile(join(service.folder, 'newest.pdf'))).length > 1000)
  assert.equal((await cli('download', 'open')).code, 1)
})
