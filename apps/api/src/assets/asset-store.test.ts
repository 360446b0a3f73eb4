import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { storeKinds, type TestLocation, type TestLocations } from '../../test/asset-stores.ts'
import type { AssetStore, StoredFile } from './store.ts'

const id = '01968d2a-7a51-7c3e-9f0b-2f4f6f1f9c11'
const bytes = Buffer.from('0123456789')

for (const { kind, start } of storeKinds) {
  describe(`an asset store: ${kind}`, () => {
    let locations: TestLocations
    let location: TestLocation
    let store: AssetStore
    before(async () => {
      locations = await start()
      location = locations.newLocation()
      store = location.store
    })
    after(() => locations.stop())

    async function read(path: string, range?: { start: number; end: number }): Promise<string | undefined> {
      const stream = await store.read(path, range)
      return stream && (await buffer(stream)).toString()
    }

    async function all(): Promise<StoredFile[]> {
      return Array.fromAsync(store.list())
    }

    test('an empty store lists and finds no files', async () => {
      const { store: empty } = locations.newLocation()
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
      await store.remove(path)
      await assert.rejects(store.restore('documents/../../secret', bytes), /Not a storage path/)
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
      assert.equal(await read(first, { start: 9, end: 9 }), '9')
      assert.equal((await store.stat(first))?.bytes, 10)
    })

    test('an empty file can be stored', async () => {
      const path = await store.put('documents', 'txt', Buffer.alloc(0))
      assert.equal(await read(path), '')
      assert.equal((await store.stat(path))?.bytes, 0)
    })

    test('a document of the maximum size is stored unchanged', async () => {
      const large = Buffer.alloc(10 * 1024 * 1024, 'not all parts are the same, because this is 43')
      const path = await store.put('documents', 'bin', large)
      assert.equal((await store.stat(path))?.bytes, large.length)
      const stream = await store.read(path)
      assert.ok(stream && large.equals(await buffer(stream)))
      const border = { start: 5 * 1024 * 1024 - 3, end: 5 * 1024 * 1024 + 3 }
      assert.equal(await read(path, border), large.toString('utf8', border.start, border.end + 1))
      await store.remove(path)
    })

    test('a removed file is not found, and removing it again is not an error', async () => {
      const path = await store.put('documents', 'txt', bytes)
      await store.remove(path)
      await store.remove(path)
      assert.equal(await store.read(path), undefined)
      assert.equal(await store.stat(path), undefined)
    })

    test('every stored file is listed once with its size and time, and no other file', async () => {
      const paths = await Promise.all(
        Array.from({ length: 9 }, () => store.put('pending', 'webp', Buffer.from('x')))
      )
      const path = await store.put('pending', 'webp', bytes)
      await location.putOther('images/note.txt', 'not a file of the store')
      await location.putOther('images/zz/thumbs.db', 'not a file of the store')
      const files = await all()
      for (const stored of [...paths, path])
        assert.equal(files.filter((file) => file.path === stored).length, 1)
      assert.ok(
        files.every((file) => /^(images|documents|pending)\/[0-9a-f-]{36}\.[a-z]{3,4}$/.test(file.path))
      )
      const found = files.find((file) => file.path === path)
      assert.deepEqual(found && { path, ...(await store.stat(path)) }, found)
    })

    test('publishing creates a public file with a new time and leaves the pending file', async () => {
      const pending = await store.put('pending', 'webp', bytes)
      await location.age(pending, 48)
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

    test('a text that is not a storage path never reaches the store', async () => {
      await location.putOther('secret.png', 'secret')
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
      assert.equal(await location.text('secret.png'), 'secret')
    })
  })
}
