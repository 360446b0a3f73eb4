import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { liveImage, newImage, productWithStatus, stage, staged } from '../../../../test/staged.ts'
import type { Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'
import type { StoredRevision } from '../../products/write/fields.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const approved = { decision: 'APPROVE' }
const rejected = (text = 'No') => ({ decision: 'REJECT', reason: text })
const stored = (text: string) => ({ code: null, pointer: null, imageId: null, text })

const decide = (id: string, version: unknown, fields: unknown, { as = operator, ...options } = {}) =>
  t.call(`POST /platform/products/${id}/revision/decide`, { as, body: { version, fields }, ...options })
const whole = (id: string, verb: string, body: object) =>
  t.call(`POST /platform/products/${id}/revision/${verb}`, { as: operator, body })
const readProduct = async (id: string) =>
  (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body
const eventsOf = (id: string) => t.sql`
  select type, changed_fields, details from events
  where subject_id = ${id} and type like 'product.revision%' order by occurred_at, id`

const texts = { name: 'Flange bolt M10', shortDescription: 'Zinc-plated', description: '<p>New.</p>' }

async function revised(revision: StoredRevision = texts) {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  return { id, version: await stage(t, vendor, { id, revision }) }
}

describe('a decision on fields of a revision', () => {
  test('publishes the approved fields, rejects others, and leaves the rest staged', async () => {
    const { id, version } = await revised()
    const before = await readProduct(id)
    const answer = await decide(id, version, { name: approved, description: rejected('Too short') })
    assert.equal(answer.status, 200, answer.text)
    const { moderation, ...product } = await readProduct(id)
    assert.deepEqual([product.name, product.description], ['Flange bolt M10', before.description])
    assert.equal(product.slug, before.slug)
    assert.deepEqual(product.pendingRevision, { shortDescription: 'Zinc-plated' })
    assert.equal(product.pendingRevisionSubmittedAt, before.pendingRevisionSubmittedAt)
    assert.equal(answer.body.moderationVersion, version)
    const { decidedAt } = moderation
    const reasons = [stored('Too short')]
    assert.deepEqual(moderation, {
      ...{ decision: 'REJECTED', target: 'REVISION', reason: 'Too short', reasons, decidedAt },
      proposed: { description: '<p>New.</p>' },
      fields: {
        name: { decision: 'APPROVED', reasons: [], proposed: null, decidedAt },
        description: { decision: 'REJECTED', reasons, proposed: '<p>New.</p>', decidedAt }
      }
    })
    assert.deepEqual(
      [...(await eventsOf(id))],
      [
        {
          type: 'product.revision_approved',
          changedFields: ['name', 'pendingRevision', 'moderation'],
          details: {}
        },
        {
          type: 'product.revision_rejected',
          changedFields: ['description', 'pendingRevision', 'moderation'],
          details: { reason: 'Too short' }
        }
      ]
    )
  })

  test('is combined with later ones on the same revision, also on everything that is left', async () => {
    const { id, version } = await revised()
    await decide(id, version, { name: rejected('Wrong size') })
    await decide(id, version, { description: rejected('Too short') })
    const { body } = await whole(id, 'approve', { version })
    assert.equal(body.pendingRevision, null)
    assert.equal(body.shortDescription, 'Zinc-plated')
    const { moderation } = body
    assert.deepEqual(
      Object.entries(moderation.fields).map(([field, one]) => [field, (one as typeof moderation).decision]),
      [
        ['name', 'REJECTED'],
        ['description', 'REJECTED'],
        ['shortDescription', 'APPROVED']
      ].toSorted(([a = ''], [b = '']) => a.length - b.length)
    )
    assert.deepEqual(
      [moderation.decision, moderation.reason, moderation.reasons],
      ['REJECTED', 'Wrong size\nToo short', [stored('Wrong size'), stored('Too short')]]
    )
    assert.deepEqual(moderation.proposed, { name: texts.name, description: texts.description })
    assertProblem(await whole(id, 'approve', { version }), 409, 'NO_REVISION')
  })

  test('is replaced when the vendor stages the field again', async () => {
    const { id, version } = await revised()
    await decide(id, version, { name: rejected('Wrong size'), shortDescription: approved })
    const next = await stage(t, vendor, { id, revision: { ...texts, name: 'Flange bolt M12' } })
    const { moderation } = await readProduct(id)
    assert.deepEqual(Object.keys(moderation.fields), [])
    assert.deepEqual(
      [moderation.decision, moderation.reason, moderation.proposed],
      ['REJECTED', 'Wrong size', null]
    )
    const { body } = await decide(id, next, { name: approved })
    assert.deepEqual([body.moderation.decision, body.moderation.reasons], ['APPROVED', []])
  })

  test('remains while the vendor edits other fields, but only outside of proposed', async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10', description: 'New' })
    await decide(id, version, { name: rejected('Wrong size') })
    const patched = await t.call(`PATCH /vendor/products/${id}`, {
      as: vendor.editor,
      body: { description: 'Newer' }
    })
    assert.equal(patched.status, 200, patched.text)
    const { moderation } = patched.body
    assert.equal(moderation.proposed, null)
    assert.equal(moderation.fields.name.proposed, 'Flange bolt M10')
    const { body } = await decide(id, version + 1, { description: rejected('Too short') })
    assert.deepEqual(body.moderation.proposed, { name: 'Flange bolt M10', description: 'Newer' })
  })

  test('is discarded when a new revision begins, and the last decision stays', async () => {
    const { id, version } = await revised()
    await whole(id, 'reject', { version, reason: 'No' })
    await stage(t, vendor, { id, revision: { name: 'Flange bolt M12' } })
    const { moderation } = await readProduct(id)
    assert.deepEqual(
      [moderation.decision, moderation.reason, moderation.reasons, moderation.fields, moderation.proposed],
      ['REJECTED', 'No', [stored('No')], {}, null]
    )
  })

  test('decides nothing if one of the fields is not staged, or the version is stale', async () => {
    const { id, version } = await revised({ name: 'Flange bolt M10' })
    const before = await readProduct(id)
    const answer = await decide(id, version, { name: approved, description: rejected(), images: approved })
    assertProblem(answer, 409, 'FIELD_NOT_PENDING')
    assert.match(answer.body.detail, /description, images/)
    assert.doesNotMatch(answer.body.detail, /name/)
    assertProblem(await decide(id, version + 1, { description: approved }), 412, 'STALE_VERSION')
    assertProblem(await decide(newId(), version, { name: approved }), 404, 'NOT_FOUND')
    assert.deepEqual(await readProduct(id), before)
    assert.equal((await decide(id, version, { name: approved })).status, 200)
    assertProblem(await decide(id, version, { name: approved }), 409, 'FIELD_NOT_PENDING')
    const waiting = await productWithStatus(t, vendor, 'PENDING_APPROVAL')
    assertProblem(await decide(waiting, 1, { name: approved }), 409, 'FIELD_NOT_PENDING')
  })

  test('needs at least one moderated field, and reasons exactly for rejections', async () => {
    const { id } = await revised()
    const faultsOf = async (fields: unknown, faults: Record<string, string>) =>
      assertFaults(await decide(id, 2, fields), faults)
    await faultsOf({}, { '/fields': 'TOO_FEW' })
    await faultsOf(undefined, { '/fields': 'REQUIRED' })
    await faultsOf({ brand: approved, name: approved }, { '/fields/brand': 'UNKNOWN_FIELD' })
    await faultsOf({ name: null }, { '/fields/name': 'REQUIRED' })
    await faultsOf({ name: {} }, { '/fields/name/decision': 'REQUIRED' })
    await faultsOf({ name: { decision: 'DROP' } }, { '/fields/name/decision': 'NOT_ALLOWED' })
    await faultsOf(
      {
        name: { decision: 'REJECT' },
        description: { decision: 'APPROVE', reason: 'x', reasons: [{ text: 'x' }] }
      },
      {
        '/fields/name/reason': 'REQUIRED',
        '/fields/description/reason': 'NOT_TOGETHER',
        '/fields/description/reasons': 'NOT_TOGETHER'
      }
    )
    await faultsOf(
      { images: { decision: 'REJECT', reason: 'x', reasons: [{ text: 'x' }] } },
      { '/fields/images/reasons': 'NOT_TOGETHER' }
    )
    assertFaults(await decide(id, undefined, { name: approved }), { '/version': 'REQUIRED' })
  })

  test('needs an operator who may write', async () => {
    const { id, version } = await revised()
    const viewer = await t.operator('VIEWER')
    assertProblem(await decide(id, version, { name: approved }, { as: viewer }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(
      await decide(id, version, { name: approved }, { as: vendor.owner }),
      403,
      'NOT_PLATFORM_USER'
    )
    const path = `POST /platform/products/${id}/revision/decide`
    assertProblem(
      await t.call(path, { body: { version, fields: { name: approved } } }),
      401,
      'UNAUTHENTICATED'
    )
  })
})

describe('a decision on images of a revision', () => {
  async function withImages() {
    const id = await productWithStatus(t, vendor, 'PUBLISHED')
    const live = await liveImage(t, vendor, { productId: id, isPrimary: true })
    const image = await newImage(t, vendor, { productId: id, alt: 'Box', sortOrder: 1 })
    const revision = { ...texts, images: [staged(live), staged(image)] }
    return { id, live, image, version: await stage(t, vendor, { id, revision }) }
  }
  const pendingOf = async (id: string) =>
    (await t.sql<{ id: string }[]>`select id from pending_images where product_id = ${id}`).map(
      (row) => row.id
    )

  test('publishes them, or leaves them staged with other fields', async () => {
    const { id, live, image, version } = await withImages()
    const first = (await decide(id, version, { name: approved })).body
    assert.deepEqual(
      first.images.map((one: { id: string }) => one.id),
      [live.id]
    )
    assert.equal(first.pendingRevision.images.length, 2)
    const second = (await decide(id, version, { images: approved, description: rejected() })).body
    assert.deepEqual(
      second.images.map((one: { id: string }) => one.id),
      [live.id, image.id]
    )
    assert.equal(second.moderation.fields.images.proposed, null)
    assert.deepEqual(await pendingOf(id), [])
  })

  test('stores the rejected set, which remains while other fields are decided and edited', async () => {
    const { id, live, image, version } = await withImages()
    const reasons = [{ imageId: image.id, pointer: '/pendingRevision/images/1', text: 'Blurred' }]
    const { body } = await decide(id, version, { images: { decision: 'REJECT', reasons } })
    const { proposed, fields } = body.moderation
    assert.deepEqual(
      proposed.images.map((one: { id: string; base64Image: string | null }) => [one.id, one.base64Image]),
      [
        [live.id, null],
        [image.id, 'data:image/webp;base64,AAAA']
      ]
    )
    const outline = proposed.images.map(({ base64Image: _, ...one }: { base64Image: string }) => one)
    assert.deepEqual(fields.images.proposed, outline)
    assert.deepEqual(fields.images.reasons, [{ code: null, ...reasons[0] }])
    const list = await t.call('GET /vendor/products?first=100', { as: vendor.viewer })
    const listed = list.body.products.find((product: { id: string }) => product.id === id)
    assert.deepEqual(listed.moderation.proposed.images, outline)

    await decide(id, version, { name: approved })
    await stage(t, vendor, { id, revision: { description: 'Newer', shortDescription: 'Other' } })
    assert.deepEqual((await readProduct(id)).moderation.fields.images.proposed, outline)
    assert.deepEqual(await pendingOf(id), [image.id])
    await stage(t, vendor, { id, revision: { images: [staged(live)] } })
    assert.deepEqual(await pendingOf(id), [])
  })
})

describe('concurrent decisions on fields', () => {
  const lock = (id: string) => (tx: Tx) => tx`select from products where id = ${id} for update`

  test('decide each field once', async () => {
    const { id, version } = await revised()
    const answers = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 2,
      work: () =>
        Promise.all([
          decide(id, version, { name: approved, description: rejected('First') }),
          decide(id, version, { description: rejected('Second'), shortDescription: approved })
        ])
    })
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const lost = answers.find(({ status }) => status === 409)
    assert.equal(lost?.body.code, 'FIELD_NOT_PENDING')
    const isFirst = answers[0].status === 200
    const { moderation, pendingRevision, name } = await readProduct(id)
    assert.equal(moderation.reason, isFirst ? 'First' : 'Second')
    assert.deepEqual(Object.keys(pendingRevision), [isFirst ? 'shortDescription' : 'name'])
    assert.equal(name, isFirst ? texts.name : 'Hex bolt M8')
  })

  test('are both made if they decide on different fields', async () => {
    const { id, version } = await revised()
    const answers = await withLocksHeld(t, {
      hold: lock(id),
      waiting: 2,
      work: () =>
        Promise.all([
          decide(id, version, { name: approved }),
          decide(id, version, { description: rejected(), shortDescription: approved })
        ])
    })
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200]
    )
    const { moderation, pendingRevision } = await readProduct(id)
    assert.equal(pendingRevision, null)
    assert.deepEqual(Object.keys(moderation.fields).toSorted(), ['description', 'name', 'shortDescription'])
  })
})

