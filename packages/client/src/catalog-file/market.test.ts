import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { currencyOfColumn, unitOfColumn } from './market.ts'
import { readPrice, readWeight } from './numbers.ts'
import { productOfLine } from './product-line.ts'

const market = { currency: 'USD', weightUnit: 'lb' }
const euro = { currency: 'EUR', weightUnit: 'kg' }

describe('what a marketplace expects of values', () => {
  test('a price in the currency of the marketplace is accepted, and one in another currency is refused', () => {
    const accepted: [string, typeof market, string][] = [
      ['$1,234.50', market, '1234.50'],
      ['usd 3.20', market, '3.20'],
      ['US$3', market, '3'],
      ['1.234,50 €', euro, '1234.50'],
      ['EUR170,84', euro, '170.84'],
      ['12.50', euro, '12.50']
    ]
    for (const [cell, one, text] of accepted)
      assert.deepEqual(readPrice(cell, { market: one }), { ok: true, text }, cell)
    for (const cell of ['EUR 170,84', '€12', '12 EUR', 'C$5', 'CHF 3', '12 kr', '$3 EUR']) {
      const read = readPrice(cell, { market })
      assert.ok(!read.ok && read.code === 'WRONG_CURRENCY' && / USD;/.test(read.message), cell)
    }
    for (const cell of ['12.50 EA', 'call', '12 abc']) {
      const read = readPrice(cell, { market })
      assert.ok(!read.ok && read.code === undefined, cell)
    }
  })

  test('weights are converted to the unit of the marketplace', () => {
    const cases: [cell: string, one: typeof market, text: string][] = [
      ['350 g', euro, '0.35'],
      ['0,35 kg', euro, '0.35'],
      ['0,35 kg', market, '0.772'],
      ['8oz', market, '0.5'],
      ['2.50 lbs', market, '2.50'],
      ['2.5', market, '2.5'],
      ['0 g', market, '0'],
      ['0.1 g', market, '0.001']
    ]
    for (const [cell, one, text] of cases)
      assert.deepEqual(readWeight(cell, { market: one }), { ok: true, text }, cell)
    for (const cell of ['5 stone', '-2 kg', 'heavy', '1,250 g'])
      assert.equal(readWeight(cell, { market }).ok, false, cell)
  })

  test('the name of a column can have a currency or a unit', () => {
    assert.deepEqual(['Cost (EUR)', 'Cost €', 'Cost usd', 'Cost per cup', 'Cost'].map(currencyOfColumn), [
      ...['EUR', '€', 'USD'],
      ...[undefined, undefined]
    ])
    assert.deepEqual(['Weight (kg)', 'weight in lbs', 'Weight'].map(unitOfColumn), ['kg', 'lb', undefined])
    assert.deepEqual(readWeight('350', { market: euro, columnUnit: 'g' }), { ok: true, text: '0.35' })
    assert.deepEqual(readWeight('2 kg', { market: euro, columnUnit: 'g' }), { ok: true, text: '2' })
  })

  test('a line with variants has its texts and categories read, and keeps everything else', () => {
    const id = '0190aaaa-0000-7000-8000-000000000000'
    const line = { sku: 'A', _errors: [], categoryIds: [id], leadTime: 3 }
    const variants = [{ sku: 'A1', vendorPrice: '$2', weight: '1 kg', listPrice: 3, upc: '1' }, 5]
    assert.deepEqual(productOfLine({ ...line, variants }, euro), {
      item: {
        ...{ sku: 'A', categoryIds: [id], leadTime: 3 },
        variants: [{ sku: 'A1', vendorPrice: '$2', weight: '1', listPrice: 3, upc: '1' }, 5]
      },
      category: undefined,
      faults: [
        {
          ...{ field: 'variants/0/vendorPrice', value: '$2', code: 'WRONG_CURRENCY' },
          message:
            'is in another currency ($) than the prices of the marketplace, which are in EUR; convert it'
        }
      ]
    })
    const named = productOfLine({ ...line, categoryIds: ['Tools', 'Drills'], variants: [] }, market)
    assert.deepEqual([named.category, named.item.categoryIds], [['Tools', 'Drills'], undefined])
    assert.equal(
      productOfLine({ category: 'Tools > Drills', variants: [] }, market).category,
      'Tools > Drills'
    )
  })
})
