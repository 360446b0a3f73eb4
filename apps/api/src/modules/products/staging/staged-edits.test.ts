import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import type { Body } from '../../../../test/products.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { type Status, stagedEdits } from '../../../../test/staged.ts'
import { newId } from '../../../lib/ids.ts'
import { storedRejection } from '../approval/decision.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10 })
})
after(() => t.close())

const { create, patch, read, stateOf } = stagedEdits(() => ({ t, vendor }))
const withdraw = (id: string, headers: Record<string, string> = {}) =>
  t.call(`DELETE /vendor/products/${id}/revision`, { as: vendor.owner, headers })
/** Sets the timestamps of staged edits to the past. */
const backdate = (id: string) => t.sql`
  update products set pending_revision_submitted_at = '2020-01-01T00:00:00Z', updated_at = '2020-01-01T00:00:00Z'
  where id = ${id}`

describe('staged edits', () => {
  test('merge field by field, and pendingRevisionSubmittedAt is when they last changed', async () => {
    const { id } = await create('PUBLISHED')
    await patch(id, { name: 'Hex nut' })
    await backdate(id)
    const merged = await patch(id, { shortDescription: 'Short' })
    assert.deepEqual(merged.pendingRevision, { name: 'Hex nut', shortDescription: 'Short' })
    assert.ok(merged.pendingRevisionSubmittedAt > '2021')
    assert.equal((await stateOf(id)).version, 3)
  })

  test('lose a field that is set back to its live value, and are null if no field is left', async () => {
    const { id } = await create('PUBLISHED')
    await patch(id, { name: 'Hex nut', description: 'Nut' })
    await backdate(id)
    const less = await patch(id, { description: '<p>Bolt</p>' })
    assert.deepEqual(less.pendingRevision, { name: 'Hex nut' })
    assert.ok(less.pendingRevisionSubmittedAt > '2021')
    const none = await patch(id, { name: 'Hex bolt' })
    assert.deepEqual([none.pendingRevision, none.pendingRevisionSubmittedAt], [null, null])
    assert.deepEqual(await stateOf(id), {
      version: 4,
      events: [
        'product.revision_staged name,description',
        'product.revision_staged description',
        'product.revision_withdrawn name'
      ]
    })
  })

  test('stay unchanged, with their timestamp and version, if a request stages nothing new', async () => {
    const { id } = await create('PUBLISHED')
    await patch(id, { name: 'Hex nut' })
    await backdate(id)
    const before = { product: await read(id), state: await stateOf(id) }
    const same = [
      { name: 'Hex nut' },
      { name: '  Hex nut ' },
      { description: '<p onclick="x()">Bolt</p>' },
      { shortDescription: null },
      {}
    ]
    for (const body of same) assert.deepEqual(await patch(id, body), before.product, JSON.stringify(body))
    assert.deepEqual(await stateOf(id), before.state)
    const mixed = await patch(id, { name: 'Hex nut', brand: 'B' })
    assert.deepEqual(mixed.pendingRevisionSubmittedAt, before.product.pendingRevisionSubmittedAt)
    assert.equal((await stateOf(id)).version, before.state.version)
  })

  test('contain sanitised HTML', async () => {
    const { id } = await create('HIDDEN')
    const { pendingRevision } = await patch(id, {
      description: '<b onclick="x()">Nut</b><script>x()</script>'
    })
    assert.deepEqual(pendingRevision, { description: '<b>Nut</b>' })
  })

  test('lose nothing if many are made concurrently', async () => {
    const { id } = await create('PUBLISHED')
    const edits = [{ name: 'Hex nut' }, { shortDescription: 'Short' }, { description: 'Nut' }, { brand: 'B' }]
    const answers = await Promise.all([...edits, ...edits, ...edits].map((body) => patch(id, body)))
    assert.equal(answers.length, 12)
    const product = await read(id)
    assert.deepEqual(product.pendingRevision, {
      name: 'Hex nut',
      shortDescription: 'Short',
      description: 'Nut'
    })
    assert.equal(product.brand, 'B')
    // Each edit has one effect, since repeating it changes nothing.
    const { version, events } = await stateOf(id)
    assert.deepEqual([version, events.length], [4, 4])
  })

  test('are not shown to customers', async () => {
    const { id, slug } = await create('PUBLISHED', { name: 'Square bolt' })
    await patch(id, { name: 'Square nut', description: 'Nut', brand: 'Boltwell' })
    const { body } = await t.call(`GET /storefront/products/${slug}`)
    assert.deepEqual([body.name, body.description, body.brand], ['Square bolt', '<p>Bolt</p>', 'Boltwell'])
  })

  test("don't affect the search, which uses the live name", async () => {
    const { id } = await create('PUBLISHED', { name: 'Carriage bolt' })
    await patch(id, { name: 'Flange nut' })
    const found = async (search: string) => {
      const { body } = await t.call(`GET /vendor/products?search=${search}`, { as: vendor.owner })
      return body.products.map((product: { id: string }) => product.id)
    }
    assert.deepEqual([await found('carriage'), await found('flange')], [[id], []])
  })

  test('replace rejected edits and their images', async () => {
    const { id } = await create('PUBLISHED')
    const imageId = newId()
    const image = { id: imageId, isNew: true, variantId: null, alt: '', sortOrder: 0, isPrimary: true }
    const rejection = storedRejection({ name: 'Nut', images: [image] }, 'No', '2026-01-01T00:00:00.000Z')
    await t.sql`
      insert into pending_images (id, product_id, vendor_id, path, preview)
      values (${imageId}, ${id}, ${vendor.id}, 'pending/x.png', 'data:')`
    await t.sql`
      update products set moderation = ${t.sql.json(rejection)} where id = ${id}`
    assert.equal((await patch(id, { brand: 'B', name: 'Hex bolt' })).moderation.proposed.name, 'Nut')
    assert.deepEqual((await patch(id, { name: 'Hex nut' })).moderation, {
      ...rejection,
      fields: {},
      proposed: null
    })
    assert.deepEqual([...(await t.sql`select id from pending_images where product_id = ${id}`)], [])
  })

  test('match a simple model after any sequence of edits', async () => {
    const text = fc.constantFrom('Hex bolt', 'Hex nut', ' Hex nut ')
    const optionalText = fc.constantFrom('a', 'b', '', null)
    const edit = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record(
          { name: text, shortDescription: optionalText, description: optionalText, brand: optionalText },
          { requiredKeys: [] }
        )
      },
      { weight: 1, arbitrary: fc.constant('withdraw' as const) },
      { weight: 1, arbitrary: fc.constantFrom<Status>('PUBLISHED', 'HIDDEN', 'PENDING_APPROVAL', 'DRAFT') }
    )
    const fields = ['name', 'shortDescription', 'description'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
        const { id } = await create('PUBLISHED', { description: null })
        const live: Body = { name: 'Hex bolt', shortDescription: null, description: null, brand: null }
        let staged: Body = {}
        let status = 'PUBLISHED'
        for (const step of edits) {
          if (step === 'withdraw') {
            assert.equal((await withdraw(id)).status, 200)
            staged = {}
          } else if (typeof step === 'string') {
            // A product with staged edits always has a live status.
            if (Object.keys(staged).length > 0) continue
            status = step
            await t.sql`update products set status = ${step} where id = ${id}`
          } else {
            await patch(id, step)
            for (const [field, value] of Object.entries(step)) {
              const stages = fields.some((name) => name === field) && ['PUBLISHED', 'HIDDEN'].includes(status)
              const stored = typeof value === 'string' ? value.trim() : value
              if (!stages) live[field] = stored
              else staged = { ...staged, [field]: stored }
            }
            for (const field of fields) if (staged[field] === live[field]) delete staged[field]
          }
          const product = await read(id)
          const seen = Object.fromEntries(Object.keys(live).map((field) => [field, product[field]]))
          assert.deepEqual([seen, product.pendingRevision ?? {}, product.status], [live, staged, status])
          assert.equal(product.pendingRevision === null, product.pendingRevisionSubmittedAt === null)
        }
      }),
      { numRuns: randomRuns(25) }
    )
  })
})

