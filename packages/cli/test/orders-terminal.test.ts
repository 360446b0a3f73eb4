import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testOrder } from '../../../apps/api/test/orders.ts'
import { type CliService, cliService } from './orders-service.ts'
import { skipWithoutTerminal, startOnTerminal } from './terminal.ts'

describe('orders cancel on a terminal', { skip: skipWithoutTerminal() }, () => {
  let service: CliService
  before(async () => {
    service = await cliService()
  })
  after(() => service.close())

  const place = () => testOrder(service.t, service.vendor, { quantities: [3] })
  const cancel = (order: string, ...more: string[]) =>
    startOnTerminal(['orders', 'cancel', order, '--reason', 'OUT_OF_STOCK', ...more], {
      ...{ PURVEYOR_TOKEN: service.vendor.owner, PURVEYOR_URL: service.url, HOME: service.folder }
    })
  const statusOf = async (id: string) =>
    (await service.t.call(`GET /vendor/orders/${id}`, { as: service.vendor.owner })).body.status

  const refusals: [keys: string, name: string][] = [
    ['\r', 'Enter'],
    ['n', 'n'],
    ['\u0003', 'Ctrl-C']
  ]
  for (const [keys, name] of refusals) {
    test(`nothing is cancelled after ${name}`, async () => {
      const { id, orderNumber, poNumber } = await place()
      const running = cancel(orderNumber)
      await running.shows(/● No/)
      assert.match(
        running.text(),
        new RegExp(`all 3 open pieces of the order ${orderNumber} .${poNumber}.\\?`)
      )
      running.type(keys)
      assert.equal(await running.ended, 130)
      assert.match(running.text(), /Nothing was cancelled\./)
      assert.equal(await statusOf(id), 'CONFIRMED')
    })
  }

  test('y cancels, and --yes cancels without a question', async () => {
    const [asked, sure] = [await place(), await place()]
    const running = cancel(asked.orderNumber)
    await running.shows(/● No/)
    running.type('y')
    assert.equal(await running.ended, 0, running.text())
    const unasked = cancel(sure.orderNumber, '--yes')
    assert.equal(await unasked.ended, 0, unasked.text())
    assert.doesNotMatch(unasked.text(), /undone/)
    assert.deepEqual([await statusOf(asked.id), await statusOf(sure.id)], ['CANCELLED', 'CANCELLED'])
  })
})
