import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ListProductsQuery, ProductRow, ProductRowPage } from '@purveyor/client'
import { indexOf } from './index-of.ts'
import { maxRows, RowStore } from './row-store.ts'

/** A list of the API in memory. Its cursors are the ids of rows. */
function listOf(count: number, estimate = count) {
  let rows = Array.from({ length: count }, (_, index) => row(String(index)))
  let positions = positionsOf(rows)
  const queries: ListProductsQuery[] = []
  const position = (id: string) => positions.get(id) ?? rows.findIndex((one) => Number(one.id) > Number(id))
  const change = (changed: ProductRow[]) => {
    rows = changed
    positions = positionsOf(rows)
  }
  async function read(query: ListProductsQuery): Promise<ProductRowPage> {
    queries.push(query)
    const { first = 500, last, after, before } = query
    const end = before === undefined ? rows.length : position(before)
    const start =
      last === undefined ? (after === undefined ? 0 : position(after) + 1) : Math.max(0, end - last)
    const products = rows.slice(start, last === undefined ? start + first : end)
    const pageInfo = {
      startCursor: products[0]?.id ?? null,
      endCursor: products.at(-1)?.id ?? null,
      hasNextPage: start + products.length < rows.length,
      hasPreviousPage: start > 0
    }
    return { products, pageInfo, estimatedTotalCount: estimate }
  }
  return {
    read,
    queries,
    delete: (id: string) => change(rows.filter((one) => one.id !== id)),
    rename: (id: string, name: string) => change(rows.map((one) => (one.id === id ? { ...one, name } : one))),
    add: () => change([row('-1'), ...rows])
  }
}

const positionsOf = (rows: ProductRow[]) => new Map(rows.map(({ id }, index) => [id, index]))
const row = (id: string) =>
  ({ id, name: `Product ${id}`, updatedAt: '2026-01-01T00:00:00.000Z' }) as ProductRow

/** Waits until nothing is read any more. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3000; turn++) await Promise.resolve()
}

/** Returns `list.read`, but the next response to a query with this field waits for a call of `release`. */
function slow(list: ReturnType<typeof listOf>, field: keyof ListProductsQuery) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let isHeld = false
  async function read(query: ListProductsQuery): Promise<ProductRowPage> {
    const answer = await list.read(query)
    if (field in query && !isHeld) {
      isHeld = true
      await promise
    }
    return answer
  }
  return { read, release }
}

async function idsBetween(store: RowStore, first: number, last: number): Promise<string[]> {
  const ids: string[] = []
  for await (const rows of store.between(first, last)) ids.push(...rows.map(({ id }) => id))
  return ids
}

/** Returns a store of a list that is shown, after everything was read that it reads by itself. */
async function shown(list: ReturnType<typeof listOf>): Promise<RowStore> {
  const store = new RowStore(list.read)
  store.subscribe(() => {})
  await settle()
  return store
}

