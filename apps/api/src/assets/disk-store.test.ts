import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Problem } from '../errors.ts'
import { diskStore } from './disk-store.ts'
import type { AssetStore, StoredFile } from './store.ts'

let root: string
let store: AssetStore
before(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'purveyor-assets-')), 'assets')
  store = diskStore(root)
})
after(() => rm(join(root, '..'), { recursive: true, force: true }))

const id = '01968d2a-7a51-7c3e-9f0b-2f4f6f1f9c11'
const bytes = Buffer.from('0123456789')

function diskPath(path: string): string {
  const [folder = '', name = ''] = path.split('/')
  return join(root, folder, name.slice(34, 36), name)
}

async function read(path: string, range?: { start: number; end: number }): Promise<string | undefined> {
  const stream = await store.read(path, range)
  return stream && (await buffer(stream)).toString()
}

async function all(): Promise<StoredFile[]> {
  return Array.fromAsync(store.list())
}

async function age(path: string, hours: number): Promise<void> {
  const time = new Date(Date.now() - hours * 3_600_000)
  await utimes(diskPath(path), time, time)
}

test('an empty store lists and finds no files', async () => {
  const empty = diskStore(join(root, 'none'))
  assert.deepEqual(await Array.fromAsync(empty.list()), [])
  assert.equal(await empty.read(`images/${id}.png`), undefined)
  assert.equal(await empty.stat(`images/${id}.png`), undefined)
  await empty.remove(`images/${id}.png`)
  await empty.removeDrafts(new Date())
})

test('a restored file has the given path and replaces a file with this path', async () => {
  const path = `documents/${id}.pdf`
  for (const text of ['an earlier attempt', 'restored']) {
    await store.restore(path, Buffer.from(text))
    assert.equal(await read(path), text)
  }
  assert.deepEqual(await readdir(join(root, 'drafts')), [])
  await assert.rejects(store.restore('documents/../../secret', bytes), /Not a storage path/)
  await store.remove(path)
})

test('a stored file has a new path and can be read completely or in part', async () => {
  const [first, second] = await Promise.all([
    store.put('images', 'png', bytes),
    store.put('images', 'png', bytes)
  ])
  assert.notEqual(first, second)
  assert.match(first, /^images\/[0-9a-f-]{36}\.png$/)
  assert.equal(await read(first), '0123456789')
  assert.equal(await read(first, { start: 3, end: 5 }), '345')
  assert.equal((await store.stat(first))?.bytes, 10)
  assert.deepEqual(await readdir(join(root, 'drafts')), [])
})

test('an empty file can be stored', async () => {
  const path = await store.put('documents', 'txt', Buffer.alloc(0))
  assert.equal(await read(path), '')
})

test('a removed file is not found, and removing it again is not an error', async () => {
  const path = await store.put('documents', 'txt', bytes)
  await store.remove(path)
  await store.remove(path)
  assert.equal(await store.read(path), undefined)
})

test('every stored file is listed once with its size and time, and no other file', async () => {
  const path = await store.put('pending', 'webp', bytes)
  await writeFile(join(root, 'images', 'note.txt'), 'not a folder')
  await mkdir(join(root, 'images', 'zz'), { recursive: true })
  await writeFile(join(root, 'images', 'zz', 'thumbs.db'), 'not ours')
  const files = await all()
  assert.equal(files.filter((file) => file.path === path).length, 1)
  assert.ok(files.every((file) => /^(images|documents|pending)\/[0-9a-f-]{36}\.[a-z]{3,4}$/.test(file.path)))
  const found = files.find((file) => file.path === path)
  assert.deepEqual(found && { path, ...(await store.stat(path)) }, found)
})

test('publishing creates a public file with a new time and leaves the pending file', async () => {
  const pending = await store.put('pending', 'webp', bytes)
  await age(pending, 48)
  const since = Date.now() - 60_000
  const path = await store.publish(pending)
  assert.match(path, /^images\/[0-9a-f-]{36}\.webp$/)
  assert.equal(await read(path), '0123456789')
  assert.ok(Number((await store.stat(path))?.modifiedAt) > since)
  assert.ok(await store.stat(pending))
  await store.remove(pending)
  assert.equal(await read(path), '0123456789')
  assert.notEqual(await store.publish(await store.put('pending', 'webp', bytes)), path)
})

test('only pending files that exist can be published', async () => {
  await assert.rejects(store.publish(`pending/${id}.webp`), { code: 'ENOENT' })
  await assert.rejects(store.publish(await store.put('images', 'webp', bytes)), /Only pending/)
})

test('a text that is not a storage path never reaches the disk', async () => {
  await writeFile(join(root, 'secret.png'), 'secret')
  for (const path of [
    '',
    'secret.png',
    '../secret.png',
    `images/../secret.png`,
    '/etc/passwd',
    `images/${id}.png\0`
  ]) {
    const refused = { message: /^Not a storage path/ }
    await assert.rejects(store.read(path), refused)
    await assert.rejects(store.stat(path), refused)
    await assert.rejects(store.remove(path), refused)
    await assert.rejects(store.publish(path), refused)
  }
  assert.equal(await readFile(join(root, 'secret.png'), 'utf8'), 'secret')
})

test('old drafts left behind by a crash are removed', async () => {
  const old = join(root, 'drafts', 'old')
  await writeFile(old, 'half')
  await writeFile(join(root, 'drafts', 'young'), 'half')
  await utimes(old, new Date(0), new Date(0))
  await store.removeDrafts(new Date(Date.now() - 3_600_000))
  assert.deepEqual(await readdir(join(root, 'drafts')), ['young'])
})

test('a folder that cannot be written causes a 503 problem with the cause', async () => {
  const blocked = join(root, 'blocked')
  await writeFile(blocked, 'a file where the folder should be')
  await assert.rejects(diskStore(blocked).put('images', 'png', bytes), (error) => {
    assert.ok(error instanceof Problem)
    assert.equal(error.status, 503)
    assert.equal(error.headers['retry-after'], '2')
    assert.ok(error.cause instanceof Error)
    return true
  })
})
