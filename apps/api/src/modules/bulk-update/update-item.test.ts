import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newId } from '../../lib/ids.ts'
import type { Edit } from '../products/write/plan/edit.ts'
import { readUpdates } from './read-updates.ts'
import { checkUpdateItem } from './update-item.ts'

const vendorId = newId()
const id = newId()
/** Returns the prepared item of a bulk update with one item. */
const prepare = (item: unknown): Edit => {
  const body = JSON.stringify({ items: [item], error_policy: 'reject_failed_items' })
  const read = readUpdates({ bytes: new Uint8Array(Buffer.from(body)), vendorId })
  assert.ok(read.ok)
  return JSON.parse(read.items)[0]
}
const codes = (item: unknown) => prepare(item).errors?.map(({ code, field }) => `${code} ${field}`)
const ids = (count: number) => Array.from({ length: count }, newId)
const long = (length: number) => 'x'.repeat(length)

suite('an item that is accepted', () => {
  const many = ids(100)
  const accepted: [string, Record<string, unknown>, Edit][] = [
    ['an id in capitals', { product_id: id.toUpperCase() }, { productId: id }],
    ['null for the id', { product_id: null, code: 'A' }, { code: 'A' }],
    ['a code of 255 characters', { code: ` ${long(255)} ` }, { code: long(255) }],
    ['a code of 255 characters outside the BMP', { code: '😀'.repeat(255) }, { code: '😀'.repeat(255) }],
    ['product_code', { product_code: 'A' }, { code: 'A', codeField: 'product_code' }],
    ['both codes, equal', { product_code: 'A', code: 'A ' }, { code: 'A' }],
    ['your own company_id', { code: 'A', company_id: vendorId.toUpperCase() }, { code: 'A' }],
    ['a price of 0', { code: 'A', vendor_price: 0 }, { code: 'A', variant: { vendorPrice: '0' } }],
    [
      'a price as decimal string',
      { code: 'A', vendor_price: '12.50' },
      { code: 'A', variant: { vendorPrice: '12.5' } }
    ],
    [
      'a price with four decimals',
      { code: 'A', vendor_price: '9999999999.9999' },
      { code: 'A', variant: { vendorPrice: '9999999999.9999' } }
    ],
    ['the largest amount', { code: 'A', amount: 2_147_483_647 }, { code: 'A', stock: 2_147_483_647 }],
    ['an amount as string', { code: 'A', amount: '0' }, { code: 'A', stock: 0 }],
    ['a change', { code: 'A', amount_change: -3 }, { code: 'A', stockChange: -3 }],
    [
      'the smallest change, as string',
      { code: 'A', amount_change: '-2147483647' },
      { code: 'A', stockChange: -2_147_483_647 }
    ],
    [
      'an expected amount',
      { code: 'A', amount: 1, amount_expected: '0' },
      { code: 'A', stock: 1, stockExpected: 0 }
    ],
    [
      'a time in another time zone',
      { code: 'A', amount_change: 1, as_of: '2020-01-01T02:00:00.1239+02:00' },
      { code: 'A', stockChange: 1, stockAsOf: '2020-01-01T00:00:00.123Z' }
    ],
    [
      'a unspsc of 8 digits',
      { code: 'A', unspsc: 31161620 },
      { code: 'A', variant: { unspc: '31161620' }, singleProduct: { unspc: '31161620' } }
    ],
    [
      'a unspsc of 9 digits',
      { code: 'A', unspsc: '311616201' },
      { code: 'A', variant: { unspc: '311616201' } }
    ],
    [
      'the largest number as unspsc',
      { code: 'A', unspsc: Number.MAX_SAFE_INTEGER },
      { code: 'A', variant: { unspc: '9007199254740991' } }
    ],
    [
      'a commodity_code of 28 characters',
      { code: 'A', commodity_code: long(28) },
      { code: 'A', product: { commodityCode: long(28) } }
    ],
    [
      'a commodity_code as number',
      { code: 'A', commodity_code: 7318.15 },
      { code: 'A', product: { commodityCode: '7318.15' } }
    ],
    [
      'a manufacturer of 255 characters',
      { code: 'A', manufacturer_name: long(255) },
      { code: 'A', product: { manufacturer: long(255) } }
    ],
    [
      'null in fields that can be cleared',
      { code: 'A', unspsc: null, manufacturer_name: null },
      { code: 'A', variant: { unspc: null }, product: { manufacturer: null }, singleProduct: { unspc: null } }
    ],
    [
      '100 categories',
      { code: 'A', category_ids: many.join(' , ').toUpperCase() },
      { code: 'A', product: { categoryIds: many } }
    ],
    ['no categories', { code: 'A', category_ids: ' ' }, { code: 'A', product: { categoryIds: [] } }],
    ['null for categories', { code: 'A', category_ids: null }, { code: 'A', product: { categoryIds: [] } }],
    ['ignored fields', { code: 'A', price: {}, _index: 5, _errors: [] }, { code: 'A' }]
  ]
  for (const [title, item, prepared] of accepted) {
    test(`with ${title}`, () => assert.deepEqual(prepare(item), prepared))
  }

  test('an amount of -0 is 0', () => {
    const { prepared } = checkUpdateItem({ code: 'A', amount: -0 }, { vendorId, now: 0 })
    assert.ok(Object.is(prepared.stock, 0))
  })
})

