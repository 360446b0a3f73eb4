import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { storeKinds, type TestLocations } from '../../../test/asset-stores.ts'
import type { Folder } from '../../assets/storage-path.ts'
import type { AssetStore } from '../../assets/store.ts'
import { newId } from '../../lib/ids.ts'
import { lockRemovals } from './queries.ts'
import { sweepAssets } from './sweep-assets.ts'

for (const { kind, start } of storeKinds) {
  describe(`sweeping an asset store: ${kind}`, () => {
    let t: TestApp
    let vendor: TestVendor
    let store: AssetStore
    let locations: TestLocations
    before(async () => {
      locations = await start()
      store = locations.newLocation().store
      t = await testApp({ assets: store })
      vendor = await t.vendor()
    })
    after(async () => {
      await t.close()
      await locations.stop()
    })

    const later = () => ({ now: new Date(Date.now() + 2 * 3_600_000) })
    const put = (folder: Folder = 'images') => store.put(folder, 'png', Buffer.from('x'))
    const exists = async (path: string) => (await store.stat(path)) !== undefined

    async function product(): Promise<string> {
      const id = newId()
      await t.sql`
    insert into products (id, vendor_id, sku, slug, name) values (${id}, ${vendor.id}, ${id}, ${id}, 'Hex bolt')`
      return id
    }

    async function pendingImage(productId: string, path: string): Promise<void> {
      await t.sql`
    insert into pending_images (id, product_id, vendor_id, path, preview)
    values (${newId()}, ${productId}, ${vendor.id}, ${path}, 'data:,')`
    }

    test('a file that a row of any table refers to is not removed', async () => {
      const { sql } = t
      const paths: Record<string, string> = {}
      for (const kind of ['image', 'document', 'logo', 'category', 'settings']) paths[kind] = await put()
      paths.staged = await put('pending')
      const id = await product()
      await pendingImage(id, paths.staged)
      await sql`insert into product_images (id, product_id, vendor_id, path) values (${newId()}, ${id}, ${vendor.id}, ${paths.image ?? ''})`
      await sql`
    insert into product_documents (id, product_id, vendor_id, title, type, path)
    values (${newId()}, ${id}, ${vendor.id}, 'Data sheet', 'PDF', ${paths.document ?? ''})`
      await sql`update vendors set logo = ${paths.logo ?? ''} where id = ${vendor.id}`
      await sql`insert into categories (name, slug, image) values ('Bolts', ${newId()}, ${paths.category ?? ''})`
      await sql`update settings set logo = ${paths.settings ?? ''}`
      const orphan = await put()

      assert.equal(await sweepAssets(sql, store, later()), 1)
      assert.equal(await exists(orphan), false)
      for (const [kind, path] of Object.entries(paths)) assert.equal(await exists(path), true, kind)
    })

    test('every column that can contain a storage path is known', async () => {
      const columns = await t.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('path', 'logo', 'image') order by 1`
      assert.deepEqual(
        columns.map(({ name }) => name),
        [
          'categories.image',
          'order_items.image',
          'pending_images.path',
          'product_documents.path',
          'product_images.path',
          'settings.logo',
          'vendors.logo'
        ]
      )
    })

    test('a file is removed once the last row that refers to it is deleted', async () => {
      const path = await put('pending')
      const id = await product()
      await pendingImage(id, path)
      await sweepAssets(t.sql, store, later())
      assert.equal(await exists(path), true)
      await t.sql`delete from products where id = ${id}`
      await sweepAssets(t.sql, store, later())
      assert.equal(await exists(path), false)
    })

    test('a file younger than an hour is not removed, because a transaction may be about to refer to it', async () => {
      const path = await put()
      assert.equal(await sweepAssets(t.sql, store), 0)
      assert.equal(await exists(path), true)
      await sweepAssets(t.sql, store, later())
    })

    test('a file that is published between the query and the removal is not removed', async () => {
      const pending = await put('pending')
      const soon = later()
      let published = ''
      // The fake clock of the sweep is ahead, so the time of the published file must be ahead too.
      const racing: AssetStore = {
        ...store,
        stat: async (path) => {
          published ||= await store.publish(pending)
          const found = await store.stat(path)
          return found && { ...found, modifiedAt: soon.now }
        }
      }
      assert.equal(await sweepAssets(t.sql, racing, soon), 0)
      assert.equal(await exists(pending), true)
      await sweepAssets(t.sql, store, later())
      assert.deepEqual([await exists(pending), await exists(published)], [false, false])
    })

    test('more files than fit into one batch are all checked', async () => {
      const referenced = await put()
      const id = await product()
      await t.sql`insert into product_images (id, product_id, vendor_id, path) values (${newId()}, ${id}, ${vendor.id}, ${referenced})`
      const listed = Array.from({ length: 2500 }, () => `images/${newId()}.png`)
      const removed: string[] = []
      const large: AssetStore = {
        ...store,
        async *list() {
          for (const path of [...listed, referenced]) yield { path, bytes: 1, modifiedAt: new Date(0) }
        },
        stat: async () => ({ bytes: 1, modifiedAt: new Date(0) }),
        remove: async (path) => {
          removed.push(path)
        }
      }
      assert.equal(await sweepAssets(t.sql, large), 2500)
      assert.deepEqual(new Set(removed), new Set(listed))
    })

    test('no file is removed while a backup runs', async () => {
      const path = await put()
      const backup = await t.sql.reserve()
      try {
        await lockRemovals(backup)
        assert.equal(await sweepAssets(t.sql, store, later()), 0)
        assert.equal(await exists(path), true)
        await backup`select pg_advisory_unlock_all()`
      } finally {
        backup.release()
      }
      assert.equal(await sweepAssets(t.sql, store, later()), 1)
    })

    test('an aborted sweep removes no more files', async () => {
      const path = await put()
      await sweepAssets(t.sql, store, { ...later(), signal: AbortSignal.abort() })
      assert.equal(await exists(path), true)
    })
  })
}
