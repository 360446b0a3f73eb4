import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { form } from '../../../test/form.ts'
import { png, storedPaths, succeeded } from '../../../test/product-images.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let operator: string
let id: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  id = (await t.call('POST /platform/categories', { as: operator, body: { name: 'Bolts' } })).body.id
})
after(() => t.close())

async function put(file: Uint8Array, { categoryId = id, as = operator, more = {} } = {}) {
  const { raw, headers } = await form([['file', file]])
  return t.call(`PUT /platform/categories/${categoryId}/image`, { as, raw, headers: { ...headers, ...more } })
}
const remove = (categoryId = id, as = operator) =>
  t.call(`DELETE /platform/categories/${categoryId}/image`, { as })

test('the operator, vendors and customers see the image of a category until it is removed', async () => {
  const vendor = await t.vendor()
  const shown = async () => {
    const own = await t.call(`GET /platform/categories/${id}`, { as: operator })
    const [category] = (await t.call('GET /vendor/categories', { as: vendor.viewer })).body.categories
    const [open] = (await t.call('GET /storefront/categories')).body.categories
    return [own.body.imageUrl, category.imageUrl, open.imageUrl]
  }
  const answer = await put(await png())
  const { imageUrl } = succeeded(answer)
  assert.match(imageUrl, /^https:\/\/assets\.test\/assets\/images\/.+\.png$/)
  assert.equal((await t.call(`GET ${imageUrl.replace('https://assets.test/', '')}`)).status, 200)
  assert.deepEqual(await shown(), [imageUrl, imageUrl, imageUrl])
  assert.equal(succeeded(await remove()).imageUrl, null)
  assert.equal(succeeded(await remove()).imageUrl, null)
  assert.deepEqual(await shown(), [null, null, null])
  const events = await t.sql<{ changedFields: string[] }[]>`
    select changed_fields from events where subject_id = ${id} and type = 'category.updated'`
  assert.deepEqual(
    events.map(({ changedFields }) => changedFields),
    [['imageUrl'], ['imageUrl']]
  )
})

test('a broken image, an unknown category and an outdated If-Match are rejected and leave no file behind', async () => {
  const before = await storedPaths(t)
  assertFaults(await put(Buffer.from('GIF89a')), { '/file': 'BROKEN_IMAGE' })
  assertProblem(await put(await png(), { categoryId: newId() }), 404, 'NOT_FOUND')
  assertProblem(await put(await png(), { more: { 'if-match': '"other"' } }), 412, 'PRECONDITION_FAILED')
  assertProblem(await remove(newId()), 404, 'NOT_FOUND')
  assert.deepEqual(await storedPaths(t), before)
})

test('only platform users who can write can change the image of a category', async () => {
  const viewer = await t.operator('VIEWER')
  const { owner } = await t.vendor()
  assertProblem(await put(Buffer.from(''), { as: viewer }), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await remove(id, viewer), 403, 'INSUFFICIENT_ROLE')
  assertProblem(await put(await png(), { as: owner }), 403, 'NOT_PLATFORM_USER')
})
