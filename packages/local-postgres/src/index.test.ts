import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseStartError, type LocalPostgres, startLocalPostgres } from './index.ts'

const parent = fs.mkdtempSync(join(tmpdir(), 'local postgres '))
// mkdtemp makes it accessible only to its owner, so tests run by root would create their databases elsewhere.
fs.chmodSync(parent, 0o755)
const started: LocalPostgres[] = []
after(async () => {
  for (const database of started) await database.stop()
  fs.rmSync(parent, { recursive: true, force: true })
})

async function start(dataDir: string) {
  const database = await startLocalPostgres(dataDir, { name: 'purveyor', log: () => {} })
  started.push(database)
  return database
}

/**
 * Starts the database in another process, which prints the URL and stops the database when its stdin ends.
 */
async function startInChild(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const script = `
    import { startLocalPostgres } from ${JSON.stringify(import.meta.resolve('./index.ts'))}
    const database = await startLocalPostgres(${JSON.stringify(dataDir)}, { name: 'purveyor', log: () => {} })
    console.log(database.url)
    process.stdin.on('end', () => database.stop()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  for await (const url of createInterface({ input: child.stdout })) return { child, url }
  throw new Error('The child process ended before it had started the database.')
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.stdin?.end()
  await ended
}

async function query<T>(url: string, statement: string): Promise<T | undefined> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ value: T }>(`select (${statement}) as value`)
    return rows[0]?.value
  } finally {
    await client.end()
  }
}

function postmasterOf(location: string): number {
  return Number.parseInt(fs.readFileSync(join(location, 'postmaster.pid'), 'utf8'), 10)
}

const dataDir = join(parent, 'first data')

test('the first start creates a durable database that sorts identically on every system', async () => {
  const { url, location, stop } = await start(dataDir)
  const show = (name: string) => query<string>(url, `current_setting('${name}')`)
  assert.equal(location, join(fs.realpathSync(dataDir), 'postgres'))
  assert.equal(await show('data_checksums'), 'on')
  assert.equal(await show('server_encoding'), 'UTF8')
  assert.equal(await show('listen_addresses'), '127.0.0.1')
  assert.equal(await show('unix_socket_directories'), '')
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) assert.equal(await show(name), 'on')
  const locale = `select concat(datlocprovider, datlocale) from pg_database where datname = 'purveyor'`
  assert.equal(await query(url, locale), 'bC.UTF-8')
  const { mode } = fs.statSync(join(dataDir, 'postgres.password'))
  assert.equal(mode & 0o777, process.platform === 'win32' ? 0o666 : 0o600)
  await assert.rejects(query(url.replace(/:[^:@]+@/, ':guessed@'), '1'), { code: '28P01' })
  await stop()
  assert.equal(fs.existsSync(join(location, 'postmaster.pid')), false)
})

test('a server left behind by a killed process is found and used again', async () => {
  const { child, url } = await startInChild(dataDir)
  const killed = once(child, 'exit')
  child.kill('SIGKILL')
  await killed
  const postmaster = postmasterOf(join(dataDir, 'postgres'))
  const database = await start(dataDir)
  assert.equal(database.url, url)
  assert.equal(postmasterOf(database.location), postmaster)
  await database.stop()
})

test('a server that is killed is restarted at the same address', async () => {
  const database = await start(dataDir)
  const killed = postmasterOf(database.location)
  process.kill(killed, 'SIGKILL')
  let answer: number | undefined
  while (answer === undefined) {
    await sleep(50)
    answer = await query<number>(database.url, '1').catch(() => undefined)
  }
  assert.equal(answer, 1)
  assert.notEqual(postmasterOf(database.location), killed)
  await database.stop()
})

test('a stale pid file whose process id belongs to another program does not prevent a start', async () => {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = [process.ppid, join(dataDir, 'postgres'), 1, 1, '', '127.0.0.1', '0 0', 'ready']
  fs.writeFileSync(pidFile, lines.join('\n'))
  const database = await start(dataDir)
  assert.notEqual(postmasterOf(database.location), process.ppid)
  await database.stop()
})

test('two concurrent starts share one server, which stops with the last of them', async () => {
  const shared = join(parent, 'shared')
  const [one, other] = await Promise.all([startInChild(shared), startInChild(shared)])
  assert.equal(one.url, other.url)
  await end(one.child)
  assert.equal(await query(other.url, '1'), 1)
  await end(other.child)
  assert.equal(fs.existsSync(join(shared, 'postgres', 'postmaster.pid')), false)
})

const refusals = [
  {
    title: 'a data folder that is a file',
    prepare: (folder: string) => fs.writeFileSync(folder, ''),
    message: /^The data folder .* cannot be written: EEXIST/
  },
  {
    title: 'a database of another major version',
    prepare: (folder: string) => putFile(join(folder, 'postgres', 'PG_VERSION'), '17\n'),
    message: /was created by PostgreSQL 17, but this release runs PostgreSQL 18/
  },
  {
    title: 'a folder with other files',
    prepare: (folder: string) => putFile(join(folder, 'postgres', 'letter.txt'), 'Dear'),
    message: /is not empty and does not contain a PostgreSQL database/
  },
  {
    title: 'a database without its password file',
    prepare: (folder: string) => putFile(join(folder, 'postgres', 'PG_VERSION'), '18\n'),
    message: /^The database's password file cannot be read: ENOENT/
  },
  {
    title: 'a recorded location that no longer exists',
    prepare: (folder: string) => putFile(join(folder, 'postgres.location'), join(folder, 'moved')),
    message: /that folder no longer exists/
  }
]

function putFile(path: string, text: string): void {
  fs.mkdirSync(dirname(path), { recursive: true })
  fs.writeFileSync(path, text)
}

for (const [index, { title, prepare, message }] of refusals.entries()) {
  test(`${title} is refused with a message for the user`, async () => {
    const folder = join(parent, `refused ${index}`)
    prepare(folder)
    await assert.rejects(start(folder), (error) => {
      assert.ok(error instanceof DatabaseStartError)
      assert.match(error.message, message)
      return true
    })
  })
}

if (process.geteuid?.() === 0)
  test('for root, the database of a private folder is created elsewhere and found again', async () => {
    const closed = join(parent, 'closed')
    fs.mkdirSync(closed, { mode: 0o700 })
    const folder = join(closed, 'data')
    const first = await start(folder)
    after(() => fs.rmSync(first.location, { recursive: true, force: true }))
    assert.notEqual(dirname(first.location), fs.realpathSync(folder))
    await first.stop()
    const second = await start(folder)
    assert.equal(second.location, first.location)
    assert.equal(await query(second.url, '1'), 1)
    await second.stop()
  })