describe('a set of decisions on fields', () => {
  const decideSet = (items: object[]) =>
    t.call('POST /platform/moderation/decisions', { as: operator, body: { items } })

  test('makes each as a request with only this decision does', async () => {
    const entries = await Promise.all([1, 2, 3, 4].map(() => revised()))
    const [one, other, stale, missing] = entries as [
      (typeof entries)[0],
      (typeof entries)[0],
      (typeof entries)[0],
      (typeof entries)[0]
    ]
    const item = (entry: { id: string; version: number }, rest: object) => ({
      ...entry,
      kind: 'REVISION',
      ...rest
    })
    const { body } = await decideSet([
      item(one, { fields: { name: approved, description: rejected('Too short') } }),
      item(other, { decision: 'REJECT', reasons: [{ text: 'No', pointer: '/name' }] }),
      item({ ...stale, version: 9 }, { fields: { name: approved } }),
      item(missing, { fields: { images: approved }, decision: null, reason: null })
    ])
    assert.deepEqual(
      body.results.map(
        ({ status, error }: { status: string; error: { code: string } | null }) => error?.code ?? status
      ),
      ['DECIDED', 'DECIDED', 'STALE_VERSION', 'FIELD_NOT_PENDING']
    )
    const product = await readProduct(one.id)
    assert.deepEqual(
      [product.name, product.pendingRevision],
      [texts.name, { shortDescription: 'Zinc-plated' }]
    )
    const { fields } = (await readProduct(other.id)).moderation
    assert.deepEqual(fields.description.reasons, fields.name.reasons)
  })

  test('has either decision or fields in each item, and fields only for revisions', async () => {
    const item = (rest: object, kind = 'REVISION') => ({ id: newId(), kind, version: 1, ...rest })
    const fields = { name: approved }
    const answer = await decideSet([
      item({}),
      item({ fields, decision: 'APPROVE' }),
      item({ fields }, 'PRODUCT'),
      item({ fields: {} }),
      item({ fields, reason: 'x' }),
      item({ fields: { name: { decision: 'REJECT' } } }),
      item({ decision: 'REJECT', reason: 'x', reasons: [{ text: 'x' }] })
    ])
    assertFaults(answer, {
      '/items/0/decision': 'REQUIRED',
      '/items/1/decision': 'NOT_TOGETHER',
      '/items/2/fields': 'NOT_TOGETHER',
      '/items/3/fields': 'TOO_FEW',
      '/items/4/reason': 'NOT_TOGETHER',
      '/items/5/fields/name/reason': 'REQUIRED',
      '/items/6/reasons': 'NOT_TOGETHER'
    })
  })
})
