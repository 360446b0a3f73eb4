import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { categoryCalls, path } from '../../../test/categories.ts'
import { platform } from '../../../test/platform-calls.ts'
import { lockWriters } from '../../db/slugs.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
let viewer: string
before(async () => {
  t = await testApp()
  ;({ operator, viewer } = await platform(t))
})
after(() => t.close())

const { chain, create, made, read, remove, update } = categoryCalls(() => ({ t, operator, viewer }))

describe('updating a category', () => {
  test('changes the fields sent; omitted fields stay unchanged, including the slug', async () => {
    const parentId = await made()
    const { body: before } = await create({ name: 'Glue', parentId, position: 4 })
    const { body } = await update(before.id, { name: 'Glues' })
    assert.deepEqual(body, { ...before, name: 'Glues', updatedAt: body.updatedAt })
    assert.ok(body.updatedAt >= before.updatedAt)
    assert.deepEqual((await update(before.id, { position: null })).body.position, 0)
    assert.deepEqual((await update(before.id, { parentId: null })).body.parentId, null)
  })

  test("the category's own slug stays unchanged, and a taken slug gets a suffix", async () => {
    const [first, second] = [await made({ slug: 'wire' }), await made({ slug: 'wire' })]
    assert.equal((await update(second, { slug: 'wire-2' })).body.slug, 'wire-2')
    assert.equal((await update(second, { slug: 'wire' })).body.slug, 'wire-2')
    assert.equal((await update(first, { slug: 'wire' })).body.slug, 'wire')
    assert.equal((await update(first, { slug: 'wire-2' })).body.slug, 'wire-2-2')
  })

  test("the body is checked as on creation, and name and slug can't be cleared", async () => {
    const id = await made()
    assertFaults(await update(id, { name: null, slug: null }), { '/name': 'REQUIRED', '/slug': 'REQUIRED' })
    assertFaults(await update(id, { name: '', slug: 'A', position: -1, parentId: 4, createdAt: 'x' }), {
      '/name': 'TOO_SHORT',
      '/slug': 'INVALID_FORMAT',
      '/position': 'TOO_SMALL',
      '/parentId': 'INVALID_TYPE',
      '/createdAt': 'READ_ONLY_FIELD'
    })
    assertFaults(await update(id, { parentId: newId() }), { '/parentId': 'UNKNOWN_CATEGORY' })
  })

  test('an outdated If-Match gets 412 and changes nothing', async () => {
    const id = await made()
    const { etag = '' } = (await read(id)).headers
    assert.equal((await update(id, { position: 1 }, { 'if-match': etag })).status, 200)
    assertProblem(await update(id, { position: 2 }, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assertProblem(await remove(id, { 'if-match': etag }), 412, 'PRECONDITION_FAILED')
    assert.equal((await read(id)).body.position, 1)
  })
})

describe('moving a category', () => {
  test('moves all its subcategories with it', async () => {
    const [top = '', middle = '', leaf = ''] = await chain(3)
    const target = await made()
    assert.equal((await update(middle, { parentId: target })).body.parentId, target)
    const { body } = await t.call(`GET ${path}`, { as: viewer })
    const node = (id: string) => body.categories.find((category: { id: string }) => category.id === id)
    assert.deepEqual(node(top).children, [])
    assert.equal(node(target).children[0].children[0].id, leaf)
  })

  test('a move below itself or into its own branch gets 409', async () => {
    const [top = '', middle = '', leaf = ''] = await chain(3)
    for (const parentId of [top, middle, leaf]) {
      assertProblem(await update(top, { parentId }), 409, 'CATEGORY_CYCLE')
    }
    assert.equal((await read(top)).body.parentId, null)
    assert.equal((await update(leaf, { parentId: top })).status, 200)
  })

  test('of two concurrent moves that would form a cycle, one is rejected', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await made(), await made()]
      const answers = await Promise.all([update(one, { parentId: other }), update(other, { parentId: one })])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'CATEGORY_CYCLE')
    }
  })

  test('a move waits for a concurrent move and sees its result', async () => {
    const [one, other] = [await made(), await made()]
    const moving = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const first = t.sql.begin(async (tx) => {
      await lockWriters(tx, 'categories')
      await tx`update categories set parent_id = ${other} where id = ${one}`
      moving.resolve()
      await finish.promise
    })
    await moving.promise
    const second = update(other, { parentId: one })
    await waiting(second)
    finish.resolve()
    await first
    assertProblem(await second, 409, 'CATEGORY_CYCLE')
  })

  test('the tree can have at most 12 levels', async () => {
    const ids = await chain(12)
    assertProblem(await create({ name: 'Too deep', parentId: ids[11] }), 409, 'CATEGORY_TOO_DEEP')
    const [pair = ''] = await chain(2)
    assert.equal((await update(pair, { parentId: ids[9] })).status, 200)
    assertProblem(await update(pair, { parentId: ids[10] }), 409, 'CATEGORY_TOO_DEEP')
    assert.equal((await read(pair)).body.parentId, ids[9])
  })
})

/** Resolves when the request waits for a lock or has its response. */
async function waiting(request: Promise<unknown>): Promise<void> {
  let answered = false
  request.then(() => {
    answered = true
  })
  while (!answered) {
    const [row] = await t.sql`
      select count(*)::integer as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    if (row?.count > 0) return
  }
}

describe('deleting a category', () => {
  test('removes the category, and its slug can be used again', async () => {
    const id = await made({ slug: 'tape' })
    const answer = await remove(id)
    assert.deepEqual(answer.body, { id, deleted: true })
    assertProblem(await read(id), 404, 'NOT_FOUND')
    assert.equal((await create({ name: 'Tape' })).body.slug, 'tape')
  })

  test('a category with subcategories or products gets 409', async () => {
    const [top = '', below = ''] = await chain(2)
    assertProblem(await remove(top), 409, 'IN_USE')
    assert.equal((await remove(below)).status, 200)
    const productId = await productWithStatus(top)
    const refused = await remove(top)
    assertProblem(refused, 409, 'IN_USE')
    assert.match(refused.body.detail, /products/i)
    await t.sql`delete from products where id = ${productId}`
    assert.equal((await remove(top)).status, 200)
  })

  test('if a subcategory is created concurrently, one of the two requests is rejected', async () => {
    for (let round = 0; round < 10; round++) {
      const parentId = await made()
      const [gone, created] = await Promise.all([remove(parentId), create({ name: 'Below', parentId })])
      assert.ok((gone.status === 200) !== (created.status === 200), `${gone.text} ${created.text}`)
    }
  })
})

async function productWithStatus(categoryId: string): Promise<string> {
  const { id: vendorId } = await t.vendor()
  const id = newId()
  await t.sql`insert into products (id, vendor_id, sku, slug, name) values (${id}, ${vendorId}, ${id}, ${id}, 'Bolt')`
  await t.sql`
    insert into product_categories (product_id, category_id, vendor_id) values (${id}, ${categoryId}, ${vendorId})`
  return id
}
