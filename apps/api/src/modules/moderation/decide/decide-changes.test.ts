import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { productCalls } from '../../../../test/products.ts'
import { productWithStatus, stage } from '../../../../test/staged.ts'
import { watchedCalls } from '../../../../test/watched.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let admin: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
  admin = await t.operator('ADMIN')
  await watch('brand', 'documents', 'vendorPrice', 'listPrice')
})
after(() => t.close())

const { patch, read } = productCalls(() => ({ t, vendor }))
const { watch, entries, entryOf, accept, hide, decide } = watchedCalls(() => ({ t, admin, operator }))

/** Creates a live product with a price of 12.5. Returns its id, and a function that changes the product. */
async function live(status: 'PUBLISHED' | 'HIDDEN' = 'PUBLISHED') {
  const id = await productWithStatus(t, vendor, status, { brand: 'Acme' })
  const [variant] = (await read(id)).body.variants
  const change = async (body: object) => {
    const answer = await patch(id, body)
    assert.equal(answer.status, 200, answer.text)
  }
  const reprice = (vendorPrice: number) => change({ variants: [{ id: variant.id, vendorPrice }] })
  return { id, variantId: variant.id as string, change, reprice }
}

const snapshots = (id: string) =>
  t.sql`select kind, version, decision, reasons, live, proposed, actor_type, rule_id from moderation_snapshots
    where product_id = ${id} order by id`

const eventsOf = (id: string) =>
  t.sql<{ type: string; details: object }[]>`
    select type, details from events
    where subject_id = ${id} and type in ('product.change_accepted', 'product.hidden') order by id`

suite('the entry of a product whose watched fields change', () => {
  test('shows each field with its accepted and its current value', async () => {
    const { id, variantId, change, reprice } = await live()
    assert.equal(await entryOf(id), undefined)
    await reprice(13)
    await change({ brand: 'Apex', warranty: '1 year', name: 'Hex bolt M10' })
    const entry = await entryOf(id)
    assert.deepEqual(entry?.changes, [
      { field: 'brand', live: 'Acme', proposed: 'Apex' },
      { field: 'vendorPrice', variantId, live: '12.50', proposed: '13.00' }
    ])
    assert.equal(entry.version, 2)
    assert.equal(entry.kind, 'CHANGE')
    assert.equal((await read(id)).body.brand, 'Apex')
  })

  test('leaves the queue when the values are the accepted ones again', async () => {
    const { id, reprice } = await live()
    await reprice(13)
    await reprice(12.5)
    assert.equal(await entryOf(id), undefined)
    assertProblem(await accept(id, 1), 409, 'NO_CHANGE')
    await reprice(14)
    assert.equal((await entryOf(id))?.version, 3)
  })

  test('does not exist for a product that is not live yet', async () => {
    const id = await productWithStatus(t, vendor, 'PENDING_APPROVAL')
    await patch(id, { brand: 'Apex' })
    await t.call(`POST /platform/products/${id}/approve`, { as: operator, body: { version: 2 } })
    assert.equal(await entryOf(id), undefined)
  })

  test('exists for a hidden product, which can be accepted but not hidden', async () => {
    const { id, reprice } = await live('HIDDEN')
    await reprice(13)
    const answer = await hide(id, 1)
    assertProblem(answer, 409, 'INVALID_TRANSITION')
    assert.equal((await accept(id, 1)).status, 200)
  })

  test('shows the documents with the URLs of their files', async () => {
    const { id, change } = await live()
    const content = Buffer.from('%PDF-1.4\n%%EOF').toString('base64')
    const base64Document = `data:application/pdf;base64,${content}`
    await change({ documents: [{ title: 'Sheet', type: 'pdf', base64Document }] })
    const [shown] = (await entryOf(id))?.changes ?? []
    const [document] = (await read(id)).body.documents
    const { title, type, url, document: file, sortOrder } = document
    assert.match(file, /^https:/)
    const proposed = [{ title, type, url, document: file, sortOrder }]
    assert.deepEqual(shown, { field: 'documents', live: [], proposed })
  })

  test('shows a document that has neither a URL nor a file', async () => {
    const { id, change } = await live()
    await change({ documents: [{ title: 'Sheet', type: 'pdf' }] })
    const [shown] = (await entryOf(id))?.changes ?? []
    const proposed = [{ title: 'Sheet', type: 'pdf', url: null, document: null, sortOrder: 0 }]
    assert.deepEqual(shown, { field: 'documents', live: [], proposed })
  })

  test('shows the price of a new variant, and nothing about a variant that was deleted', async () => {
    const { id, variantId, change } = await live()
    await change({ variants: [{ id: variantId }, { sku: 'B', name: 'B', vendorPrice: 5, listPrice: 6 }] })
    const added = (await read(id)).body.variants[1].id
    const shown = [
      { field: 'listPrice', variantId: added, live: null, proposed: '6.00' },
      { field: 'vendorPrice', variantId: added, live: null, proposed: '5.00' }
    ]
    assert.deepEqual((await entryOf(id))?.changes, shown)
    await t.call(`DELETE /vendor/products/${id}/variants/${added}`, { as: vendor.editor })
    assert.equal(await entryOf(id), undefined)
  })

  test('is deleted with its product', async () => {
    const { id, reprice } = await live()
    await reprice(13)
    assert.equal((await t.call(`DELETE /vendor/products/${id}`, { as: vendor.editor })).status, 200)
    assert.equal(await entryOf(id), undefined)
    assert.equal((await t.sql`select from watched_changes where product_id = ${id}`).length, 0)
    assertProblem(await accept(id, 1), 404, 'NOT_FOUND')
  })

  test('is listed in order of time and by vendor, and is counted', async () => {
    const other = await t.vendor()
    const { id } = await live()
    const theirs = await productWithStatus(t, other, 'PUBLISHED')
    await patch(id, { brand: 'Zinc' })
    await patch(theirs, { brand: 'Zinc' }, { as: other.owner })
    assert.deepEqual(
      (await entries(`&vendorId=${other.id}`)).map(({ product }) => product.id),
      [theirs]
    )
    const times = (await entries()).map(({ submittedAt }) => submittedAt)
    assert.deepEqual(times, times.toSorted())
    const { body } = await t.call(`GET /platform/moderation?vendorId=${other.id}`, { as: operator })
    assert.deepEqual(body.counts, { products: 0, revisions: 0, changes: 1 })
    assert.deepEqual(
      body.entries.map(({ kind }: { kind: string }) => kind),
      ['CHANGE']
    )
  })
})

