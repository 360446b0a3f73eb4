import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { form } from '../../../test/form.ts'
import { picture } from '../../../test/images.ts'
import { png, storedPaths, succeeded } from '../../../test/product-images.ts'
import { newId } from '../../lib/ids.ts'
import { sweepAssets } from '../media/sweep-assets.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const path = '/vendor/me/logo'
async function send(parts: Parameters<typeof form>[0], as = vendor.editor, more = {}) {
  const { raw, headers } = await form(parts)
  return t.call(`POST ${path}`, { as, raw, headers: { ...headers, ...more } })
}
const remove = (as = vendor.editor, headers = {}) => t.call(`DELETE ${path}`, { as, headers })
const assetOf = (url: string) => t.call(`GET ${url.replace('https://assets.test/', '')}`)
const fieldsChanged = async () => {
  const rows = await t.sql<{ changedFields: string[] }[]>`
    select changed_fields from events where subject_id = ${vendor.id} order by id`
  return rows.map(({ changedFields }) => changedFields.join())
}

test('a logo is served at its URL; a second logo replaces it, and the first file is deleted', async () => {
  const first = succeeded(await send([['file', await png()]]))
  assert.match(first.logoUrl, /^https:\/\/assets\.test\/assets\/images\/.+\.png$/)
  assert.equal((await assetOf(first.logoUrl)).headers['content-type'], 'image/png')
  const second = await send([['file', await picture().webp().toBuffer()]])
  assert.match(succeeded(second).logoUrl, /\.webp$/)
  const profile = await t.call('GET /vendor/me/profile', { as: vendor.viewer })
  assert.deepEqual([profile.body, profile.headers.etag], [second.body, second.headers.etag])
  await sweepAssets(t.sql, t.app.deps.assets, { now: new Date(Date.now() + 2 * 3_600_000) })
  assert.equal((await assetOf(first.logoUrl)).status, 404)
  assert.equal((await assetOf(second.body.logoUrl)).status, 200)
  assert.deepEqual(await fieldsChanged(), ['logoUrl', 'logoUrl'])
})

test('a logo can be removed; without a logo, the unchanged profile is returned', async () => {
  succeeded(await send([['file', await png()]]))
  const events = (await fieldsChanged()).length
  const removed = succeeded(await remove())
  assert.equal(removed.logoUrl, null)
  assert.deepEqual(succeeded(await remove()), removed)
  assert.equal((await fieldsChanged()).length, events + 1)
})

test('invalid images and unknown form parts are refused and leave no file', async () => {
  const file = await png()
  const before = await storedPaths(t)
  assertFaults(await send([['file', Buffer.from('<svg/>')]]), { '/file': 'UNSUPPORTED_IMAGE' })
  assertFaults(await send([['file', Buffer.alloc(10 * 1024 * 1024 + 1)]]), { '/file': 'IMAGE_TOO_LARGE' })
  assertFaults(await send([]), { '/file': 'REQUIRED' })
  assertFaults(await send([['logo', file]]), { '/file': 'REQUIRED', '/logo': 'UNKNOWN_FIELD' })
  const two = [
    ['file', file],
    ['file', file]
  ] as const
  assertFaults(await send(two), { '/file': 'TOO_MANY' })
  assertProblem(await t.call(`POST ${path}`, { as: vendor.editor, body: {} }), 415, 'UNSUPPORTED_MEDIA_TYPE')
  assertProblem(
    await send([['file', file]], vendor.editor, { 'if-match': '"other"' }),
    412,
    'PRECONDITION_FAILED'
  )
  assert.deepEqual(await storedPaths(t), before)
})

test('a logo that is sent again with the same Idempotency-Key is stored once', async () => {
  const file = await png()
  const key = { 'idempotency-key': newId() }
  const first = succeeded(await send([['file', file]], vendor.editor, key))
  const files = await storedPaths(t)
  const again = await send([['file', file]], vendor.editor, key)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.body.logoUrl, first.logoUrl)
  assert.deepEqual(await storedPaths(t), files)
})

test('only roles with write access can change the logo', async () => {
  assertProblem(await send([], vendor.viewer), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await remove(vendor.viewer), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await t.call(`DELETE ${path}`), 401, 'UNAUTHENTICATED')
})
