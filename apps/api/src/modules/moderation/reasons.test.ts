import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { liveImage, newImage, productWithStatus, stage, staged } from '../../../test/staged.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const call = (id: string, action: string, body: object) =>
  t.call(`POST /platform/products/${id}/${action}`, { as: operator, body })
const product = (status: 'PENDING_APPROVAL' | 'PUBLISHED' = 'PENDING_APPROVAL') =>
  productWithStatus(t, vendor, status)
const eventOf = async (id: string, type: string) => {
  const [row] = await t.sql`select details from events where subject_id = ${id} and type = ${type}`
  return row?.details
}
const revision = { name: 'Flange bolt M10', description: 'New' }

describe('the reasons of a rejection', () => {
  test('are returned as they were sent, and their texts as one reason', async () => {
    const id = await product()
    const image = await liveImage(t, vendor, { productId: id })
    const reasons = [
      { code: 'WRONG_UPC', pointer: '/variants/0/upc', text: ' Wrong UPC ' },
      { pointer: '/images/0', imageId: image.id.toUpperCase(), text: 'Blurred' },
      { code: null, text: 'Resend\nsoon' }
    ]
    const { status, body, text } = await call(id, 'reject', { version: 1, reasons })
    assert.equal(status, 200, text)
    const none = { code: null, pointer: null, imageId: null }
    assert.deepEqual(body.moderation.reasons, [
      { ...none, code: 'WRONG_UPC', pointer: '/variants/0/upc', text: 'Wrong UPC' },
      { ...none, pointer: '/images/0', imageId: image.id, text: 'Blurred' },
      { ...none, text: 'Resend\nsoon' }
    ])
    const reason = 'Wrong UPC\nBlurred\nResend\nsoon'
    assert.deepEqual([body.moderation.reason, body.moderation.fields], [reason, {}])
    assert.deepEqual(await eventOf(id, 'product.rejected'), { reason })
  })

  test('belong to the fields that they point at, and to all fields if they point at none', async () => {
    const id = await product('PUBLISHED')
    const version = await stage(t, vendor, { id, revision: { ...revision, shortDescription: 'Short' } })
    const reasons = [
      { text: 'General' },
      { pointer: '/pendingRevision/name', text: 'Name' },
      { pointer: '/description', text: 'Description' },
      { pointer: '/pendingRevision/images', text: 'Images' }
    ]
    const { moderation } = (await call(id, 'revision/reject', { version, reasons })).body
    assert.equal(moderation.reason, 'General\nName\nDescription\nImages')
    const textsOf = (field: string) =>
      moderation.fields[field].reasons.map(({ text }: { text: string }) => text)
    assert.deepEqual(['name', 'description', 'shortDescription'].map(textsOf), [
      ['General', 'Name', 'Images'],
      ['General', 'Description', 'Images'],
      ['General', 'Images']
    ])
  })

  test('belong to a field without reasons of its own too', async () => {
    const id = await product('PUBLISHED')
    const version = await stage(t, vendor, { id, revision })
    const reasons = [{ pointer: '/pendingRevision/name', text: 'Name' }]
    const { fields } = (await call(id, 'revision/reject', { version, reasons })).body.moderation
    assert.deepEqual(fields.description.reasons, fields.name.reasons)
  })

  test('are at most 50, each with a text of 1 to 2,000 characters', async () => {
    const id = await product()
    const send = (reasons: unknown) => call(id, 'reject', { version: 1, reasons })
    assertFaults(await send([]), { '/reasons': 'TOO_FEW' })
    assertFaults(await send(Array.from({ length: 51 }, () => ({ text: 'x' }))), { '/reasons': 'TOO_MANY' })
    assertFaults(await send([{}, { text: ' ' }, { text: 'x'.repeat(2001) }, 'x', { text: 'x', note: 'y' }]), {
      '/reasons/0/text': 'REQUIRED',
      '/reasons/1/text': 'TOO_SHORT',
      '/reasons/2/text': 'TOO_LONG',
      '/reasons/3': 'INVALID_TYPE',
      '/reasons/4/note': 'UNKNOWN_FIELD'
    })
    const longest = Array.from({ length: 50 }, (_, n) => ({ text: `${10 + n}${'😀'.repeat(198)}` }))
    const { status, body, text } = await send(longest)
    assert.equal(status, 200, text)
    assert.equal(body.moderation.reasons.length, 50)
    assert.equal([...body.moderation.reason].length, 10_000 + 49)
    const { reason } = await eventOf(id, 'product.rejected')
    assert.ok(reason.length <= 10_000 && reason.endsWith('😀…'), reason.slice(-5))
  })

  test('have texts of at most 10,000 characters together', async () => {
    const id = await product()
    const longest = Array(5).fill({ text: ` ${'😀'.repeat(2000)} ` })
    const tooLong = { reasons: [...longest, { text: 'x' }] }
    for (const action of ['reject', 'revision/reject', 'change/hide'])
      assertFaults(await call(id, action, { version: 1, ...tooLong }), { '/reasons': 'TOO_LONG' })
    assertFaults(await call(id, 'hide', tooLong), { '/reasons': 'TOO_LONG' })
    const fields = {
      name: { decision: 'REJECT', reasons: longest.slice(1) },
      description: { decision: 'REJECT', reason: 'x'.repeat(2000) },
      images: { decision: 'REJECT', reasons: [{ text: 'x' }] }
    }
    assertFaults(await call(id, 'revision/decide', { version: 1, fields }), { '/fields': 'TOO_LONG' })
    const item = { id, kind: 'PRODUCT', version: 1, decision: 'REJECT' }
    const items = [
      { ...item, ...tooLong },
      { id, kind: 'REVISION', version: 1, fields },
      { id, kind: 'CHANGE', version: 1, decision: 'HIDE', ...tooLong }
    ]
    const set = await t.call('POST /platform/moderation/decisions', { as: operator, body: { items } })
    assertFaults(set, {
      '/items/0/reasons': 'TOO_LONG',
      '/items/1/fields': 'TOO_LONG',
      '/items/2/reasons': 'TOO_LONG'
    })
    assert.equal((await call(id, 'reject', { version: 1, reasons: longest })).status, 200)
  })

  test('have a valid code, pointer and image id', async () => {
    const id = await product()
    const faultOf = async (reason: object, field: string, code: string) =>
      assertFaults(await call(id, 'reject', { version: 1, reasons: [{ text: 'x', ...reason }] }), {
        [`/reasons/0/${field}`]: code
      })
    for (const code of ['wrong', '1A', '', 'A-B', 'A'.repeat(65)])
      await faultOf({ code }, 'code', 'INVALID_FORMAT')
    for (const pointer of ['', 'name', '/name~2', 'name/', '/na~me']) {
      await faultOf({ pointer }, 'pointer', 'INVALID_FORMAT')
    }
    for (const pointer of [
      '/',
      '/pendingRevision',
      '/pendingRevision/brand',
      '/status',
      '/moderation',
      '/__proto__'
    ]) {
      await faultOf({ pointer }, 'pointer', 'UNKNOWN_FIELD')
    }
    await faultOf({ pointer: `/name/${'x'.repeat(495)}` }, 'pointer', 'TOO_LONG')
    await faultOf({ imageId: 'x' }, 'imageId', 'INVALID_UUID')
    const pointer = `/name/${'x'.repeat(494)}`
    const reasons = [
      { text: 'x', code: 'A'.repeat(64), pointer },
      ...[
        '/brand',
        '/variants/0/upc',
        '/categories/0',
        '/documents/1/title',
        '/pendingRevision/images/2',
        '/a~1b'
      ].flatMap((pointer) => (pointer === '/a~1b' ? [] : [{ text: 'x', pointer }]))
    ]
    assert.equal((await call(id, 'reject', { version: 1, reasons })).status, 200)
  })

  test('are required, and are either one text or a list', async () => {
    const id = await product()
    assertFaults(await call(id, 'reject', { version: 1, reason: null, reasons: null }), {
      '/reasons': 'REQUIRED'
    })
    const both = { version: 1, reason: 'x', reasons: [{ text: 'x' }] }
    assertFaults(await call(id, 'reject', both), { '/reasons': 'NOT_TOGETHER' })
    assertFaults(await call(id, 'revision/reject', both), { '/reasons': 'NOT_TOGETHER' })
    assertFaults(await call(id, 'approve', both), { '/reason': 'UNKNOWN_FIELD', '/reasons': 'UNKNOWN_FIELD' })
  })

  test('are about images of the product or of its staged edits', async () => {
    const id = await product('PUBLISHED')
    const live = await liveImage(t, vendor, { productId: id })
    const image = await newImage(t, vendor, { productId: id })
    const version = await stage(t, vendor, { id, revision: { ...revision, images: [staged(image)] } })
    const other = await liveImage(t, vendor, { productId: await product() })
    const unknown = [
      { text: 'x', imageId: live.id },
      { text: 'x', imageId: other.id }
    ]
    assertFaults(await call(id, 'revision/reject', { version, reasons: unknown }), {
      '/reasons/1/imageId': 'UNKNOWN_IMAGE'
    })
    const fields = { name: { decision: 'APPROVE' }, images: { decision: 'REJECT', reasons: unknown } }
    assertFaults(await call(id, 'revision/decide', { version, fields }), {
      '/fields/images/reasons/1/imageId': 'UNKNOWN_IMAGE'
    })
    assertProblem(await call(id, 'revision/reject', { version: 1, reasons: unknown }), 412, 'STALE_VERSION')
    const item = { id, kind: 'REVISION', version, decision: 'REJECT', reasons: unknown }
    const set = await t.call('POST /platform/moderation/decisions', { as: operator, body: { items: [item] } })
    assert.deepEqual(set.body.results[0].error?.code, 'VALIDATION_FAILED')
    const reasons = [
      { text: 'x', imageId: live.id },
      { text: 'y', imageId: image.id }
    ]
    const answer = await call(id, 'revision/reject', { version, reasons })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.moderation.fields.images.reasons.length, 2)
  })
})

describe('hiding a product', () => {
  test('takes one reason or several', async () => {
    const id = await product('PUBLISHED')
    const image = await liveImage(t, vendor, { productId: id })
    assertFaults(await call(id, 'hide', {}), { '/reason': 'REQUIRED' })
    assertFaults(await call(id, 'hide', { reason: 'x', reasons: [{ text: 'y' }] }), {
      '/reasons': 'NOT_TOGETHER'
    })
    assertFaults(await call(id, 'hide', { reasons: [{ text: 'y', imageId: newId() }] }), {
      '/reasons/0/imageId': 'UNKNOWN_IMAGE'
    })
    const reasons = [{ text: 'Recalled' }, { text: 'Wrong image', imageId: image.id, pointer: '/images/0' }]
    const { status, body } = await call(id, 'hide', { reasons })
    assert.deepEqual([status, body.status, body.moderation], [200, 'HIDDEN', null])
    assert.deepEqual(await eventOf(id, 'product.hidden'), { reason: 'Recalled\nWrong image' })
  })
})