suite('decisions on changes', () => {
  test('after acceptance, later changes are compared with the accepted values', async () => {
    const { id, variantId, reprice, change } = await live()
    await reprice(13)
    await change({ brand: 'Apex' })
    const answer = await accept(id, 2)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.status, 'PUBLISHED')
    assert.equal(await entryOf(id), undefined)
    assertProblem(await accept(id, 2), 409, 'NO_CHANGE')
    await reprice(14)
    const entry = await entryOf(id)
    assert.deepEqual(entry?.changes, [{ field: 'vendorPrice', variantId, live: '13.00', proposed: '14.00' }])
    assert.equal(entry.version, 3)
    assert.deepEqual(
      [...(await eventsOf(id))],
      [{ type: 'product.change_accepted', details: { version: 2 } }]
    )
    assert.deepEqual(
      [...(await snapshots(id))],
      [
        {
          kind: 'CHANGE',
          version: 2,
          decision: 'ACCEPTED',
          reasons: [],
          live: { brand: 'Acme', variants: [{ id: variantId, vendorPrice: '12.50' }] },
          proposed: { brand: 'Apex', variants: [{ id: variantId, vendorPrice: '13.00' }] },
          actorType: 'USER',
          ruleId: null
        }
      ]
    )
  })

  test('after hiding, the next change brings everything back since the last acceptance', async () => {
    const { id, variantId, reprice, change } = await live()
    await reprice(13)
    const answer = await hide(id, 1)
    assert.equal(answer.body.status, 'HIDDEN')
    assert.equal(await entryOf(id), undefined)
    assertProblem(await accept(id, 1), 409, 'NO_CHANGE')
    await t.call(`POST /platform/products/${id}/publish`, { as: operator })
    assert.equal(await entryOf(id), undefined)
    await change({ brand: 'Apex' })
    assert.deepEqual((await entryOf(id))?.changes, [
      { field: 'brand', live: 'Acme', proposed: 'Apex' },
      { field: 'vendorPrice', variantId, live: '12.50', proposed: '13.00' }
    ])
    const reasons = [{ code: 'PRICE', text: 'Too expensive' }]
    assert.equal((await hide(id, 2, { reasons })).status, 200)
    assert.deepEqual(
      (await eventsOf(id)).map(({ type, details }) => [type, details]),
      [
        ['product.hidden', { reason: 'The price is too high' }],
        ['product.hidden', { reason: 'Too expensive' }]
      ]
    )
    const [, last] = await snapshots(id)
    assert.equal(last?.decision, 'HIDDEN')
    assert.deepEqual(last.reasons, [{ code: 'PRICE', pointer: null, imageId: null, text: 'Too expensive' }])
    const { body } = await t.call(`GET /platform/products/${id}/history?field=status&first=1`, {
      as: operator
    })
    assert.equal(body.history[0].source.type, 'MODERATION')
  })

  test('are refused for an older version', async () => {
    const { id, reprice } = await live()
    await reprice(13)
    await reprice(14)
    assertProblem(await accept(id, 1), 412, 'STALE_VERSION')
    assertProblem(await hide(id, 1), 412, 'STALE_VERSION')
    assertProblem(await accept(newId(), 1), 404, 'NOT_FOUND')
    assert.equal((await accept(id, 2)).status, 200)
  })

  test('need a version, and for hiding a reason', async () => {
    const { id, reprice } = await live()
    await reprice(13)
    assertFaults(await hide(id, 0, {}), { '/version': 'TOO_SMALL', '/reason': 'REQUIRED' })
    assertFaults(await hide(id, 1, { reason: 'x', reasons: [{ text: 'x' }] }), {
      '/reasons': 'NOT_TOGETHER'
    })
    const imageId = newId()
    assertFaults(await hide(id, 1, { reasons: [{ text: 'x', imageId }] }), {
      '/reasons/0/imageId': 'UNKNOWN_IMAGE'
    })
  })

  test('need an operator with a role that can write', async () => {
    const { id, reprice } = await live()
    await reprice(13)
    const viewer = await t.operator('VIEWER')
    for (const path of ['accept', 'hide']) {
      const request = `POST /platform/products/${id}/change/${path}`
      const body = { version: 1, ...(path === 'hide' && { reason: 'x' }) }
      assertProblem(await t.call(request, { body }), 401, 'UNAUTHENTICATED')
      assertProblem(await t.call(request, { as: viewer, body }), 403, 'INSUFFICIENT_ROLE')
      assertProblem(await t.call(request, { as: vendor.owner, body }), 403, 'NOT_PLATFORM_USER')
    }
  })
})

