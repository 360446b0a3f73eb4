import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { checkUploadItem } from './upload-item.ts'

const minimal = { product: 'Hex bolt M8', code: 'HB-M8', vendor_price: 12.5 }
const check = (more: object) => checkUploadItem({ ...minimal, ...more })
const faultsOf = (more: object) => check(more).errors.map(({ field, code }) => `${field} ${code}`)
const preparedOf = (more: object) => {
  const { errors, prepared } = check(more)
  assert.deepEqual(errors, [])
  return JSON.parse(JSON.stringify(prepared))
}

describe('the prepared item', () => {
  test('has the required fields', () => {
    assert.deepEqual(preparedOf({}), {
      ...{ sku: 'HB-M8', name: 'Hex bolt M8', slug: 'hex-bolt-m8', vendorPrice: '12.5' }
    })
  })

  test('has all fields with the names and formats of the product', () => {
    const id = '01890A5D-AC96-774B-BCCE-B302099A8057'
    const prepared = preparedOf({
      product: '  Hex bolt M8 ',
      code: ' HB-M8\t',
      vendor_price: '12.50',
      full_description: '<p onclick="x()">Zinc</p>',
      amount: 250,
      min_qty: 0,
      unit_of_measure: 'BX',
      manufacturer_name: 'Boltwell Inc.',
      manufacturer_part_number: 'M8',
      country_of_origin: 'US',
      upc: 12345678905,
      unspsc: 31161620,
      commodity_code: 7318.15,
      eccn: 'EAR99',
      category_ids: id,
      images: 'https://a.example/1.jpg /// http://a.example/2.jpg',
      weight: '2.50',
      free_shipping: 'Y',
      abilityone: 'N',
      made_in_usa: 'Y',
      green_product: 'N',
      brand: 'Boltwell',
      price: { any: 'thing' },
      _errors: [],
      _status: 'FAILED'
    })
    assert.deepEqual(prepared, {
      sku: 'HB-M8',
      name: 'Hex bolt M8',
      slug: 'hex-bolt-m8',
      vendorPrice: '12.5',
      description: '<p>Zinc</p>',
      stock: 250,
      unitOfMeasure: 'BX',
      manufacturer: 'Boltwell Inc.',
      partNumber: 'M8',
      countryOfOrigin: 'US',
      upc: '12345678905',
      unspc: '31161620',
      attributes: { unspc: '31161620' },
      commodityCode: '7318.15',
      eccn: 'EAR99',
      brand: 'Boltwell',
      categoryIds: [id.toLowerCase()],
      images: ['https://a.example/1.jpg', 'http://a.example/2.jpg'],
      weight: '2.5',
      metadata: {
        min_qty: 0,
        weight: '2.50',
        free_shipping: 'Y',
        abilityone: 'N',
        made_in_usa: 'Y',
        green_product: 'N'
      }
    })
  })

  test('has unspc too if unspsc has 8 or 10 digits', () => {
    for (const [unspsc, unspc] of [
      ['1234567', undefined],
      ['12345678', '12345678'],
      ['123456789', undefined],
      ['1234567890', '1234567890'],
      ['1234567x', undefined],
      [12345678, '12345678']
    ]) {
      const prepared = preparedOf({ unspsc })
      assert.equal(prepared.unspc, unspc)
      assert.deepEqual(prepared.attributes, { unspc: String(unspsc) })
    }
  })

  const optionals =
    `full_description amount min_qty unit_of_measure manufacturer_name manufacturer_part_number country_of_origin upc
    unspsc commodity_code eccn category_ids images weight free_shipping abilityone made_in_usa green_product
    brand`.split(/\s+/)
  test('does not have fields that are null', () => {
    const nulls = Object.fromEntries(optionals.map((field) => [field, null]))
    assert.deepEqual(preparedOf({ ...nulls, price: null }), preparedOf({}))
  })

  test('does not have optional strings that are empty, but an empty flag or number is an error', () => {
    const strict = [
      'amount',
      'min_qty',
      'weight',
      'free_shipping',
      'abilityone',
      'made_in_usa',
      'green_product'
    ]
    const empty = Object.fromEntries(
      optionals.filter((field) => !strict.includes(field)).map((field) => [field, ''])
    )
    assert.deepEqual(preparedOf(empty), preparedOf({}))
    for (const field of strict) assert.equal(faultsOf({ [field]: '' }).length, 1, field)
  })

  test('has the shortest text of a code that is sent as a number', () => {
    for (const [upc, text] of [
      [0, '0'],
      [-0, '0'],
      [7318.15, '7318.15'],
      [2 ** 53, '9007199254740992']
    ] as const) {
      assert.equal(preparedOf({ upc }).upc, text)
    }
  })
})

