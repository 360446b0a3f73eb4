import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate/migrate.ts'
import { runService, type ServiceProcess, serviceFolder } from './running-service.ts'

const page = join(import.meta.dirname, '../../../docs/operations/secure.md')
const suffix = randomBytes(4).toString('hex')
const password = randomBytes(18).toString('base64url')
const [owner, service, name] = ['owner', 'service', 'database'].map((part) => `test_${part}_${suffix}`)

/** The statements of docs/operations/secure.md, with names and passwords of this test. */
let blocks: string[]
let folder: string
let node: ServiceProcess | undefined
before(async () => {
  const text = await readFile(page, 'utf8')
  blocks = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) =>
    sql
      .replaceAll(/'the password of [^']*'/g, `'${password}'`)
      .replaceAll('purveyor_owner', owner ?? '')
      .replaceAll('purveyor_service', service ?? '')
      .replaceAll('database purveyor', `database ${name}`)
  )
  folder = await serviceFolder()
})
after(async () => {
  node?.child.kill('SIGKILL')
  await node?.ended
  await run(urlOf(), [
    `drop database if exists ${name} with (force)`,
    `drop role if exists ${service}, ${owner}`
  ])
  await rm(folder, { recursive: true, force: true })
})

/** Returns the URL of the test's database as this user, or of the test server as its superuser. */
function urlOf(user?: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  if (user !== undefined) Object.assign(url, { username: user, password, pathname: `/${name}` })
  return url.href
}

async function run(url: string, statements: string[]): Promise<void> {
  const sql = connect(url, { max: 1 })
  try {
    for (const statement of statements) await sql.unsafe(statement)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const statementsOf = (block = '') => block.split(/;\s*/).filter((statement) => statement !== '')

test('a database user with the documented rights can run the service, but not change the schema', async () => {
  const [users, rights, laterRights] = blocks
  await run(urlOf(), statementsOf(users))
  await run(urlOf(owner), statementsOf(rights))
  const sql = connect(urlOf(owner), { max: 3 })
  await migrate(sql)
  await sql.end({ timeout: 5 })
  await run(urlOf(owner), statementsOf(laterRights))

  node = runService(folder, {
    ...{ DATABASE_URL: urlOf(service), JWT_SECRET: password.repeat(2), DATA_DIR: join(folder, 'data') },
    ...{ MIGRATE_AT_START: 'off', DURABILITY_CHECK: 'off', PORT: '0', LOG_LEVEL: 'info' }
  })
  const { child, output } = node
  let url: string | undefined
  while (!url) {
    assert.equal(child.exitCode, null, output())
    url = /Server listening at (http:[^"]+)/.exec(output())?.[1]
    await new Promise((done) => setTimeout(done, 20))
  }
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  const credentials = { email: 'ana@example.com', password: 'not the password' }
  const headers = { 'content-type': 'application/json' }
  const login = { method: 'POST', headers, body: JSON.stringify(credentials) }
  assert.equal((await fetch(`${url}/api/v1/auth/login`, login)).status, 401)
  await run(urlOf(service), ['select create_history_partitions()', 'select drop_old_history_partitions()'])
  for (const change of [
    'create table more ()',
    'drop table vendors',
    'alter table vendors add column more text'
  ])
    await assert.rejects(run(urlOf(service), [change]), { code: '42501' })
  child.kill('SIGTERM')
  assert.equal(await node.ended, 0, output())
  assert.doesNotMatch(output(), /permission denied|must be owner|job failed/)
})
