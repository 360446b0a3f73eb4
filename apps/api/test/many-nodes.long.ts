// Starts 20 processes at once on an empty database, and kills six of them at random times while they migrate and
// start. Takes about a minute, mostly for starting the processes.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/db/connect.ts'
import { release } from '../src/lib/release.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { runService, type ServiceProcess, serviceFolder } from './running-service.ts'

let database: TestDatabase
let folder: string
const nodes: ServiceProcess[] = []
before(async () => {
  database = await createTestDatabase({ empty: true })
  folder = await serviceFolder()
})
afterEach(async () => {
  for (const { child, ended } of nodes) {
    child.kill('SIGKILL')
    await ended
  }
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function startNode(role: string): ServiceProcess {
  const settings = {
    ...{ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), PURVEYOR_ROLE: role },
    ...{ JWT_SECRET: 'the secret that all of the nodes share', DURABILITY_CHECK: 'off' },
    ...{ PORT: '0', LOG_LEVEL: 'info' }
  }
  const node = runService(folder, settings)
  nodes.push(node)
  return node
}

async function isServing({ child, output }: ServiceProcess): Promise<void> {
  while (!/Server listening at/.test(output())) {
    assert.equal(child.exitCode ?? child.signalCode, null, output())
    await sleep(50)
  }
}

test('20 processes start at once on an empty database, although some are killed during the start', async () => {
  const sql = connect(database.url, { max: 1 })
  for (let number = 0; number < 20; number++) startNode(number % 2 === 0 ? 'api' : 'worker')
  const tables = async () => (await sql`select from pg_tables where schemaname = 'public'`).length
  while ((await tables()) === 0) await sleep(5)
  const killed = nodes.slice(0, 6)
  for (const { child } of killed) {
    child.kill('SIGKILL')
    await sleep(Math.random() * 300)
  }
  const survivors = nodes.slice(6)
  await Promise.all(survivors.map(isServing))
  const names = (await sql<{ name: string }[]>`select name from schema_migrations`).map(({ name }) => name)
  assert.equal(Math.max(...names.map((name) => Number(name.slice(0, 4)))), release.schemaVersion)

  for (const { child } of survivors) child.kill('SIGTERM')
  for (const { ended, output } of survivors) assert.equal(await ended, 0, output())
  await sql.end()
})
