// Runs two nodes and two workers on one database, with clocks that are ten minutes ahead or behind. Needs
// libfaketime (the Debian package libfaketime).
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/db/connect.ts'
import { hashPassword } from '../src/modules/auth/sign-in/passwords.ts'
import { type Cluster, createCluster } from './clusters.ts'
import { serviceFolder } from './running-service.ts'
import { type ServiceNode, startNode } from './service-nodes.ts'
import { createVendor } from './writes.ts'

const secret = 'the-secret-that-all-of-the-nodes-share'
const password = 'a long password'
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
if (!library) throw new Error('This check needs libfaketime. Install the Debian package libfaketime.')

let cluster: Cluster
let folder: string
let nodes: ServiceNode[]
/** The addresses of the node ahead and of the node behind. */
let urls: string[]
let vendor: { id: string; owner: string }
before(async () => {
  cluster = await createCluster()
  folder = await serviceFolder()
  nodes = []
  for (const [role, seconds] of [
    ['api', 600],
    ['api', -600],
    ['worker', 600],
    ['worker', -600]
  ] as const) {
    const env = {
      LD_PRELOAD: library,
      FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`,
      DONT_FAKE_MONOTONIC: '1'
    }
    nodes.push(await startNode(folder, { url: cluster.url, secret, role, env }))
  }
  urls = nodes.flatMap(({ url }) => url ?? [])
  vendor = await createVendor(cluster.url, secret)
  const sql = connect(cluster.url, { max: 1 })
  await sql`update users set password_hash = ${await hashPassword(password)} where vendor_id = ${vendor.id}`
  await sql.end({ timeout: 5 })
})
after(async () => {
  for (const node of nodes) await node.kill()
  await cluster.remove()
  await rm(folder, { recursive: true, force: true })
})

type Call = { method?: string; as?: string; body?: unknown; key?: string }

async function call(url: string, path: string, { method, as, body, key }: Call = {}) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key })
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined, text }
}

/** Runs the work on both nodes. `other` is the other node. */
async function onBoth(work: (url: string, other: string, index: number) => Promise<void>): Promise<void> {
  const [ahead = '', behind = ''] = urls
  await work(ahead, behind, 0)
  await work(behind, ahead, 1)
}

test('both nodes log the difference of their clocks', () => {
  for (const [index, seconds] of [-600, 600].entries()) {
    const logged = /"seconds":(-?\d+),"msg":"the database's clock differs/.exec(nodes[index]?.output() ?? '')
    assert.ok(Math.abs(Number(logged?.[1]) - seconds) <= 2, `${logged?.[1]}`)
  }
})

test('a sign-in on one node is valid on the other for its 15 minutes, and can be refreshed there', async () => {
  await onBoth(async (url, other) => {
    const signIn = await call(url, '/auth/login', { body: { email: `${vendor.id}@example.test`, password } })
    assert.equal(signIn.status, 200, signIn.text)
    const { access_token: token, refresh_token } = signIn.body
    assert.equal((await call(other, '/auth/me', { as: token })).status, 200)
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
    assert.ok(Math.abs(exp - Date.now() / 1000 - 900) < 60, `${exp - Date.now() / 1000}`)
    const refreshed = await call(other, '/auth/refresh', { body: { refresh_token } })
    assert.equal(refreshed.status, 200, refreshed.text)
    assert.equal((await call(url, '/auth/me', { as: refreshed.body.access_token })).status, 200)
  })
})

test('a write that is repeated on the other node takes effect once', async () => {
  await onBoth(async (url, other, index) => {
    const request = {
      as: vendor.owner,
      key: `repeated-${index}`,
      body: { name: 'Bolt', sku: `KEY-${index}` }
    }
    const [first, second] = [
      await call(url, '/vendor/products', request),
      await call(other, '/vendor/products', request)
    ]
    assert.deepEqual([first.status, second.status, second.body.id], [201, 201, first.body.id], second.text)
  })
})

test('both nodes accept a count of now and refuse one of the future', async () => {
  await onBoth(async (url, other, index) => {
    const sku = `STOCK-${index}`
    const body = { name: 'Bolt', sku, variants: [{ sku: `${sku}-1`, name: 'Box', vendorPrice: 10 }] }
    const { body: product } = await call(url, '/vendor/products', { as: vendor.owner, body })
    const count = (node: string, quantity: number, ms: number) => {
      const asOf = new Date(Date.now() + ms).toISOString()
      const variantStock = [{ variantId: product.variants[0].id, quantity, asOf }]
      const path = `/vendor/products/${product.id}`
      return call(node, path, { method: 'PATCH', as: vendor.owner, body: { variantStock } })
    }
    for (const [quantity, node] of [url, other, url].entries()) {
      const counted = await count(node, quantity, 0)
      assert.equal(counted.status, 200, counted.text)
      await sleep(5)
    }
    for (const node of [url, other]) assert.equal((await count(node, 9, 8 * 60_000)).status, 400)
  })
})

test('an upload to either node is processed, and its events arrive in the feeds of both', async () => {
  await onBoth(async (url, other, index) => {
    const items = [{ product: 'Bolt', code: `BULK-${index}`, vendor_price: 1.5 }]
    const sent = await call(url, '/vendor/products/bulk-upload', { as: vendor.owner, body: { items } })
    assert.equal(sent.status, 200, sent.text)
    const job = sent.body.queue_id
    for (const node of [url, other]) {
      const arrived = async () => (await call(node, '/vendor/events?first=100', { as: vendor.owner })).text
      for (const deadline = Date.now() + 30_000; !(await arrived()).includes(job); await sleep(100))
        assert.ok(Date.now() < deadline, await arrived())
    }
  })
})
