import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestDatabase } from '../../test/database.ts'
import { connect, type Sql, type Tx } from './connect.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql
let killer: Sql
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 2 })
  killer = connect(database.url, { max: 1 })
  await sql`create table items (value integer)`
})
after(async () => {
  await Promise.all([sql.end({ timeout: 1 }), killer.end({ timeout: 1 })])
  await database.drop()
})

async function pidOf(tx: Tx): Promise<number> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}

async function kill(pid: number): Promise<void> {
  await killer`select pg_terminate_backend(${pid}, 5000)`
}

async function assertUsable(): Promise<void> {
  for (let count = 0; count < 4; count++) assert.equal((await sql`select 1 as one`)[0]?.one, 1)
  assert.deepEqual([...(await sql`select value from items`)], [])
}

// If this failed, an exception outside of any promise would end the process of this test file.
test('a connection lost during a statement rejects the transaction and nothing else', async () => {
  const running = sql.begin(async (tx) => {
    const pid = await pidOf(tx)
    await tx`insert into items values (1)`
    const sleeping = tx`select pg_sleep(30)`
    await Promise.all([sleeping, kill(pid)])
  })
  await assert.rejects(running)
  await turn()
  await assertUsable()
})

test('an error in the callback or in a statement rolls the transaction back', async () => {
  await assert.rejects(
    sql.begin(async (tx) => {
      await tx`insert into items values (5)`
      throw new Error('thrown by the callback')
    }),
    /thrown by the callback/
  )
  await assert.rejects(
    sql.begin(async (tx) => {
      await tx`insert into items values (6)`
      await tx`select 1 / 0`
    }),
    { code: '22012' }
  )
  await assertUsable()
})

test('statements can be sent together with BEGIN and COMMIT, in the transaction', async () => {
  const xid = async (tx: Tx) => (await tx`select pg_current_xact_id()::text as id`)[0]?.id
  const closed: unknown[] = []
  const ids = await sql.begin(async (tx, opened: unknown) => [opened, await xid(tx)], {
    opening: xid,
    closing: async (tx) => closed.push(await xid(tx))
  })
  assert.equal(new Set([...ids, ...closed]).size, 1)
  assert.equal(closed.length, 1)
})

test('without a statement for COMMIT, the transaction commits', async () => {
  await sql.begin((tx) => tx`insert into items values (7)`, { closing: () => undefined })
  assert.equal((await sql`delete from items returning value`).count, 1)
  await assertUsable()
})

test('a transaction whose opening fails is rolled back, and its work is not run', async () => {
  const failing = sql.begin(() => assert.fail('the work was run'), { opening: (tx) => tx`select 1 / 0` })
  await assert.rejects(failing, { code: '22012' })
  await assertUsable()
})

test('a transaction is rolled back if the statement sent with COMMIT fails, or is never sent', async () => {
  const write = (tx: Tx) => tx`insert into items values (8)`
  await assert.rejects(sql.begin(write, { closing: (tx) => tx`select 1 / 0` }), { code: '22012' })
  await assertUsable()
  const closing = (tx: Tx) => tx`select ${undefined as unknown as string}`
  await assert.rejects(sql.begin(write, { closing }), /A parameter is undefined/)
  await assertUsable()
  const refuse = async () => {
    await turn()
    throw new Error('thrown before the statement')
  }
  await assert.rejects(sql.begin(write, { closing: refuse }), /thrown before the statement/)
  await assertUsable()
})

/** Starts a proxy that closes a connection as soon as the server has reported an error. */
async function startCuttingProxy(): Promise<{ url: string; stop(): void }> {
  const url = new URL(database.url)
  const [port, host] = [Number(url.port), url.hostname]
  const server = createServer((client) => {
    const upstream = connectTo(port, host)
    client.on('error', () => {}).on('close', () => upstream.destroy())
    client.on('data', (bytes) => void upstream.write(bytes))
    upstream.on('error', () => {}).on('close', () => client.destroy())
    const isError = (bytes: string | Buffer) => bytes[0] === 'E'.charCodeAt(0)
    upstream.on('data', (bytes) => void (isError(bytes) ? client.end(bytes) : client.write(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url.href, stop: () => void server.close() }
}

test('an error that the server reported before the connection was lost is not that of the next statement', async () => {
  const proxy = await startCuttingProxy()
  const cut = connect(proxy.url, { max: 1 })
  const lose = () => assert.rejects(cut`select ${1}::integer from nowhere`, { code: '42P01' })
  await lose()
  assert.equal((await cut`select 1 as one`)[0]?.one, 1)
  await lose()
  assert.equal((await cut.begin((tx) => tx`select 1 as one`))[0]?.one, 1)
  await cut.end({ timeout: 1 })
  proxy.stop()
})
