import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

type Body = Record<string, unknown>

const create = (body: unknown) => t.call('POST /vendor/products', { as: vendor.owner, body })
const product = (fields: Body = {}) => ({ name: 'Hex bolt M8', sku: newId(), ...fields })
const variant = (fields: Body = {}) => ({ sku: 'HB-100', name: 'Box of 100', vendorPrice: 12.5, ...fields })
const withVariant = (fields: Body) => product({ variants: [variant(fields)] })
const withDocument = (fields: Body) =>
  product({
    documents: [{ title: 'Data sheet', type: 'SPEC', url: 'https://supplier.example/a.pdf', ...fields }]
  })

describe('limits', () => {
  const text = (length: number) => 'é'.repeat(length)
  const url = (length: number) => `https://supplier.example/${'a'.repeat(length - 25)}`
  const many = (count: number, make: (index: number) => unknown) =>
    Array.from({ length: count }, (_, index) => make(index))
  const nested = (levels: number): unknown => (levels === 1 ? {} : { a: nested(levels - 1) })
  const keys = (count: number) =>
    Object.fromEntries(many(count, (index) => [`k${index}`, 1]) as [string, number][])
  // The JSON {"a":"…"} is 8 bytes longer than its text.
  const bytes = (count: number) => ({ a: 'x'.repeat(count - 8) })

  /** Field, pointer, a value at the limit, a value beyond it, the error code, and how to build the body. */
  const limits: [string, string, unknown, unknown, string, (fields: Body) => Body][] = [
    ['name', '/name', 'abc', 'ab', 'TOO_SHORT', product],
    ['name', '/name', text(255), text(256), 'TOO_LONG', product],
    ['slug', '/slug', 'abc', 'ab', 'TOO_SHORT', product],
    ['slug', '/slug', 'a'.repeat(255), 'a'.repeat(256), 'TOO_LONG', product],
    ['slug', '/slug', 'a-1', 'A-1', 'INVALID_FORMAT', product],
    ['sku', '/sku', text(255), text(256), 'TOO_LONG', product],
    ['sku', '/sku', '#', '  ', 'TOO_SHORT', product],
    ...['brand', 'countryOfOrigin', 'manufacturer', 'eccn', 'accountCode', 'programCode', 'resourceCode'].map(
      (name) => [name, `/${name}`, text(255), text(256), 'TOO_LONG', product] as (typeof limits)[number]
    ),
    ['commodityCode', '/commodityCode', text(28), text(29), 'TOO_LONG', product],
    ['warranty', '/warranty', text(255), text(256), 'TOO_LONG', product],
    ['pageTitle', '/pageTitle', text(255), text(256), 'TOO_LONG', product],
    ['pageDescription', '/pageDescription', text(1000), text(1001), 'TOO_LONG', product],
    ['shortDescription', '/shortDescription', text(32_768), `${text(32_768)}x`, 'TOO_LONG', product],
    ['description', '/description', text(32_768), `${text(32_768)}x`, 'TOO_LONG', product],
    ['description', '/description', '<b>'.repeat(64), '<b>'.repeat(65), 'TOO_DEEP', product],
    ['leadTime', '/leadTime', 0, -1, 'TOO_SMALL', product],
    ['leadTime', '/leadTime', 2_147_483_647, 2_147_483_648, 'TOO_LARGE', product],
    ['leadTime', '/leadTime', 1, 1.5, 'INVALID_TYPE', product],
    ['unspc', '/unspc', '12345678', '1234567', 'INVALID_FORMAT', product],
    ['unspc', '/unspc', '1234567890', '123456789', 'INVALID_FORMAT', product],
    ['unspc', '/unspc', '12345678', '12345678901', 'INVALID_FORMAT', product],
    ['unspc', '/unspc', '12345678', 12345678, 'INVALID_TYPE', product],
    ['keyFeatures', '/keyFeatures', many(6, String), many(7, String), 'TOO_MANY', product],
    ['keyFeatures', '/keyFeatures/0', [text(255)], [text(256)], 'TOO_LONG', product],
    ['freeShipping', '/freeShipping', true, 'true', 'INVALID_TYPE', product],
    [
      'videos',
      '/videos',
      many(10, () => ({ url: url(2048) })),
      many(11, () => ({ url: url(30) })),
      'TOO_MANY',
      product
    ],
    ['videos', '/videos/0/url', [{ url: url(2048) }], [{ url: url(2049) }], 'TOO_LONG', product],
    [
      'videos',
      '/videos/0/title',
      [{ url: url(30), title: text(255) }],
      [{ url: url(30), title: text(256) }],
      'TOO_LONG',
      product
    ],
    ['videos', '/videos/0/url', [{ url: url(30) }], [{ url: 'javascript:alert(1)' }], 'INVALID_URL', product],
    ...(['categoryIds', 'collectionIds', 'tagIds', 'facetValueIds'] as const).map(
      (name) => [name, `/${name}`, [], many(101, newId), 'TOO_MANY', product] as (typeof limits)[number]
    ),
    [
      'variants',
      '/variants',
      many(200, (index) => variant({ sku: `${index}` })),
      many(201, (index) => variant({ sku: `${index}` })),
      'TOO_MANY',
      product
    ],
    ['sku', '/variants/0/sku', text(255), text(256), 'TOO_LONG', withVariant],
    ['sku', '/variants/0/sku', '1', ' ', 'TOO_SHORT', withVariant],
    ['name', '/variants/0/name', text(255), text(256), 'TOO_LONG', withVariant],
    ['upc', '/variants/0/upc', text(255), text(256), 'TOO_LONG', withVariant],
    ['unitOfMeasure', '/variants/0/unitOfMeasure', text(50), text(51), 'TOO_LONG', withVariant],
    ['partNumber', '/variants/0/partNumber', text(255), text(256), 'TOO_LONG', withVariant],
    [
      'vendorPrice',
      '/variants/0/vendorPrice',
      '9999999999.9999',
      '10000000000',
      'INVALID_DECIMAL',
      withVariant
    ],
    ['vendorPrice', '/variants/0/vendorPrice', 0.0001, 0.00001, 'INVALID_DECIMAL', withVariant],
    ['vendorPrice', '/variants/0/vendorPrice', 0, -0.01, 'TOO_SMALL', withVariant],
    ['listPrice', '/variants/0/listPrice', 9999999999.9, 1e10, 'INVALID_DECIMAL', withVariant],
    ['weight', '/variants/0/weight', '9999999999.999', '0.0001', 'INVALID_DECIMAL', withVariant],
    ['weight', '/variants/0/weight', 0, -1, 'TOO_SMALL', withVariant],
    ['initialInventory', '/variants/0/initialInventory', 0, -1, 'TOO_SMALL', withVariant],
    [
      'initialInventory',
      '/variants/0/initialInventory',
      2_147_483_647,
      2_147_483_648,
      'TOO_LARGE',
      withVariant
    ],
    ['attributes', '/variants/0/attributes', nested(8), nested(9), 'TOO_DEEP', withVariant],
    ['attributes', '/variants/0/attributes', keys(100), keys(101), 'TOO_MANY', withVariant],
    ['attributes', '/variants/0/attributes', bytes(16_384), bytes(16_385), 'TOO_LONG', withVariant],
    ['attributes', '/variants/0/attributes', {}, [], 'INVALID_TYPE', withVariant],
    ['title', '/documents/0/title', text(255), text(256), 'TOO_LONG', withDocument],
    ['type', '/documents/0/type', text(50), text(51), 'TOO_LONG', withDocument],
    ['url', '/documents/0/url', url(2048), url(2049), 'TOO_LONG', withDocument],
    ['url', '/documents/0/url', url(30), 'https://me:pw@supplier.example/', 'INVALID_URL', withDocument],
    ['sortOrder', '/documents/0/sortOrder', 0, -1, 'TOO_SMALL', withDocument],
    ['sortOrder', '/documents/0/sortOrder', 2_147_483_647, 2_147_483_648, 'TOO_LARGE', withDocument],
    [
      'documents',
      '/documents',
      many(50, () => ({ title: 'a', type: 'b', url: url(30) })),
      many(51, () => ({ title: 'a', type: 'b', url: url(30) })),
      'TOO_MANY',
      product
    ]
  ]

  for (const [name, pointer, atLimit, beyond, code, body] of limits) {
    test(`${pointer} is accepted up to its limit and is ${code} beyond it`, async () => {
      const accepted = await create(body({ [name]: atLimit }))
      assert.equal(accepted.status, 201, accepted.text.slice(0, 500))
      assertFaults(await create(body({ [name]: beyond })), { [pointer]: code })
    })
  }
})