const image = 'https://a.example/1.jpg'
const lists: [title: string, text: string, urls: string[] | undefined][] = [
  ['a separator at the end', `${image}///`, [image]],
  ['a separator and a space at the end', `${image}/// `, [image]],
  ['a separator at the beginning', `///${image}`, [image]],
  ['only a separator', ' /// ', undefined],
  ['two separators in a row', `${image}//////${image}?b`, [image, `${image}?b`]],
  ['separators with spaces between them', `${image} /// /// ${image}?b`, [image, `${image}?b`]],
  ['a URL that ends in a slash', `https://a.example/1////${image}`, ['https://a.example/1/', image]],
  ['a URL that ends in two slashes', `https://a.example/1/////${image}`, ['https://a.example/1//', image]],
  ['a last URL that ends in a slash', `${image}///https://a.example/1/`, [image, 'https://a.example/1/']],
  ['a slash and a separator at the end', 'https://a.example/1////', ['https://a.example/1/']],
  ['a slash before two separators', `https://a.example/1///////${image}`, ['https://a.example/1/', image]]
]
describe('a list of image URLs', () => {
  for (const [title, images, urls] of lists)
    test(`may have ${title}`, () => assert.deepEqual(preparedOf({ images }).images, urls))

  test('may have a million slashes', () => {
    const images = `${image}${'/'.repeat(999_999)}${image}${'/'.repeat(1_000_000)}`
    assert.deepEqual(preparedOf({ images }).images, [image, `${image}/`])
  })
})

test('category ids may have spaces around them', () => {
  const ids = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058']
  assert.deepEqual(preparedOf({ category_ids: ` ${ids.join(' , ')} ` }).categoryIds, ids)
})

const lengths: [field: string, min: number, max: number][] = [
  ['product', 3, 255],
  ['code', 1, 255],
  ['unit_of_measure', 1, 50],
  ['manufacturer_name', 1, 255],
  ['manufacturer_part_number', 1, 255],
  ['country_of_origin', 1, 255],
  ['upc', 1, 255],
  ['unspsc', 1, 255],
  ['commodity_code', 1, 28],
  ['eccn', 1, 255],
  ['brand', 1, 255]
]
describe('lengths count code points after trimming', () => {
  for (const [field, min, max] of lengths) {
    test(`${field}: ${min} to ${max}`, () => {
      for (const length of [min, max]) assert.deepEqual(faultsOf({ [field]: ` ${'😀'.repeat(length)} ` }), [])
      assert.deepEqual(faultsOf({ [field]: '😀'.repeat(max + 1) }), [`${field} TOO_LONG`])
      assert.deepEqual(faultsOf({ [field]: 'x'.repeat(5 * max) }), [`${field} TOO_LONG`])
    })
  }
})

