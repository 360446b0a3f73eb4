import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { release } from '../src/lib/release.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import {
  compileCache,
  metricsPortOf,
  runService,
  type ServiceProcess,
  serviceFolder
} from './running-service.ts'
import { sampleOf, scrape } from './scrape.ts'

let database: TestDatabase
let folder: string
const nodes: ServiceProcess[] = []

before(async () => {
  database = await createTestDatabase({ empty: true })
  folder = await serviceFolder()
})
afterEach(async () => {
  for (const { child, ended } of nodes.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const settingsOf = (disk: string, env: Record<string, string>) => ({
  DATABASE_URL: database.url,
  JWT_SECRET: 'the-secret-that-all-of-the-nodes-share',
  DATA_DIR: join(folder, disk),
  // The test server runs with fsync off.
  DURABILITY_CHECK: 'off',
  PORT: '0',
  LOG_LEVEL: 'info',
  ...env
})

const start = (disk: string, env: Record<string, string> = {}) => runService(folder, settingsOf(disk, env))

/** Starts a node that is killed at the end of the test. */
function node(disk: string, env: Record<string, string> = {}): ServiceProcess {
  const started = start(disk, env)
  nodes.push(started)
  return started
}

async function assertServes({ child, output }: ServiceProcess): Promise<void> {
  while (!/Server listening at/.test(output())) {
    assert.equal(child.exitCode, null, output())
    await new Promise((done) => setTimeout(done, 20))
  }
}

/**
 * Asserts that the process exited with code 1 and printed one line besides its log, which matches the
 * pattern.
 */
async function assertRefused({ ended, output }: ServiceProcess, pattern: RegExp): Promise<void> {
  assert.equal(await ended, 1, output())
  const lines = output().trim().split('\n')
  const messages = lines.filter((line) => !line.startsWith('{"level":'))
  assert.equal(messages.length, 1, output())
  assert.match(messages[0] ?? '', pattern)
}

async function operator(command: string, env: Record<string, string>): Promise<string> {
  const path = join(import.meta.dirname, '../src/cli/operator.ts')
  const child = spawn(process.execPath, [path, command], {
    env: { PATH: process.env.PATH ?? '', ...compileCache(), ...env }
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  assert.deepEqual([code, err], [0, ''])
  return out
}

describe('nodes of one database', () => {
  let first: ServiceProcess
  let worker: ServiceProcess
  before(() => {
    first = start('shared', { METRICS_PORT: '0' })
    worker = start('shared', { PURVEYOR_ROLE: 'worker', PURVEYOR_COMMIT: '3b82e68' })
  })
  after(async () => {
    for (const { child, ended } of [first, worker]) {
      child.kill('SIGKILL')
      await ended
    }
  })

  test('start concurrently if they share a folder and a secret; others refuse to start', async () => {
    await Promise.all([first, worker].map(assertServes))
    const otherDisk = /^The asset folder .*other\/assets is not the one that this database uses: .*\.$/
    await Promise.all([
      assertRefused(node('other', { PURVEYOR_ROLE: 'api' }), otherDisk),
      assertRefused(node('other', { PURVEYOR_ROLE: 'worker' }), otherDisk),
      assertRefused(
        node('shared', { JWT_SECRET: 'a-secret-that-the-others-do-not-have' }),
        /^JWT_SECRET is not the one .*\.$/
      )
    ])
  })

  test('a worker serves the health checks and logs that it is ready', async () => {
    const url = /Server listening at (http:[^"]+)/.exec(worker.output())?.[1]
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    const version = await (await fetch(`${url}/version`)).json()
    assert.deepEqual(version, { ...release, commit: '3b82e68' })
    worker.child.kill('SIGTERM')
    assert.equal(await worker.ended, 0)
    assert.match(worker.output(), /"role":"worker".*"commit":"3b82e68".*"msg":"the service is ready"/)
  })

  test('serve metrics if METRICS_PORT is set, and refuse to start if it is in use', async () => {
    const port = await metricsPortOf(first)
    const found = await scrape(`http://127.0.0.1:${port}/metrics`)
    assert.equal(sampleOf(found, 'purveyor_build_info', { role: 'all', version: release.version }), 1)
    const taken =
      /^The metrics cannot be served on 127\.0\.0\.1:\d+: .*\. Set METRICS_PORT to another port\.$/
    await assertRefused(node('shared', { METRICS_PORT: port }), taken)
  })
})

describe('nodes of one database with another secret or folder', () => {
  test('start beside each other in the steps of a rotation of the secret', async () => {
    const [old, next] = ['the-secret-that-all-of-the-nodes-share', 'the-secret-that-replaces-it-step-by-step']
    const values = [`${old} ${next}`, `${next} ${old}`]
    await Promise.all(
      values.map((value) => assertServes(node('shared', { PURVEYOR_ROLE: 'api', JWT_SECRET: value })))
    )
    await assertServes(node('shared', { PURVEYOR_ROLE: 'api', JWT_SECRET: next }))
    await assertRefused(node('shared'), /^JWT_SECRET is not the one/)
  })

  test('must start with the new folder and secret after the operator has changed them', async () => {
    const secret = { JWT_SECRET: 'the-secret-that-comes-after-the-first' }
    const changed = settingsOf('moved', secret)
    assert.match(await operator('adopt-assets', changed), /moved\/assets now belongs to this database/)
    assert.match(await operator('rotate-secret', changed), /^Every node must now have this JWT_SECRET/)
    assert.match(await operator('adopt-assets', changed), /already belongs to this database/)
    assert.match(await operator('rotate-secret', changed), /is already the one/)
    await Promise.all([
      assertServes(node('moved', secret)),
      assertRefused(node('shared', secret), /is not the one that this database uses/),
      assertRefused(node('moved'), /^JWT_SECRET is not the one/)
    ])
  })
})