test('a field that belongs to variants, or is written in another style, is named in the error', async () => {
  const { errors } = (await create(product({ vendor_price: 1, upc: '1', lead_time: 3, key_feature: [] })))
    .body
  const { body } = await create({ ...product({}), variants: [{ vendor_price: 1, stock_on_hand: 2 }] })
  const messages = [...errors, ...body.errors]
    .filter(({ code }: { code: string }) => code === 'UNKNOWN_FIELD')
    .map(({ pointer, message }: { pointer: string; message: string }) => `${pointer} ${message}`)
  assert.deepEqual(messages, [
    '/vendor_price is a field of variants; send vendorPrice in an entry of variants',
    '/upc is a field of variants; send upc in an entry of variants',
    '/lead_time is not a known field (did you mean leadTime?)',
    '/key_feature is not a known field (did you mean keyFeatures?)',
    '/variants/0/vendor_price is not a known field (did you mean vendorPrice?)',
    '/variants/0/stock_on_hand is not a known field'
  ])
})

describe('a request to create a product is refused with', () => {
  const repeatedId = newId()
  const refused: [string, Body, Record<string, string>][] = [
    ['an empty body', {}, { '/name': 'REQUIRED', '/sku': 'REQUIRED' }],
    ['null for required fields', { name: null, sku: null }, { '/name': 'REQUIRED', '/sku': 'REQUIRED' }],
    ['an unknown field', product({ colour: 'red' }), { '/colour': 'UNKNOWN_FIELD' }],
    ['a status', product({ status: 'PUBLISHED' }), { '/status': 'STATUS_NOT_WRITABLE' }],
    ['images', product({ images: [] }), { '/images': 'UNKNOWN_FIELD' }],
    ['a vendor', product({ vendorId: newId() }), { '/vendorId': 'UNKNOWN_FIELD' }],
    [
      'read-only fields',
      product({ id: newId(), createdAt: 'x', pendingRevision: null, metadata: {}, averageRating: 5 }),
      {
        '/id': 'READ_ONLY_FIELD',
        '/createdAt': 'READ_ONLY_FIELD',
        '/pendingRevision': 'READ_ONLY_FIELD',
        '/metadata': 'READ_ONLY_FIELD',
        '/averageRating': 'READ_ONLY_FIELD'
      }
    ],
    ['categories instead of their ids', product({ categories: [] }), { '/categories': 'READ_ONLY_FIELD' }],
    [
      "a variant's id, status and stock",
      withVariant({ id: newId(), status: 'x', stockOnHand: 3 }),
      {
        '/variants/0/id': 'ID_ON_CREATE',
        '/variants/0/status': 'STATUS_NOT_WRITABLE',
        '/variants/0/stockOnHand': 'READ_ONLY_FIELD'
      }
    ],
    [
      'a variant without SKU, name and cost',
      product({ variants: [{}] }),
      { '/variants/0/sku': 'REQUIRED', '/variants/0/name': 'REQUIRED', '/variants/0/vendorPrice': 'REQUIRED' }
    ],
    [
      'the same SKU for two variants, after trimming',
      product({ variants: [variant(), variant({ sku: 'HB-101' }), variant({ sku: ' HB-100 ' })] }),
      { '/variants/2/sku': 'REPEATED_SKU' }
    ],
    [
      'a repeated id, regardless of case',
      product({ tagIds: [repeatedId, newId(), repeatedId.toUpperCase()] }),
      { '/tagIds/2': 'REPEATED_ID' }
    ],
    [
      'an id that is not a UUID',
      product({ categoryIds: [newId(), '12'] }),
      { '/categoryIds/1': 'INVALID_UUID' }
    ],
    [
      'a document without title and type',
      product({ documents: [{ url: 'https://a.example' }] }),
      { '/documents/0/title': 'REQUIRED', '/documents/0/type': 'REQUIRED' }
    ],
    ['a video without URL', product({ videos: [{ title: 'a' }] }), { '/videos/0/url': 'REQUIRED' }],
    [
      'objects instead of arrays',
      product({ variants: {}, documents: {}, keyFeatures: 'a' }),
      { '/variants': 'INVALID_TYPE', '/documents': 'INVALID_TYPE', '/keyFeatures': 'INVALID_TYPE' }
    ]
  ]
  for (const [title, body, faults] of refused) {
    test(title, async () => assertFaults(await create(body), faults))
  }

  test('faults of the schema and of other rules, reported together', async () => {
    const body = {
      sku: 'x',
      unspc: '1',
      description: '<b>'.repeat(65),
      variants: [variant(), variant({ weight: 'a' })]
    }
    assertFaults(await create(body), {
      '/name': 'REQUIRED',
      '/unspc': 'INVALID_FORMAT',
      '/description': 'TOO_DEEP',
      '/variants/1/weight': 'INVALID_DECIMAL',
      '/variants/1/sku': 'REPEATED_SKU'
    })
  })
})
