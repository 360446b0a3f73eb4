import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { type Body, productCalls } from '../../../test/products.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10, leadTime: 6 })
})
after(() => t.close())

const { create, patch } = productCalls(() => ({ t, vendor }))

describe('an update of a product is refused for', () => {
  const id = newId()
  const variants = (entry: Body) => ({ variants: [entry] })
  const documents = (entry: Body) => ({ documents: [{ title: 'Sheet', type: 'SPEC', ...entry }] })
  const text = (length: number) => 'é'.repeat(length)
  const many = (count: number, make: (index: number) => Body) =>
    Array.from({ length: count }, (_, i) => make(i))
  const refused: [string, Body, Record<string, string>][] = [
    ['null for required fields', { name: null, sku: null }, { '/name': 'REQUIRED', '/sku': 'REQUIRED' }],
    ['a short name', { name: 'ab' }, { '/name': 'TOO_SHORT' }],
    ['a long name', { name: text(256) }, { '/name': 'TOO_LONG' }],
    ['an empty SKU', { sku: '  ' }, { '/sku': 'TOO_SHORT' }],
    ['a malformed slug', { slug: 'Hex Bolt' }, { '/slug': 'INVALID_FORMAT' }],
    ['a status', { status: 'PUBLISHED' }, { '/status': 'STATUS_NOT_WRITABLE' }],
    ['images', { images: [] }, { '/images': 'UNKNOWN_FIELD' }],
    ['an unknown field', { colour: 'red' }, { '/colour': 'UNKNOWN_FIELD' }],
    [
      'read-only fields',
      { id, createdAt: 'x', pendingRevision: null, moderation: null, metadata: {} },
      {
        '/id': 'READ_ONLY_FIELD',
        '/createdAt': 'READ_ONLY_FIELD',
        '/pendingRevision': 'READ_ONLY_FIELD',
        '/moderation': 'READ_ONLY_FIELD',
        '/metadata': 'READ_ONLY_FIELD'
      }
    ],
    ['a text that is too long', { shortDescription: text(32_769) }, { '/shortDescription': 'TOO_LONG' }],
    ['HTML with too many levels', { description: '<b>'.repeat(65) }, { '/description': 'TOO_DEEP' }],
    [
      'a new variant without required fields',
      variants({}),
      { '/variants/0/sku': 'REQUIRED', '/variants/0/name': 'REQUIRED', '/variants/0/vendorPrice': 'REQUIRED' }
    ],
    [
      'null for required fields of a variant, and its read-only fields',
      variants({ id, sku: null, name: null, vendorPrice: null, status: 'x', stockOnHand: 1 }),
      {
        '/variants/0/sku': 'REQUIRED',
        '/variants/0/name': 'REQUIRED',
        '/variants/0/vendorPrice': 'REQUIRED',
        '/variants/0/status': 'STATUS_NOT_WRITABLE',
        '/variants/0/stockOnHand': 'READ_ONLY_FIELD'
      }
    ],
    ['a variant id that is not a UUID', variants({ id: '12' }), { '/variants/0/id': 'INVALID_UUID' }],
    [
      'a repeated variant',
      { variants: [{ id }, { id: id.toUpperCase() }] },
      { '/variants/1/id': 'REPEATED_ID' }
    ],
    [
      'the same SKU for two variants',
      {
        variants: [
          { id, sku: 'A' },
          { sku: 'A ', name: 'Box', vendorPrice: 1 }
        ]
      },
      { '/variants/1/sku': 'REPEATED_SKU' }
    ],
    ['a negative price', variants({ id, vendorPrice: -1 }), { '/variants/0/vendorPrice': 'TOO_SMALL' }],
    ['201 variants', { variants: many(201, () => ({ id: newId() })) }, { '/variants': 'TOO_MANY' }],
    [
      'stock without required fields',
      { variantStock: [{}, { variantId: 'x', quantity: 1.5 }] },
      {
        '/variantStock/0/variantId': 'REQUIRED',
        '/variantStock/0/quantity': 'REQUIRED',
        '/variantStock/1/variantId': 'INVALID_UUID',
        '/variantStock/1/quantity': 'INVALID_TYPE'
      }
    ],
    [
      'stock out of range, and of a repeated variant',
      {
        variantStock: [
          { variantId: id, quantity: -1 },
          { variantId: id, quantity: 2_147_483_648 }
        ]
      },
      {
        '/variantStock/0/quantity': 'TOO_SMALL',
        '/variantStock/1/quantity': 'TOO_LARGE',
        '/variantStock/1/variantId': 'REPEATED_ID'
      }
    ],
    [
      'a new document without required fields',
      { documents: [{}] },
      { '/documents/0/title': 'REQUIRED', '/documents/0/type': 'REQUIRED' }
    ],
    ['a repeated document', { documents: [{ id }, { id }] }, { '/documents/1/id': 'REPEATED_ID' }],
    [
      'a null title and an invalid URL',
      { documents: [{ id, title: null, url: 'ftp://a.example' }] },
      { '/documents/0/title': 'REQUIRED', '/documents/0/url': 'INVALID_URL' }
    ],
    [
      'a file that is not base64',
      documents({ base64Document: '?' }),
      { '/documents/0/base64Document': 'INVALID_BASE64' }
    ],
    [
      '51 documents',
      { documents: many(51, () => ({ title: 'a', type: 'b', url: 'https://a.example' })) },
      { '/documents': 'TOO_MANY' }
    ],
    ['an array instead of an object', [] as unknown as Body, { '': 'INVALID_TYPE' }]
  ]
  for (const [title, body, faults] of refused) {
    test(title, async () => assertFaults(await patch((await create()).id, body), faults))
  }

  test('a missing token, a viewer and an unknown id, before the body is validated', async () => {
    const product = await create()
    assertProblem(await t.call(`PATCH /vendor/products/${product.id}`, { body: {} }), 401, 'UNAUTHENTICATED')
    for (const id of [product.id, newId(), '12']) {
      assertProblem(await patch(id, { broken: 1 }, { as: vendor.viewer }), 403, 'INSUFFICIENT_ROLE')
    }
    assertProblem(await patch(newId(), { name: 'Hex nut', categoryIds: [newId()] }), 404, 'NOT_FOUND')
    for (const as of [vendor.admin, vendor.editor])
      assert.equal((await patch(product.id, {}, { as })).status, 200)
  })
})
