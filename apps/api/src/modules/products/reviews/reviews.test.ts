import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { succeeded, testProduct } from '../../../../test/product-images.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const review = (id: string, body: unknown = { rating: 5, authorName: 'Rosa M.' }, as = operator) =>
  t.call(`POST /platform/products/${id}/reviews`, { as, body })
const list = (id: string, query = '') =>
  t.call(`GET /vendor/products/${id}/reviews${query}`, { as: vendor.viewer })
const read = async (id: string) => (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body
const createProduct = async (): Promise<string> => (await testProduct(t, vendor, 'PUBLISHED')).id

describe('a review', () => {
  test('is included in the product immediately, with the average and number of all reviews', async () => {
    const id = await createProduct()
    const sent = { rating: 4, title: ' Just right ', body: 'No burrs.\nClean.', authorName: ' Rosa M. ' }
    const { id: reviewId, createdAt, ...shown } = succeeded(await review(id, sent))
    assert.deepEqual(shown, { ...sent, title: 'Just right', authorName: 'Rosa M.' })
    succeeded(await review(id, { rating: 5, title: null, authorName: 'B' }))
    succeeded(await review(id, { rating: 5, authorName: 'C' }))
    const product = await read(id)
    assert.deepEqual([product.averageRating, product.totalReviews], [4.67, 3])
    assert.deepEqual(product.reviews.at(-1), { id: reviewId, createdAt, ...shown })
    assert.deepEqual(
      product.reviews.map(({ authorName }: { authorName: string }) => authorName),
      ['C', 'B', 'Rosa M.']
    )
    const [event] = await t.sql`
      select type, vendor_id, details from events where subject_id = ${id} and type = 'product.reviewed' limit 1`
    assert.deepEqual(event, { type: 'product.reviewed', vendorId: vendor.id, details: { rating: 4 } })
  })

  test('is counted correctly if many are added concurrently', async () => {
    const id = await createProduct()
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 1, 2, 3, 4, 5].map((rating) => review(id, { rating, authorName: 'A' }))
    )
    for (const answer of answers) succeeded(answer)
    const { averageRating, totalReviews } = await read(id)
    assert.deepEqual([averageRating, totalReviews], [3, 10])
  })

  test('is counted once if it is sent again with its Idempotency-Key', async () => {
    const id = await createProduct()
    const call = () =>
      t.call(`POST /platform/products/${id}/reviews`, {
        as: operator,
        body: { rating: 1, authorName: 'A' },
        headers: { 'idempotency-key': id }
      })
    assert.equal((await call()).text, (await call()).text)
    assert.equal((await read(id)).totalReviews, 1)
  })

  const faulty: [unknown, Record<string, string>][] = [
    [{}, { '/rating': 'REQUIRED', '/authorName': 'REQUIRED' }],
    [
      { rating: 0, authorName: ' ' },
      { '/rating': 'TOO_SMALL', '/authorName': 'TOO_SHORT' }
    ],
    [
      { rating: 6, authorName: 'a'.repeat(256) },
      { '/rating': 'TOO_LARGE', '/authorName': 'TOO_LONG' }
    ],
    [{ rating: 4.5, authorName: 'A' }, { '/rating': 'INVALID_TYPE' }],
    [{ rating: '5', authorName: 'A' }, { '/rating': 'INVALID_TYPE' }],
    [
      { rating: 5, authorName: 'A', title: 't'.repeat(256), body: 'b'.repeat(10_001) },
      { '/title': 'TOO_LONG', '/body': 'TOO_LONG' }
    ],
    [
      { rating: 5, authorName: 'A', id: newId(), stars: 5 },
      { '/id': 'READ_ONLY_FIELD', '/stars': 'UNKNOWN_FIELD' }
    ]
  ]
  for (const [body, faults] of faulty) {
    test(`is refused: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const id = await createProduct()
      assertFaults(await review(id, body), faults)
      assert.equal((await read(id)).totalReviews, 0)
    })
  }

  test('can be added by operators with write access, to existing products', async () => {
    const id = await createProduct()
    const largest = {
      rating: 1,
      authorName: 'a'.repeat(255),
      title: 't'.repeat(255),
      body: 'b'.repeat(10_000)
    }
    succeeded(await review(id, largest))
    assertProblem(await review(newId()), 404, 'NOT_FOUND')
    assertProblem(await review(id, {}, await t.operator('VIEWER')), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await review(id, {}, vendor.owner), 403, 'NOT_PLATFORM_USER')
  })
})

describe('the reviews of a product', () => {
  test('are paged newest first, in both directions, with their exact count', async () => {
    const id = await createProduct()
    const empty = succeeded(await list(id))
    assert.deepEqual([empty.reviews, empty.estimatedTotalCount], [[], 0])
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.unshift(succeeded(await review(id)).id)
    const idsOf = ({ reviews }: { reviews: { id: string }[] }) => reviews.map((one) => one.id)
    const first = succeeded(await list(id, '?first=5'))
    assert.deepEqual([idsOf(first), first.estimatedTotalCount], [ids.slice(0, 5), 12])
    const rest = succeeded(await list(id, `?after=${first.pageInfo.endCursor}`))
    assert.deepEqual(idsOf(rest), ids.slice(5))
    assert.equal(rest.pageInfo.hasNextPage, false)
    const back = succeeded(await list(id, `?last=2&before=${rest.pageInfo.startCursor}`))
    assert.deepEqual(idsOf(back), ids.slice(3, 5))
    assert.deepEqual(idsOf((await read(id)) as { reviews: { id: string }[] }), ids.slice(0, 10))
    const past = succeeded(await list(id, `?after=${rest.pageInfo.endCursor}`))
    assert.deepEqual([past.reviews, past.estimatedTotalCount], [[], 12])
  })

  test('have cursors that are valid only for that product, and are readable only by its vendor', async () => {
    const [id, other] = [await createProduct(), await createProduct()]
    succeeded(await review(id))
    const { endCursor } = succeeded(await list(id)).pageInfo
    assertProblem(await list(other, `?after=${endCursor}`), 400, 'INVALID_CURSOR')
    assertProblem(await list(newId()), 404, 'NOT_FOUND')
    assertFaults(await list(id, '?first=0'), { first: 'TOO_SMALL' })
    const otherVendor = await t.vendor()
    assertProblem(
      await t.call(`GET /vendor/products/${id}/reviews`, { as: otherVendor.owner }),
      404,
      'NOT_FOUND'
    )
  })
})
