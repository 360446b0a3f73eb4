import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { retailPrice } from '../../lib/decimal.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10 })
})
after(() => t.close())

const path = '/vendor/products'
const create = (fields: object = {}, as = vendor.owner) =>
  t.call(`POST ${path}`, { as, body: { name: 'Hex bolt M8', sku: newId(), ...fields } })
const read = (id: string, headers: Record<string, string> = {}) =>
  t.call(`GET ${path}/${id}`, { as: vendor.viewer, headers })
const remove = (id: string, headers: Record<string, string> = {}) =>
  t.call(`DELETE ${path}/${id}`, { as: vendor.editor, headers })

describe('reading', () => {
  test('a product is read as it was created, with an ETag that results in 304', async () => {
    const created = await create({ variants: [{ sku: '1', name: 'One', vendorPrice: 1 }] })
    const { body, headers } = await read(created.body.id)
    assert.deepEqual(body, created.body)
    assert.equal(headers.etag, created.headers.etag)
    const again = await read(body.id, { 'if-none-match': String(headers.etag) })
    assert.deepEqual([again.status, again.text], [304, ''])
  })

  test("the ETag changes with the vendor's commission and lead time, and with the stock", async () => {
    const own = await t.vendor({ commissionPercent: 10 })
    const { body, headers } = await create(
      { variants: [{ sku: '1', name: 'One', vendorPrice: 100 }] },
      own.owner
    )
    const tags = new Set([headers.etag])
    const reread = async () => {
      const answer = await t.call(`GET ${path}/${body.id}`, { as: own.owner })
      tags.add(answer.headers.etag)
      return answer.body
    }
    await t.sql`update vendors set commission_percent = 12.345 where id = ${own.id}`
    assert.equal((await reread()).variants[0].price, '112.35')
    await t.sql`update vendors set lead_time = 9 where id = ${own.id}`
    assert.equal((await reread()).leadTime, 9)
    await t.sql`update variants set stock_on_hand = 2, stock_reserved = 5 where product_id = ${body.id}`
    assert.equal((await reread()).variants[0].stockAvailable, 0)
    assert.equal(tags.size, 4)
  })

  test('files and links have URLs, and reviews are the newest ten with the average of all', async () => {
    const { id } = (await create()).body
    await t.sql`
      insert into product_images (id, product_id, vendor_id, path, sort_order)
      select uuidv7(), ${id}, ${vendor.id}, path, position
      from unnest(${['products/a b.webp', 'HTTPS://images.example/b.png']}::text[]) with ordinality as i (path, position)`
    await t.sql`
      insert into product_documents (id, product_id, vendor_id, title, type, path, size)
      values (uuidv7(), ${id}, ${vendor.id}, 'Sheet', 'SPEC', 'documents/a.pdf', 9007199254740993)`
    await t.sql`
      insert into product_reviews (product_id, vendor_id, rating, author_name)
      select ${id}, ${vendor.id}, 1 + i % 5, i::text from generate_series(1, 12) as i`
    await t.sql`update products set rating_sum = 35, rating_count = 12 where id = ${id}`
    const { body } = await read(id)
    assert.deepEqual(
      body.images.map(({ url }: { url: string }) => url),
      ['https://assets.test/assets/products/a b.webp', 'HTTPS://images.example/b.png']
    )
    assert.equal(body.documents[0].document, 'https://assets.test/assets/documents/a.pdf')
    assert.equal(body.documents[0].size, '9007199254740993')
    assert.equal(body.reviews.length, 10)
    assert.equal(body.reviews[0].authorName, '12')
    assert.deepEqual([body.averageRating, body.totalReviews], [2.92, 12])
  })

  test('each of many concurrent reads returns the right product, or 404', async () => {
    const vendors = [vendor, await t.vendor(), await t.vendor({ commissionPercent: 50 })]
    const owned = await Promise.all(
      vendors.flatMap(({ owner }) =>
        Array.from({ length: 4 }, async () => {
          const variants = [{ sku: '1', name: 'One', vendorPrice: 10 }]
          return { owner, product: (await create({ variants }, owner)).body }
        })
      )
    )
    const pairs = owned.flatMap(({ product }) => owned.map(({ owner }) => ({ owner, product })))
    const answers = await Promise.all(
      pairs.map(({ owner, product }) => t.call(`GET ${path}/${product.id}`, { as: owner }))
    )
    for (const [index, answer] of answers.entries()) {
      const { owner, product } = pairs[index] ?? {}
      const isOwn = owned.some((one) => one.owner === owner && one.product === product)
      if (isOwn) assert.deepEqual(answer.body, product)
      else assertProblem(answer, 404, 'NOT_FOUND')
    }
  })

  test('a read sees every change completed before it, even with many concurrent reads', async () => {
    const { body } = await create({ variants: [{ sku: '1', name: 'One', vendorPrice: 1 }] })
    const variantId = body.variants[0].id
    let isOver = false
    const others = Array.from({ length: 10 }, async () => {
      while (!isOver) assert.equal((await read(body.id)).status, 200)
    })
    for (let quantity = 1; quantity <= 30; quantity++) {
      const change = { variantStock: [{ variantId, quantity }] }
      const changed = await t.call(`PATCH ${path}/${body.id}`, { as: vendor.owner, body: change })
      assert.equal(changed.body.variants[0].stockOnHand, quantity)
      assert.equal((await read(body.id)).body.variants[0].stockOnHand, quantity)
    }
    isOver = true
    await Promise.all(others)
  })

  test('an invalid id is 400, an unknown id 404, an unauthenticated request 401', async () => {
    for (const id of ['12', `urn:uuid:${newId()}`, `{${newId()}}`])
      assertFaults(await read(id), { id: 'INVALID_UUID' })
    assertProblem(await read(newId()), 404, 'NOT_FOUND')
    assertProblem(await t.call(`GET ${path}/${newId()}`), 401, 'UNAUTHENTICATED')
  })
})

