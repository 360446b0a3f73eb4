import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../src/backup/back-up.ts'
import { BackupError } from '../src/backup/layout.ts'
import { silent } from '../src/backup/progress.ts'
import { restore } from '../src/backup/restore.ts'
import { verify } from '../src/backup/verify.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/db/connect.ts'
import { startEmbeddedDatabase } from '../src/db/driver/embedded.ts'
import { newId } from '../src/lib/ids.ts'
import { type Acknowledged, assertRestored, demoCaller, runCli, startCli, startWriters } from './backups.ts'
import { type RunningService, removeServiceFolder, serviceFolder, startService } from './running-service.ts'

let service: RunningService
let restored: string
let backup: string
let acknowledged: Acknowledged[]
before(async () => {
  service = await startService()
  restored = await serviceFolder()
  backup = join(service.folder, 'backup')
})
after(async () => {
  await service.remove()
  await removeServiceFolder(restored)
})

const source = () => ({ DATA_DIR: join(service.folder, 'data') })
const target = () => ({ DATA_DIR: join(restored, 'data') })

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

/** Waits until the condition is true. The time limit of the test ends the waiting. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

/** Returns the names and states of the replication slots of the service's database. */
async function slots(): Promise<string[]> {
  const database = await startEmbeddedDatabase(source().DATA_DIR, { log: () => {} })
  const sql = connect(database.url, { max: 1 })
  try {
    const rows = await sql<{ name: string }[]>`select slot_name as name from pg_replication_slots`
    return rows.map(({ name }) => name)
  } finally {
    await sql.end({ timeout: 5 })
    await database.stop()
  }
}

/** Changes one byte in the middle of a file, and returns a function that changes it back. */
async function damage(path: string): Promise<() => Promise<void>> {
  const flip = async () => {
    const file = await open(path, 'r+')
    const position = Math.floor((await file.stat()).size / 2)
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
    await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position)
    await file.close()
  }
  await flip()
  return flip
}

const options = (folder = backup) => ({ folder, progress: silent, signal: new AbortController().signal })

async function assertRefused(work: Promise<unknown>, message: string | RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof BackupError, String(error))
    if (typeof message === 'string') assert.equal(error.message, message)
    else assert.match(error.message, message)
    return true
  })
}

async function pathInBackup(pattern: RegExp): Promise<string> {
  const sums = await readFile(join(backup, 'SHA256SUMS'), 'utf8')
  const path = sums.match(new RegExp(`^[0-9a-f]{64} {2}(${pattern.source})$`, 'm'))?.[1]
  assert.ok(path, String(pattern))
  return join(backup, path)
}

describe('npm run backup and npm run restore', () => {
  test('a backup is made while clients write', async () => {
    // With pauses, because the backup takes longer the more is written.
    const writers = await startWriters(service.url, { pauseMs: 250 })
    acknowledged = [...writers.acknowledged]
    const { code, output } = await runCli('backup', [backup], source())
    await writers.stop()
    assert.equal(code, 0, output)
    assert.match(output, /The backup is complete: .* MB in .* files, .* s\.\nIt contains everything/)
    assert.ok(writers.acknowledged.length > acknowledged.length)
    assert.deepEqual(await slots(), [])
    assert.equal(await exists(join(backup, 'INCOMPLETE')), false)
  })

  test('only the owner can read the backup, which has the secrets', {
    skip: process.platform === 'win32'
  }, async () => {
    for (const path of ['', 'manifest.json', 'secrets', 'secrets/jwt-secret', 'secrets/postgres.password'])
      assert.equal((await stat(join(backup, path))).mode & 0o077, 0, path)
  })

  test('--verify reads all rows, indexes and files of the backup', async () => {
    const { code, output } = await runCli('restore', ['--verify', backup], {})
    assert.equal(code, 0, output)
    assert.match(output, /The backup is good: \d+ tables with [\d,]+ rows and \d+ indexes were read/)
  })

  test('a restored service has every write that was acknowledged before the backup', async (context) => {
    const { code, output } = await runCli('restore', [backup], target())
    assert.equal(code, 0, output)
    const copy = await startService(restored)
    context.after(() => copy.child.kill('SIGKILL'))
    await assertRestored(copy.url, acknowledged)
    const vendor = await demoCaller(copy.url, 'owner@harbor.test')
    const newest = async () => (await vendor('GET /vendor/events?last=1')).events[0].sequence
    const old = await newest()
    await vendor('POST /vendor/products', { name: 'After the restore', sku: 'RESTORED-1' })
    await until(async () => (await newest()) !== old)
    // No event gets a number that an event after the backup had.
    assert.ok((await newest()) > 1_000_000)
    copy.child.kill('SIGTERM')
    assert.equal(await copy.ended, 0, copy.output())
  })

  test('a data folder with files is never restored into', async () => {
    await assertRefused(
      restore(readConfig(target()), options()),
      /^The data folder .* is not empty\. Move it away, .*\.$/
    )
  })
})

