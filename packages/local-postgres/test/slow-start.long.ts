// Starts an embedded database whose recovery is slow, hangs or dies. Takes a minute.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster } from '../src/cluster.ts'
import { DatabaseStartError, startLocalPostgres } from '../src/index.ts'
import { findLocation, type Location } from '../src/location.ts'
import { activityOf, isAlive, processesOf, readPidFile } from '../src/processes.ts'

const parent = fs.mkdtempSync(join(tmpdir(), 'local postgres '))
// mkdtemp makes it accessible only to its owner, so tests run by root would create their databases elsewhere.
fs.chmodSync(parent, 0o755)
after(() => fs.rmSync(parent, { recursive: true, force: true }))

const name = 'purveyor'
/** The tests use one cluster, one after another. */
let location: Location

before(async () => {
  const dataDir = join(parent, 'data')
  fs.mkdirSync(dataDir)
  location = findLocation(dataDir, { name, log: () => {} })
  await ensureCluster(location, () => {})
})

/**
 * Writes about 200 MB of WAL without a checkpoint and kills PostgreSQL. It runs without a server: a single process
 * reads the statements from its standard input.
 */
function crashAfterWriting({ programs, cluster, account }: Location): void {
  const settings = ['-c', 'max_wal_size=8GB', '-c', 'checkpoint_timeout=1d']
  const { signal, stderr } = spawnSync(
    join(programs, 'postgres'),
    ['--single', '-D', cluster, ...settings, 'postgres'],
    {
      input: `
drop table if exists rows
create table rows (id integer primary key, text text)
insert into rows select id, repeat('text ', 10) from generate_series(1, 1000000) id
copy (select) to program 'kill -9 $PPID'
`,
      encoding: 'utf8',
      cwd: programs,
      ...account
    }
  )
  assert.equal(signal, 'SIGKILL', stderr)
}

/** Waits for the server of a cluster that is starting, and returns its process id. */
async function postmasterOf({ cluster }: Location): Promise<number> {
  for (;;) {
    const pid = readPidFile(cluster)?.pid ?? 0
    if (pid > 0 && isAlive(pid)) return pid
    await sleep(5)
  }
}

/** Waits for the process that replays the WAL, and returns its id. */
async function replayingProcess(postmaster: number): Promise<number> {
  for (;;) {
    const found = processesOf(postmaster).find(({ title }) => title.includes('startup recovering'))
    if (found) return found.pid
    assert.ok(isAlive(postmaster), 'the server ended')
    await sleep(5)
  }
}

/** Stops a process for a while, then lets it run until it has used CPU time. */
async function slowDown(pid: number, { postmaster, ms }: { postmaster: number; ms: number }): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await sleep(ms)
  const before = activityOf(postmaster)
  process.kill(pid, 'SIGCONT')
  while (activityOf(postmaster) === before) await sleep(5)
}

/** Ends a server that doesn't respond. Its processes end too. */
async function quit(pid: number): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(20)
}

const skip = process.platform === 'win32' && 'Windows has no signals'

test('a server that dies in recovery is reported at once', { skip }, async () => {
  crashAfterWriting(location)
  const starting = assert.rejects(
    startLocalPostgres(location.dataDir, { name, log: () => {} }),
    /^DatabaseStartError: PostgreSQL failed to start\. .* The server ended with SIGKILL\.$/
  )
  const postmaster = await postmasterOf(location)
  const replaying = await replayingProcess(postmaster)
  process.kill(postmaster, 'SIGKILL')
  await starting
  while (isAlive(replaying)) await sleep(20)
})

test('recovery may take longer than the limit as long as it makes progress, and is reported', {
  skip
}, async () => {
  // The database is still as it was after the crash.
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const form =
    /^Waiting for PostgreSQL, which is replaying its write-ahead log \((\d+) of at most (\d+) MB\)\. \d+ s so far\.$/
  const reported = () => lines.map((line) => form.exec(line)).find((found) => found !== null)
  // Long enough for a slow disk: a single flush shows no progress.
  const maxStallMs = 10_000
  const starting = startLocalPostgres(location.dataDir, { name, log, maxStallMs })
  const postmaster = await postmasterOf(location)
  const replaying = await replayingProcess(postmaster)
  const begin = performance.now()
  while (performance.now() - begin < maxStallMs + 2000 || !reported())
    await slowDown(replaying, { postmaster, ms: 1500 })
  const database = await starting
  await database.stop()
  const [, replayed, total] = reported() ?? []
  assert.ok(Number(total) > 100 && Number(total) < 250, lines.join('\n'))
  assert.ok(Number(replayed) < Number(total), lines.join('\n'))
})

test('a server that makes no progress is an error, and is used if it continues', { skip }, async () => {
  crashAfterWriting(location)
  const options = { name, log: () => {}, maxStallMs: 12_000 }
  const starting = assert.rejects(startLocalPostgres(location.dataDir, options), (error) => {
    assert.ok(error instanceof DatabaseStartError)
    assert.match(
      error.message,
      // The process may stop before it has begun to replay, on a slow disk also right after files were flushed.
      /^PostgreSQL in .*data\/postgres is (?:replaying its write-ahead log \(\d+ of at most \d+ MB\)|starting|flushing its files to disk before recovery), but has made no progress for \d+ s: look at its log, .*postgres\.log, and if it doesn't continue, end process \d+ and start again\.$/
    )
    return true
  })
  const postmaster = await postmasterOf(location)
  const replaying = await replayingProcess(postmaster)
  process.kill(replaying, 'SIGSTOP')
  await starting
  await assert.rejects(
    startLocalPostgres(location.dataDir, { ...options, maxStallMs: 1000 }),
    /has made no progress for \d+ s/
  )
  process.kill(replaying, 'SIGCONT')
  const database = await startLocalPostgres(location.dataDir, { ...options, maxStallMs: 60_000 })
  assert.equal(readPidFile(location.cluster)?.pid, postmaster)
  await database.stop()
})

test('a server of another process that dies while it is starting is started again', { skip }, async () => {
  fs.writeFileSync(join(location.cluster, 'recovery.signal'), '')
  const settings = { restore_command: 'sleep 600' }
  const options = { name, log: () => {} }
  const first = startLocalPostgres(location.dataDir, { ...options, settings, maxStallMs: 1000 })
  await assert.rejects(first, /postgres is (?:starting|flushing .*), but has made no progress for \d+ s/)
  const hanging = await postmasterOf(location)
  const second = startLocalPostgres(location.dataDir, options)
  await sleep(200)
  fs.rmSync(join(location.cluster, 'recovery.signal'))
  await quit(hanging)
  const database = await second
  assert.notEqual(readPidFile(location.cluster)?.pid, hanging)
  await database.stop()
})