suite('an item that is refused', () => {
  const refused: [string, unknown, string[]][] = [
    ['that is not an object', 'A', ['INVALID_TYPE null']],
    ['that is an array', [], ['INVALID_TYPE null']],
    ['that is null', null, ['INVALID_TYPE null']],
    ['without product_id and code', { amount: 1 }, ['REQUIRED product_id']],
    ['with null as product_id and code', { code: null, product_id: null }, ['REQUIRED product_id']],
    ['with an id that is not a UUID', { product_id: 'A' }, ['INVALID_UUID product_id']],
    ['with a numeric id', { product_id: 5 }, ['INVALID_TYPE product_id']],
    ['with a blank code', { code: ' ' }, ['TOO_SHORT code']],
    ['with a code of 256 characters', { code: long(256) }, ['TOO_LONG code']],
    ['with a numeric code', { code: 5 }, ['INVALID_TYPE code']],
    ['with two different codes', { code: 'A', product_code: 'B' }, ['CODES_DIFFER product_code']],
    ["with another vendor's company_id", { code: 'A', company_id: id }, ['NOT_ALLOWED company_id']],
    ['with a company_id that is not a UUID', { code: 'A', company_id: '7' }, ['INVALID_UUID company_id']],
    ['with null as price', { code: 'A', vendor_price: null }, ['REQUIRED vendor_price']],
    ['with a price below 0', { code: 'A', vendor_price: '-0.01' }, ['TOO_SMALL vendor_price']],
    [
      'with a price with five decimals',
      { code: 'A', vendor_price: 0.00001 },
      ['INVALID_DECIMAL vendor_price']
    ],
    [
      'with a price of eleven digits',
      { code: 'A', vendor_price: 10_000_000_000 },
      ['INVALID_DECIMAL vendor_price']
    ],
    ['with an empty price', { code: 'A', vendor_price: '' }, ['INVALID_DECIMAL vendor_price']],
    ['with a price that is true', { code: 'A', vendor_price: true }, ['INVALID_TYPE vendor_price']],
    ['with null as amount', { code: 'A', amount: null }, ['REQUIRED amount']],
    ['with a fractional amount', { code: 'A', amount: 0.5 }, ['INVALID_TYPE amount']],
    ['with an amount that is a word', { code: 'A', amount: 'many' }, ['INVALID_TYPE amount']],
    ['with an amount as decimal string', { code: 'A', amount: '5.0' }, ['INVALID_TYPE amount']],
    ['with an amount below 0', { code: 'A', amount: '-1' }, ['TOO_SMALL amount']],
    ['with too large an amount', { code: 'A', amount: 2_147_483_648 }, ['TOO_LARGE amount']],
    [
      'with amount and amount_change',
      { code: 'A', amount: 1, amount_change: 1 },
      ['NOT_ALLOWED amount_change']
    ],
    [
      'with amount_change and amount_expected',
      { code: 'A', amount_change: 1, amount_expected: 1 },
      ['NOT_ALLOWED amount_expected']
    ],
    ['with amount_expected alone', { code: 'A', amount_expected: 1 }, ['REQUIRED amount']],
    ['with as_of alone', { code: 'A', as_of: '2020-01-01T00:00:00Z', vendor_price: 1 }, ['REQUIRED amount']],
    [
      'with null as amount_change, amount_expected and as_of',
      { code: 'A', amount_change: null, amount_expected: null, as_of: null },
      ['REQUIRED amount_change', 'REQUIRED amount_expected', 'REQUIRED as_of']
    ],
    ['with too small a change', { code: 'A', amount_change: -2_147_483_648 }, ['TOO_SMALL amount_change']],
    ['with a fractional change', { code: 'A', amount_change: '0.5' }, ['INVALID_TYPE amount_change']],
    [
      'with a negative expected amount',
      { code: 'A', amount: 1, amount_expected: -1 },
      ['TOO_SMALL amount_expected']
    ],
    ['with a time that is a number', { code: 'A', amount: 1, as_of: 5 }, ['INVALID_TYPE as_of']],
    [
      'with a time without a time zone',
      { code: 'A', amount: 1, as_of: '2020-01-01T00:00:00' },
      ['INVALID_TIMESTAMP as_of']
    ],
    [
      'with a day that does not exist',
      { code: 'A', amount: 1, as_of: '2020-02-30T00:00:00Z' },
      ['INVALID_TIMESTAMP as_of']
    ],
    ['with a time before 1970', { code: 'A', amount: 1, as_of: '1969-12-31T23:59:59Z' }, ['TOO_SMALL as_of']],
    [
      'with a manufacturer of 256 characters',
      { code: 'A', manufacturer_name: long(256) },
      ['TOO_LONG manufacturer_name']
    ],
    ['with a numeric manufacturer', { code: 'A', manufacturer_name: 5 }, ['INVALID_TYPE manufacturer_name']],
    [
      'with a part number of 256 characters',
      { code: 'A', manufacturer_part_number: long(256) },
      ['TOO_LONG manufacturer_part_number']
    ],
    ['with an empty unspsc', { code: 'A', unspsc: '' }, ['TOO_SHORT unspsc']],
    ['with a number of 2^53', { code: 'A', unspsc: 2 ** 53 }, ['TOO_LARGE unspsc']],
    [
      'with a commodity_code of 29 characters',
      { code: 'A', commodity_code: long(29) },
      ['TOO_LONG commodity_code']
    ],
    [
      'with an object instead of a string',
      { code: 'A', commodity_code: {} },
      ['INVALID_TYPE commodity_code']
    ],
    ['with 101 categories', { code: 'A', category_ids: ids(101).join() }, ['TOO_MANY category_ids']],
    [
      'with a category id that is not a UUID',
      { code: 'A', category_ids: `${id},5` },
      ['INVALID_UUID category_ids']
    ],
    ['with a numeric category id', { code: 'A', category_ids: 5 }, ['INVALID_UUID category_ids']],
    [
      'with a repeated category id',
      { code: 'A', category_ids: `${id},${id.toUpperCase()}` },
      ['REPEATED_ID category_ids']
    ],
    ['with an array of categories', { code: 'A', category_ids: [id] }, ['INVALID_TYPE category_ids']],
    [
      'with category_ids longer than 8,192 characters',
      { code: 'A', category_ids: ','.repeat(9_000) },
      ['TOO_LONG category_ids']
    ],
    ['with a status', { code: 'A', status: null }, ['STATUS_NOT_WRITABLE status']],
    ['with an unknown field', { code: 'A', ammount: 5 }, ['UNKNOWN_FIELD ammount']],
    [
      'with several errors, all of which are listed',
      { product_id: 'x', amount: -1, vendor_price: 'x', colour: 1 },
      ['INVALID_UUID product_id', 'TOO_SMALL amount', 'INVALID_DECIMAL vendor_price', 'UNKNOWN_FIELD colour']
    ]
  ]
  test('with an unknown field whose name resembles one that it can have', () => {
    const { errors } = checkUpdateItem(
      { code: 'A', ammount: 5, vendorPrice: 1, x: 1 },
      { vendorId, now: Date.now() }
    )
    assert.deepEqual(
      errors.map(({ message }) => message),
      [
        'is not a known field (did you mean amount?)',
        'is not a known field (did you mean vendor_price?)',
        'is not a known field'
      ]
    )
  })

  for (const [title, item, faults] of refused) {
    test(title, () => assert.deepEqual(codes(item), faults))
  }

  test('may have a time that is up to five minutes in the future', () => {
    const now = Date.parse('2026-03-01T12:00:00Z')
    const errors = (as_of: string) =>
      checkUpdateItem({ code: 'A', amount: 1, as_of }, { vendorId, now }).errors.map(({ code }) => code)
    assert.deepEqual(errors('2026-03-01T12:05:00Z'), [])
    assert.deepEqual(errors('2026-03-01T12:05:00.001Z'), ['TOO_LARGE'])
  })

  test('is stored with its product_id and code', () => {
    assert.deepEqual(Object.keys(prepare({ code: 'A', product_id: id, amount: -1 })), [
      'productId',
      'code',
      'errors'
    ])
  })

  test('has at most 100 characters of the name of a field in its errors', () => {
    assert.equal(prepare({ code: 'A', [long(5_000)]: 1 }).errors?.[0]?.field, `${long(100)}…`)
  })
})
