import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '../../test/database.ts'
import { connect, type Sql } from './connect.ts'
import { copyOut } from './copy.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql
before(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 2 })
})
after(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})

const copy = (statement: string, signal = new AbortController().signal) =>
  copyOut(sql, statement, { statementTimeoutMs: 60_000, signal })
const longCopy = `copy (select repeat('x', 1000) from generate_series(1, 1000000)) to stdout`

/** Counts the server's sessions whose last statement was a COPY. */
async function sessions(): Promise<number> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and query like 'copy%'`
  return rows.length
}

async function untilNoSession(): Promise<void> {
  while ((await sessions()) > 0) await sleep(20)
}

function failure(stream: Readable): Promise<Error & { code?: string }> {
  return new Promise((resolve, reject) => {
    stream.once('error', resolve)
    stream.once('end', () => reject(new Error('The stream ended without an error.')))
    stream.resume()
  })
}

test('a copy is read to its end, and then its connection is closed', async () => {
  const stream = await copy('copy (select i from generate_series(1, 50000) i) to stdout')
  const lines = (await text(stream)).split('\n')
  assert.deepEqual([lines.length, lines[0], lines[49_999], lines[50_000]], [50_001, '1', '50000', ''])
  await untilNoSession()
})

test('a copy of no rows is empty', async () => {
  assert.equal(await text(await copy('copy (select 1 where false) to stdout')), '')
  await untilNoSession()
})

test('a copy has its own statement timeout', async () => {
  const shown = `copy (select current_setting('statement_timeout')) to stdout`
  assert.equal(await text(await copy(shown)), '1min\n')
})

test('a statement with an error rejects', async () => {
  await assert.rejects(copy('copy (select * from nowhere) to stdout'), { code: '42P01' })
  await untilNoSession()
})

test('an error after the first bytes is emitted by the stream', async () => {
  const failing = (at: number) =>
    copy(`copy (select 1 / (${at} - i) from generate_series(1, 1000000) i) to stdout`)
  assert.equal((await failure(await failing(500_000))).code, '22012')
  await untilNoSession()
  // The error can arrive together with the first bytes, or after them.
  await assert.rejects(
    failing(2)
      .then(failure)
      .then((error) => Promise.reject(error)),
    { code: '22012' }
  )
  await untilNoSession()
})

test('the stream emits an error if its session is terminated during the copy', async () => {
  const stream = await copy(longCopy)
  const failed = failure(stream)
  stream.pause()
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and query like 'copy%'`
  stream.resume()
  await failed
  await untilNoSession()
})

test('destroying the stream ends the session, even while the server is blocked on sending', async () => {
  const stream = await copy(longCopy)
  while (
    (await sql`select from pg_stat_activity where query like 'copy%' and wait_event = 'ClientWrite'`)
      .length === 0
  )
    await sleep(20)
  stream.destroy()
  await untilNoSession()
})

test('a copy that is aborted before its first bytes rejects', async () => {
  await assert.rejects(copy(longCopy, AbortSignal.abort()))
  const during = new AbortController()
  const waiting = copy('copy (select pg_sleep(600)) to stdout', during.signal)
  while ((await sessions()) === 0) await sleep(20)
  during.abort()
  // The server sends the header of the copy only with its first row.
  await assert.rejects(waiting)
})

test('a copy that is aborted while it connects rejects', async () => {
  const silent = createServer((socket) => void socket.resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const silentSql = connect(`postgres://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/a`)
  const during = new AbortController()
  const connected = new Promise((resolve) => silent.once('connection', resolve))
  const waiting = copyOut(silentSql, longCopy, { statementTimeoutMs: 1000, signal: during.signal })
  await connected
  during.abort()
  await assert.rejects(waiting)
  await new Promise((resolve) => silent.close(resolve))
  await assert.rejects(
    copyOut(silentSql, longCopy, { statementTimeoutMs: 1000, signal: new AbortController().signal })
  )
})
