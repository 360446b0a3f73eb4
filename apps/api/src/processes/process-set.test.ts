import assert from 'node:assert/strict'
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, before, describe, test } from 'node:test'
import { until } from '../../test/bucket.ts'
import { ProcessSet, type SetTimes } from './process-set.ts'

// Runs in a process of its own: it is the supervisor of other processes.

before(() => cluster.setupPrimary({ exec: join(import.meta.dirname, '../../test/member-program.ts') }))

const settings = {
  port: 1,
  host: '127.0.0.1',
  role: 'all',
  processes: 2,
  metricsPort: undefined,
  drainMs: 0
} as const
const times = { pingMs: 3_600_000, stableMs: 3_600_000, retryMs: 1, maxRetryMs: 5 }

let logged: string[] = []
let set: ProcessSet
afterEach(() => set.stop())

function createSet(behaviour: 'serves' | 'fails' | 'mute', more: Partial<SetTimes> = {}): ProcessSet {
  process.env.MEMBER = behaviour
  logged = []
  const write = (_: object, message: string) => void logged.push(message)
  set = new ProcessSet(settings, {
    log: { info: write, warn: write, error: write },
    times: { ...times, ...more }
  })
  return set
}

const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
const pids = () => running().map(({ process: { pid } }) => pid)
const isLogged = (message: string, count = 1) =>
  until(async () => logged.filter((line) => line === message).length >= count)

async function kill(worker: Worker | undefined): Promise<void> {
  assert.ok(worker)
  worker.process.kill('SIGKILL')
  await once(worker, 'exit')
}

describe('a process set', () => {
  test('starts its processes, and ends with code 0 when it is stopped', async () => {
    assert.equal(await createSet('serves').start(), true)
    assert.equal(running().length, 2)
    await set.stop()
    assert.equal(await set.ended, 0)
    assert.deepEqual(running(), [])
  })

  test('ends with code 1 if its first process cannot be started', async () => {
    assert.equal(await createSet('fails').start(), false)
    assert.equal(await set.ended, 1)
  })

  test('replaces a process again and again', async () => {
    await createSet('serves').start()
    for (let count = 1; count <= 4; count++) {
      await kill(running()[0])
      await isLogged('a process was replaced', count)
    }
    assert.equal(running().length, 2)
  })

  test('kills and replaces a process that does not respond', async () => {
    await createSet('mute', { pingMs: 10 }).start()
    const mute = pids()
    process.env.MEMBER = 'serves'
    await isLogged('a process does not respond and is killed', 2)
    await until(() => pids().length === 2 && pids().every((pid) => !mute.includes(pid)))
    await isLogged('a process was replaced', 2)
  })

  test('goes on with its other processes if one cannot be started again', async () => {
    await createSet('serves').start()
    process.env.MEMBER = 'fails'
    await kill(running()[0])
    await isLogged('a process could not be started', 10)
    assert.ok(running().some((worker) => worker.isConnected()))
    process.env.MEMBER = 'serves'
    await isLogged('a process was replaced')
    assert.equal(running().length, 2)
  })

  test('ends with code 1 if none of its processes can be started again', async () => {
    await createSet('serves').start()
    process.env.MEMBER = 'fails'
    await Promise.all(running().map(kill))
    assert.equal(await set.ended, 1)
  })

  test('replaces all of its processes on request, and once more if it is asked in the meantime', async () => {
    await createSet('serves').start()
    const old = pids()
    set.replaceAll()
    set.replaceAll()
    await isLogged('a process was replaced', 4)
    assert.equal(pids().length, 2)
    assert.equal(new Set([...old, ...pids()]).size, 4)
  })

  test('leaves its processes as they are if they cannot be replaced', async () => {
    await createSet('serves').start()
    const old = pids()
    process.env.MEMBER = 'fails'
    set.replaceAll()
    await isLogged('a process could not be replaced, so the others are not replaced')
    assert.deepEqual(pids(), old)
  })

  test('stops while it replaces a process', async () => {
    await createSet('serves').start()
    set.replaceAll()
    await set.stop()
    assert.equal(await set.ended, 0)
    assert.deepEqual(running(), [])
  })
})
