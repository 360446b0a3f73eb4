import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { withFolderLock } from './folder-lock.mjs'

const parent = mkdtempSync(join(tmpdir(), 'purveyor-lock-'))
after(() => rmSync(parent, { recursive: true, force: true }))

test('work under the same lock never overlaps, and onWait is called once', async () => {
  const lock = join(parent, 'below', 'shared')
  const seen = []
  const work = async () => {
    seen.push('begins')
    await new Promise(setImmediate)
    seen.push('ends')
  }
  const wait = () => seen.push('waits')
  await Promise.all([withFolderLock(lock, work, wait), withFolderLock(lock, work, wait)])
  assert.deepEqual(seen, ['begins', 'waits', 'ends', 'begins', 'ends'])
  assert.equal(existsSync(lock), false)
})

test('a failure releases the lock', async () => {
  const lock = join(parent, 'failing')
  await assert.rejects(
    withFolderLock(lock, async () => {
      throw new Error('as asked')
    }),
    /as asked/
  )
  assert.equal(await withFolderLock(lock, async () => 'mine'), 'mine')
})

test('the lock of a process that has ended is taken over', async () => {
  const lock = join(parent, 'stale')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  mkdirSync(lock)
  writeFileSync(join(lock, 'owner'), `${pid} ${hostname()}`)
  assert.equal(await withFolderLock(lock, async () => 'mine'), 'mine')
})
