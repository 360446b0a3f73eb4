import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { connect, type Sql } from '../src/db/connect.ts'
import { createUser } from '../src/modules/auth/sign-in/accounts.ts'
import { until } from './bucket.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { startMailServer } from './mail.ts'
import { runService, type ServiceProcess, serviceFolder } from './running-service.ts'

const password = 'a password of the operator'
const email = 'operator@example.com'
const sender = 'Market <mail@market.test>'

describe('a running service', () => {
  let database: TestDatabase
  let sql: Sql
  let folder: string
  let service: ServiceProcess | undefined
  before(async () => {
    database = await createTestDatabase()
    folder = await serviceFolder()
    sql = connect(database.url, { max: 1 })
    const member = { vendorId: null, isPlatform: true, role: 'OWNER' as const }
    await sql.begin((tx) => createUser(tx, { email, name: 'Olive', password, ...member }))
  })
  after(async () => {
    await stop()
    await sql.end({ timeout: 5 })
    await database.drop()
    await rm(folder, { recursive: true })
  })

  async function stop(): Promise<void> {
    service?.child.kill('SIGKILL')
    await service?.ended
  }

  /** Starts a process and returns its URL. */
  async function start(env: Record<string, string>): Promise<string> {
    await stop()
    const started = runService(folder, {
      ...{ DATABASE_URL: database.url, JWT_SECRET: 'a-secret-of-the-test-of-mails-of-a-service' },
      ...{ DURABILITY_CHECK: 'off', PORT: '0', LOG_LEVEL: 'info', ...env }
    })
    service = started
    const url = () => /Server listening at (http:[^"]+)/.exec(started.output())?.[1]
    await until(async () => url() !== undefined || started.child.exitCode !== null)
    return url() ?? assert.fail(started.output())
  }

  async function invite(url: string, invited: string): Promise<void> {
    const post = async (path: string, body: object, token?: string) => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body)
      })
      assert.equal(answer.status, 200)
      return await answer.json()
    }
    const { access_token: token } = (await post('/auth/login', { email, password })) as {
      access_token: string
    }
    await post('/platform/members', { email: invited, name: 'Bo', role: 'EDITOR' }, token)
  }

  /** Waits until the process has written this to its log, which it does a moment later. */
  const logged = (text: RegExp) => until(() => text.test(service?.output() ?? ''))
  const readyz = async (url: string) =>
    (await (await fetch(`${url}/readyz`)).json()) as { status: string; mailServer?: string }

  test('says that the mail server is away, serves requests, and sends the mails when it is back', async (t) => {
    const down = await startMailServer()
    const { port } = new URL(down.url)
    await down.close()
    const url = await start({ SMTP_URL: down.url, MAIL_FROM: sender })
    await until(async () => (await readyz(url)).mailServer === 'DOWN')
    await logged(/the mail server can't be used/)
    await invite(url, 'bo@example.com')
    await until(async () => (await sql`select from mails where message_id is not null`).length > 0)
    const server = await startMailServer(Number(port))
    t.after(() => server.close())
    await sql`update mails set due_at = now()`
    await until(async () => server.mails.length > 0)
    assert.equal(server.mails[0]?.recipient, 'bo@example.com')
    assert.ok(server.mails[0]?.text.includes(`${url}/operator/join#`))
    await until(async () => (await readyz(url)).mailServer === 'UP')
    await logged(/the mail server can be reached again/)
  })

  test('sends links with PUBLIC_URL from a worker, and warns if the worker has none', async (t) => {
    const server = await startMailServer()
    t.after(() => server.close())
    const api = await start({ PURVEYOR_ROLE: 'api', SMTP_URL: server.url, MAIL_FROM: sender })
    assert.deepEqual(await readyz(api), { status: 'ok' })
    await invite(api, 'cleo@example.com')
    const worker = { PURVEYOR_ROLE: 'worker', SMTP_URL: server.url, MAIL_FROM: sender }
    await start({ ...worker, PUBLIC_URL: 'https://market.example' })
    await until(async () => server.mails.length > 0)
    assert.ok(server.mails[0]?.text.includes('https://market.example/operator/join#'))
    await start(worker)
    await logged(/mails have no links, because PUBLIC_URL is not set/)
  })

  test('without a mail server, sends nothing, also not later what has happened in the meantime', async () => {
    const url = await start({})
    assert.deepEqual(await readyz(url), { status: 'ok' })
    await invite(url, 'dora@example.com')
    const isNumbered = async () => (await sql`select from events where sequence is null`).length === 0
    await until(isNumbered)
    // The job runs when a process starts, and then every 30 seconds.
    await start({})
    const isSkipped = async () =>
      (await sql`select from mail_progress where position = (select max(sequence) from events)`).length > 0
    await until(isSkipped)
    assert.equal(
      (
        await sql`select from mails m join invitations i on i.id = m.invitation_id where i.email like 'dora@%'`
      ).length,
      0
    )
  })
})