describe('a backup is refused', () => {
  const empty = () => ({ DATA_DIR: join(restored, 'empty') })

  for (const [what, pattern, use] of [
    ['table', /database\/base\/\d+\/1259/, () => restore(readConfig(empty()), options())],
    ['image', /assets\/images\/[^\n]*/, () => verify(options())]
  ] as const)
    test(`if one byte of a file has changed: ${what}`, async () => {
      const path = await pathInBackup(pattern)
      const repair = await damage(path)
      const damaged = path.slice(backup.length + 1)
      const message = `The backup in ${backup} is damaged: ${damaged} has changed. Use another backup.`
      await assertRefused(use(), message)
      assert.equal(await exists(empty().DATA_DIR), false)
      await repair()
    })

  for (const name of ['manifest.json', 'SHA256SUMS'])
    test(`if one byte of ${name} has changed`, async () => {
      const repair = await damage(join(backup, name))
      await assertRefused(verify(options()), `The file ${name} in ${backup} is damaged. Use another backup.`)
      await repair()
    })

  test('if a file is missing, or there is no backup at all', async () => {
    const path = await pathInBackup(/assets\/images\/[^\n]*/)
    const copy = `${path}.copy`
    await cp(path, copy)
    await rm(path)
    await assertRefused(verify(options()), /is damaged: assets\S+ is missing\. Use another backup\.$/)
    await cp(copy, path)
    await rm(copy)
    await assertRefused(
      verify(options(restored)),
      /contains no backup: the file manifest\.json is missing\.$/
    )
  })

  test('if it was interrupted, and the server retains no WAL for it', async () => {
    const unfinished = join(service.folder, 'unfinished')
    // A pipe that no one writes to holds the copying of the assets up.
    const pipe = join(source().DATA_DIR, 'assets/images/00', `${newId().slice(0, -2)}00.png`)
    await mkdir(dirname(pipe), { recursive: true })
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
    const { child, ended } = startCli('backup', [unfinished], source())
    await until(() => exists(join(unfinished, 'assets')))
    assert.deepEqual(await slots(), [`purveyor_backup_${child.pid}`])
    child.kill('SIGKILL')
    await ended
    await rm(pipe)
    await until(async () => (await slots()).length === 0)
    await assertRefused(
      verify(options(unfinished)),
      /is incomplete: it is still running, or it was interrupted\./
    )
    await assertRefused(
      backUp(readConfig(source()), options(unfinished)),
      /still running or was interrupted\. Name another folder, or delete it if no backup is running\.$/
    )
  })
})

test('the service does not start on the data folder of an interrupted restore', async () => {
  const dataDir = join(restored, 'interrupted')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'restore-incomplete'), '')
  const message = /A restore into .*interrupted is running or was interrupted/
  await assert.rejects(startEmbeddedDatabase(dataDir, { log: () => {} }), message)
  await assertRefused(restore(readConfig({ DATA_DIR: dataDir }), options()), message)
})

describe('npm run backup refuses', () => {
  test('folders that it must not write to, and folders without a database', async () => {
    const cases: [string, Record<string, string>, RegExp][] = [
      [backup, source(), /is not empty\. Name a new or empty folder/],
      [join(source().DATA_DIR, 'backups'), source(), /is inside of the data folder/],
      [join(restored, 'new'), { DATA_DIR: join(restored, 'none') }, /There is no database in .*none\./]
    ]
    for (const [folder, env, message] of cases)
      await assertRefused(backUp(readConfig(env), options(folder)), message)
    assert.deepEqual(await readdir(join(restored, 'new')), [])
    const { code, output } = await runCli('backup', ['--rows', 'true', join(restored, 'rows')], source())
    assert.equal(code, 1)
    assert.match(output, /^Backing up to .*\n.*--rows is only for a database at DATABASE_URL/)
  })

  test('invalid arguments with exit code 2', async () => {
    const cases = [
      runCli('backup', [], {}),
      runCli('backup', ['a', 'b'], {}),
      runCli('restore', ['--rows', 'x', 'a'], {})
    ]
    for (const { code, output } of await Promise.all(cases)) {
      assert.equal(code, 2, output)
      assert.match(output, /^[^\n]+ See --help\.\n$/)
    }
    assert.match((await runCli('restore', ['--help'], {})).output, /^Usage: npm run restore/)
  })
})
