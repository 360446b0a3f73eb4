import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { diskLocation } from '../assets/disk-location.ts'
import { diskStore } from '../assets/disk-store.ts'
import { connect, type Sql } from '../db/connect.ts'
import { newId } from '../lib/ids.ts'
import { InstallationError } from './check-secret.ts'
import { adoptAssetStore, claimAssetStore } from './claim-asset-store.ts'

let root: string
let database: TestDatabase
let sql: Sql
const logged: string[] = []

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'purveyor-stores-'))
})
after(() => rm(root, { recursive: true, force: true }))

beforeEach(async () => {
  database = await createTestDatabase()
  sql = connect(database.url, { max: 10 })
  logged.length = 0
})
afterEach(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

const newFolder = () => join(root, newId(), 'assets')
const log = (message: string) => logged.push(message)
const claim = (folder: string, isEmbedded = false) =>
  claimAssetStore(sql, { location: diskLocation(folder), isEmbedded, log })
const idIn = async (folder: string) => (await readFile(join(folder, 'store-id'), 'utf8')).trim()

async function storedId(): Promise<string | null | undefined> {
  const [row] = await sql<{ assetStoreId: string | null }[]>`select asset_store_id from installation`
  return row?.assetStoreId
}

/** Stores a file and makes it the marketplace's logo, so that the database refers to it. */
async function storeLogo(folder: string): Promise<string> {
  const path = await diskStore(folder).put('images', 'png', Buffer.from('logo'))
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

const notTheOne = /is not the one that this database uses: .*DATA_DIR.*adopt-assets"\.$/
const filesMissing = /contains none of the files that this database refers to: .*adopt-assets"\.$/
const otherDatabase = /belongs to another database: .*DATABASE_URL.*adopt-assets"\.$/

describe('a database without a store', () => {
  test('claims a new folder, and every later start with it passes', async () => {
    const folder = newFolder()
    await claim(folder)
    assert.equal(await idIn(folder), await storedId())
    assert.deepEqual(await readdir(folder), ['drafts', 'store-id'])
    await claim(folder)
    await claim(folder, true)
    assert.equal(await idIn(folder), await storedId())
  })

  test('claims one folder once when many processes start at the same time', async () => {
    for (let round = 0; round < 40; round++) {
      const folder = newFolder()
      await sql`update installation set asset_store_id = null`
      await Promise.all(Array.from({ length: 10 }, () => claim(folder)))
      assert.equal(await idIn(folder), await storedId())
    }
  })

  test('claims one of two folders when nodes with different folders start at the same time', async () => {
    const folders = [newFolder(), newFolder()]
    const ended = await Promise.allSettled([0, 1, 0, 1, 0, 1].map((index) => claim(folders[index] ?? '')))
    const taken = ended.map(({ status }) => status === 'fulfilled')
    assert.equal(taken.filter(Boolean).length, 3)
    assert.ok([0, 1].some((first) => taken.every((is, index) => is === (index % 2 === first))))
  })

  test('claims a folder without an id together with its files', async () => {
    const folder = newFolder()
    const path = await storeLogo(folder)
    await claim(folder)
    assert.equal(await idIn(folder), await storedId())
    assert.ok(await diskStore(folder).stat(path))
  })

  test('refuses a folder that contains none of the files it refers to', async () => {
    await storeLogo(newFolder())
    const empty = newFolder()
    for (const isEmbedded of [false, true]) await assertRefused(claim(empty, isEmbedded), filesMissing)
    await mkdir(join(empty, 'images'), { recursive: true })
    await diskStore(empty).put('images', 'png', Buffer.from('other'))
    await assertRefused(claim(empty), filesMissing)
    assert.equal(await storedId(), null)
  })

  test('claims its folder again after a restore of a backup without a store id', async () => {
    const folder = newFolder()
    await storeLogo(folder)
    await claim(folder)
    const id = await idIn(folder)
    await sql`update installation set asset_store_id = null`
    await claim(folder)
    assert.deepEqual([await storedId(), await idIn(folder)], [id, id])
  })

  test('does not count image URLs of other hosts as files', async () => {
    await sql`update settings set logo = 'https://cdn.example/logo.png'`
    await claim(newFolder())
  })
})

describe('the store of another database', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = newFolder()
    path = await storeLogo(folder)
    await claim(folder)
    await sql`update settings set logo = null`
    await sql`update installation set asset_store_id = null`
  })

  test('is refused, so that its files are not deleted', async () => {
    await assertRefused(claim(folder), otherDatabase)
    assert.ok(await diskStore(folder).stat(path))
    assert.equal(await storedId(), null)
  })

  test('is moved aside if only the embedded database was deleted', async () => {
    const earlier = await idIn(folder)
    await claim(folder, true)
    assert.notEqual(await storedId(), earlier)
    assert.equal(await idIn(folder), await storedId())
    assert.equal(await diskStore(folder).stat(path), undefined)
    const aside = `${folder}-${earlier}`
    assert.ok(await diskStore(aside).stat(path))
    assert.deepEqual(logged, [
      `The database is new. The files of the earlier database were moved to ${aside}.`
    ])
  })

  test('is refused by a database that refers to files, embedded or not', async () => {
    await storeLogo(newFolder())
    for (const isEmbedded of [false, true]) await assertRefused(claim(folder, isEmbedded), filesMissing)
    assert.ok(await diskStore(folder).stat(path))
  })
})

