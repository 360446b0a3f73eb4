import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sequenceEvents } from '../../../apps/api/src/events.ts'
import { type TestOrder, testOrder } from '../../../apps/api/test/orders.ts'
import { unclear } from '../src/orders/find-order.ts'
import { type CliService, cliService } from './orders-service.ts'

let service: CliService
before(async () => {
  service = await cliService()
})
after(() => service.close())

const place = (quantities?: number[]): Promise<TestOrder> =>
  testOrder(service.t, service.vendor, quantities ? { quantities } : {})
const read = async (id: string) =>
  (await service.t.call(`GET /vendor/orders/${id}`, { as: service.vendor.owner })).body
const ups = ['--carrier', 'UPS', '--tracking']

test('orders are listed as a table, and with --json as the API returns them', async () => {
  const order = await place([2, 3])
  const { code, stdout, stderr } = await service.cli([
    'orders',
    'list',
    '--status',
    'confirmed',
    '--limit',
    '1'
  ])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^Number +PO +Placed +Status +Pieces +Total +Ship to/)
  assert.match(
    stdout,
    new RegExp(`${order.orderNumber} +${order.poNumber} .* confirmed +5 .*Ana Lima, Springfield IL`)
  )
  const { json } = await service.cli([
    'orders',
    'list',
    '--search',
    order.poNumber,
    '--placed-after',
    '1h',
    '--json'
  ])
  assert.deepEqual(json.orders, [await read(order.id)])
  assert.equal(json.total, 1)
  const none = await service.cli(['orders', 'list', '--placed-after', '2099-01-01'])
  assert.match(none.stdout, /No orders\./)
  assert.equal((await service.cli(['orders', 'list', '--status', 'open'])).code, 2)
})

test('--late lists the orders that are late with their deadlines, and --due-before those that are due soon', async () => {
  const [late, soon] = [await place(), await place([4])]
  const set = (id: string, hours: number) => service.t.sql`
    update suborders set ship_by = now() + make_interval(hours => ${hours}) where id = ${id}`
  await set(late.id, -5)
  await set(soon.id, 5)
  const { code, stdout, stderr } = await service.cli(['orders', 'list', '--late'])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^Number +PO +Placed +Status +Due +Pieces/)
  assert.match(stdout, new RegExp(`${late.orderNumber} .* \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d late +3 `))
  assert.ok(!stdout.includes(soon.orderNumber))
  const due = await service.cli(['orders', 'list', '--due-before', '2099-01-01', '--json'])
  const ids = due.json.orders.map(({ id }: { id: string }) => id)
  assert.deepEqual(ids, [late.id, soon.id])
  const shown = await service.cli(['orders', 'show', late.orderNumber])
  assert.match(shown.stdout, /Due +.* \(late\)/)
  await service.cli(['orders', 'cancel', soon.orderNumber, '--reason', 'OTHER', '--yes'])
  const cancelled = await service.cli(['orders', 'show', soon.orderNumber])
  assert.match(
    cancelled.stdout,
    /Without cancelled pieces: Subtotal 0\.00 USD, shipping 0\.00 USD, total 0\.00 USD/
  )
})

test('an order is found by its number, its PO number without letters, and its id', async () => {
  const order = await place()
  const { orderNumber, poNumber, id } = order
  for (const name of [
    orderNumber,
    `#${orderNumber}`,
    poNumber,
    poNumber.toLowerCase(),
    poNumber.slice(3),
    id
  ]) {
    const { code, json, stderr } = await service.cli(['orders', 'show', name, '--json'])
    assert.equal(code, 0, stderr)
    assert.equal(json.id, id, name)
  }
  const { stdout } = await service.cli(['orders', 'show', orderNumber])
  assert.match(stdout, new RegExp(`Order ${orderNumber}  ${poNumber}`))
  assert.match(stdout, /Ship to +Ana Lima, 12 Mill Road, Springfield IL 62701, US/)
})

test('a number that no order or several orders have is an error that lists similar ones', async () => {
  const [one, other] = [await place(), await place()]
  const missing = await service.cli(['orders', 'show', 'no-such-number'])
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /There is no order with the number no-such-number/)
  const similar = await service.cli(['orders', 'show', one.orderNumber.slice(0, 6)])
  assert.equal(similar.code, 1)
  assert.match(similar.stderr, new RegExp(`Similar orders: .*${other.orderNumber}`))
  const exact = await Promise.all([read(one.id), read(other.id)])
  const { problem } = unclear('1000-0181', { exact, similar: [] })
  assert.equal(problem.includes(one.poNumber) && problem.includes(other.poNumber), true, problem)
})

