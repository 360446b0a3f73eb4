import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { productCalls, variant } from '../../../test/products.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { productWithStatus } from '../../../test/staged.ts'
import { watchedCalls } from '../../../test/watched.ts'
import { newId } from '../../lib/ids.ts'
import { historyFields } from '../products/fields/history.ts'
import { lockWatchedChanges } from '../products/write/watched-queries.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let admin: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
  admin = await t.operator('ADMIN')
})
after(() => t.close())

const { patch, read } = productCalls(() => ({ t, vendor }))
const { watch, entryOf, accept, hide } = watchedCalls(() => ({ t, admin, operator }))
const update = (watchedFields: unknown) =>
  t.call('PATCH /platform/settings', { as: admin, body: { watchedFields } })

/** Creates a live product whose variants have these prices. `reprice` sets the price of one of them. */
async function live(...prices: number[]) {
  const variants = prices.map((vendorPrice, index) => variant(`V${index}`, { vendorPrice }))
  const id = await productWithStatus(t, vendor, 'PUBLISHED', { variants })
  const ids: string[] = (await read(id)).body.variants.map((one: { id: string }) => one.id)
  const reprice = async (vendorPrice: number, index = 0) => {
    const answer = await patch(id, {
      variants: ids.map((one, n) => ({ id: one, ...(n === index && { vendorPrice }) }))
    })
    assert.equal(answer.status, 200, answer.text)
  }
  const shown = async () =>
    ((await entryOf(id))?.changes ?? []).map(({ field, live, proposed }) => [field, live, proposed])
  return { id, ids, reprice, shown }
}

suite('the watched fields in the settings', () => {
  test('can be all recorded fields that are not moderated; prices can have a threshold', async () => {
    const others = ['CREATED', 'DELETED', 'name', 'shortDescription', 'description', 'images', 'status']
    const ofVariants = [
      'upc',
      'unitOfMeasure',
      'partNumber',
      'weight',
      'stockOnHand',
      'attributes',
      'isActive'
    ]
    const excluded = new Set([...others, 'pendingRevision', 'moderation', ...ofVariants])
    const allowed = historyFields.filter((field) => !excluded.has(field))
    assert.ok(['brand', 'videos', 'documents', 'slug', 'warranty'].every((one) => allowed.includes(one)))
    await watch(...allowed)
    for (const field of excluded)
      assertFaults(await update([{ field }]), { '/watchedFields/0/field': 'NOT_ALLOWED' })
    await watch({ field: 'listPrice', threshold: 0 }, { field: 'vendorPrice', threshold: 1 })
    assert.deepEqual((await t.call('GET /platform/settings', { as: operator })).body.watchedFields, [
      { field: 'listPrice', threshold: 0 },
      { field: 'vendorPrice', threshold: 1 }
    ])
  })

  test('are refused with all errors at once', async () => {
    await watch('brand')
    const fields = [
      { field: 'brand', threshold: 0.5 },
      { field: 'price' },
      { field: 'brand' },
      { field: 'vendorPrice', threshold: 1.1 },
      { field: 'listPrice', threshold: -0.1, from: 1 },
      {}
    ]
    assertFaults(await update(fields), {
      '/watchedFields/0/threshold': 'NOT_TOGETHER',
      '/watchedFields/1/field': 'NOT_ALLOWED',
      '/watchedFields/2/field': 'REPEATED_FIELD',
      '/watchedFields/3/threshold': 'TOO_LARGE',
      '/watchedFields/4/threshold': 'TOO_SMALL',
      '/watchedFields/4/from': 'UNKNOWN_FIELD',
      '/watchedFields/5/field': 'REQUIRED'
    })
    assert.deepEqual((await t.call('GET /platform/settings', { as: operator })).body.watchedFields, [
      { field: 'brand' }
    ])
  })

  test('can be changed only by OWNER and ADMIN', async () => {
    const body = { watchedFields: [] }
    assertProblem(await t.call('PATCH /platform/settings', { as: operator, body }), 403, 'INSUFFICIENT_ROLE')
  })

  test('stay unchanged if a patch omits them', async () => {
    await watch('brand')
    await t.call('PATCH /platform/settings', { as: admin, body: { name: 'Harbor' } })
    assert.deepEqual((await t.call('GET /platform/settings', { as: operator })).body.watchedFields, [
      { field: 'brand' }
    ])
  })
})

