import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connect, type Sql } from '../../db/connect.ts'
import { addProblemHandlers } from '../problem.ts'
import { addRateLimit } from './rate-limit.ts'
import { deleteEndedWindows } from './rate-limit-queries.ts'

const minute = 60_000
const client = '192.0.2.1'

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 5 })
})
after(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

type Node = {
  app: FastifyInstance
  /** The statements that the node has sent. */
  statements: number
  /** Milliseconds that are added to the clock of the node. */
  clock: number
}
const started: { app: FastifyInstance; pool: Sql }[] = []
afterEach(async () => {
  for (const { app, pool } of started.splice(0)) {
    await app.close()
    await pool.end({ timeout: 0 })
  }
  await sql`truncate rate_limits`
})

type Limits = Partial<Parameters<typeof addRateLimit>[1]> & { url?: string; clock?: number }

/** Starts a node with its own connections to the common database. */
async function startNode({ url = database.url, clock = 0, ...limits }: Limits): Promise<Node> {
  const pool = connect(url, { max: 2 })
  const app = Fastify()
  const node: Node = { app, statements: 0, clock }
  const counted = new Proxy(pool, {
    apply(target, self, args) {
      node.statements++
      return Reflect.apply(target, self, args)
    }
  })
  addProblemHandlers(app)
  addRateLimit(app, {
    ...{ sql: counted, max: 10_000, storefrontMax: undefined, deadlineMs: 5_000, retryMs: 1 },
    ...{ now: () => performance.now() + node.clock, ...limits }
  })
  for (const path of ['/api/v1/read', '/api/v1/storefront/read', '/docs/*']) app.get(path, () => 'read')
  await app.ready()
  started.push({ app, pool })
  return node
}

/** Starts four nodes whose clocks differ by up to ten minutes. */
async function fourNodes(limits: Limits = {}): Promise<Node[]> {
  return await Promise.all([0, 1, 2, 3].map((n) => startNode({ ...limits, clock: (n * 10 * minute) / 3 })))
}

async function send({ app }: Node, from = client, url = '/api/v1/read') {
  const { statusCode, headers } = await app.inject({ url, remoteAddress: from })
  const [, remaining, seconds] = /;r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? []
  return { status: statusCode, remaining: Number(remaining), seconds: Number(seconds), headers }
}

/** Sends requests to the nodes in turn, and returns how many were accepted, and how many before the first 429. */
async function sendInTurn(nodes: Node[], count: number, from = client) {
  let accepted = 0
  let beforeRefusal: number | undefined
  for (let n = 0; n < count; n++) {
    const { status } = await send(nodes[n % nodes.length] as Node, from)
    if (status === 200) accepted++
    else beforeRefusal ??= accepted
  }
  return { accepted, beforeRefusal: beforeRefusal ?? accepted }
}

const statementsOf = (nodes: Node[]) => nodes.reduce((sum, { statements }) => sum + statements, 0)

describe('the limit of a client on four nodes', () => {
  test('is exact to 5 % at steady load, with about one statement for 100 requests', async (context) => {
    const nodes = await fourNodes()
    await sendInTurn(nodes, 396)
    assert.equal(statementsOf(nodes), 0)
    const { accepted, beforeRefusal } = await sendInTurn(nodes, 10_604)
    const total = 396 + accepted
    context.diagnostic(
      `accepted ${total}, ${396 + beforeRefusal} before the first 429, ${statementsOf(nodes)} statements`
    )
    assert.ok(Math.abs(total - 10_000) <= 500, `${total} requests were accepted`)
    assert.ok(beforeRefusal + 396 >= 9_500, `the first 429 came after ${beforeRefusal + 396} requests`)
    assert.ok(statementsOf(nodes) <= 130, `${statementsOf(nodes)} statements`)
  })

  test('is exact to 5 % if nearly all requests arrive at one node', async () => {
    const nodes = await fourNodes({ max: 2_000 })
    let accepted = 0
    for (const node of nodes.slice(1)) accepted += (await sendInTurn([node], 19)).accepted
    accepted += (await sendInTurn(nodes.slice(0, 1), 2_100)).accepted
    assert.ok(Math.abs(accepted - 2_000) <= 100, `${accepted} requests were accepted`)
  })

  test('is exact if it is small, also for many clients at the same time', async () => {
    const nodes = await fourNodes({ max: 5 })
    const clients = Array.from({ length: 50 }, (_, n) => `198.51.100.${n}`)
    const accepted = await Promise.all(
      clients.map(async (from) => {
        const answers = await Promise.all([...nodes, ...nodes, ...nodes].map((node) => send(node, from)))
        return answers.filter(({ status }) => status === 200).length
      })
    )
    assert.deepEqual(new Set(accepted), new Set([5]))
    // 600 requests and 50 clients, each of which needs several leases.
    assert.ok(statementsOf(nodes) <= 150, `${statementsOf(nodes)} statements`)
  })

  test('has one window, which follows the clock of the database', async () => {
    const nodes = await fourNodes({ max: 100 })
    await sendInTurn(nodes, 40)
    await sql`update rate_limits set ends_at = now() + interval '3 minutes'`
    for (const node of nodes) {
      await sendInTurn([node], 5)
      const { seconds } = await send(node)
      assert.ok(seconds > 120 && seconds <= 180, String(seconds))
    }
    await sendInTurn(nodes, 100)
    for (const node of nodes) assert.equal((await send(node)).status, 429)
    await sql`update rate_limits set ends_at = now()`
    for (const node of nodes) node.clock += 3 * minute
    const { accepted } = await sendInTurn(nodes, 200)
    assert.equal(accepted, 100)
  })
})

describe('a refused request', () => {
  test('gets a 429 with Retry-After, and sends no statement', async () => {
    const node = await startNode({ max: 5 })
    assert.equal((await sendInTurn([node], 5)).accepted, 5)
    const { status, remaining, seconds, headers } = await send(node)
    assert.deepEqual([status, remaining, headers['ratelimit-policy']], [429, 0, '"default";q=5;w=600'])
    assert.equal(headers['retry-after'], String(seconds))
    const before = node.statements
    await sendInTurn([node], 50)
    assert.equal(node.statements, before)
  })

  test('does not count for another limit or another client', async () => {
    const node = await startNode({ max: 2, storefrontMax: 3, docsMax: 4 })
    for (const [url, max] of Object.entries({
      '/api/v1/read': 2,
      '/api/v1/storefront/read': 3,
      '/docs/guides/bulk': 4
    })) {
      for (let n = 0; n < max; n++) assert.equal((await send(node, client, url)).status, 200)
      assert.equal((await send(node, client, url)).status, 429)
      assert.equal((await send(node, '192.0.2.2', url)).status, 200)
    }
  })
})

test('200 concurrent requests share few statements, and the limit is exact', async () => {
  const node = await startNode({ max: 150 })
  const answers = await Promise.all(Array.from({ length: 200 }, () => send(node)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 150)
  assert.ok(node.statements <= 5, `${node.statements} statements`)
})

test('a node forgets the clients whose windows began first if there are too many', async () => {
  const node = await startNode({ max: 10_000, maxClients: 2 })
  for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']) await send(node, from)
  assert.equal((await send(node, '192.0.2.2')).remaining, 9_998)
  assert.equal((await send(node, '192.0.2.1')).remaining, 9_999)
})

test('windows that have ended are deleted', async () => {
  const node = await startNode({ max: 5 })
  for (const from of ['192.0.2.1', '192.0.2.2']) await send(node, from)
  await sql`update rate_limits set ends_at = now() where key = 'default 192.0.2.1'`
  await deleteEndedWindows(sql)
  assert.deepEqual(Array.from(await sql`select key from rate_limits`), [{ key: 'default 192.0.2.2' }])
})

describe('while the database is away', () => {
  const unreachable = 'postgres://nobody@127.0.0.1:1/none'

  test('a node that never reached it counts alone', async () => {
    const node = await startNode({ max: 200, url: unreachable })
    const { accepted, beforeRefusal } = await sendInTurn([node], 250)
    assert.deepEqual([accepted, beforeRefusal], [200, 200])
  })

  test('nodes go on with their last part of the requests, and stay within the limit together', async () => {
    const nodes = await fourNodes({ max: 2_000 })
    await sendInTurn(nodes, 1_000)
    for (const { pool } of started) await pool.end({ timeout: 0 })
    const { accepted } = await sendInTurn(nodes, 1_200)
    assert.ok(Math.abs(accepted + 1_000 - 2_000) <= 100, `${accepted + 1_000} requests were accepted`)
  })

  test('requests wait only once for it, and are reported when it is back', async () => {
    const node = await startNode({ max: 1_000, deadlineMs: 50 })
    await sendInTurn([node], 50)
    const holder = await sql.reserve()
    await holder`begin`
    await holder`lock table rate_limits`
    assert.equal((await sendInTurn([node], 200)).accepted, 200)
    await holder`rollback`
    holder.release()
    const used = async () => {
      await send(node)
      const [row] = await sql<{ used: number }[]>`select used::integer as used from rate_limits`
      return row?.used ?? 0
    }
    const deadline = performance.now() + 10_000
    while ((await used()) < 250 && performance.now() < deadline);
    assert.ok((await used()) >= 250)
    assert.equal((await send(node)).status, 200)
  })
})
