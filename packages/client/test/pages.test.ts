import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Conflict, NotFound } from '../src/index.ts'
import { newProduct, testService } from './service.ts'

const service = await testService()
after(() => service.close())
const purveyor = service.client()
const numbers = [5, 4, 3, 2, 1]
for (const number of numbers.toReversed()) await purveyor.products.create(newProduct(`P${number}`))

async function skus(list: AsyncIterable<{ sku: string }>): Promise<string[]> {
  const found = await Array.fromAsync(list)
  return found.map(({ sku }) => sku)
}

suite('Lists', () => {
  test('for await yields the items of all pages', async () => {
    assert.deepEqual(await skus(purveyor.products.list({ first: 2 })), ['P5', 'P4', 'P3', 'P2', 'P1'])
  })

  test('with view=row, the items are rows', async () => {
    const [row] = await Array.fromAsync(purveyor.products.list({ view: 'row', first: 3 }))
    assert.equal(row?.sku, 'P5')
    assert.equal('variants' in (row ?? {}), false)
  })

  test('page returns the first page as it is', async () => {
    const page = await purveyor.products.list({ first: 2 }).page()
    assert.deepEqual(
      page.products.map(({ sku }) => sku),
      ['P5', 'P4']
    )
    assert.equal(page.estimatedTotalCount, 5)
    assert.equal(page.pageInfo.hasNextPage, true)
  })

  test('byPage yields the pages', async () => {
    const pages = await Array.fromAsync(purveyor.products.list({ first: 2 }).byPage())
    assert.deepEqual(
      pages.map((page) => page.products.length),
      [2, 2, 1]
    )
  })

  test('with last, the list is read from its end', async () => {
    assert.deepEqual(await skus(purveyor.products.list({ last: 2 })), ['P1', 'P2', 'P3', 'P4', 'P5'])
  })

  test('a list begins after a cursor', async () => {
    const { pageInfo } = await purveyor.products.list({ first: 2 }).page()
    assert.deepEqual(await skus(purveyor.products.list({ first: 2, after: pageInfo.endCursor ?? '' })), [
      'P3',
      'P2',
      'P1'
    ])
    assert.deepEqual(await skus(purveyor.products.list({ last: 2, before: pageInfo.endCursor ?? '' })), [
      'P5'
    ])
  })

  test('a list can be read twice', async () => {
    const list = purveyor.products.list({ first: 4 })
    assert.deepEqual(await skus(list), await skus(list))
  })

  test('an empty list yields nothing', async () => {
    assert.deepEqual(await Array.fromAsync(purveyor.orders.list()), [])
  })

  test('a loop that ends early reads no further page', async () => {
    const { purveyor: counted, proxy } = await service.behind([], {
      fetch: (input, init) => {
        requests++
        return fetch(input, init)
      }
    })
    let requests = 0
    for await (const product of counted.products.list({ first: 2 })) if (product.sku === 'P4') break
    assert.equal(requests, 1)
    assert.equal(proxy.connections, 1)
  })

  test('every page is repeated after a lost connection', async () => {
    const { purveyor: cut, proxy } = await service.behind([{ cutResponseAfter: 0 }])
    assert.equal((await skus(cut.products.list({ first: 2 }))).length, 5)
    assert.ok(proxy.connections > 1)
  })

  test('the export is a list of rows', async () => {
    const rows = await Array.fromAsync(purveyor.products.export({ first: 2 }))
    assert.equal(rows.length, 5)
  })

  test('lists of parts take the object that they belong to', async () => {
    const [product] = (await purveyor.products.list({ first: 1 }).page()).products
    assert.ok(product)
    const fields = (await Array.fromAsync(purveyor.products.history(product))).map(({ field }) => field)
    assert.ok(fields.includes('CREATED'))
    await assert.rejects(purveyor.products.history('01990cdf-8800-7fd0-8548-d7556399f159').page(), NotFound)
  })

  test('a signal ends the loop with its reason', async () => {
    const reason = new Conflict(
      { type: '', title: '', status: 409, detail: 'x', code: 'CONFLICT', requestId: '' },
      { method: 'GET', path: '/' }
    )
    const abort = new AbortController()
    await assert.rejects(
      async () => {
        for await (const _ of purveyor.products.list({ first: 1 }, { signal: abort.signal }))
          abort.abort(reason)
      },
      (error) => error === reason
    )
  })
})
