import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DatabaseStartError } from './errors.ts'
import { withFileLock } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'purveyor-lock-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('work under the same lock file never overlaps, and a failure releases the lock', async () => {
  const file = join(folder, 'shared')
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise(setImmediate)
    seen.push(`${name} ends`)
    if (name === 'failing') throw new Error('as asked')
    return name
  }
  const [failed, one] = await Promise.allSettled([
    withFileLock(file, work('failing')),
    withFileLock(file, work('one'))
  ])
  assert.equal(failed?.status, 'rejected')
  assert.deepEqual(one, { status: 'fulfilled', value: 'one' })
  assert.deepEqual(seen, ['failing begins', 'failing ends', 'one begins', 'one ends'])
})

test('the lock of a killed process is released', async () => {
  const file = join(folder, 'killed')
  const script = `
    import { withFileLock } from ${JSON.stringify(import.meta.resolve('./file-lock.ts'))}
    await withFileLock(${JSON.stringify(file)}, async () => {
      console.log('locked')
      await new Promise((resolve) => setTimeout(resolve, 2 ** 30))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  await once(child.stdout, 'data')
  const killed = once(child, 'exit')
  child.kill('SIGKILL')
  await killed
  assert.equal(await withFileLock(file, async () => 'mine'), 'mine')
})

test('a lock file that cannot be created is an error', async () => {
  await assert.rejects(
    withFileLock(join(folder, 'missing', 'lock'), async () => {}),
    DatabaseStartError
  )
})

test('callers wait longer for a lock while its owner works', async () => {
  const file = join(folder, 'working')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
  const owner = withFileLock(file, async () => {
    onLocked()
    await held
  })
  await locked
  const timeoutMs = 100
  await assert.rejects(
    withFileLock(file, async () => {}, { timeoutMs }),
    /has held the lock on .* for more than 0.1 seconds\. Stop that process, then try again\.$/
  )
  let polls = 0
  const keepWaiting = () => {
    if (++polls === 20) release()
    return true
  }
  assert.equal(await withFileLock(file, async () => 'mine', { timeoutMs, keepWaiting }), 'mine')
  await owner
})
