import assert from 'node:assert/strict'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { storeKinds, type TestLocation, type TestLocations } from '../../test/asset-stores.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { diskLocation } from '../assets/disk-location.ts'
import { diskStore } from '../assets/disk-store.ts'
import type { AssetLocation } from '../assets/store.ts'
import { connect, type Sql } from '../db/connect.ts'
import { newId } from '../lib/ids.ts'
import { InstallationError } from './check-secret.ts'
import { adoptAssetStore, claimAssetStore } from './claim-asset-store.ts'

let database: TestDatabase
let sql: Sql
const logged: string[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 10 })
  logged.length = 0
})
afterEach(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

const log = (message: string) => logged.push(message)
const claim = (location: AssetLocation, isEmbedded = false) =>
  claimAssetStore(sql, { location, isEmbedded, log })

async function storedId(): Promise<string | null | undefined> {
  const [row] = await sql<{ assetStoreId: string | null }[]>`select asset_store_id from installation`
  return row?.assetStoreId
}

/** Stores a file and makes it the marketplace's logo, so that the database refers to it. */
async function storeLogo({ store }: AssetLocation): Promise<string> {
  const path = await store.put('images', 'png', Buffer.from('logo'))
  await sql`update settings set logo = ${path}`
  return path
}

async function assertRefused(work: Promise<unknown>, pattern: RegExp): Promise<void> {
  await assert.rejects(work, (error: Error) => {
    assert.ok(error instanceof InstallationError, String(error))
    assert.match(error.message, pattern)
    assert.doesNotMatch(error.message, /\n|\. /, 'one sentence')
    return true
  })
}

const setting = '(DATA_DIR|ASSET_STORE)'
const notTheOne = new RegExp(`is not the one that this database uses: .*${setting}.*adopt-assets"\\.$`)
const filesMissing = new RegExp(
  `contains none of the files that this database refers to: .*${setting}.*adopt-assets"\\.$`
)
const otherDatabase = new RegExp(`belongs to another database: .*DATABASE_URL.*${setting}.*adopt-assets"\\.$`)

for (const { kind, start } of storeKinds) {
  describe(`claiming an asset store: ${kind}`, () => {
    let locations: TestLocations
    before(async () => {
      locations = await start()
    })
    after(() => locations.stop())

    const newLocation = () => locations.newLocation()
    const idIn = async (location: TestLocation) => (await location.text('store-id'))?.trim()

    describe('a database without a store', () => {
      test('claims a new location, and every later start with it passes', async () => {
        const location = newLocation()
        await claim(location)
        assert.equal(await idIn(location), await storedId())
        assert.equal(await location.text('store-id.draft'), undefined)
        await claim(location)
        await claim(location, true)
        assert.equal(await idIn(location), await storedId())
      })

      test('claims one location once when many processes start at the same time', async () => {
        for (let round = 0; round < (kind === 'disk' ? 12 : 2); round++) {
          const location = newLocation()
          await sql`update installation set asset_store_id = null`
          await Promise.all(Array.from({ length: 10 }, () => claim(location)))
          assert.equal(await idIn(location), await storedId())
        }
      })

      test('claims one of two locations when nodes with different ones start at the same time', async () => {
        const [first, second] = [newLocation(), newLocation()]
        const ended = await Promise.allSettled(
          [first, second, first, second, first, second].map((l) => claim(l))
        )
        const taken = ended.map(({ status }) => status === 'fulfilled')
        assert.equal(taken.filter(Boolean).length, 3)
        assert.ok([0, 1].some((one) => taken.every((is, index) => is === (index % 2 === one))))
      })

      test('claims a location without an id together with its files', async () => {
        const location = newLocation()
        const path = await storeLogo(location)
        await claim(location)
        assert.equal(await idIn(location), await storedId())
        assert.ok(await location.store.stat(path))
      })

      test('refuses a location that contains none of the files it refers to', async () => {
        await storeLogo(newLocation())
        const empty = newLocation()
        for (const isEmbedded of [false, true]) await assertRefused(claim(empty, isEmbedded), filesMissing)
        await empty.store.put('images', 'png', Buffer.from('other'))
        await assertRefused(claim(empty), filesMissing)
        assert.equal(await storedId(), null)
      })

      test('claims its location again after a restore of a backup without a store id', async () => {
        const location = newLocation()
        await storeLogo(location)
        await claim(location)
        const id = await idIn(location)
        await sql`update installation set asset_store_id = null`
        await claim(location)
        assert.deepEqual([await storedId(), await idIn(location)], [id, id])
      })

      test('does not count image URLs of other hosts as files', async () => {
        await sql`update settings set logo = 'https://cdn.example/logo.png'`
        await claim(newLocation())
      })
    })

    describe('the store of another database', () => {
      let location: TestLocation
      let path: string
      beforeEach(async () => {
        location = newLocation()
        path = await storeLogo(location)
        await claim(location)
        await sql`update settings set logo = null`
        await sql`update installation set asset_store_id = null`
      })

      test('is refused, so that its files are not deleted', async () => {
        await assertRefused(claim(location), otherDatabase)
        assert.ok(await location.store.stat(path))
        assert.equal(await storedId(), null)
      })

      test('is moved aside if only the embedded database was deleted, or refused if it is a bucket', async () => {
        if (kind === 's3') {
          await assertRefused(claim(location, true), otherDatabase)
          return
        }
        const earlier = await idIn(location)
        await claim(location, true)
        assert.notEqual(await storedId(), earlier)
        assert.equal(await idIn(location), await storedId())
        assert.equal(await location.store.stat(path), undefined)
        const aside = `${location.place}-${earlier}`
        assert.ok(await diskStore(aside).stat(path))
        assert.deepEqual(logged, [
          `The database is new. The files of the earlier database were moved to ${aside}.`
        ])
      })

      test('is refused by a database that refers to files, embedded or not', async () => {
        await storeLogo(newLocation())
        for (const isEmbedded of [false, true]) await assertRefused(claim(location, isEmbedded), filesMissing)
        assert.ok(await location.store.stat(path))
      })
    })

    describe('a database with a store', () => {
      let location: TestLocation
      beforeEach(async () => {
        location = newLocation()
        await claim(location)
      })

      test('refuses every other location, even before it refers to any file', async () => {
        const other = newLocation()
        await assertRefused(claim(other), notTheOne)
        await assertRefused(claim(other, true), notTheOne)
        await other.store.put('images', 'png', Buffer.from('other'))
        await assertRefused(claim(other), notTheOne)
        assert.equal(await idIn(location), await storedId())
      })

      test('refuses a location whose id differs or is damaged', async () => {
        for (const id of [newId(), '', 'x', '\n']) {
          await location.putOther('store-id', id)
          await assertRefused(claim(location), notTheOne)
        }
      })
    })

    describe('a crash', () => {
      test('before the commit: the next start uses the draft', async () => {
        const [location, id] = [newLocation(), newId()]
        await location.ids.writeDraft(id)
        await claim(location)
        assert.deepEqual([await storedId(), await idIn(location)], [id, id])
      })

      test('after the commit: the next start completes the claim, and other locations are refused', async () => {
        const [location, id] = [newLocation(), newId()]
        await location.ids.writeDraft(id)
        await sql`update installation set asset_store_id = ${id}`
        await assertRefused(claim(newLocation()), notTheOne)
        await Promise.all([claim(location), claim(location), claim(location)])
        assert.equal(await idIn(location), id)
        assert.equal(await location.text('store-id.draft'), undefined)
      })

      test('while another location is adopted: the draft does not become the id', async () => {
        const location = newLocation()
        await claim(location)
        const id = await storedId()
        await location.ids.writeDraft(newId())
        await claim(location)
        assert.deepEqual([await storedId(), await idIn(location)], [id, id])
      })
    })

    describe('adopting a location', () => {
      test('makes it the store of the database, and the earlier location is refused', async () => {
        const [earlier, moved] = [newLocation(), newLocation()]
        await claim(earlier)
        assert.equal(await adoptAssetStore(sql, moved), true)
        await claim(moved)
        await assertRefused(claim(earlier), notTheOne)
        assert.equal(await adoptAssetStore(sql, moved), false)
        await claim(moved)
      })

      test('makes it refuse its earlier database', async () => {
        const other = await createTestDatabase()
        const otherSql = connect(other.url, { max: 1 })
        try {
          const location = newLocation()
          await claimAssetStore(otherSql, { location, isEmbedded: false, log })
          await assertRefused(claim(location), otherDatabase)
          assert.equal(await adoptAssetStore(sql, location), true)
          await claim(location)
          await assertRefused(claimAssetStore(otherSql, { location, isEmbedded: false, log }), notTheOne)
        } finally {
          await otherSql.end({ timeout: 5 })
          await other.drop()
        }
      })

      test('repairs a damaged id, and the next start completes it after a crash', async () => {
        const [location, id] = [newLocation(), newId()]
        await claim(location)
        await location.putOther('store-id', 'x')
        assert.equal(await adoptAssetStore(sql, location), true)
        await location.ids.writeDraft(id)
        await sql`update installation set asset_store_id = ${id}`
        await claim(location)
        assert.equal(await idIn(location), id)
      })
    })
  })
}

describe('an asset folder', () => {
  let root: string
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'purveyor-stores-'))
  })
  after(() => rm(root, { recursive: true, force: true }))

  test('contains nothing but the id and the folder of drafts after it was claimed', async () => {
    const folder = join(root, newId(), 'assets')
    await claim(diskLocation(folder))
    assert.deepEqual(await readdir(folder), ['drafts', 'store-id'])
  })

  test('is refused if it is missing, and accepted again when it is restored', async () => {
    const folder = join(root, newId(), 'assets')
    const location = diskLocation(folder)
    await claim(location)
    const path = await storeLogo(location)
    await rename(folder, `${folder}.away`)
    await assertRefused(claim(location), notTheOne)
    await rename(`${folder}.away`, folder)
    await claim(location)
    assert.ok(await location.store.stat(path))
  })

  test('that cannot be used is reported, and nothing is claimed', async () => {
    const file = join(root, newId())
    await writeFile(file, 'not a folder')
    for (const folder of [file, join(file, 'assets')]) {
      const location = diskLocation(folder)
      await assertRefused(
        claim(location),
        /^The asset folder .* cannot be read or written \(ENOTDIR\): .*\.$/
      )
      await assertRefused(adoptAssetStore(sql, location), /cannot be read or written \(ENOTDIR\)/)
    }
    assert.equal(await storedId(), null)
  })
})
