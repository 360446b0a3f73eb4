import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { bulkUpdates } from '../../../../test/bulk-updates.ts'
import { preparedItem, queueImport, runWorkers } from '../../../../test/imports.ts'
import { insertLive, type LiveProduct } from '../../../../test/live-products.ts'
import { productCalls } from '../../../../test/products.ts'
import { watchedCalls } from '../../../../test/watched.ts'
import { newId } from '../../../lib/ids.ts'
import { isSnapshot } from './accept-change-set.ts'
import type { ChangeSet } from './change-set-schema.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let admin: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  admin = await t.operator('ADMIN')
  await watch('vendorPrice', 'brand', 'manufacturer')
})
after(() => t.close())
beforeEach(async () => {
  await t.sql`delete from watched_changes`
  vendor = await t.vendor()
})

const { patch } = productCalls(() => ({ t, vendor }))
const { send } = bulkUpdates(() => ({ t, vendor }))
const { watch, entries, entryOf, accept: acceptOne } = watchedCalls(() => ({ t, admin, operator }))

const listSets = (query = '', as = operator) => t.call(`GET /platform/moderation/change-sets${query}`, { as })
const getSet = (id: string, as = operator) => t.call(`GET /platform/moderation/change-sets/${id}`, { as })
const accept = ({ id, version }: Pick<ChangeSet, 'id' | 'version'>, body: object = {}, as = operator) =>
  t.call(`POST /platform/moderation/change-sets/${id}/accept`, { as, body: { version, ...body } })

