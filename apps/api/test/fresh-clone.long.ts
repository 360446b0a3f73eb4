// Clones the committed state into a folder with a space in its name and runs `npm start` there twice at the
// same time. Both must install, start, respond to the first call and stop on Ctrl-C. Takes some minutes.
// Requires git, npm and access to its registry.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { skipWithout } from './long.ts'
import { removeServiceFolder } from './running-service.ts'

const root = resolve(import.meta.dirname, '../../..')

function skipReason(): string | false {
  const missing = skipWithout('git') || skipWithout('npm')
  if (missing) return missing
  const { status } = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: root, stdio: 'ignore' })
  return status === 0 ? false : 'this is not a git repository'
}

/** Returns the environment without the variables that npm and Node's test runner add. */
function plainEnv(): NodeJS.ProcessEnv {
  const added = /^(npm_(?!config_)|npm_config_(local_)?prefix$|INIT_CWD$|NODE_|TEST_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !added.test(name)))
}

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

function npmStart(clone: string): Started {
  // Its own process group, so that a signal can be sent to all its processes, as a terminal does on Ctrl-C.
  const child = spawn('npm', ['start'], { cwd: clone, env: plainEnv(), detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) }
}

/** Runs the example call that the service prints at start, and returns the output of the call. */
async function firstCall({ child, output }: Started): Promise<string> {
  for (;;) {
    const call = /^ +(curl -s .*)$/m.exec(output())?.[1]
    if (call) return spawnSync('sh', ['-c', call], { encoding: 'utf8' }).stdout
    assert.equal(child.exitCode, null, output())
    await sleep(100)
  }
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch (error) {
    // All processes of the group have already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

describe('a fresh clone', { skip: skipReason() }, () => {
  let folder: string
  let clone: string
  const running: Started[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purveyor-clone-'))
    clone = join(folder, 'a b')
    // If this runs as root, PostgreSQL runs as a different user, who needs access too.
    await chmod(folder, 0o755)
    const cloned = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8' })
    assert.equal(cloned.status, 0, cloned.stderr)
  })
  const signal = (name: NodeJS.Signals) => {
    for (const { child } of running) signalGroup(child.pid ?? 0, name)
  }
  afterEach(async () => {
    signal('SIGKILL')
    for (const { ended } of running.splice(0)) await ended
  })
  after(async () => {
    await removeServiceFolder(clone, '.purveyor')
    await rm(folder, { recursive: true, force: true })
  })

  for (const round of ['the first time', 'again'])
    test(`starts twice at the same time ${round}, responds, and stops on Ctrl-C`, async () => {
      running.push(npmStart(clone), npmStart(clone))
      for (const started of running) {
        const { shippingMethods } = JSON.parse(await firstCall(started))
        assert.ok(shippingMethods.length > 0)
      }
      const addresses = running.map(({ output }) => /API\s+(\S+)/.exec(output())?.[1])
      assert.notEqual(addresses[0], addresses[1])
      signal('SIGINT')
      for (const { ended, output } of running) assert.equal(await ended, 0, output())
    })
})
