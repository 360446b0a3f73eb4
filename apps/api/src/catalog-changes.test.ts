import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../test/app.ts'
import { makeTerms, productCalls } from '../test/products.ts'
import {
  type CatalogSubject,
  deleteOldCatalogChanges,
  insertCatalogChanges,
  insertDeletedProducts,
  recordCatalogChanges,
  sequenceCatalogChanges
} from './catalog-changes.ts'
import { newId } from './lib/ids.ts'

let t: TestApp
let vendor: TestVendor
const calls = productCalls(() => ({ t, vendor }))
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())
beforeEach(async () => {
  await sequence()
  await t.sql`delete from catalog_changes`
})

type Change = { sequence: string; kind: string; subjectId: string; slug: string | null }

const record = (kind: CatalogSubject, ids: string[]) =>
  t.sql.begin((tx) => recordCatalogChanges(tx, kind, ids))
const sequenceOnce = (limit: number) => t.sql.begin((tx) => sequenceCatalogChanges(tx, limit))
async function sequence(limit = 1000) {
  while ((await sequenceOnce(limit)) > 0);
}
const changes = async () =>
  (await t.sql<Change[]>`
    select sequence, kind, subject_id, slug from catalog_changes order by sequence`) as Change[]
const subjects = async () => (await changes()).map(({ subjectId }) => subjectId)

test('each changed subject gets one row, and a later change moves the row to the end', async () => {
  const [a, b, c] = [newId(), newId(), newId()]
  await record('PRODUCT', [a, b, a])
  await record('PRODUCT', [a])
  await sequence()
  const first = await changes()
  assert.deepEqual(first.map(({ subjectId }) => subjectId).sort(), [a, b].sort())
  await record('VENDOR', [c])
  await record('PRODUCT', [b])
  await sequence()
  assert.deepEqual(await subjects(), [a, c, b])
  const numbers = (await changes()).map((one) => Number(one.sequence))
  assert.ok((numbers[1] ?? 0) > Math.max(...first.map((one) => Number(one.sequence))))
  assert.deepEqual([...(await t.sql`select * from catalog_outbox`)], [])
})

test('nothing is recorded without ids, or if the transaction is rolled back', async () => {
  await record('PRODUCT', [])
  await t.sql.begin((tx) => tx`${insertCatalogChanges(tx, 'PRODUCT', tx`select uuidv7() as id where false`)}`)
  const failing = t.sql.begin(async (tx) => {
    await recordCatalogChanges(tx, 'PRODUCT', [newId()])
    throw new Error('undone')
  })
  await assert.rejects(failing, /undone/)
  await sequence()
  assert.deepEqual(await subjects(), [])
})

test('a change that is committed late comes after the changes that are already numbered', async () => {
  const [late, early] = [newId(), newId()]
  const recorded = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const open = t.sql.begin(async (tx) => {
    await recordCatalogChanges(tx, 'PRODUCT', [late])
    recorded.resolve()
    await held.promise
  })
  await recorded.promise
  await record('PRODUCT', [early])
  await sequence()
  assert.deepEqual(await subjects(), [early])
  held.resolve()
  await open
  await sequence()
  assert.deepEqual(await subjects(), [early, late])
})

test('concurrent sequencers number every change once, at most about as many as the limit in one run', async () => {
  const ids = Array.from({ length: 40 }, newId)
  await Promise.all(ids.map((id, index) => record('PRODUCT', [id, ids[(index * 7) % 40] ?? id])))
  assert.equal(await sequenceOnce(7), 4)
  await Promise.all(Array.from({ length: 8 }, () => sequenceOnce(7)))
  await sequence(7)
  assert.deepEqual((await subjects()).sort(), ids.sort())
})

test('one statement records thousands of ids in rows of at most 1,000', async () => {
  const query = (n: number) => t.sql`select uuidv7() as id from generate_series(1, ${n}::int)`
  await t.sql`${insertCatalogChanges(t.sql, 'PRODUCT', query(2_500))}`
  const rows = await t.sql<{ size: number }[]>`select cardinality(subject_ids) as size from catalog_outbox`
  assert.deepEqual(
    rows.map(({ size }) => size).sort((a, b) => a - b),
    [500, 1_000, 1_000]
  )
  await sequence()
  assert.equal((await changes()).length, 2_500)
})

test('a deleted product keeps its slug, also if its change is recorded again', async () => {
  const id = newId()
  await record('PRODUCT', [id])
  await sequence()
  await t.sql`${insertDeletedProducts(t.sql, t.sql`select ${id}::uuid as id, 'hex-bolt' as slug`)}`
  await sequence()
  await record('PRODUCT', [id])
  await sequence()
  assert.deepEqual(
    (await changes()).map(({ subjectId, slug }) => ({ subjectId, slug })),
    [{ subjectId: id, slug: 'hex-bolt' }]
  )
})

test('the change of a term is a change of all products that have it once it is numbered', async () => {
  const terms = await makeTerms(t)
  const [row] = await t.sql<{ facetId: string }[]>`
    select facet_id from facet_values where id = ${terms.facetValue}`
  const fields = {
    collectionIds: [terms.collection],
    tagIds: [terms.tag],
    facetValueIds: [terms.facetValue]
  }
  const create = async () => (await calls.create(fields)).id as string
  const before = [await create(), await create(), await create()]
  await sequence()
  const subjectsOf = {
    COLLECTION: terms.collection,
    TAG: terms.tag,
    FACET: row?.facetId ?? '',
    FACET_VALUE: terms.facetValue
  }
  const ids = [...before]
  for (const [kind, id] of Object.entries(subjectsOf)) {
    await record(kind as CatalogSubject, [id])
    // This product is added after the change of the term and before the change is numbered.
    ids.push(await create())
    await t.sql`delete from catalog_outbox where kind = 'PRODUCT'`
    await t.sql`delete from catalog_changes`
    await sequence(2)
    assert.deepEqual((await subjects()).sort(), ids.sort(), kind)
  }
})

test('changes older than 30 days are deleted, oldest first, and the number of the last one is noted', async () => {
  const ids = Array.from({ length: 5 }, newId)
  for (const id of ids) {
    await record('PRODUCT', [id])
    await sequence()
  }
  const [, , third] = await changes()
  await t.sql`
    update catalog_changes set occurred_at = now() - interval '31 days' where sequence <= ${third?.sequence ?? ''}`
  const remove = (limit: number) => t.sql.begin((tx) => deleteOldCatalogChanges(tx, limit))
  assert.deepEqual([await remove(2), await remove(2), await remove(2)], [2, 1, 0])
  assert.deepEqual(await subjects(), ids.slice(3))
  const [feed] = await t.sql<{ deletedThrough: string }[]>`select deleted_through from catalog_feed`
  assert.equal(feed?.deletedThrough, third?.sequence)
})