/** Sets the prices of products in one bulk update. */
async function reprice(products: LiveProduct[], prices: number[]) {
  const answer = await send(products.map(({ id }, n) => ({ product_id: id, vendor_price: prices[n] })))
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** Returns the only change set that waits. */
async function onlySet(): Promise<ChangeSet> {
  const { status, body, text } = await listSets()
  assert.equal(status, 200, text)
  assert.equal(body.changeSets.length, 1, text)
  return body.changeSets[0]
}

const repriceOne = ({ id, variantId }: LiveProduct, vendorPrice: number) =>
  patch(id, { variants: [{ id: variantId, vendorPrice }] })

describe('a change set', () => {
  test('has the changes of one bulk update', async () => {
    const products = await insertLive(t, vendor, 5)
    const { headers } = await reprice(products, [11, 12.5, 9, 10, 5])
    const set = await onlySet()
    const { id, version, examples, vendor: owner, submittedAt, ...others } = set
    assert.deepEqual(others, {
      source: 'BULK_UPDATE',
      importJobId: null,
      fileName: null,
      requestId: headers['x-request-id'],
      productCount: 4,
      changeCount: 4,
      fields: ['vendorPrice'],
      prices: { increased: 2, decreased: 2, largestIncreasePercent: 25, largestDecreasePercent: 50 }
    })
    assert.equal(owner.id, vendor.id)
    assert.ok(Date.parse(submittedAt) > 0 && isSnapshot(version))
    const shown = examples.map(({ product, change }) => [product.sku, change.live, change.proposed])
    const [first, second, third, , fifth] = products
    assert.deepEqual(shown.slice(0, 2), [
      [fifth?.sku, '10.00', '5.00'],
      [second?.sku, '10.00', '12.50']
    ])
    assert.ok([first?.sku, third?.sku].includes(shown[2]?.[0] as string))
    const { body } = await getSet(id)
    assert.deepEqual({ ...body, version }, set)
  })

  test('has the changes of one upload, in all its chunks', async () => {
    const products = await insertLive(t, vendor, 3)
    const items = products.map(({ sku }, n) =>
      preparedItem({ sku, name: 'Washer', vendorPrice: `${20 + n}` })
    )
    const job = await queueImport(t.sql, vendor, items, { chunkSize: 1, onExisting: 'update' })
    await t.sql`update import_jobs set file_name = 'prices.csv' where id = ${job}`
    await runWorkers(t, 1)
    const { id, importJobId, fileName, source, productCount, prices, requestId } = await onlySet()
    assert.deepEqual([id, importJobId, fileName, source], [job, job, 'prices.csv', 'IMPORT_JOB'])
    assert.deepEqual([productCount, prices.largestIncreasePercent], [3, 120])
    assert.equal(requestId, 'request-of-the-upload')
  })

  test('has neither changes of other requests nor entries that another request has changed since', async () => {
    const products = await insertLive(t, vendor, 3)
    const [first, second, third] = products as [LiveProduct, LiveProduct, LiveProduct]
    await repriceOne(first, 20)
    assert.deepEqual((await listSets()).body.changeSets, [])
    await reprice([second, third], [11, 12])
    assert.equal((await onlySet()).productCount, 2)
    await repriceOne(second, 13)
    const set = await onlySet()
    assert.equal(set.productCount, 1)
    const setOf = async (product: LiveProduct) =>
      ((await entryOf(product.id)) as { changeSetId?: string } | undefined)?.changeSetId
    assert.deepEqual([await setOf(first), await setOf(second), await setOf(third)], [null, null, set.id])
  })

  test('keeps an entry if a later change is not shown', async () => {
    await watch({ field: 'vendorPrice', threshold: 0.1 }, 'brand')
    const [product] = (await insertLive(t, vendor, 1)) as [LiveProduct]
    await send([{ product_id: product.id, vendor_price: 10.5 }])
    assert.deepEqual((await listSets()).body.changeSets, [])
    assert.equal((await patch(product.id, { brand: 'Apex' })).status, 200)
    await send([{ product_id: product.id, vendor_price: 10.6 }])
    assert.deepEqual((await listSets()).body.changeSets, [])
    await patch(product.id, { brand: null })
    await send([{ product_id: product.id, vendor_price: 10.7 }])
    await watch('vendorPrice', 'brand', 'manufacturer')
    assert.equal((await onlySet()).changeCount, 1, 'a new threshold shows the change of the bulk update')
  })

  test('shows changes of other fields, and prices from nothing, without a percentage', async () => {
    const [product] = (await insertLive(t, vendor, 1)) as [LiveProduct]
    await t.sql`update variants set vendor_price = 0 where id = ${product.variantId}`
    await send([{ product_id: product.id, vendor_price: 5, manufacturer_name: 'Bolt Works' }])
    const { fields, prices, changeCount } = await onlySet()
    assert.deepEqual(fields, ['manufacturer', 'vendorPrice'])
    assert.equal(changeCount, 2)
    assert.deepEqual(prices, {
      increased: 0,
      decreased: 0,
      largestIncreasePercent: null,
      largestDecreasePercent: null
    })
  })
})

describe('the queue', () => {
  test('lists the entries of a set, or those in no set', async () => {
    const products = await insertLive(t, vendor, 4)
    const [first, second, third, fourth] = products as [LiveProduct, LiveProduct, LiveProduct, LiveProduct]
    await reprice([first, second], [11, 12])
    const set = await onlySet()
    await reprice([third], [13])
    await repriceOne(fourth, 14)
    const skus = async (query: string) => {
      const { body, text, status } = await t.call(`GET /platform/moderation?${query}`, { as: operator })
      assert.equal(status, 200, text)
      const ids = new Map(products.map(({ id }, n) => [id, n + 1]))
      return [
        body.entries.map((entry: { product: { id: string } }) => ids.get(entry.product.id)),
        body.counts.changes
      ]
    }
    assert.deepEqual(await skus(`changeSetId=${set.id}`), [[1, 2], 2])
    assert.deepEqual(await skus(`changeSetId=${set.id}&vendorId=${vendor.id}`), [[1, 2], 2])
    assert.deepEqual(await skus(`changeSetId=${set.id}&vendorId=${newId()}`), [[], 0])
    assert.deepEqual(await skus(`changeSetId=${set.id}&productId=${second.id}`), [[2], 1])
    assert.deepEqual(await skus(`changeSetId=${set.id}&kind=PRODUCT`), [[], 0])
    assert.deepEqual(await skus(`changeSetId=${set.id}&sort=vendor&last=1`), [[2], 2])
    assert.deepEqual(await skus(`kind=CHANGE&inChangeSet=false`), [[4], 1])
    assert.deepEqual(await skus(`inChangeSet=true&sort=vendor`), [[1, 2, 3], 3])
    assert.deepEqual(await skus(`inChangeSet=false&vendorId=${vendor.id}`), [[4], 1])
  })

  test('lists change sets in pages, the oldest first, and those of one vendor', async () => {
    const other = vendor
    const ids: string[] = []
    for (const owner of [other, await t.vendor(), other]) {
      vendor = owner
      await reprice(await insertLive(t, owner, 2), [11, 12])
      const { body } = await listSets('?first=100')
      ids.push(body.changeSets.at(-1).id)
    }
    const page = async (query: string) => {
      const { body } = await listSets(query)
      return { ids: body.changeSets.map(({ id }: ChangeSet) => id), ...body.pageInfo }
    }
    const first = await page('?first=2')
    assert.deepEqual([first.ids, first.hasNextPage], [ids.slice(0, 2), true])
    const second = await page(`?first=2&after=${first.endCursor}`)
    assert.deepEqual([second.ids, second.hasNextPage], [ids.slice(2), false])
    assert.deepEqual((await page('?last=1')).ids, ids.slice(2))
    assert.deepEqual((await page(`?last=2&before=${second.startCursor}`)).ids, ids.slice(0, 2))
    const ofVendor = await page(`?vendorId=${other.id}`)
    assert.deepEqual(ofVendor.ids, [ids[0], ids[2]])
  })
})

describe('accepting a change set', () => {
  test('accepts its entries, with a snapshot and an event of each, and ends their claims', async () => {
    const products = await insertLive(t, vendor, 3)
    await reprice(products.slice(0, 2), [11, 12])
    const set = await onlySet()
    const [first, , third] = products as [LiveProduct, LiveProduct, LiveProduct]
    await repriceOne(third, 13)
    const claimed = await t.call('POST /platform/moderation/claims', {
      as: operator,
      body: { items: [{ id: first.id, kind: 'CHANGE' }] }
    })
    assert.equal(claimed.body.claimed, 1)
    const answer = await accept(set)
    assert.deepEqual(answer.body, { accepted: 2, changed: 0, claimed: 0, isComplete: true })
    const left = await entries()
    assert.deepEqual(
      left.map(({ product }) => product.id),
      [third.id]
    )
    const made = await t.sql`
      select decision, kind, request_id, actor_type from moderation_snapshots where vendor_id = ${vendor.id}`
    const expected = {
      decision: 'ACCEPTED',
      kind: 'CHANGE',
      requestId: answer.headers['x-request-id'],
      actorType: 'USER'
    }
    assert.deepEqual([...made], [expected, expected])
    const events = await t.sql`
      select type from events where vendor_id = ${vendor.id} and type = 'product.change_accepted'`
    assert.equal(events.length, 2)
    assert.equal((await t.sql`select from moderation_claims`).length, 0)
    assertProblem(await getSet(set.id), 404, 'NOT_FOUND')
    assert.deepEqual((await accept(set)).body, { accepted: 0, changed: 0, claimed: 0, isComplete: true })
    await reprice([first], [20])
    assert.equal((await onlySet()).examples[0]?.change.live, '11.00')
  })

  test('leaves entries that someone else has claimed, unless it takes them over', async () => {
    await reprice(await insertLive(t, vendor, 2), [11, 12])
    const set = await onlySet()
    const [claimed] = await entries()
    await t.call('POST /platform/moderation/claims', {
      as: admin,
      body: { items: [{ id: claimed?.product.id, kind: 'CHANGE' }] }
    })
    assert.deepEqual((await accept(set)).body, { accepted: 1, changed: 0, claimed: 1, isComplete: true })
    const rest = await accept(set, { takeOver: true })
    assert.deepEqual(rest.body, { accepted: 1, changed: 0, claimed: 0, isComplete: true })
  })

  test('leaves what was added or changed after the version', async () => {
    const products = await insertLive(t, vendor, 3)
    const [first, second, third] = products as [LiveProduct, LiveProduct, LiveProduct]
    const items = products.map(({ sku }, n) =>
      preparedItem({ sku, name: 'Washer', vendorPrice: `${20 + n}` })
    )
    const job = await queueImport(t.sql, vendor, items, { chunkSize: 1, onExisting: 'update' })
    await runWorkers(t, 1)
    const set = await onlySet()
    // Two entries change again: one stays in the set, the other leaves it.
    await t.sql`
      update watched_changes set version = version + 1, submitted_at = now() where product_id = ${second.id}`
    await repriceOne(third, 30)
    assert.deepEqual((await accept(set)).body, { accepted: 1, changed: 1, claimed: 0, isComplete: true })
    const left = await entries()
    assert.deepEqual(left.map(({ product }) => product.id).toSorted(), [second.id, third.id])
    assert.equal(await entryOf(first.id), undefined)
    const { body } = await getSet(job)
    assert.deepEqual((await accept(body)).body, { accepted: 1, changed: 0, claimed: 0, isComplete: true })
  })

  test('is for editors, admins and owners of the operator', async () => {
    await reprice(await insertLive(t, vendor, 1), [11])
    const set = await onlySet()
    const viewer = await t.operator('VIEWER')
    assert.equal((await listSets('', viewer)).status, 200)
    assert.equal((await getSet(set.id, viewer)).status, 200)
    assertProblem(await accept(set, {}, viewer), 403, 'INSUFFICIENT_ROLE')
    for (const call of [
      listSets('', vendor.owner),
      getSet(set.id, vendor.owner),
      accept(set, {}, vendor.owner)
    ])
      assert.equal((await call).status, 403)
    const stranger = await t.call(`GET /platform/moderation/change-sets/${set.id}`)
    assertProblem(stranger, 401, 'UNAUTHENTICATED')
    assert.equal((await entries()).length, 1)
  })

  test('refuses versions that the service has not returned, and unknown fields', async () => {
    await reprice(await insertLive(t, vendor, 1), [11])
    const { id } = await onlySet()
    for (const version of ['abc', '1:2', '5:4:', '0:9:', '3:9:9', '3:9:2', '3:9:4,4', '3:9:5,4', '3:9:4,']) {
      assertFaults(await accept({ id, version }), { '/version': 'INVALID_FORMAT' })
    }
    for (const version of ['3:3:', '3:9:', '3:9:3,8'])
      assert.equal((await accept({ id, version })).body.accepted, 0, version)
    const missing = await t.call(`POST /platform/moderation/change-sets/${id}/accept`, {
      as: operator,
      body: {}
    })
    assertFaults(missing, { '/version': 'REQUIRED' })
    assertFaults(await accept({ id, version: '3:3:' }, { reason: 'x' }), { '/reason': 'UNKNOWN_FIELD' })
    assertProblem(await getSet(newId()), 404, 'NOT_FOUND')
    assert.equal((await getSet('abc')).status, 400)
    assertProblem(await listSets('?after=abc'), 400, 'INVALID_CURSOR')
  })

  test('of a thousand products takes several transactions', async () => {
    const products = await insertLive(t, vendor, 1200)
    await reprice(
      products,
      products.map((_, n) => 11 + n)
    )
    const listed = await onlySet()
    assert.deepEqual([listed.productCount, listed.changeCount], [1000, 1000])
    const { body: set } = await getSet(listed.id)
    assert.deepEqual([set.productCount, set.prices.largestIncreasePercent], [1200, 12_000])
    const [changed] = products as [LiveProduct]
    assert.equal((await acceptOne(changed.id, 1)).status, 200)
    assert.deepEqual((await accept(set)).body, { accepted: 1199, changed: 0, claimed: 0, isComplete: true })
    const [made] = await t.sql<{ transactions: number }[]>`
      select count(distinct decided_at)::integer as transactions from moderation_snapshots
      where vendor_id = ${vendor.id} and request_id <> ''`
    assert.ok((made?.transactions ?? 0) >= 4)
  })
})