suite('the comparison of lists', () => {
  test('ignores the ids of documents, which change if equal documents are sent again', async () => {
    await watch('documents')
    const { id, shown } = await live(10)
    const document = { title: 'Sheet', type: 'pdf', url: 'https://example.com/sheet.pdf' }
    const idOf = async () => (await read(id)).body.documents[0].id
    await patch(id, { documents: [document] })
    const first = await idOf()
    const expected = [['documents', [], [{ ...document, document: null, sortOrder: 0 }]]]
    assert.deepEqual(await shown(), expected)
    await patch(id, { documents: [document] })
    assert.notEqual(await idOf(), first)
    assert.deepEqual(await shown(), expected)
    assert.equal((await entryOf(id))?.version, 1)
    assert.equal((await accept(id, 1)).status, 200)
    await patch(id, { documents: [document] })
    assert.equal(await entryOf(id), undefined)
    await patch(id, { documents: [{ ...document, title: 'Manual' }] })
    const { version = 0, changes = [] } = (await entryOf(id)) ?? {}
    assert.equal(version, 2)
    assert.deepEqual(changes[0]?.live, expected[0]?.[2])
  })

  test('ignores the order of terms', async () => {
    await watch('tagIds', 'categoryIds')
    const { id, shown } = await live(10)
    const names = [`Steel ${newId()}`, `Zinc ${newId()}`]
    const created = await Promise.all(
      names.map((name) => t.call('POST /platform/tags', { as: operator, body: { name } }))
    )
    const tagIds = created.map(({ body }) => String(body.id)).sort()
    await patch(id, { tagIds: tagIds.toReversed() })
    assert.deepEqual(await shown(), [['tagIds', [], tagIds]])
    for (const order of [tagIds, tagIds.toReversed()]) {
      await patch(id, { tagIds: order })
      assert.deepEqual(
        (await read(id)).body.tags.map((tag: { id: string }) => tag.id),
        order
      )
      assert.equal((await entryOf(id))?.version, 1)
    }
    assert.equal((await accept(id, 1)).status, 200)
    await patch(id, { tagIds })
    assert.equal(await entryOf(id), undefined)
    const [stored] = await t.sql`select accepted, current from watched_changes where product_id = ${id}`
    assert.deepEqual(stored?.accepted, stored?.current)
    await patch(id, { tagIds: tagIds.slice(1) })
    assert.deepEqual(await shown(), [['tagIds', tagIds, tagIds.slice(1)]])
  })
})

suite('the threshold of a price', () => {
  test('hides a change up to the threshold, and shows every larger one', async () => {
    await watch({ field: 'vendorPrice', threshold: 0.2 })
    const { reprice, shown } = await live(10)
    for (const price of [12, 8]) {
      await reprice(price)
      assert.deepEqual(await shown(), [])
    }
    for (const [price, text] of [
      [12.0001, '12.0001'],
      [7.9999, '7.9999'],
      [0, '0.00']
    ] as const) {
      await reprice(price)
      assert.deepEqual(await shown(), [['vendorPrice', '10.00', text]])
    }
  })

  test('applies to the sum of many small steps since the last acceptance', async () => {
    await watch({ field: 'vendorPrice', threshold: 0.1 })
    const { id, reprice, shown } = await live(100)
    for (let price = 101; price <= 110; price++) await reprice(price)
    assert.deepEqual(await shown(), [])
    await reprice(111)
    assert.deepEqual(await shown(), [['vendorPrice', '100.00', '111.00']])
    const version = (await entryOf(id))?.version ?? 0
    assert.equal(version, 1)
    assert.equal((await accept(id, version)).status, 200)
    for (let price = 112; price <= 122; price++) await reprice(price)
    assert.deepEqual(await shown(), [])
    await reprice(122.2)
    assert.deepEqual(await shown(), [['vendorPrice', '111.00', '122.20']])
  })

  test('is not passed by the acceptance of other changes, which show nothing of a small change', async () => {
    await watch('brand', { field: 'vendorPrice', threshold: 0.1 })
    const { id, reprice, shown } = await live(100)
    await reprice(109)
    await patch(id, { brand: 'Apex' })
    assert.deepEqual(await shown(), [['brand', null, 'Apex']])
    assert.equal((await accept(id, 1)).status, 200)
    await reprice(111)
    assert.deepEqual(await shown(), [['vendorPrice', '100.00', '111.00']])
  })

  test('does not apply to an accepted price of 0 or to a price that is missing', async () => {
    await watch({ field: 'vendorPrice', threshold: 1 }, { field: 'listPrice', threshold: 1 })
    const { id, ids, reprice, shown } = await live(0)
    await reprice(0.01)
    assert.deepEqual(await shown(), [['vendorPrice', '0.00', '0.01']])
    await patch(id, { variants: [{ id: ids[0], listPrice: 1 }] })
    assert.deepEqual((await shown())[0], ['listPrice', null, '1.00'])
    assert.equal((await accept(id, 2)).status, 200)
    await patch(id, { variants: [{ id: ids[0], listPrice: null }] })
    assert.deepEqual(await shown(), [['listPrice', '1.00', null]])
  })
})

