import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { ruleCalls } from '../../../../test/approval-rules.ts'
import { readHistory } from '../../../../test/product-history.ts'
import type { Body } from '../../../../test/products.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { stagedEdits, stageIn } from '../../../../test/staged.ts'
import type { Tx } from '../../../db/connect.ts'
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
})
after(() => t.close())

const { create, patch, read, stateOf } = stagedEdits(() => ({ t, vendor }))
const rules = ruleCalls(() => ({ t, operator: admin }))

const correct = (id: string, body: object, options: { as?: string; headers?: Record<string, string> } = {}) =>
  t.call(`PATCH /platform/products/${id}/revision`, { as: operator, body, ...options })
const corrected = async (id: string, body: object) => {
  const answer = await correct(id, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const platform = async (id: string) => (await t.call(`GET /platform/products/${id}`, { as: operator })).body
const decide = async (id: string, verb: string, body: object) => {
  const answer = await t.call(`POST /platform/products/${id}/${verb}`, { as: operator, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const entryOf = async (id: string) =>
  (await t.call(`GET /platform/moderation?productId=${id}`, { as: operator })).body.entries[0]
const withdraw = (id: string) => t.call(`DELETE /vendor/products/${id}/revision`, { as: vendor.editor })
const lock = (id: string) => (tx: Tx) => tx`select from products where id = ${id} for update`

type Correction = {
  field: string
  variantId: string | null
  vendorValue: unknown
  correctedValue: unknown
  correctedAt: string
  correctedBy: { type: string; id: string | null; name: string | null }
}
/** Returns each correction as its field, the vendor's value and the corrected one. */
const values = ({ corrections }: { corrections: Correction[] }) =>
  corrections.map(({ field, vendorValue, correctedValue }) => [field, vendorValue, correctedValue])

const texts = { name: 'hex NUT', shortDescription: 'short', description: '<p>Nut</p>' }
async function revised(revision: Body = texts) {
  const { id } = await create('PUBLISHED')
  await patch(id, revision)
  return id
}

describe('a correction of a new product', () => {
  test('changes its values and those of variants in place, and the vendor sees both values', async () => {
    const { id, variants } = await create('PENDING_APPROVAL', { brand: 'bolt well', keyFeatures: ['zinc'] })
    const [{ id: variantId }] = variants
    const product = await corrected(id, {
      version: 1,
      name: 'Hex bolt M8',
      brand: 'Boltwell',
      countryOfOrigin: 'Germany',
      keyFeatures: ['Zinc-plated'],
      description: '<p>A bolt.</p><script>x</script>',
      variants: [{ id: variantId, name: 'Box of 100', attributes: { finish: 'zinc', unspc: 31161620 } }]
    })
    assert.deepEqual([product.status, product.moderationVersion], ['PENDING_APPROVAL', 2])
    assert.deepEqual(values(product), [
      ['name', 'Hex bolt', 'Hex bolt M8'],
      ['description', '<p>Bolt</p>', '<p>A bolt.</p>'],
      ['brand', 'bolt well', 'Boltwell'],
      ['countryOfOrigin', null, 'DE'],
      ['keyFeatures', ['zinc'], ['Zinc-plated']],
      ['name', 'Box', 'Box of 100'],
      ['attributes', {}, { finish: 'zinc', unspc: '31161620' }]
    ])
    assert.deepEqual(
      product.corrections.map((one: Correction) => one.variantId),
      [null, null, null, null, null, variantId, variantId]
    )
    const [{ correctedBy, correctedAt }] = product.corrections
    assert.deepEqual(
      [correctedBy.type, typeof correctedBy.id, typeof correctedBy.name],
      ['USER', 'string', 'string']
    )
    assert.ok(correctedAt > '2021')

    const seen = await read(id)
    assert.deepEqual([seen.name, seen.variants[0].name], ['Hex bolt M8', 'Box of 100'])
    assert.deepEqual(values(seen), values(product))
    assert.deepEqual(seen.corrections[0].correctedBy, { type: 'PLATFORM', id: null, name: null })
    assert.deepEqual((await entryOf(id)).corrections, product.corrections)
    assert.deepEqual(await platform(id), product)
  })

  test('is in the history with its author, and is an event', async () => {
    const { id, variants } = await create('PENDING_APPROVAL')
    const body = { version: 1, brand: 'Boltwell', variants: [{ id: variants[0].id, upc: '012345678905' }] }
    await corrected(id, body)
    const history = await readHistory(t, operator, id)
    assert.deepEqual(
      history
        .slice(1)
        .map(({ field, oldValue, newValue, source, actor }) => [
          field,
          oldValue,
          newValue,
          source.type,
          actor.type
        ])
        .sort(),
      [
        ['brand', null, 'Boltwell', 'MODERATION', 'USER'],
        ['upc', null, '012345678905', 'MODERATION', 'USER']
      ]
    )
    const [event] = await t.sql`
      select type, changed_fields, details, actor_is_platform from events
      where subject_id = ${id} order by id desc limit 1`
    assert.deepEqual(event, {
      ...{ type: 'product.corrected', changedFields: ['brand', 'variants'], details: { target: 'PRODUCT' } },
      actorIsPlatform: true
    })
  })

  test('makes older decisions and corrections stale, and the answer has the version to approve', async () => {
    const { id } = await create('PENDING_APPROVAL')
    const { moderationVersion: version } = await corrected(id, { version: 1, name: 'Hex bolt M8' })
    assertProblem(await correct(id, { version: 1, name: 'Other' }), 412, 'STALE_VERSION')
    const stale = await t.call(`POST /platform/products/${id}/approve`, {
      as: operator,
      body: { version: 1 }
    })
    assertProblem(stale, 412, 'STALE_VERSION')
    const approved = await decide(id, 'approve', { version })
    assert.deepEqual([approved.status, approved.name], ['PUBLISHED', 'Hex bolt M8'])
    assert.deepEqual(values(await read(id)), [['name', 'Hex bolt', 'Hex bolt M8']])
    const [snapshot] = await t.sql<
      { id: string }[]
    >`select id from moderation_snapshots where product_id = ${id}`
    const { body } = await t.call(`GET /platform/moderation/snapshots/${snapshot?.id}`, { as: operator })
    assert.deepEqual([values(body), body.proposed.name], [values(approved), 'Hex bolt M8'])
  })

  test('that is repeated keeps the value of the vendor, and disappears with it', async () => {
    const { id } = await create('PENDING_APPROVAL')
    await corrected(id, { version: 1, name: 'Hex bolt M8', brand: 'Boltwell' })
    const again = await corrected(id, { version: 2, name: 'Hex bolt M10' })
    assert.deepEqual(values(again), [
      ['name', 'Hex bolt', 'Hex bolt M10'],
      ['brand', null, 'Boltwell']
    ])
    const undone = await corrected(id, { version: 3, name: 'Hex bolt', brand: null })
    assert.deepEqual([undone.corrections, undone.moderationVersion], [[], 4])
    assert.deepEqual((await read(id)).corrections, [])
  })

  test('that changes nothing writes nothing', async () => {
    const { id } = await create('PENDING_APPROVAL')
    const before = await platform(id)
    assert.deepEqual(await corrected(id, { version: 1, name: 'Hex bolt', variants: [] }), before)
    assert.deepEqual(await stateOf(id), { version: 1, events: [] })
  })

  test('is dropped value by value when the vendor changes what was corrected', async () => {
    const { id, variants } = await create('PENDING_APPROVAL', {
      variants: ['A', 'B'].map((sku) => ({ sku, name: sku, vendorPrice: 1 }))
    })
    const named = variants.map(({ id, sku }: { id: string; sku: string }) => ({ id, name: `Box ${sku}` }))
    await corrected(id, { version: 1, name: 'Hex bolt M8', brand: 'Boltwell', variants: named })
    await patch(id, { warranty: '1 year', variantStock: [{ variantId: named[0].id, quantity: 5 }] })
    assert.equal((await read(id)).corrections.length, 4)
    await patch(id, { brand: 'Other', variants: [{ id: named[0].id, name: 'Crate' }] })
    assert.deepEqual(values(await read(id)), [
      ['name', 'Hex bolt', 'Hex bolt M8'],
      ['name', 'B', 'Box B']
    ])
    const deleted = await t.call(`DELETE /vendor/products/${id}/variants/${named[1].id}`, {
      as: vendor.editor
    })
    assert.equal(deleted.status, 200, deleted.text)
    assert.deepEqual(values(await read(id)), [['name', 'Hex bolt', 'Hex bolt M8']])
  })

  test('stays after a rejection, until the vendor changes the value or submits again', async () => {
    const { id } = await create('PENDING_APPROVAL')
    await corrected(id, { version: 1, name: 'Hex bolt M8', brand: 'Boltwell' })
    await decide(id, 'reject', { version: 2, reason: 'No picture' })
    assert.equal((await read(id)).corrections.length, 2)
    assertProblem(await correct(id, { version: 2, name: 'Hex bolt M10' }), 409, 'INVALID_TRANSITION')
    await patch(id, { brand: 'Other' })
    assert.deepEqual(values(await read(id)), [['name', 'Hex bolt', 'Hex bolt M8']])
    const { body } = await t.call(`POST /vendor/products/${id}/submit`, { as: vendor.editor })
    assert.deepEqual([body.status, body.name, body.corrections], ['PENDING_APPROVAL', 'Hex bolt M8', []])
  })

  test('is not evaluated by approval rules', async () => {
    const { id } = await create('PENDING_APPROVAL')
    const ruleId = await rules.made({ isActive: true })
    const { status } = await corrected(id, { version: 1, name: 'Hex bolt M8' })
    await rules.remove(ruleId)
    assert.equal(status, 'PENDING_APPROVAL')
  })
})

describe('a correction of staged edits', () => {
  test('changes the staged value, and neither the live one nor the position in the queue', async () => {
    const id = await revised()
    await t.sql`update products set pending_revision_submitted_at = '2020-01-01T00:00:00Z' where id = ${id}`
    const product = await corrected(id, { version: 2, name: 'Hex nut' })
    assert.deepEqual(product.pendingRevision, { ...texts, name: 'Hex nut' })
    assert.deepEqual([product.name, product.moderationVersion], ['Hex bolt', 3])
    assert.equal(product.pendingRevisionSubmittedAt, '2020-01-01T00:00:00.000Z')
    assert.deepEqual(values(product), [['name', 'hex NUT', 'Hex nut']])
    assert.deepEqual((await entryOf(id)).corrections, product.corrections)
    const { events } = await stateOf(id)
    assert.equal(events.at(-1), 'product.corrected name')
    const approved = await decide(id, 'revision/approve', { version: 3 })
    assert.equal(approved.name, 'Hex nut')
    assert.deepEqual(values(await read(id)), [['name', 'hex NUT', 'Hex nut']])
  })

  test('removes a field that gets its live value, and the entry with its last field and its claim', async () => {
    const id = await revised({ name: 'hex NUT', shortDescription: 'short' })
    const claim = { items: [{ id, kind: 'REVISION' }] }
    await t.call('POST /platform/moderation/claims', { as: operator, body: claim })
    const less = await corrected(id, { version: 2, name: 'Hex bolt' })
    assert.deepEqual(less.pendingRevision, { shortDescription: 'short' })
    assert.ok((await entryOf(id)).claimedBy)
    const none = await corrected(id, { version: 3, shortDescription: null })
    assert.deepEqual([none.pendingRevision, none.pendingRevisionSubmittedAt], [null, null])
    assert.deepEqual(values(await read(id)), [
      ['name', 'hex NUT', 'Hex bolt'],
      ['shortDescription', 'short', null]
    ])
    assert.equal(await entryOf(id), undefined)
    assert.equal((await t.sql`select from moderation_claims where product_id = ${id}`).length, 0)
    assertProblem(await correct(id, { version: 4, name: 'Hex nut' }), 409, 'NO_REVISION')
    // A new revision begins without corrections.
    assert.deepEqual((await patch(id, { name: 'Hex nut' })).corrections, [])
  })

  test('is refused as a whole if a field is not staged', async () => {
    const id = await revised({ name: 'hex NUT' })
    const [{ id: variantId }] = (await read(id)).variants
    for (const other of [
      { description: 'x' },
      { brand: 'B' },
      { variants: [{ id: variantId, name: 'x' }] }
    ]) {
      const answer = await correct(id, { version: 2, name: 'Hex nut', ...other })
      assertProblem(answer, 409, 'FIELD_NOT_PENDING')
      assert.match(answer.body.detail, new RegExp(Object.keys(other)[0] ?? ''))
    }
    assert.deepEqual((await stateOf(id)).version, 2)
  })

  test('leaves decisions on other fields and their rejected values as they are', async () => {
    const id = await revised()
    const fields = { description: { decision: 'REJECT', reason: 'Too short' } }
    const { moderation } = await decide(id, 'revision/decide', { version: 2, fields })
    const product = await corrected(id, { version: 2, name: 'Hex nut' })
    assert.deepEqual(product.moderation, moderation)
    assert.equal(product.moderation.proposed.description, '<p>Nut</p>')
  })

  test('is dropped when the vendor stages another value, and stays if it stages the same', async () => {
    const id = await revised()
    await corrected(id, { version: 2, name: 'Hex nut', shortDescription: 'Short' })
    const same = await patch(id, { name: 'Hex nut', description: '<p>New</p>' })
    assert.equal(same.corrections.length, 2)
    const other = await patch(id, { name: 'hex NUT' })
    assert.deepEqual(other.pendingRevision.name, 'hex NUT')
    assert.deepEqual(values(other), [['shortDescription', 'short', 'Short']])
    const live = await patch(id, { shortDescription: null })
    assert.deepEqual(live.corrections, [])
  })

  test('is dropped when the vendor withdraws the edits, and stays when they are rejected', async () => {
    const id = await revised()
    await corrected(id, { version: 2, name: 'Hex nut' })
    const { body } = await withdraw(id)
    assert.deepEqual([body.pendingRevision, body.corrections], [null, []])

    const other = await revised()
    await corrected(other, { version: 2, name: 'Hex nut' })
    const rejected = await decide(other, 'revision/reject', { version: 3, reason: 'No' })
    assert.equal(rejected.moderation.proposed.name, 'Hex nut')
    assert.deepEqual(values(await read(other)), [['name', 'hex NUT', 'Hex nut']])
    // The vendor insists: its value waits again, and nothing of it is corrected.
    const again = await patch(other, { name: 'hex NUT' })
    assert.deepEqual([again.pendingRevision, again.corrections], [{ name: 'hex NUT' }, []])
  })
})

describe('a request', () => {
  const empty = { '': 'TOO_FEW' }
  const faulty: [string, object, Record<string, string>][] = [
    ['without a version', { name: 'Hex nut' }, { '/version': 'REQUIRED' }],
    ['without a value', { version: 1, takeOver: true }, empty],
    [
      'with several faults',
      {
        version: 0,
        name: 'x',
        keyFeatures: ['a'.repeat(256)],
        description: 'a'.repeat(64 * 1024 + 1),
        sku: 'B'
      },
      {
        '/version': 'TOO_SMALL',
        '/name': 'TOO_SHORT',
        '/keyFeatures/0': 'TOO_LONG',
        '/description': 'TOO_LONG',
        '/sku': 'READ_ONLY_FIELD'
      }
    ],
    [
      'with faulty variants',
      { version: 1, variants: [{ name: 'x' }, { id: newId(), name: '', vendorPrice: 1 }] },
      {
        '/variants/0/id': 'REQUIRED',
        '/variants/1/name': 'TOO_SHORT',
        '/variants/1/vendorPrice': 'READ_ONLY_FIELD'
      }
    ]
  ]
  for (const [title, body, faults] of faulty) {
    test(`${title} is 400`, async () => {
      const { id } = await create('PENDING_APPROVAL')
      assertFaults(await correct(id, body), faults)
    })
  }

  test('with unknown and repeated variants is 400', async () => {
    const { id, variants } = await create('PENDING_APPROVAL')
    const unknown = await correct(id, { version: 1, variants: [{ id: newId(), name: 'x' }] })
    assertFaults(unknown, { '/variants/0/id': 'UNKNOWN_VARIANT' })
    const [{ id: variantId }] = variants
    const entries = [
      { id: variantId, name: 'x' },
      { id: variantId.toUpperCase(), name: 'y' }
    ]
    assertFaults(await correct(id, { version: 1, variants: entries }), { '/variants/1/id': 'REPEATED_ID' })
  })

  test('can have all values at their limits', async () => {
    const { id } = await create('PENDING_APPROVAL')
    const name = 'n'.repeat(255)
    assert.equal((await corrected(id, { version: 1, name, description: 'a'.repeat(64 * 1024) })).name, name)
  })

  test('needs an operator with the role EDITOR', async () => {
    const { id } = await create('PENDING_APPROVAL')
    const body = { version: 1, name: 'Hex nut' }
    const url = `PATCH /platform/products/${id}/revision`
    assertProblem(await t.call(url, { body }), 401, 'UNAUTHENTICATED')
    for (const as of [vendor.owner, await t.operator('VIEWER')]) {
      assert.equal((await correct(id, body, { as })).status, 403)
    }
    assertProblem(await correct(newId(), body), 404, 'NOT_FOUND')
    assert.equal((await stateOf(id)).version, 1)
  })

  test('with an Idempotency-Key takes effect once', async () => {
    const { id } = await create('PENDING_APPROVAL')
    const headers = { 'idempotency-key': newId() }
    const [one, other] = [
      await correct(id, { version: 1, name: 'Hex nut' }, { headers }),
      await correct(id, { version: 1, name: 'Hex nut' }, { headers })
    ]
    assert.deepEqual([one.status, other.status, other.text], [200, 200, one.text])
    assert.equal((await stateOf(id)).version, 2)
  })

  test('respects the claim of someone else, unless it takes the entry over', async () => {
    const { id } = await create('PENDING_APPROVAL')
    const other = await t.operator('EDITOR')
    const claim = { items: [{ id, kind: 'PRODUCT' }] }
    await t.call('POST /platform/moderation/claims', { as: other, body: claim })
    const body = { version: 1, name: 'Hex nut' }
    assertProblem(await correct(id, body), 409, 'CLAIMED')
    assert.equal((await correct(id, body, { as: other })).status, 200)
    assert.equal((await correct(id, { version: 2, name: 'Hex nuts', takeOver: true })).status, 200)
    assert.ok((await entryOf(id)).claimedBy)
  })

  test('of another vendor or its lists never show these corrections', async () => {
    const { id } = await create('PENDING_APPROVAL')
    await corrected(id, { version: 1, name: 'Hex nut' })
    const stranger = await t.vendor()
    assertProblem(await t.call(`GET /vendor/products/${id}`, { as: stranger.owner }), 404, 'NOT_FOUND')
    const list = async (as: string) =>
      (await t.call('GET /vendor/products', { as })).body.products.flatMap(
        (product: { id: string; corrections: Correction[] }) => (product.id === id ? product.corrections : [])
      )
    assert.deepEqual(await list(stranger.owner), [])
    const [seen] = await list(vendor.viewer)
    assert.deepEqual(seen.correctedBy, { type: 'PLATFORM', id: null, name: null })
    const all = (await t.call(`GET /platform/products?vendorId=${vendor.id}`, { as: operator })).body.products
    assert.equal(all.find((one: { id: string }) => one.id === id).corrections[0].correctedBy.type, 'USER')
  })

  test('with a wrong UPC is accepted with a warning', async () => {
    const { id, variants } = await create('PENDING_APPROVAL')
    const entry = { id: variants[0].id, upc: '012345678900' }
    const product = await corrected(id, { version: 1, variants: [entry] })
    assert.deepEqual(
      product.warnings.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]),
      [['INVALID_UPC', '/variants/0/upc']]
    )
  })
})

describe('concurrently', () => {
  test('a correction that waited for an edit of the vendor is stale', async () => {
    const id = await revised()
    const answer = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 1,
      release: (tx) => stageIn(tx, vendor.id, { id, revision: { name: 'Flange nut' } }),
      work: () => correct(id, { version: 2, name: 'Hex nut' })
    })
    assertProblem(answer, 412, 'STALE_VERSION')
    const { pendingRevision, corrections } = await read(id)
    assert.deepEqual([pendingRevision, corrections], [{ name: 'Flange nut' }, []])
  })

  test('an edit of the vendor wins against a correction of the same field, in either order', async () => {
    const id = await revised()
    const [answer] = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 2,
      work: () =>
        Promise.all([
          correct(id, { version: 2, name: 'Hex nut', shortDescription: 'Short' }),
          patch(id, { name: 'Flange nut' })
        ])
    })
    const { pendingRevision, ...product } = await read(id)
    assert.equal(pendingRevision.name, 'Flange nut')
    if (answer.status === 412) assert.deepEqual(product.corrections, [])
    else assert.deepEqual(values(product as never), [['shortDescription', 'short', 'Short']])
  })

  test('only one of two corrections of the same version is made', async () => {
    const { id } = await create('PENDING_APPROVAL')
    const answers = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 2,
      work: () => Promise.all(['One', 'Two'].map((name) => correct(id, { version: 1, name: `Bolt ${name}` })))
    })
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
    const [won] = answers.filter(({ status }) => status === 200)
    assert.equal((await read(id)).name, won?.body.name)
  })
})