describe('the rows of the catalog', () => {
  test('all pages are read, and the estimate becomes exact', async () => {
    const store = await shown(listOf(1234, 1100))
    assert.deepEqual([store.count, store.isExact], [1234, true])
    assert.equal(store.rowAt(1233)?.id, '1233')
    assert.equal(store.rowAt(1234), undefined)
  })

  test('an empty list has no rows', async () => {
    const store = await shown(listOf(0))
    assert.deepEqual([store.count, store.isExact], [0, true])
  })

  test('the end is read from the end', async () => {
    const list = listOf(100_000)
    const store = new RowStore(list.read)
    store.subscribe(() => {})
    await Promise.resolve()
    while (store.count === undefined) await Promise.resolve()
    store.view(99_960, 99_999)
    while (!store.rowAt(99_999)) await Promise.resolve()
    assert.equal(store.rowAt(99_999)?.id, '99999')
    assert.equal(store.isNearEnd, true)
    assert.ok(list.queries.length < 30, String(list.queries.length))
  })

  test('rows far from the view are dropped, and are read again when they are shown', async () => {
    const store = await shown(listOf(100_000))
    assert.equal(store.isExact, true)
    assert.equal(store.rowAt(99_000), undefined)
    store.view(99_000, 99_040)
    await settle()
    assert.equal(store.rowAt(99_000)?.id, '99000')
    store.view(0, 40)
    await settle()
    assert.equal(store.rowAt(0)?.id, '0')
  })

  test('rows that are not loaded are read for those who need them', async () => {
    const store = await shown(listOf(100_000))
    const ids = await idsBetween(store, 98_900, 99_100)
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [201, '98900', '99100'])
  })

  test('rows beyond a low estimate are read, up to the last one', async () => {
    const store = new RowStore(listOf(3000, 700).read)
    store.subscribe(() => {})
    let count = 0
    for await (const rows of store.between(600, 99_999)) count += rows.length
    assert.equal(count, 2400)
  })

  test('rows that were read from the end are known as such', async () => {
    const store = new RowStore(listOf(100_000, 90_000).read)
    store.subscribe(() => {})
    while (store.count === undefined) await Promise.resolve()
    store.view(89_960, 89_999)
    while (!store.rowAt(89_999)) await Promise.resolve()
    assert.deepEqual(
      [store.isFromEnd(0), store.isFromEnd(89_999), store.isFromEnd(50_000)],
      [false, true, false]
    )
  })

  test('a new product moves no row', async () => {
    const list = listOf(1200)
    const store = await shown(list)
    list.add()
    store.refresh()
    await settle()
    assert.deepEqual([store.rowAt(0)?.id, store.rowAt(1199)?.id, store.count], ['0', '1199', 1200])
  })

  for (const deleted of ['3', '499', '500', '1199'])
    test(`after row ${deleted} was deleted, all others are shown once`, async () => {
      const list = listOf(1200)
      const store = await shown(list)
      list.delete(deleted)
      store.refresh()
      for (const first of [0, 499, 1000]) {
        store.view(first, first + 40)
        await settle()
      }
      const ids = new Set(Array.from({ length: store.count ?? 0 }, (_, index) => store.rowAt(index)?.id))
      assert.deepEqual([ids.size, store.count, ids.has(deleted)], [1199, 1199, false])
    })

  test('rows that were deleted leave no gap, and repeat no row, when all rows are read', async () => {
    const list = listOf(100_000)
    const store = await shown(list)
    for (const id of ['98000', '98499', '98999']) list.delete(id)
    const ids = await idsBetween(store, 0, Number.MAX_SAFE_INTEGER)
    assert.deepEqual([ids.length, new Set(ids).size, ids.at(-1)], [99_997, 99_997, '99999'])
  })

  test('all rows can be read, also more than the grid shows', async () => {
    const list = listOf(maxRows + 1000)
    const store = new RowStore(list.read)
    store.subscribe(() => {})
    assert.equal((await idsBetween(store, 0, Number.MAX_SAFE_INTEGER)).length, maxRows + 1000)
    assert.equal(store.count, maxRows)
  })

  test('rows that someone waits for are read to the end, also after the list was left', async () => {
    const store = new RowStore(listOf(2000).read)
    const leave = store.subscribe(() => {})
    const ids = idsBetween(store, 0, Number.MAX_SAFE_INTEGER)
    leave()
    assert.equal((await ids).length, 2000)
  })

  test('a page that was being read when the rows were refreshed is read again', async () => {
    const list = listOf(800)
    const { read, release } = slow(list, 'last')
    const store = new RowStore(read)
    store.subscribe(() => {})
    await settle()
    store.refresh()
    await settle()
    list.rename('7', 'Changed')
    store.refresh()
    release()
    await settle()
    assert.equal(store.rowAt(7)?.name, 'Changed')
  })

  test('after a refresh, the end is read again', async () => {
    const list = listOf(3000)
    const store = new RowStore(slow(list, 'after').read)
    store.subscribe(() => {})
    await settle()
    store.view(2960, 2999)
    await settle()
    assert.equal(store.rowAt(2999)?.name, 'Product 2999')
    list.rename('2999', 'Changed')
    store.refresh()
    await settle()
    assert.equal(store.rowAt(2999)?.name, 'Changed')
  })

  test('after a refresh, rows out of view are read again for those who need them', async () => {
    const list = listOf(1200)
    const store = await shown(list)
    list.rename('1100', 'Changed')
    store.refresh()
    await settle()
    for await (const [row] of store.between(1100, 1100)) assert.equal(row?.name, 'Changed')
  })

  test('a page that follows one that was replaced in the meantime is read again', async () => {
    const list = listOf(1200)
    const { read, release } = slow(list, 'after')
    const store = new RowStore(read)
    store.subscribe(() => {})
    await settle()
    list.delete('499')
    store.refresh()
    await settle()
    release()
    await settle()
    const ids = Array.from({ length: store.count ?? 0 }, (_, index) => store.rowAt(index)?.id)
    assert.deepEqual([ids.length, new Set(ids).size], [1199, 1199])
  })

  test('rows that were read before are returned as they are now, and where they are now', async () => {
    const list = listOf(1200)
    const store = await shown(list)
    const selected = [store.rowAt(3), store.rowAt(900)] as ProductRow[]
    store.patch(new Map([['900', { name: 'Patched' }]]))
    list.delete('3')
    store.refresh()
    await settle()
    assert.deepEqual(
      store.latest(selected).map(({ name }) => name),
      ['Product 3', 'Patched']
    )
    assert.deepEqual([indexOf(store, '900', 900), indexOf(store, '3', 3)], [899, undefined])
  })

  test('after an error, the rows are read on request', async () => {
    const list = listOf(800)
    let fails = true
    const store = new RowStore(async (query) => {
      if (fails) throw new Error('refused')
      return list.read(query)
    })
    store.subscribe(() => {})
    await settle()
    assert.match(String(store.error), /refused/)
    fails = false
    store.retry()
    await settle()
    assert.deepEqual([store.error, store.count], [undefined, 800])
  })
})
