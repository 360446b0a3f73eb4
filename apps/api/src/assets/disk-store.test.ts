import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Problem } from '../errors.ts'
import { diskStore } from './disk-store.ts'
import type { AssetStore } from './store.ts'

let root: string
let store: AssetStore
before(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'purveyor-assets-')), 'assets')
  store = diskStore(root)
})
after(() => rm(join(root, '..'), { recursive: true, force: true }))

const bytes = Buffer.from('0123456789')

test('a stored file leaves no temporary file', async () => {
  await store.put('images', 'png', bytes)
  assert.deepEqual(await readdir(join(root, 'drafts')), [])
})

test('old drafts left behind by a crash are removed', async () => {
  const old = join(root, 'drafts', 'old')
  await writeFile(old, 'half')
  await writeFile(join(root, 'drafts', 'young'), 'half')
  await utimes(old, new Date(0), new Date(0))
  await store.removeDrafts(new Date(Date.now() - 3_600_000))
  assert.deepEqual(await readdir(join(root, 'drafts')), ['young'])
})

test('a folder that cannot be written causes a 503 problem with the cause, which is reported', async () => {
  const blocked = join(root, 'blocked')
  await writeFile(blocked, 'a file where the folder should be')
  const reported: unknown[] = []
  const failing = diskStore(blocked, { onError: (...error) => reported.push(error) })
  let cause: unknown
  await assert.rejects(failing.put('images', 'png', bytes), (error) => {
    assert.ok(error instanceof Problem)
    assert.equal(error.status, 503)
    assert.equal(error.headers['retry-after'], '2')
    assert.ok(error.cause instanceof Error)
    cause = error.cause
    return true
  })
  assert.deepEqual(reported, [['put', cause]])
})