describe('withdrawing staged edits', () => {
  test('discards everything, including new images, and live values stay unchanged', async () => {
    const product = await create('PUBLISHED')
    await patch(product.id, { name: 'Hex nut', description: null })
    const [imageId, liveId] = [newId(), newId()]
    const image = { variantId: null, alt: '', sortOrder: 0, isPrimary: true }
    const images = [
      { ...image, id: imageId, isNew: true },
      { ...image, id: liveId, isNew: false, isPrimary: false }
    ]
    await t.sql`
      insert into pending_images (id, product_id, vendor_id, path, preview)
      values (${imageId}, ${product.id}, ${vendor.id}, 'pending/y.png', 'data:')`
    await t.sql`
      update products set pending_revision = pending_revision || ${t.sql.json({ images })} where id = ${product.id}`
    const { status, body } = await withdraw(product.id)
    assert.equal(status, 200)
    assert.deepEqual([body.pendingRevision, body.pendingRevisionSubmittedAt], [null, null])
    assert.deepEqual([body.name, body.description], [product.name, product.description])
    assert.deepEqual([...(await t.sql`select id from pending_images where product_id = ${product.id}`)], [])
    assert.deepEqual(await stateOf(product.id), {
      version: 3,
      events: [
        'product.revision_staged name,description',
        'product.revision_withdrawn name,images,description'
      ]
    })
  })

  test('returns a product without staged edits unchanged, and records no event', async () => {
    const { id } = await create('PUBLISHED')
    const before = await read(id)
    const { status, body } = await withdraw(id)
    assert.equal(status, 200)
    assert.deepEqual(body, before)
    assert.deepEqual(await stateOf(id), { version: 1, events: [] })
  })

  test('checks If-Match, the token, the role and the product', async () => {
    const { id } = await create('PUBLISHED')
    await patch(id, { name: 'Hex nut' })
    assertProblem(await withdraw(id, { 'if-match': '"other"' }), 412, 'PRECONDITION_FAILED')
    const path = `DELETE /vendor/products/${id}/revision`
    assertProblem(await t.call(path, { as: vendor.viewer }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await t.call(path), 401, 'UNAUTHENTICATED')
    assertProblem(await withdraw(newId()), 404, 'NOT_FOUND')
    assert.deepEqual((await read(id)).pendingRevision, { name: 'Hex nut' })
  })
})
