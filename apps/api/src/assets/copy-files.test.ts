import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { storeKinds, type TestLocations } from '../../test/asset-stores.ts'
import { copyFiles } from './copy-files.ts'

const kinds: TestLocations[] = []
before(async () => {
  for (const { start } of storeKinds) kinds.push(await start())
})
after(() => Promise.all(kinds.map((kind) => kind.stop())))

test('files of a folder are copied to a bucket and back, and a repetition copies only new files', async () => {
  const [folders, buckets] = kinds
  assert.ok(folders && buckets)
  const [folder, bucket, other] = [folders.newLocation(), buckets.newLocation(), folders.newLocation()]
  const paths: string[] = []
  for (let count = 0; count < 20; count++) {
    const part = (['images', 'documents', 'pending'] as const)[count % 3] ?? 'images'
    paths.push(await folder.store.put(part, 'webp', Buffer.from(`file ${count}`)))
  }
  assert.deepEqual(await copyFiles(folder.store, bucket.store), { copied: 20, skipped: 0 })
  paths.push(await folder.store.put('images', 'png', Buffer.from('file 20')))
  assert.deepEqual(await copyFiles(folder.store, bucket.store), { copied: 1, skipped: 20 })
  assert.deepEqual(await copyFiles(bucket.store, other.store), { copied: 21, skipped: 0 })
  for (const [index, path] of paths.entries()) {
    const file = await other.store.read(path)
    assert.ok(file)
    assert.equal((await buffer(file)).toString(), `file ${index}`)
  }
})