suite('decisions on changes in a set', () => {
  test('are made item by item, also on staged edits of the same product', async () => {
    const [first, second, third] = [await live(), await live(), await live()]
    for (const { reprice } of [first, second, third]) await reprice(13)
    const version = await stage(t, vendor, { id: second.id, revision: { name: 'Flange bolt' } })
    const { status, text, body } = await decide([
      { id: first.id, kind: 'CHANGE', version: 1, decision: 'ACCEPT' },
      { id: second.id, kind: 'CHANGE', version: 1, decision: 'HIDE', reason: 'x' },
      { id: second.id, kind: 'REVISION', version, decision: 'APPROVE' },
      { id: third.id, kind: 'CHANGE', version: 2, decision: 'ACCEPT' },
      { id: newId(), kind: 'CHANGE', version: 1, decision: 'ACCEPT' }
    ])
    assert.equal(status, 200, text)
    assert.deepEqual(
      body.results.map((one: { error: { code: string } | null }) => one.error?.code ?? null),
      [null, null, null, 'STALE_VERSION', 'NOT_FOUND']
    )
    const { name, status: hidden } = (await read(second.id)).body
    assert.deepEqual([name, hidden], ['Flange bolt', 'HIDDEN'])
    assert.equal(await entryOf(first.id), undefined)
    assert.equal((await entryOf(third.id))?.version, 1)
  })

  test('must fit the kind of the entry', async () => {
    const entry = { id: newId(), version: 1 }
    const items = [
      { ...entry, kind: 'CHANGE', decision: 'APPROVE' },
      { ...entry, kind: 'REVISION', decision: 'ACCEPT' },
      { ...entry, kind: 'PRODUCT', decision: 'HIDE', reason: 'x' },
      { ...entry, id: newId(), kind: 'CHANGE', decision: 'HIDE' },
      { ...entry, id: newId(), kind: 'CHANGE', decision: 'ACCEPT', reason: 'x' },
      { ...entry, id: newId(), kind: 'CHANGE', fields: { name: { decision: 'APPROVE' } } }
    ]
    assertFaults(await decide(items), {
      '/items/0/decision': 'NOT_ALLOWED',
      '/items/1/decision': 'NOT_ALLOWED',
      '/items/2/decision': 'NOT_ALLOWED',
      '/items/3/reason': 'REQUIRED',
      '/items/4/reason': 'NOT_TOGETHER',
      '/items/5/fields': 'NOT_TOGETHER'
    })
  })
})