test('SQL and TypeScript calculate the same retail price from cost and commission', async () => {
  const decimal = (whole: number, scale: number) =>
    fc.tuple(fc.nat(whole), fc.nat(10 ** scale - 1)).map(([a, b]) => `${a}.${String(b).padStart(scale, '0')}`)
  const pairs = fc.array(fc.tuple(decimal(9_999_999, 4), decimal(999, 4)), { minLength: 50, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(pairs, async (given) => {
      const rows = await t.sql<{ price: string }[]>`
        select retail_price(cost, commission)::text as price
        from unnest(${given.map(([cost]) => cost)}::numeric[], ${given.map(([, percent]) => percent)}::numeric[])
          with ordinality as g (cost, commission, position) order by position`
      assert.deepEqual(
        rows.map(({ price }) => price),
        given.map(([cost, percent]) => retailPrice(cost, percent))
      )
    }),
    { numRuns: randomRuns(20) }
  )
})

describe('deleting', () => {
  test('a product is deleted with all its parts, and deleting it again is 404', async () => {
    const { body: product } = await create({
      variants: [{ sku: '1', name: 'One', vendorPrice: 1 }],
      documents: [{ title: 'a', type: 'b', url: 'https://a.example' }]
    })
    const { status, body } = await remove(product.id)
    assert.deepEqual([status, body], [200, { id: product.id, deleted: true }])
    assertProblem(await read(product.id), 404, 'NOT_FOUND')
    assertProblem(await remove(product.id), 404, 'NOT_FOUND')
    const [left] = await t.sql`
      select (select count(*) from variants where product_id = ${product.id})
        + (select count(*) from product_documents where product_id = ${product.id}) as count`
    assert.equal(left?.count, '0')
  })

  test('the SKU and slug of a deleted product can be used again', async () => {
    const fields = { name: 'Deleted soon', sku: 'Deleted' }
    const { body } = await create(fields)
    await remove(body.id)
    const again = await create(fields)
    assert.deepEqual([again.status, again.body.slug], [201, 'deleted-soon'])
  })

  test('If-Match with another ETag is 412, and with the current one the product is deleted', async () => {
    const { body, headers } = await create()
    assertProblem(await remove(body.id, { 'if-match': '"other"' }), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(body.id)).status, 200)
    assert.equal((await remove(body.id, { 'if-match': String(headers.etag) })).status, 200)
  })

  test('a viewer gets 403, even for an unknown id, and one event is recorded per deletion', async () => {
    const { body } = await create({ sku: 'Gone' })
    for (const id of [body.id, newId(), '12']) {
      assertProblem(await t.call(`DELETE ${path}/${id}`, { as: vendor.viewer }), 403, 'INSUFFICIENT_ROLE')
    }
    await remove(body.id)
    await remove(body.id)
    const events = await t.sql`select type, details from events where subject_id = ${body.id} order by id`
    assert.deepEqual(
      [...events],
      [
        { type: 'product.created', details: { sku: 'Gone' } },
        { type: 'product.deleted', details: { sku: 'Gone' } }
      ]
    )
  })
})