suite('a change of the watched fields', () => {
  test('removes the changes of fields that are no longer watched, and forgets them', async () => {
    await watch('brand', 'vendorPrice')
    const { id, reprice, shown } = await live(10)
    await reprice(11)
    await patch(id, { brand: 'Apex' })
    await watch('brand')
    assert.deepEqual(await shown(), [['brand', null, 'Apex']])
    assert.equal((await entryOf(id))?.version, 3)
    await watch()
    assert.equal(await entryOf(id), undefined)
    await watch('brand', 'vendorPrice')
    assert.equal(await entryOf(id), undefined)
    await reprice(12)
    assert.deepEqual(await shown(), [['vendorPrice', '11.00', '12.00']])
    assert.equal((await entryOf(id))?.version, 5)
  })

  test('applies a new threshold to the changes that are already recorded', async () => {
    await watch({ field: 'vendorPrice', threshold: 0.5 })
    const { id, reprice, shown } = await live(10, 10)
    await reprice(12)
    await reprice(18, 1)
    assert.deepEqual(await shown(), [['vendorPrice', '10.00', '18.00']])
    await watch({ field: 'vendorPrice', threshold: 0.1 })
    assert.equal((await shown()).length, 2)
    assert.equal((await entryOf(id))?.version, 2)
    await watch({ field: 'vendorPrice', threshold: 0.9 })
    assert.equal(await entryOf(id), undefined)
    await watch('vendorPrice')
    assert.equal((await shown()).length, 2)
  })

  test('adds a hidden product to the queue again only if it shows more changes', async () => {
    await watch({ field: 'vendorPrice', threshold: 0.1 })
    const { id, reprice } = await live(10, 10)
    await reprice(12)
    await reprice(15, 1)
    assert.equal((await hide(id, 2)).status, 200)
    await watch({ field: 'vendorPrice', threshold: 0.3 })
    assert.equal(await entryOf(id), undefined)
    await watch({ field: 'vendorPrice', threshold: 0.1 })
    assert.equal((await entryOf(id))?.changes.length, 2)
  })

  test('waits for updates that are running, so that no field stays in an entry', async () => {
    await watch('brand')
    const { id } = await live(10)
    const answer = await withLocksHeld(t, {
      // The lock that statements take that record changes of watched fields.
      hold: (tx) => tx`
        insert into watched_changes (product_id, vendor_id, accepted, current, shown, version, is_waiting, submitted_at)
        values (${id}, ${vendor.id}, '{"brand": null}', '{"brand": "Apex"}',
          '[{"field": "brand", "live": null, "proposed": "Apex"}]', 1, true, now())`,
      waiting: 1,
      work: () => update([])
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(await entryOf(id), undefined)
  })

  test('applies to updates that wait for it', async () => {
    await watch('brand')
    const { id } = await live(10)
    const answer = await withLocksHeld(t, {
      hold: async (tx) => {
        await lockWatchedChanges(tx)
        await tx`update settings set watched_fields = '[]'`
      },
      waiting: 1,
      work: () => patch(id, { brand: 'Apex' })
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await t.sql`select from watched_changes where product_id = ${id}`).length, 0)
  })
})
