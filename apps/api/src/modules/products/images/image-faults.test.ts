import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  assertFaults,
  assertProblem,
  type TestAnswer,
  type TestApp,
  type TestVendor,
  testApp
} from '../../../../test/app.ts'
import { form } from '../../../../test/form.ts'
import { blackPng } from '../../../../test/images.ts'
import { imageCalls, png, storedPaths, succeeded, testProduct } from '../../../../test/product-images.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
let stored: { live: string; waiting: string }
let image: Buffer
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  image = await png()
  const [live, waiting] = [await testProduct(t, vendor, 'PUBLISHED'), await testProduct(t, vendor)]
  stored = { live: live.id, waiting: waiting.id }
})
after(() => t.close())

const MiB = 1024 * 1024
const calls = (id: string) => imageCalls(t, vendor.editor, id)

/**
 * Asserts that the call fails with these faults and that the product, the files and the events don't change.
 */
async function assertRefused(
  id: string,
  call: () => Promise<TestAnswer>,
  faults: Record<string, string>
): Promise<void> {
  const state = async () => ({
    product: await calls(id).read(),
    files: await storedPaths(t),
    rows: await t.sql`select (select count(*) from pending_images) as pending, (select count(*) from events) as events`
  })
  const before = await state()
  assertFaults(await call(), faults)
  assert.deepEqual(await state(), before)
}

for (const kind of ['live', 'waiting'] as const) {
  describe(`an image of a ${kind === 'live' ? 'live' : 'new'} product is refused for`, () => {
    let id: string
    let imageId: string
    beforeEach(async () => {
      id = stored[kind]
      const { images, pendingRevision } = succeeded(await calls(id).replace([image]))
      imageId = (pendingRevision?.images ?? images)[0].id
    })

    const files: [string, () => Buffer, string][] = [
      ['an empty file', () => Buffer.alloc(0), 'UNSUPPORTED_IMAGE'],
      ['text', () => Buffer.from('hello'), 'UNSUPPORTED_IMAGE'],
      [
        'SVG',
        () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
        'UNSUPPORTED_IMAGE'
      ],
      ['a truncated image', () => image.subarray(0, image.length - 20), 'BROKEN_IMAGE'],
      ['a decompression bomb of 256 megapixels', () => blackPng(16_000, 16_000), 'TOO_MANY_PIXELS'],
      ['a file of 10 MiB and one byte', () => Buffer.alloc(10 * MiB + 1), 'IMAGE_TOO_LARGE']
    ]
    for (const [name, bytes, code] of files) {
      test(`${name}, alone and among four valid files`, async () => {
        await assertRefused(id, () => calls(id).add({}, bytes()), { '/file': code })
        const five = [image, image, image, bytes(), image]
        await assertRefused(id, () => calls(id).replace(five), { '/images/3': code })
      })
    }

    test('invalid fields, which are all reported together', async () => {
      await assertRefused(
        id,
        () =>
          calls(id).add({
            alt: 'a'.repeat(501),
            sortOrder: '-1',
            isPrimary: 'yes',
            variantId: '7',
            url: 'x'
          }),
        {
          '/alt': 'TOO_LONG',
          '/sortOrder': 'TOO_SMALL',
          '/isPrimary': 'INVALID_TYPE',
          '/variantId': 'INVALID_UUID',
          '/url': 'UNKNOWN_FIELD'
        }
      )
      await assertRefused(id, () => calls(id).add({ sortOrder: '2147483648' }), { '/sortOrder': 'TOO_LARGE' })
      await assertRefused(id, () => calls(id).add({ sortOrder: '1.5' }), { '/sortOrder': 'INVALID_TYPE' })
      const accepted = await calls(id).add({ alt: '𝒜'.repeat(500), sortOrder: '2147483647' })
      assert.equal(accepted.status, 200)
    })

    test('a missing file, and more than one file', async () => {
      await assertRefused(id, () => calls(id).send('POST', []), { '/file': 'REQUIRED' })
      const two = [
        ['file', image],
        ['file', image]
      ] as const
      await assertRefused(id, () => calls(id).send('POST', two), { '/file': 'TOO_MANY' })
    })

    test('the variant of another product, reported together with an invalid file', async () => {
      const other = await testProduct(t, vendor)
      const variantId = other.variants[0].id
      const text = Buffer.from('hello')
      await assertRefused(id, () => calls(id).add({ variantId }, text), {
        '/file': 'UNSUPPORTED_IMAGE',
        '/variantId': 'UNKNOWN_VARIANT'
      })
      await assertRefused(id, () => calls(id).replace([image], [{ variantId }]), {
        '/metadata/0/variantId': 'UNKNOWN_VARIANT'
      })
    })

    test('a set of 21 images', async () => {
      const twenty = Array.from({ length: 20 }, () => image)
      await assertRefused(id, () => calls(id).replace([...twenty, image]), { '/images': 'TOO_MANY' })
      succeeded(await calls(id).replace(twenty))
      await assertRefused(id, () => calls(id).add({}, image), { '/file': 'TOO_MANY_IMAGES' })
      const entries = Array.from({ length: 21 }, () => ({ id: newId() }))
      assertProblem(await calls(id).replace([], entries), 400, 'VALIDATION_FAILED', {
        '/metadata': 'TOO_MANY'
      })
    })

    test("metadata that doesn't match the files", async () => {
      await assertRefused(id, () => calls(id).replace([image], [{}, {}]), { '/metadata': 'FILE_MISSING' })
      await assertRefused(id, () => calls(id).replace([image, image, image], [{ id: imageId }, {}]), {
        '/images/1': 'NOT_DESCRIBED',
        '/images/2': 'NOT_DESCRIBED'
      })
      await assertRefused(id, () => calls(id).replace([image], []), { '/images/0': 'NOT_DESCRIBED' })
    })

    test('invalid metadata', async () => {
      const cases: [unknown, Record<string, string>][] = [
        [{}, { '/metadata': 'INVALID_TYPE' }],
        [[7], { '/metadata/0': 'INVALID_TYPE', '/metadata': 'FILE_MISSING' }],
        [[{ id: '7' }], { '/metadata/0/id': 'INVALID_UUID' }],
        [
          [
            { id: imageId },
            { id: imageId, colour: 'red', url: 'x' },
            { id: imageId.toUpperCase(), alt: 'a'.repeat(501) }
          ],
          {
            '/metadata/1/id': 'REPEATED_ID',
            '/metadata/1/colour': 'UNKNOWN_FIELD',
            '/metadata/1/url': 'UNKNOWN_FIELD',
            '/metadata/2/id': 'REPEATED_ID',
            '/metadata/2/alt': 'TOO_LONG'
          }
        ],
        [
          [
            { id: newId(), isPrimary: true },
            { id: imageId, isPrimary: true }
          ],
          { '/metadata/1/isPrimary': 'SECOND_PRIMARY' }
        ],
        [[{ id: imageId }, { id: newId() }], { '/metadata/1/id': 'UNKNOWN_IMAGE' }]
      ]
      for (const [metadata, faults] of cases) {
        await assertRefused(id, () => calls(id).replace([], metadata), faults)
      }
    })

    test('the image of another product', async () => {
      const other = await testProduct(t, vendor)
      const [{ id: otherId }] = succeeded(await calls(other.id).add()).images
      await assertRefused(id, () => calls(id).replace([image], [{ id: otherId }, {}]), {
        '/metadata/0/id': 'UNKNOWN_IMAGE'
      })
      assertProblem(await calls(id).remove(otherId), 404, 'NOT_FOUND')
    })

    test('a replacement without a form', async () => {
      const call = () => t.call(`PUT /vendor/products/${id}/images`, { as: vendor.editor })
      await assertRefused(id, call, { '': 'REQUIRED' })
    })
  })
}