test('orders are acknowledged together, and those that fail are named', async () => {
  const [one, other] = [await place(), await place()]
  const { code, stdout } = await service.cli([
    'orders',
    'acknowledge',
    one.orderNumber,
    one.id,
    other.poNumber
  ])
  assert.equal(code, 0, stdout)
  assert.equal((await read(other.id)).status, 'ACKNOWLEDGED')
  const third = await place()
  const again = await service.cli(['orders', 'acknowledge', one.orderNumber, third.orderNumber, '--json'])
  assert.equal(again.code, 3)
  assert.deepEqual([again.json.acknowledged, again.json.failed], [1, 1])
  assert.equal(again.json.results[0].error.code, 'INVALID_TRANSITION')
})

test('--all acknowledges all new orders', async () => {
  await Promise.all([place(), place()])
  assert.equal((await service.cli(['orders', 'acknowledge', '--all'])).code, 0)
  const { json } = await service.cli(['orders', 'list', '--status', 'confirmed', '--json'])
  assert.equal(json.total, 0)
  const none = await service.cli(['orders', 'acknowledge', '--all'])
  assert.match(none.stdout, /There are no new orders/)
  assert.equal((await service.cli(['orders', 'acknowledge'])).code, 2)
})

test('an order is shipped in part, then the rest, and never twice with the same tracking number', async () => {
  const order = await place([3, 2])
  const [first] = order.items
  const item = ['--item', `${first?.sku}=2`]
  const part = await service.cli(['orders', 'ship', order.orderNumber, ...ups, '1Z999AA10123456784', ...item])
  assert.equal(part.code, 0, part.stderr)
  assert.match(part.stdout, /3 pieces of the order are still open/)
  const twice = await service.cli(['orders', 'ship', order.orderNumber, ...ups, '1Z999AA10123456784'])
  assert.equal(twice.code, 1)
  assert.match(twice.stderr, /already has a shipment with the tracking number/)
  const tooMany = await service.cli(['orders', 'ship', order.id, ...ups, 'X', '--item', `${first?.sku}=2`])
  assert.equal(tooMany.code, 1)
  assert.match(tooMany.stderr, /Only 1 piece of/)
  const rest = await service.cli(['orders', 'ship', order.poNumber, ...ups, '1Z999AA10123456793'])
  assert.equal(rest.code, 0, rest.stderr)
  assert.equal((await read(order.id)).status, 'SHIPPED')
  assert.equal((await service.cli(['orders', 'ship', order.id, '--carrier', 'UPS'])).code, 2)
})

test('pieces are cancelled with a reason', async () => {
  const order = await place([3])
  const item = `${order.items[0]?.sku}=1`
  const cancel = ['orders', 'cancel', order.orderNumber, '--reason']
  const { code, stdout } = await service.cli([...cancel, 'out-of-stock', '--item', item, '--note', 'Damaged'])
  assert.equal(code, 0)
  assert.match(stdout, /Cancelled 1 piece of .* now confirmed/)
  const { stdout: rest } = await service.cli([...cancel, 'OTHER'])
  assert.match(rest, /Cancelled 2 pieces of .* now cancelled/)
  const { cancellations } = await read(order.id)
  assert.deepEqual(cancellations.map(({ reason, note }: Record<string, unknown>) => [reason, note]).sort(), [
    ['OTHER', null],
    ['OUT_OF_STOCK', 'Damaged']
  ])
  assert.equal((await service.cli(['orders', 'cancel', order.id])).code, 2)
  assert.equal((await service.cli([...cancel, 'OTHER'])).code, 1)
})

test('watch shows what happens to orders, and ends with the way to continue', async () => {
  const order = await place()
  await service.cli(['orders', 'acknowledge', order.id])
  await service.t.sql.begin((tx) => sequenceEvents(tx, 10_000))
  const stop = new AbortController()
  const onStdout = (text: string) => {
    if (new RegExp(`${order.id}.*"order.acknowledged"|"order.acknowledged".*${order.id}`).test(text))
      stop.abort()
  }
  const args = ['orders', 'watch', '--since', '1h', '--json']
  const { code, stdout, stderr } = await service.cli(args, { signal: stop.signal, onStdout })
  assert.equal(code, 130)
  const records = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const own = records.filter((record) => record.order.id === order.id).map(({ event }) => event.type)
  assert.deepEqual(own, ['order.placed', 'order.acknowledged'])
  assert.match(stderr, new RegExp(`orders watch --after ${records.at(-1)?.event.cursor}`))
})

test('a viewer sees orders but may not acknowledge them', async () => {
  const order = await place()
  const token = service.vendor.viewer
  assert.equal((await service.cli(['orders', 'show', order.id], { token })).code, 0)
  assert.equal((await service.cli(['orders', 'acknowledge', order.id], { token })).code, 4)
  const stranger = await service.t.vendor()
  assert.equal((await service.cli(['orders', 'show', order.orderNumber], { token: stranger.owner })).code, 1)
  assert.equal((await service.cli(['orders', 'show', order.id], { token: stranger.owner })).code, 1)
})
