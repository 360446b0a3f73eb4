import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { assertCheapQuery } from '../../../../test/plans.ts'
import { productCalls, variant } from '../../../../test/products.ts'
import { newId } from '../../../lib/ids.ts'
import { checkAttributes } from './check-products.ts'
import { hasDueChecks, nextKeys, settleChecks } from './check-queries.ts'
import { DefinitionCache } from './definition-cache.ts'

let t: TestApp
let operator: string
let vendor: TestVendor
let cache: DefinitionCache
let number = 0
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  vendor = await t.vendor()
  cache = new DefinitionCache(t.sql)
})
after(() => t.close())
beforeEach(() => t.sql`delete from attribute_checks`)

const calls = productCalls(() => ({ t, vendor }))

async function category(parentId: string | null = null): Promise<string> {
  const body = { name: `Category ${newId()}`, parentId }
  return (await t.call('POST /platform/categories', { as: operator, body })).body.id
}

async function attribute(fields: object = {}): Promise<{ id: string; code: string }> {
  const code = `code_${++number}`
  const body = { code, name: 'Name', type: 'TEXT', level: 'VARIANT', ...fields }
  const answer = await t.call('POST /platform/attributes', { as: operator, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function list(categoryId: string, attributes: object[]) {
  const body = { attributes }
  const answer = await t.call(`PUT /platform/categories/${categoryId}/attributes`, { as: operator, body })
  assert.equal(answer.status, 200, answer.text)
}

/** Creates products with one variant in a category, and returns their ids. */
async function products(count: number, categoryId: string, attributes: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await calls.create({ categoryIds: [categoryId], variants: [variant('A', { attributes })] })
    ids.push(id)
  }
  return ids
}

/** Checks one batch with the current definitions. */
async function step(limit?: number): Promise<boolean> {
  await cache.latest()
  return checkAttributes(t.sql, cache, limit)
}

/** Checks one batch, when transactions in the databases of other tests don't delay it any more. */
async function batch(limit?: number): Promise<void> {
  while (!(await step(limit))) assert.ok(await hasDueChecks(t.sql))
}

/** Runs the worker until no check is due. Returns the number of batches. */
async function work(limit?: number): Promise<number> {
  let batches = 0
  while (await hasDueChecks(t.sql)) {
    await settleChecks(t.sql)
    if (await checkAttributes(t.sql, cache, limit)) batches++
  }
  return batches
}

async function issues(ids: string[]): Promise<Record<string, string>> {
  const rows = await t.sql<{ id: string; issues: { code: string; pointer: string }[] }[]>`
    select product_id as id, issues from attribute_issues where product_id = any(${ids}::uuid[]) order by product_id`
  return Object.fromEntries(
    rows.map(({ id, issues }) => [id, issues.map(({ code, pointer }) => `${code} ${pointer}`).join()])
  )
}

/** The issues of products that all have the same ones. */
const all = (ids: string[], text: string) => Object.fromEntries(ids.toSorted().map((id) => [id, text]))

test('products of the category and its subcategories get issues when an attribute becomes required', async () => {
  const [top, other] = [await category(), await category()]
  const bottom = await category(await category(top))
  const { code } = await attribute()
  const without = [...(await products(3, top)), ...(await products(2, bottom))]
  const [withValue = '', elsewhere = ''] = [
    ...(await products(1, top, { [code]: 'x' })),
    ...(await products(1, other))
  ]
  await list(top, [{ attribute: code, requirement: 'REQUIRED' }])
  const ids = [...without, withValue, elsewhere]
  assert.deepEqual(await issues(ids), {})
  assert.ok((await work(2)) >= 3)
  const missing = all(without, `REQUIRED /variants/0/attributes/${code}`)
  assert.deepEqual(await issues(ids), missing)
  const [left] = await t.sql`select count(*)::int as count from attribute_checks`
  assert.equal(left?.count, 0)
  assert.equal((await calls.read(withValue)).body.status, (await calls.read(without[0] ?? '')).body.status)
  await list(top, [{ attribute: code, requirement: 'RECOMMENDED' }])
  await work()
  assert.deepEqual(await issues(ids), {})
})

test('values that are no longer valid are issues, and so are unknown attributes if the setting is STRICT', async () => {
  const id = await category()
  const size = await attribute({ type: 'NUMBER' })
  await list(id, [{ attribute: size.code, requirement: 'OPTIONAL' }])
  const [product = ''] = await products(1, id, { [size.code]: 12, extra: 'x', unspc: '31161620' })
  const uncategorised = await calls.create({ variants: [variant('B', { attributes: { extra: 'x' } })] })
  const ids = [product, uncategorised.id]
  await work()
  assert.deepEqual(await issues(ids), {})
  const patch = (body: object) => t.call(`PATCH /platform/attributes/${size.id}`, { as: operator, body })
  await patch({ max: 10 })
  await work()
  assert.deepEqual(await issues(ids), { [product]: `TOO_LARGE /variants/0/attributes/${size.code}` })
  await t.sql`update settings set attributes = 'STRICT'`
  await patch({ max: null, name: 'Size' })
  await t.sql`insert into attribute_checks (category_ids) values (null)`
  await work(1)
  assert.deepEqual(await issues(ids), all(ids, 'UNKNOWN_ATTRIBUTE /variants/0/attributes/extra'))
  await t.sql`update settings set attributes = 'OPEN'`
  await patch({ name: 'Size of it' })
  await t.sql`insert into attribute_checks (category_ids) values (null)`
  await work()
  assert.deepEqual(await issues(ids), {})
})

test('a requirement is enforced from its time on, and a check waits for it', async () => {
  const id = await category()
  const { code } = await attribute()
  const ids = await products(2, id)
  const enforcedFrom = new Date(Date.now() + 86_400_000).toISOString()
  await list(id, [{ attribute: code, requirement: 'REQUIRED', enforcedFrom }])
  await work()
  assert.deepEqual(await issues(ids), {})
  const [waiting] =
    await t.sql`select category_ids, iso_text(run_at - interval '1 minute') as from from attribute_checks`
  assert.deepEqual(waiting, { categoryIds: [id], from: enforcedFrom })
  // The time passes.
  await t.sql`update category_attributes set enforced_from = now() - interval '1 minute' where category_id = ${id}`
  await t.sql`update attribute_state set version = version + 1`
  await t.sql`update attribute_checks set run_at = now()`
  await work()
  assert.deepEqual(await issues(ids), all(ids, `REQUIRED /variants/0/attributes/${code}`))
})

describe('transactions that used earlier definitions', () => {
  test('are waited for, so that what they have written is checked', async () => {
    const id = await category()
    const { code } = await attribute()
    const [product = ''] = await products(1, id)
    const open = await t.sql.reserve()
    try {
      await open`begin`.simple()
      await open`select pg_current_xact_id()`
      await list(id, [{ attribute: code, requirement: 'REQUIRED' }])
      await settleChecks(t.sql)
      assert.equal(await step(), false)
      await open`update variants set attributes = ${t.sql.json({ [code]: 'x' })} where product_id = ${product}`
      assert.equal(await step(), false)
      await open`commit`.simple()
    } finally {
      open.release()
    }
    await work()
    assert.deepEqual(await issues([product]), {})
  })

  test('that begin later are not waited for', async () => {
    const id = await category()
    const { code } = await attribute()
    const ids = await products(1, id)
    await list(id, [{ attribute: code, requirement: 'REQUIRED' }])
    await settleChecks(t.sql)
    const open = await t.sql.reserve()
    try {
      await open`begin`.simple()
      await open`select pg_current_xact_id()`
      await batch()
    } finally {
      await open`rollback`.simple()
      open.release()
    }
    assert.equal(Object.keys(await issues(ids)).length, 1)
  })
})

describe('several workers', () => {
  test('a worker that ends in the middle of a check loses nothing, and the next one continues', async () => {
    const id = await category()
    const { code } = await attribute()
    const ids = await products(5, id)
    await list(id, [{ attribute: code, requirement: 'REQUIRED' }])
    await settleChecks(t.sql)
    await batch(2)
    assert.equal(Object.keys(await issues(ids)).length, 2)
    // The transaction of the next batch is killed.
    const killed = t.sql.begin(async (tx) => {
      const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      await tx`select from attribute_checks for update`
      assert.equal(await step(2), false)
      await t.sql`select pg_terminate_backend(${pid})`
      await tx`select 1`
    })
    await assert.rejects(killed)
    assert.equal(Object.keys(await issues(ids)).length, 2)
    await work(2)
    assert.deepEqual(await issues(ids), all(ids, `REQUIRED /variants/0/attributes/${code}`))
  })

  test('work on different checks at the same time, and each product is checked', async () => {
    const categories = await Promise.all(Array.from({ length: 4 }, () => category()))
    const { code } = await attribute()
    const ids = (await Promise.all(categories.map((id) => products(3, id)))).flat()
    for (const id of categories) await list(id, [{ attribute: code, requirement: 'REQUIRED' }])
    await Promise.all([work(1), work(1), work(2)])
    await work()
    assert.deepEqual(await issues(ids), all(ids, `REQUIRED /variants/0/attributes/${code}`))
  })

  test('a check that contains others replaces them', async () => {
    const [one, other] = [await category(), await category()]
    const { code } = await attribute()
    const ids = [...(await products(1, one)), ...(await products(1, other))]
    await list(one, [{ attribute: code, requirement: 'REQUIRED' }])
    await list(one, [{ attribute: code, requirement: 'OPTIONAL' }])
    await list(one, [{ attribute: code, requirement: 'REQUIRED' }])
    await list(other, [{ attribute: code, requirement: 'REQUIRED' }])
    await settleChecks(t.sql)
    await batch()
    const left = await t.sql`select category_ids from attribute_checks`
    assert.deepEqual(
      left.map(({ categoryIds }) => categoryIds),
      [[other]]
    )
    await work()
    assert.equal(Object.keys(await issues(ids)).length, 2)
  })
})

test('definitions that change during a check are used, without a second check of what is left', async () => {
  const id = await category()
  const [first, second] = [await attribute(), await attribute()]
  const ids = await products(4, id)
  await list(id, [{ attribute: first.code, requirement: 'REQUIRED' }])
  await settleChecks(t.sql)
  await batch(2)
  await list(id, [{ attribute: second.code, requirement: 'REQUIRED' }])
  await work(3)
  assert.deepEqual(await issues(ids), all(ids, `REQUIRED /variants/0/attributes/${second.code}`))
})

describe('the plans', () => {
  before(async () => {
    await t.sql`
      with c as (
        insert into categories (id, name, slug) select md5('c' || n)::uuid, 'C', 'c-' || n from generate_series(0, 49) as n
      ), p as (
        insert into products (id, vendor_id, sku, name, slug)
        select md5('p' || n)::uuid, ${vendor.id}, 'plan-' || n, 'Plan', 'plan-' || n from generate_series(1, 10000) as n)
      insert into product_categories (product_id, category_id, vendor_id)
      select md5('p' || n)::uuid, md5('c' || n % 50)::uuid, ${vendor.id} from generate_series(1, 10000) as n`
    await t.sql`vacuum analyze product_categories, products`.simple()
  })
  const filled = ['product_categories', 'products']
  const middle = '80000000-0000-0000-0000-000000000000'

  test('the next products of many categories are read from the index', async () => {
    const rows = await t.sql<
      { id: string }[]
    >`select md5('c' || n)::uuid as id from generate_series(0, 29) as n`
    const categoryIds = rows.map(({ id }) => id).sort()
    for (const categoryId of [undefined, categoryIds[0], categoryIds[15]]) {
      const after = categoryId === undefined ? null : { categoryId, productId: middle }
      await assertCheapQuery(t, nextKeys(t.sql, { categoryIds, after, limit: 100 }), { filled, maxRows: 150 })
    }
  })

  test('so are the next products of all', async () => {
    for (const after of [null, { categoryId: null, productId: middle }])
      await assertCheapQuery(t, nextKeys(t.sql, { categoryIds: null, after, limit: 100 }), {
        filled,
        maxRows: 150
      })
  })
})