test('data appended to an image is removed', async () => {
  const tail = '<script>alert(1)</script>'
  const { images } = succeeded(
    await calls(stored.waiting).replace([Buffer.concat([image, Buffer.from(tail)])])
  )
  const { text, status } = await t.call(`GET ${images[0].url.replace('https://assets.test/', '')}`)
  assert.equal(status, 200)
  assert.ok(!text.includes('script'))
})

test('role and product are checked before the form is read', async () => {
  const broken = { raw: 'not a form', headers: { 'content-type': 'multipart/form-data' } }
  for (const method of ['POST', 'PUT']) {
    const call = (id: string, as?: string) =>
      t.call(`${method} /vendor/products/${id}/images`, { ...(as && { as }), ...broken })
    assertProblem(await call(stored.live), 401, 'UNAUTHENTICATED')
    assertProblem(await call(stored.live, vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await call(newId(), vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await call(newId(), vendor.editor), 404, 'NOT_FOUND')
    assertProblem(await call(stored.live, vendor.editor), 400, 'BAD_REQUEST')
  }
})

test('an invalid product id is reported with the other faults', async () => {
  const { raw, headers } = await form([
    ['file', image],
    ['sortOrder', 'x']
  ])
  const answer = await t.call('POST /vendor/products/7/images', { as: vendor.editor, raw, headers })
  assertFaults(answer, { id: 'INVALID_UUID', '/sortOrder': 'INVALID_TYPE' })
})
