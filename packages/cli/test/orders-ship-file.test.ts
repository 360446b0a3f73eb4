import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestOrder, testOrder } from '../../../apps/api/test/orders.ts'
import { type CliService, cliService } from './orders-service.ts'
import { losingProxy } from './stock-proxy.ts'

const shipments = '/api/v1/vendor/shipments/bulk'

let service: CliService
before(async () => {
  service = await cliService()
})
after(() => service.close())

const place = (quantities?: number[]): Promise<TestOrder> =>
  testOrder(service.t, service.vendor, quantities ? { quantities } : {})
/** The quantities of each shipment of an order, in the order of their tracking numbers. */
async function shipped(id: string): Promise<[string, number[]][]> {
  const { body } = await service.t.call(`GET /vendor/orders/${id}`, { as: service.vendor.owner })
  const found = body.shipments.map(({ trackingNumber, items }: Shipment): [string, number[]] => [
    trackingNumber,
    items.map(({ quantity }) => quantity)
  ])
  return found.sort(([one]: [string], [other]: [string]) => (one < other ? -1 : 1))
}
type Shipment = { trackingNumber: string; items: { quantity: number }[] }

test('a file ships many orders, with a row for each SKU where only a part is shipped', async () => {
  const [one, two, three] = [await place(), await place([4, 2]), await place([1])]
  const [a, b] = two.items
  const rows = [
    'PO number,Carrier,Tracking no,SKU,Qty',
    `${one.poNumber},UPS,T1,,`,
    `${two.poNumber},UPS,T2,${a?.sku},3`,
    `${three.orderNumber},DHL,T3,,`,
    `${two.poNumber},UPS,T2,${b?.sku},2`,
    `${two.poNumber},UPS,T4,${a?.sku},1`
  ]
  await service.write('shipments.csv', `${rows.join('\n')}\n`)
  const { code, stdout, stderr } = await service.cli(['orders', 'ship', '--file', 'shipments.csv'])
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /✓ Done\.\n +Shipments +4\n/)
  assert.deepEqual(await shipped(one.id), [['T1', [3]]])
  assert.deepEqual(await shipped(two.id), [
    ['T2', [3, 2]],
    ['T4', [1]]
  ])

  const again = await service.cli(['orders', 'ship', '--file', 'shipments.csv', '--json'])
  assert.equal(again.code, 3)
  assert.equal(again.json.shipped, 0)
  assert.equal(again.json.errors.length, 5)
  assert.ok(again.json.errors.every((one: { code: string }) => one.code === 'ALREADY_SHIPPED'))
})

test('rows that fail are reported by row and column, and the others are shipped', async () => {
  const order = await place([2, 2])
  const [a, b] = order.items
  const rows = [
    'order,tracking,sku,quantity',
    `${order.orderNumber},F1,${a?.sku},1`,
    'NO-SUCH-ORDER,F2,,',
    `${order.orderNumber},F3,${a?.sku},1`,
    `${order.orderNumber},F3,${b?.sku},9`,
    `${order.orderNumber},F4,${b?.sku},`,
    `${order.orderNumber},,,`,
    `${order.orderNumber},F5,NO-SKU,1`
  ]
  await service.write('faults.csv', `${rows.join('\n')}\n`)
  const args = ['orders', 'ship', '--file', 'faults.csv', '--carrier', 'UPS']
  const { code, stdout } = await service.cli(args)
  assert.equal(code, 3)
  for (const line of [
    /^faults\.csv:3:order: "NO-SUCH-ORDER" There is no order/m,
    /^faults\.csv:4: .*same shipment as row 5/m,
    /^faults\.csv:5:quantity: "9" Only 2 pieces/m,
    /^faults\.csv:6:quantity: must not be empty/m,
    /^faults\.csv:7:tracking: must not be empty/m,
    /^faults\.csv:8:sku: "NO-SKU" The order has no item/m,
    /Done\. 6 rows failed\.\n +Shipments +1\n/
  ]) {
    assert.match(stdout, line)
  }
  assert.deepEqual(await shipped(order.id), [['F1', [1]]])
  const failed = await service.read('faults.failed.csv')
  const fixed = failed.replace(`F3,${b?.sku},9`, `F3,${b?.sku},2`)
  const keep = fixed.split('\n').filter((line) => !/^[^F]*,F[3]|^order/.test(line) === false)
  await service.write('faults.failed.csv', `${keep.join('\n')}\n`)
  const next = await service.cli(['orders', 'ship', '--file', 'faults.failed.csv', '--carrier', 'UPS'])
  assert.equal(next.code, 0, next.stdout)
  assert.deepEqual(await shipped(order.id), [
    ['F1', [1]],
    ['F3', [1, 2]]
  ])
})

test('a file that was interrupted after the service shipped its orders continues, and ships once', async (t) => {
  const order = await place([5])
  const stop = new AbortController()
  const proxy = await losingProxy(t, service.url, ({ path, number }) => {
    if (path !== shipments || number > 0) return false
    stop.abort()
    return true
  })
  const sku = order.items[0]?.sku
  await service.write('once.csv', `order,carrier,tracking,sku,qty\n${order.orderNumber},UPS,O1,${sku},2\n`)
  const args = ['orders', 'ship', '--file', 'once.csv']
  const first = await service.cli(args, { url: proxy.url, signal: stop.signal })
  assert.equal(first.code, 130, first.stderr)
  assert.match(first.stderr, /run the same command again: `purveyor orders ship --file once\.csv`/)
  const second = await service.cli(args, { url: proxy.url })
  assert.equal(second.code, 0, second.stdout + second.stderr)
  assert.match(second.stdout, /✓ Done\.\n +Shipments +1\n/)
  assert.deepEqual(await shipped(order.id), [['O1', [2]]])
  const sent = proxy.passed.filter(({ path }) => path === shipments)
  assert.deepEqual(
    sent.map(({ replayed }) => replayed),
    [false, true]
  )
})

test('options of a single shipment are refused with --file', async () => {
  await service.write('one.csv', 'order,carrier,tracking\nA,UPS,1\n')
  for (const more of [['1000-0181'], ['--tracking', 'X'], ['--item', 'A=1']]) {
    assert.equal((await service.cli(['orders', 'ship', '--file', 'one.csv', ...more])).code, 2)
  }
})
