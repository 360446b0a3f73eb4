import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect, type Sql } from '../src/db/connect.ts'
import { type TestApp, type TestVendor, testApp } from './app.ts'
import { newProduct } from './products.ts'
import { type Loss, type ProtocolProxy, startProtocolProxy } from './protocol-proxy.ts'

const rounds = 10

let loss: Loss = 'reset'
let proxy: ProtocolProxy
let t: TestApp
/** A connection that isn't terminated. */
let admin: Sql
let vendor: TestVendor
let reads: string[]
before(async () => {
  t = await testApp({
    proxied: async (url) => {
      admin = connect(url, { max: 1 })
      proxy = await startProtocolProxy(url, { loss: () => loss, delayMs: () => 0 })
      return proxy.url
    }
  })
  vendor = await t.vendor()
  const created = await t.call('POST /vendor/products', { as: vendor.owner, body: newProduct() })
  assert.equal(created.status, 201, created.text)
  reads = [
    `GET /vendor/products/${created.body.id}`,
    'GET /vendor/products?first=2',
    'GET /vendor/orders',
    'GET /auth/me',
    'GET /vendor/me/shipping-methods'
  ]
})
after(async () => {
  await t.close()
  await admin.end({ timeout: 1 })
  proxy.stop()
})

/** Sends each read twice at the same time. Returns the statuses and the codes of errors. */
async function readAll(): Promise<string[]> {
  const answers = await Promise.all([...reads, ...reads].map((read) => t.call(read, { as: vendor.owner })))
  return answers.map(({ status, body }) => (status === 200 ? '200' : `${status} ${body.code}`))
}

const all200 = () => [...reads, ...reads].map(() => '200')

/** The service notices the end of its connections when it sends the first statement on one of them. */
function endAtNextStatement(): void {
  const ending = new Set(proxy.connections)
  proxy.fromClient = (_, connection) => {
    if (!ending.has(connection)) return undefined
    proxy.fromClient = undefined
    for (const one of ending) one.cut()
    return 'before'
  }
}

test('a read whose connection is dead is sent again on another one', async () => {
  assert.deepEqual(await readAll(), all200())
  for (let round = 0; round < rounds; round++)
    for (loss of ['reset', 'close'] as const) {
      endAtNextStatement()
      assert.deepEqual(await readAll(), all200(), `round ${round}, ${loss}`)
    }
})

test('reads succeed immediately after the server has terminated all idle sessions', async () => {
  for (let round = 0; round < rounds; round++) {
    assert.deepEqual(await readAll(), all200(), `before round ${round}`)
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`
    assert.deepEqual(await readAll(), all200(), `round ${round}`)
  }
})

test('each kind of read succeeds although it is the first statement after all connections were lost', async () => {
  for (const read of reads) {
    endAtNextStatement()
    const { status, text } = await t.call(read, { as: vendor.owner })
    assert.equal(status, 200, text)
  }
})
