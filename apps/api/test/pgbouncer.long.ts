// Starts the service behind PgBouncer in each pooling mode. Needs PgBouncer (the Debian package pgbouncer).

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/db/connect.ts'
import { type Cluster, createCluster } from './clusters.ts'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'
import { runService, serviceFolder } from './running-service.ts'
import { startNodes } from './service-nodes.ts'
import { assertWrittenOnce, createVendor, startWrites } from './writes.ts'

const program = findProgram('pgbouncer', 'the Debian package pgbouncer')
const secret = 'the-secret-that-all-of-the-nodes-share'

let cluster: Cluster
let folder: string
let pooler: ChildProcess | undefined
before(async () => {
  cluster = await createCluster()
  folder = await mkdtemp(join(tmpdir(), 'purveyor-pgbouncer-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  pooler?.kill('SIGKILL')
  if (pooler) await once(pooler, 'close')
  pooler = undefined
})
after(async () => {
  await cluster.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Starts PgBouncer and returns the URL of the database behind it. */
async function startPooler(settings: Record<string, string>): Promise<string> {
  const url = new URL(cluster.url)
  const users = join(folder, 'users.txt')
  const lines = {
    ...{ listen_addr: '127.0.0.1', listen_port: await freePort(), unix_socket_dir: '' },
    ...{ auth_type: 'scram-sha-256', auth_file: users, max_client_conn: 200, default_pool_size: 60 },
    ...settings
  }
  const config = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  const databases = `[databases]\n* = host=127.0.0.1 port=${url.port}\n[pgbouncer]\n`
  await writeFile(users, `"${url.username}" "${url.password}"\n`)
  await writeFile(join(folder, 'pgbouncer.ini'), `${databases}${config.join('\n')}\n`)
  // PgBouncer refuses to run as root.
  const user = process.geteuid?.() === 0 ? ['-u', 'nobody'] : []
  pooler = spawn(program, [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  url.port = String(lines.listen_port)
  for (const deadline = Date.now() + 10_000; !(await accepts(url.href)); await sleep(50))
    assert.ok(Date.now() < deadline, 'PgBouncer accepts no connections.')
  return url.href
}

async function accepts(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1 })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function assertRefused(url: string, message: RegExp): Promise<void> {
  const service = await serviceFolder()
  const { ended, output } = runService(service, { DATABASE_URL: url, JWT_SECRET: secret, PORT: '0' })
  assert.equal(await ended, 1, output())
  const lines = output().trim().split('\n')
  assert.equal(lines.length, 1, output())
  console.log(lines[0])
  assert.match(lines[0] ?? '', message)
  await rm(service, { recursive: true, force: true })
}

for (const pool_mode of ['transaction', 'statement'])
  for (const default_pool_size of ['1', '60'])
    test(`${pool_mode} pooling with ${default_pool_size} sessions is refused`, async () => {
      const url = await startPooler({ pool_mode, default_pool_size })
      await assertRefused(url, /shares sessions between connections/)
    })

test('session pooling works', async () => {
  const url = await startPooler({ pool_mode: 'session' })
  const { folder: data, nodes } = await startNodes({ url, secret, roles: ['api', 'worker'] })
  const vendor = await createVendor(cluster.url, secret)
  const writes = startWrites([nodes[0]?.url ?? ''], { owner: vendor.owner, perSecond: 20 })
  await writes.succeededAfter(performance.now())
  await assertWrittenOnce(cluster.url, vendor.id, await writes.finish())
  for (const node of nodes) await node.kill()
  await rm(data, { recursive: true, force: true })
})
