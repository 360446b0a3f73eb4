import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CatalogMap, emptyMap, guessMapping } from './mapping.ts'

function guess(columns: string[], map: Partial<CatalogMap> = {}) {
  const { mapping, doubts, problems } = guessMapping(columns, { ...emptyMap(), ...map })
  return {
    fields: Object.fromEntries(mapping.columns.map(({ column, field }) => [column, field])),
    doubts,
    problems
  }
}

const required = ['Item name', 'SKU', 'Cost']

/** Columns that are guessed next to `Item name`, `SKU` and `Cost`. */
const guesses: [column: string, field: string | null][] = [
  ['Part #', 'manufacturer_part_number'],
  ['MPN', 'manufacturer_part_number'],
  ['Mfr. Part No.', 'manufacturer_part_number'],
  ['manufacturer_part_number', 'manufacturer_part_number'],
  ['manufacturerPartNumber', 'manufacturer_part_number'],
  ['Qty.', 'amount'],
  ['QTY ON HAND', 'amount'],
  ['on_hand', 'amount'],
  ['UPC/EAN/GTIN', 'upc'],
  ['EAN', 'upc'],
  ['GTIN-13', 'upc'],
  ['Category', 'category_ids'],
  ['categoryPath', 'category_ids'],
  ['Brand', 'brand'],
  ['Description', 'full_description'],
  ['Long Desc.', 'full_description'],
  ['Manufacturer', 'manufacturer_name'],
  ['U/M', 'unit_of_measure'],
  ['Country of Origin', 'country_of_origin'],
  ['HS Code', 'commodity_code'],
  ['UNSPSC', 'unspsc'],
  ['Image 1', 'images'],
  ['Made in USA', 'made_in_usa'],
  ['MSRP', 'list_price'],
  ['List price', 'list_price'],
  ['Weight (kg)', 'weight'],
  ['Price', null],
  ['Notes', null],
  ['_errors', null]
]

describe('the mapping of columns to fields', () => {
  test('columns are mapped by their names', () => {
    for (const [column, field] of guesses) {
      const { fields, problems } = guess([...required, column])
      assert.deepEqual(problems, [], column)
      assert.equal(fields[column], field, column)
    }
  })

  test('the names of the fields and friendly names are found for required fields', () => {
    for (const names of [
      ['product', 'code', 'vendor_price'],
      ['Product', 'Item #', 'Vendor price'],
      ['Product Name', 'Item No.', 'Unit Cost (USD)'],
      ['name', 'sku', 'vendorPrice'],
      ['Title', 'Product code', 'Wholesale price']
    ]) {
      const { fields, problems } = guess(names)
      assert.deepEqual(problems, [], names.join())
      assert.deepEqual(Object.values(fields), ['product', 'code', 'vendor_price'], names.join())
    }
  })

  test('a column that is named like the field wins over a column that means it', () => {
    const { fields, problems } = guess([...required, 'vendor_price'])
    assert.deepEqual(problems, [])
    assert.equal(fields.vendor_price, 'vendor_price')
    assert.equal(fields.Cost, null)
  })

  test('two columns that mean the same field are a problem that names both', () => {
    const { problems } = guess([...required, 'Qty', 'On hand'])
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', /"Qty", "On hand" all mean amount/)
    assert.deepEqual(
      guess([...required, 'Qty', 'On hand'], { columns: { 'On hand': 'amount' } }).problems,
      []
    )
  })

  test('two columns with the same name are a problem', () => {
    const { problems } = guess([...required, 'Cost (2)', 'Item name (2)', 'Notes', 'Notes (2)'])
    assert.equal(problems.length, 2)
    assert.match(
      problems.join(),
      /"Item name", "Item name \(2\)" all mean product\. .*"Cost", "Cost \(2\)" all mean/
    )
    assert.deepEqual(guess([...required, 'Cost (2)'], { columns: { Cost: 'vendor_price' } }).problems, [])
  })

  test('several columns with images are joined', () => {
    const { fields, problems } = guess([...required, 'Image 1', 'Image 2', 'image_3'])
    assert.deepEqual(problems, [])
    assert.deepEqual([fields['Image 1'], fields['Image 2'], fields.image_3], ['images', 'images', 'images'])
  })

  test('a price that may be the retail price is not taken for the cost', () => {
    for (const price of ['Price', 'MSRP', 'List price', 'Unit price']) {
      const { fields, doubts, problems } = guess(['Item name', 'SKU', price])
      assert.equal(fields[price], null)
      assert.deepEqual(doubts, [{ column: price, field: 'vendor_price', mayBeRetail: true }])
      assert.match(problems.join(), /may be the retail price/)
      assert.match(problems.join(), new RegExp(`--column "${price}=vendor_price"`))
    }
  })

  test('all required fields without a column are named', () => {
    const { problems } = guess(['Notes', 'Colour'])
    assert.deepEqual(
      problems.map((problem) => / field (\w+)/.exec(problem)?.[1]),
      ['product', 'code', 'vendor_price']
    )
    assert.deepEqual(guess(['Item name', 'SKU'], { constants: { vendor_price: '1.00' } }).problems, [])
  })

  test('a map decides, whatever the case of its names, and other columns are guessed', () => {
    const { fields, problems } = guess(['ARTICLE', 'SKU', 'cost', 'Description'], {
      columns: { Article: 'product', Description: null }
    })
    assert.deepEqual(problems, [])
    assert.deepEqual(fields, { ARTICLE: 'product', SKU: 'code', cost: 'vendor_price', Description: null })
  })

  test('unknown fields and columns of a map are all named', () => {
    const { problems } = guess(required, {
      columns: { 'Item name': 'title', Gone: 'brand', Notes: null },
      constants: { colour: 'red' }
    })
    assert.match(problems[0] ?? '', /no field "title", "colour"/)
    assert.match(problems[1] ?? '', /no column "Gone"/)
  })
})