describe('a database with a store', () => {
  let folder: string
  beforeEach(async () => {
    folder = newFolder()
    await claim(folder)
  })

  test('refuses every other folder, even before it refers to any file', async () => {
    const other = newFolder()
    await assertRefused(claim(other), notTheOne)
    await assertRefused(claim(other, true), notTheOne)
    await diskStore(other).put('images', 'png', Buffer.from('other'))
    await assertRefused(claim(other), notTheOne)
    assert.equal(await idIn(folder), await storedId())
  })

  test('refuses a missing folder, and accepts it again when it is restored', async () => {
    const path = await storeLogo(folder)
    await rename(folder, `${folder}.away`)
    await assertRefused(claim(folder), notTheOne)
    await rename(`${folder}.away`, folder)
    await claim(folder)
    assert.ok(await diskStore(folder).stat(path))
  })

  test('refuses a folder whose id differs or is damaged', async () => {
    for (const id of [newId(), '', 'x', '\n']) {
      await writeFile(join(folder, 'store-id'), id)
      await assertRefused(claim(folder), notTheOne)
    }
  })
})

describe('a crash', () => {
  test('before the commit: the next start uses the draft', async () => {
    const [folder, id] = [newFolder(), newId()]
    await diskLocation(folder).ids.writeDraft(id)
    await claim(folder)
    assert.deepEqual([await storedId(), await idIn(folder)], [id, id])
  })

  test('after the commit: the next start completes the claim, and other folders are refused', async () => {
    const [folder, id] = [newFolder(), newId()]
    await diskLocation(folder).ids.writeDraft(id)
    await sql`update installation set asset_store_id = ${id}`
    await assertRefused(claim(newFolder()), notTheOne)
    await Promise.all([claim(folder), claim(folder), claim(folder)])
    assert.equal(await idIn(folder), id)
    assert.deepEqual(await readdir(folder), ['drafts', 'store-id'])
  })
})

describe('adopting a folder', () => {
  test('makes it the store of the database, and the earlier folder is refused', async () => {
    const [earlier, moved] = [newFolder(), newFolder()]
    await claim(earlier)
    assert.equal(await adoptAssetStore(sql, diskLocation(moved)), true)
    await claim(moved)
    await assertRefused(claim(earlier), notTheOne)
    assert.equal(await adoptAssetStore(sql, diskLocation(moved)), false)
    await claim(moved)
  })

  test('makes it refuse its earlier database', async () => {
    const other = await createTestDatabase()
    const otherSql = connect(other.url, { max: 1 })
    try {
      const folder = newFolder()
      await claimAssetStore(otherSql, { location: diskLocation(folder), isEmbedded: false, log })
      await assertRefused(claim(folder), otherDatabase)
      assert.equal(await adoptAssetStore(sql, diskLocation(folder)), true)
      await claim(folder)
      await assertRefused(
        claimAssetStore(otherSql, { location: diskLocation(folder), isEmbedded: false, log }),
        notTheOne
      )
    } finally {
      await otherSql.end({ timeout: 5 })
      await other.drop()
    }
  })

  test('repairs a damaged id, and the next start completes it after a crash', async () => {
    const [folder, id] = [newFolder(), newId()]
    await claim(folder)
    await writeFile(join(folder, 'store-id'), 'x')
    assert.equal(await adoptAssetStore(sql, diskLocation(folder)), true)
    await diskLocation(folder).ids.writeDraft(id)
    await sql`update installation set asset_store_id = ${id}`
    await claim(folder)
    assert.equal(await idIn(folder), id)
  })
})

test('an unusable folder is reported, and nothing is claimed', async () => {
  const file = join(root, newId())
  await writeFile(file, 'not a folder')
  for (const folder of [file, join(file, 'assets')]) {
    await assertRefused(claim(folder), /^The asset folder .* cannot be read or written \(ENOTDIR\): .*\.$/)
    await assertRefused(adoptAssetStore(sql, diskLocation(folder)), /cannot be read or written \(ENOTDIR\)/)
  }
  assert.equal(await storedId(), null)
})
