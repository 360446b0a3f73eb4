import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sellables, stockOfVariant } from '../../../apps/api/test/orders.ts'
import { chunkRows } from '../src/stock/apply.ts'
import { type CliService, cliService } from './orders-service.ts'
import { losingProxy } from './stock-proxy.ts'
import { program, type Running, start } from './terminal.ts'

const bulkUpdate = '/api/v1/vendor/products/bulk-update'

let service: CliService
before(async () => {
  service = await cliService()
})
after(() => service.close())

test('a process that is killed after every request continues, and applies every row once', async (t) => {
  const goods = await sellables(service.t, service.vendor, { stock: [100, 100, 100] })
  // The requests have the variants in their first row, in a row in the middle, and in their only row.
  const rows = Array.from({ length: 2 * chunkRows + 1 }, (_, index) => `NO-SUCH-SKU-${index},1`)
  for (const [index, row] of [0, chunkRows + 9, 2 * chunkRows].entries())
    rows[row] = `${goods[index]?.sku},-10`
  await service.write('killed.csv', `code,change\n${rows.join('\n')}\n`)

  let running: Running | undefined
  // The requests 1, 3 and 5 are repetitions of those whose response the killed process hasn't received.
  const proxy = await losingProxy(t, service.url, ({ path, number }) => {
    const isKilled = path === bulkUpdate && number % 2 === 0
    if (isKilled) running?.child.kill('SIGKILL')
    return isKilled
  })
  const env = {
    PURVEYOR_TOKEN: service.vendor.owner,
    PURVEYOR_URL: proxy.url,
    HOME: service.folder,
    XDG_STATE_HOME: join(service.folder, 'state')
  }
  const [node = '', ...args] = [...program, 'stock', 'change', join(service.folder, 'killed.csv')]
  const codes: (number | null)[] = []
  while (codes.length < 6 && codes.at(-1) !== 3) {
    running = start(node, args, env)
    codes.push(await running.ended)
  }
  assert.deepEqual(codes, [null, null, null, 3], running?.text() ?? '')
  assert.match(running?.text() ?? '', /Continuing the run that began at .*: 4,000 of 4,001 rows/)
  assert.match(running?.text() ?? '', /Updated +3\n/)
  const stock = await Promise.all(goods.map(async ({ id }) => (await stockOfVariant(service.t, id)).onHand))
  assert.deepEqual(stock, [90, 90, 90])
  const sent = proxy.passed.filter(({ path }) => path === bulkUpdate)
  assert.deepEqual(
    sent.map(({ replayed }) => replayed),
    [false, true, false, true, false, true]
  )
})

test('a command that changes something ends its work if no one reads its output', async () => {
  const [good] = await sellables(service.t, service.vendor, { stock: [5] })
  await service.write('unread.csv', `code,amount\n${good?.sku},7\nNO-SUCH-SKU,1\n`)
  const words = [...program, 'stock', 'set', join(service.folder, 'unread.csv')].map((word) => `'${word}'`)
  const env = {
    PURVEYOR_TOKEN: service.vendor.owner,
    PURVEYOR_URL: service.url,
    HOME: service.folder,
    XDG_STATE_HOME: join(service.folder, 'state')
  }
  const unread = start('bash', ['-c', `set -o pipefail; ${words.join(' ')} | true`], env)
  assert.equal(await unread.ended, 3)
  assert.equal((await stockOfVariant(service.t, good?.id ?? '')).onHand, 7)
})