const table: [title: string, item: object, faults: string[]][] = [
  ['a name of 2 characters', { product: 'ab' }, ['product TOO_SHORT']],
  ['a blank name and code', { product: '  ', code: ' ' }, ['product TOO_SHORT', 'code TOO_SHORT']],
  [
    'required fields that are null',
    { product: null, code: null, vendor_price: null },
    ['product REQUIRED', 'code REQUIRED', 'vendor_price REQUIRED']
  ],
  ['numbers instead of strings', { product: 12345, code: 1 }, ['product INVALID_TYPE', 'code INVALID_TYPE']],
  ['a price with 5 decimals', { vendor_price: 1.00001 }, ['vendor_price INVALID_DECIMAL']],
  ['a price of 11 digits', { vendor_price: '12345678901' }, ['vendor_price INVALID_DECIMAL']],
  ['a price that is a word', { vendor_price: 'free' }, ['vendor_price INVALID_DECIMAL']],
  ['a price below 0', { vendor_price: -0.01 }, ['vendor_price TOO_SMALL']],
  ['a price that is true', { vendor_price: true }, ['vendor_price INVALID_TYPE']],
  ['stock below 0', { amount: -1, min_qty: -1 }, ['amount TOO_SMALL', 'min_qty TOO_SMALL']],
  [
    'stock above the range of an integer',
    { amount: 2_147_483_648, min_qty: 1e300 },
    ['amount TOO_LARGE', 'min_qty TOO_LARGE']
  ],
  [
    'stock that is a fraction or a string',
    { amount: 1.5, min_qty: '3' },
    ['amount INVALID_TYPE', 'min_qty INVALID_TYPE']
  ],
  ['a weight with 4 decimals', { weight: 1.0001 }, ['weight INVALID_DECIMAL']],
  ['a weight below 0', { weight: -1 }, ['weight TOO_SMALL']],
  ['a weight that is a list', { weight: [1] }, ['weight INVALID_TYPE']],
  [
    'flags other than Y or N',
    { free_shipping: 'y', abilityone: 'Yes' },
    ['free_shipping NOT_ALLOWED', 'abilityone NOT_ALLOWED']
  ],
  [
    'flags that are true or 1',
    { made_in_usa: true, green_product: 1 },
    ['made_in_usa INVALID_TYPE', 'green_product INVALID_TYPE']
  ],
  [
    'a code that is true or an object',
    { upc: true, eccn: {}, unspsc: [1] },
    ['unspsc INVALID_TYPE', 'upc INVALID_TYPE', 'eccn INVALID_TYPE']
  ],
  ['a numeric code above 2^53', { upc: 2 ** 53 + 2, eccn: -1e21 }, ['upc TOO_LARGE', 'eccn TOO_LARGE']],
  ['a status, even if it is null', { status: null }, ['status STATUS_NOT_WRITABLE']],
  ['read-only and unknown fields', { id: 'x', Product: 1 }, ['id UNKNOWN_FIELD', 'Product UNKNOWN_FIELD']],
  ['a description that is not a string', { full_description: 1 }, ['full_description INVALID_TYPE']],
  ['images that are a list', { images: ['https://a.example/1.jpg'] }, ['images INVALID_TYPE']],
  [
    'image URLs that are not http or https URLs, one error each',
    { images: 'ftp://a.example/1///https://u:p@a.example///a.example/1.jpg' },
    ['images INVALID_URL', 'images INVALID_URL', 'images INVALID_URL']
  ],
  [
    'a repeated category id',
    { category_ids: '01890a5d-ac96-774b-bcce-b302099a8057,01890A5D-AC96-774B-BCCE-B302099A8057' },
    ['category_ids REPEATED_ID']
  ],
  [
    'invalid category ids, one error each',
    { category_ids: 'x,,y' },
    ['category_ids INVALID_UUID', 'category_ids INVALID_UUID', 'category_ids INVALID_UUID']
  ],
  ['a category id that is a number', { category_ids: 17 }, ['category_ids INVALID_UUID']],
  ['category ids that are an array', { category_ids: [] }, ['category_ids INVALID_TYPE']]
]
describe('errors of an item', () => {
  for (const [title, item, faults] of table)
    test(title, () => assert.deepEqual(faultsOf(item).sort(), faults.sort()))
})

describe('limits accept their last valid value and refuse the next one', () => {
  const html = (bytes: number) => `<p>${'x'.repeat(bytes - 7)}</p>`
  const nested = (depth: number) => '<b>'.repeat(depth) + '</b>'.repeat(depth)
  const url = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
  const ids = (count: number) =>
    Array.from({ length: count }, (_, n) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`).join()
  const limits: [field: string, valid: unknown, invalid: unknown, code: string][] = [
    ['full_description', html(65_536), html(65_537), 'TOO_LONG'],
    ['full_description', nested(64), nested(65), 'TOO_DEEP'],
    ['amount', 2_147_483_647, 2_147_483_648, 'TOO_LARGE'],
    ['min_qty', 2_147_483_647, 2_147_483_648, 'TOO_LARGE'],
    ['vendor_price', '9999999999.9999', '9999999999.99999', 'INVALID_DECIMAL'],
    ['weight', '9999999999.999', '10000000000', 'INVALID_DECIMAL'],
    ['images', Array(20).fill(url(20)).join('///'), Array(21).fill(url(20)).join('///'), 'TOO_MANY'],
    ['images', url(2_048), url(2_049), 'TOO_LONG'],
    ['category_ids', ids(100), ids(101), 'TOO_MANY']
  ]
  for (const [field, valid, invalid, code] of limits) {
    test(`${field} ${code}`, () => {
      assert.deepEqual(faultsOf({ [field]: valid }), [])
      assert.deepEqual(faultsOf({ [field]: invalid }), [`${field} ${code}`])
    })
  }
})

test('the check of an item never throws, and an item without errors has a name, code and price', () => {
  const fields = Object.keys({
    ...minimal,
    full_description: 0,
    amount: 0,
    upc: 0,
    category_ids: 0,
    images: 0,
    weight: 0
  })
  const item = fc.dictionary(fc.constantFrom(...fields, 'x', '_x'), fc.jsonValue())
  fc.assert(
    fc.property(item, (one) => {
      const { errors, prepared } = checkUploadItem(one as Record<string, unknown>)
      assert.ok(errors.length > 0 || ('sku' in prepared && 'name' in prepared && 'vendorPrice' in prepared))
    })
  )
})

test('at most a hundred errors of one item are listed', () => {
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]))
  assert.equal(faultsOf(unknown(100)).length, 100)
  assert.equal(faultsOf(unknown(101)).length, 100)
  const { prepared } = check({ ...unknown(100_000), vendor_price: -1 })
  assert.deepEqual(prepared, {})
})
