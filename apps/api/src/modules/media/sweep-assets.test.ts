import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import type { Folder } from '../../assets/storage-path.ts'
import type { AssetStore } from '../../assets/store.ts'
import { newId } from '../../lib/ids.ts'
import { sweepAssets } from './sweep-assets.ts'

let t: TestApp
let vendor: TestVendor
let store: AssetStore
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  store = t.app.deps.assets
})
after(() => t.close())

const later = () => ({ now: new Date(Date.now() + 2 * 3_600_000) })
const put = (folder: Folder = 'images') => store.put(folder, 'png', Buffer.from('x'))
const isThere = async (path: string) => (await store.stat(path)) !== undefined

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

test('a file that a row refers to stays, whichever table that is', async () => {
  const { sql } = t
  const paths: Record<string, string> = {}
  for (const place of ['image', 'document', 'logo', 'category', 'settings']) paths[place] = await put()
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
  assert.equal(await isThere(orphan), false)
  for (const [place, path] of Object.entries(paths)) assert.equal(await isThere(path), true, place)
})

test('every column that may hold a storage path is looked at', async () => {
  const columns = await t.sql<{ place: string }[]>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and column_name in ('path', 'logo', 'image') order by 1`
  assert.deepEqual(
    columns.map(({ place }) => place),
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

test('a file goes when its last row is gone', async () => {
  const path = await put('pending')
  const id = await product()
  await pendingImage(id, path)
  await sweepAssets(t.sql, store, later())
  assert.equal(await isThere(path), true)
  await t.sql`delete from products where id = ${id}`
  await sweepAssets(t.sql, store, later())
  assert.equal(await isThere(path), false)
})

test('a file younger than an hour stays: a transaction may be about to refer to it', async () => {
  const path = await put()
  assert.equal(await sweepAssets(t.sql, store), 0)
  assert.equal(await isThere(path), true)
  await sweepAssets(t.sql, store, later())
})

test('a file that is published between the look and the removal stays', async () => {
  const pending = await put('pending')
  const soon = later()
  let published = ''
  // The fake clock of the sweep is ahead, so the new time has to be, too.
  const racing: AssetStore = {
    ...store,
    stat: async (path) => {
      published ||= await store.publish(pending)
      const found = await store.stat(path)
      return found && { ...found, modifiedAt: soon.now }
    }
  }
  assert.equal(await sweepAssets(t.sql, racing, soon), 0)
  assert.equal(await isThere(pending), true)
  await sweepAssets(t.sql, store, later())
  assert.deepEqual([await isThere(pending), await isThere(published)], [false, false])
})

test('more files than one statement takes are all looked at', async () => {
  const kept = await put()
  const id = await product()
  await t.sql`insert into product_images (id, product_id, vendor_id, path) values (${newId()}, ${id}, ${vendor.id}, ${kept})`
  const listed = Array.from({ length: 2500 }, () => `images/${newId()}.png`)
  const removed: string[] = []
  const large: AssetStore = {
    ...store,
    async *list() {
      for (const path of [...listed, kept]) yield { path, bytes: 1, modifiedAt: new Date(0) }
    },
    stat: async () => ({ bytes: 1, modifiedAt: new Date(0) }),
    remove: async (path) => {
      removed.push(path)
    }
  }
  assert.equal(await sweepAssets(t.sql, large), 2500)
  assert.deepEqual(new Set(removed), new Set(listed))
})

test('an aborted sweep removes nothing more', async () => {
  const path = await put()
  await sweepAssets(t.sql, store, { ...later(), signal: AbortSignal.abort() })
  assert.equal(await isThere(path), true)
})
