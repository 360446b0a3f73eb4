import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productDifferences } from './verification.ts'

const row = {
  sku: ' A-1 ',
  name: 'Wrench  & co ',
  description: ' 5 < 6, <script>alert(1)</script><b>bold</b>',
  brand: null,
  categoryPath: ['Tools'],
  price: 9.99
}
const expected = { row, categoryId: 'c1', commissionPercent: '12.5' }
const variant = { sku: 'A-1', name: 'Wrench  & co', vendorPrice: '9.99', price: '11.24' }
const product = {
  sku: 'A-1',
  name: 'Wrench  & co',
  description: ' 5 &lt; 6, <b>bold</b>',
  brand: null,
  categories: [{ id: 'c1', name: 'Tools', slug: 'tools' }],
  variants: [variant]
}

describe('comparing a product with its row', () => {
  test('accepts trimmed texts, sanitised HTML and exact prices', () => {
    assert.deepEqual(productDifferences(product, expected), [])
  })

  test('compares a description without tags exactly', () => {
    const plain = { ...row, description: ' 5 < 6 & 7 ' }
    assert.deepEqual(
      productDifferences({ ...product, description: ' 5 < 6 & 7 ' }, { ...expected, row: plain }),
      []
    )
    assert.deepEqual(
      productDifferences({ ...product, description: '5 < 6 & 7' }, { ...expected, row: plain }),
      ['description is "5 < 6 & 7", not " 5 < 6 & 7 "']
    )
  })

  const wrong: [string, object, string][] = [
    ['another SKU', { sku: 'B' }, 'sku is "B", not "A-1"'],
    ['another name', { name: 'Wrench' }, 'name is "Wrench", not "Wrench & co"'],
    ['an unexpected brand', { brand: 'X' }, 'brand is "X", not ""'],
    ['a missing category', { categories: [] }, 'categories is [], not ["c1"]'],
    [
      'another vendor price',
      { variants: [{ ...variant, vendorPrice: '9.98' }] },
      'vendorPrice is "9.98", not "9.99"'
    ],
    ['a price rounded down', { variants: [{ ...variant, price: '11.23' }] }, 'price is "11.23", not "11.24"']
  ]
  for (const [title, change, reason] of wrong) {
    test(`reports ${title}`, () =>
      assert.deepEqual(productDifferences({ ...product, ...change }, expected), [reason]))
  }

  test('reports a missing variant', () => {
    const reasons = productDifferences({ ...product, variants: [] }, expected)
    assert.deepEqual(
      reasons.map((reason) => reason.split(' is ')[0]),
      ['variant SKU', 'variant name', 'vendorPrice', 'price']
    )
  })
})
