import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maxVariants, readCatalogItems } from './catalog-items.ts'
import { fields, variantFields } from './fields.ts'
import type { FileRow } from './file-rows.ts'
import { findCell } from './item-cells.ts'
import { emptyMap, guessMapping } from './mapping.ts'

const known = [...fields, ...variantFields]

/** Reads rows whose cells are separated by bars. The first row is the header. */
async function read(...lines: string[]) {
  const [columns = [], ...cells] = lines.map((line) => line.split('|'))
  async function* rows(): AsyncGenerator<FileRow> {
    for (const [index, one] of cells.entries()) {
      const fault = { code: 'EXTRA_CELLS', message: 'has too many cells' } as const
      yield { number: index + 2, cells: one, ...(one.length > columns.length && { fault }) }
    }
  }
  const { mapping } = guessMapping(columns, emptyMap(), known)
  const file = { format: 'csv', delimiter: '|', columns, rows } as const
  const items = []
  for await (const item of readCatalogItems(file, mapping, { known })) items.push(item)
  const faults = items.flatMap((item) =>
    item.rows.flatMap((row) => row.faults.map(({ row, column, code }) => [row, column, code]))
  )
  const sent = items.filter(({ isReadable }) => isReadable).map(({ item }) => item)
  return { mapping, items, sent, faults }
}

const header = 'Parent SKU|SKU|Name|Cost|Size|Colour|Qty|Brand|Image URL|Category|Min qty'

describe('rows of products with variants', () => {
  test('rows with the same group are one product; its values come from the first row that has them', async () => {
    const { items, sent, faults } = await read(
      header,
      'T1|T1-S|T-shirt|5|S|Red|3|||Shirts|2',
      'T1|T1-M||5.50|M|Red||Loom|https://a.test/1.jpg||',
      'T1|T1-L|T-shirt|6||||Loom|https://a.test/2.jpg|Shirts|'
    )
    assert.deepEqual(faults, [])
    assert.deepEqual(sent, [
      {
        ...{ sku: 'T1', name: 'T-shirt', brand: 'Loom' },
        images: 'https://a.test/1.jpg///https://a.test/2.jpg',
        variants: [
          {
            ...{ sku: 'T1-S', name: 'S / Red', vendorPrice: '5', initialInventory: 3 },
            attributes: { Size: 'S', Colour: 'Red' }
          },
          { sku: 'T1-M', name: 'M / Red', vendorPrice: '5.50', attributes: { Size: 'M', Colour: 'Red' } },
          { sku: 'T1-L', name: 'T1-L', vendorPrice: '6' }
        ]
      }
    ])
    assert.deepEqual([items[0]?.category, items[0]?.rows.length], ['Shirts', 3])
  })

  test('a row without a group is a product of its own, also between groups and at the end', async () => {
    const { items, sent } = await read(
      header,
      '|A|Bolt|1|||||||4',
      'G|G-1|Nut|1|||||||',
      '|B|Cap|2|XL||7||||',
      'H|H-1|Nail|3|||||||'
    )
    assert.deepEqual(sent, [
      { product: 'Bolt', code: 'A', vendor_price: '1', min_qty: 4 },
      { sku: 'G', name: 'Nut', variants: [{ sku: 'G-1', name: 'Nut', vendorPrice: '1' }] },
      {
        ...{ sku: 'B', name: 'Cap' },
        variants: [
          { sku: 'B', name: 'XL', vendorPrice: '2', initialInventory: 7, attributes: { Size: 'XL' } }
        ]
      },
      { sku: 'H', name: 'Nail', variants: [{ sku: 'H-1', name: 'Nail', vendorPrice: '3' }] }
    ])
    assert.deepEqual(
      items.map(({ rows }) => rows.map(({ row }) => row.number)),
      [[2], [3], [4], [5]]
    )
  })

  test('a row whose SKU is the group of the next rows has the fields of their product', async () => {
    const { sent, faults } = await read(
      header,
      '|P|Mug|||||Clay|||',
      'P|P-1||3|||||||',
      '|Q|Cup|4|||||||',
      'Q|Q-1||5|||||||'
    )
    assert.deepEqual(faults, [])
    assert.deepEqual(sent, [
      { sku: 'P', name: 'Mug', brand: 'Clay', variants: [{ sku: 'P-1', name: 'Mug', vendorPrice: '3' }] },
      {
        ...{ sku: 'Q', name: 'Cup' },
        variants: [
          { sku: 'Q', name: 'Q', vendorPrice: '4' },
          { sku: 'Q-1', name: 'Q-1', vendorPrice: '5' }
        ]
      }
    ])
  })

  test('a file of Shopify names attributes in columns of their own, and has rows with only an image', async () => {
    const { sent, faults } = await read(
      'Handle|Title|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Variant SKU|Cost per item|Image Src',
      'tee|Tee|Size|S|Colour|Red|TS|5|https://a.test/1.jpg',
      'tee|||M||Blue|TM|5|',
      'tee||||||||https://a.test/2.jpg',
      'cap|Cap|Title|Default Title|||C|2|'
    )
    assert.deepEqual(faults, [])
    assert.deepEqual(sent, [
      {
        ...{ sku: 'tee', name: 'Tee', images: 'https://a.test/1.jpg///https://a.test/2.jpg' },
        variants: [
          { sku: 'TS', name: 'S / Red', vendorPrice: '5', attributes: { Size: 'S', Colour: 'Red' } },
          { sku: 'TM', name: 'M / Blue', vendorPrice: '5', attributes: { Size: 'M', Colour: 'Blue' } }
        ]
      },
      { sku: 'cap', name: 'Cap', variants: [{ sku: 'C', name: 'Cap', vendorPrice: '2' }] }
    ])
  })

  test('image URLs of several rows may end in a slash', async () => {
    const { sent, faults } = await read(
      'Handle|Title|Option1 Value|Variant SKU|Cost per item|Image Src',
      'tee|Tee|S|TS|5|https://a.test/1////https://a.test/2',
      'tee||M|TM|5|https://a.test/1///// https://a.test/1/'
    )
    assert.deepEqual(faults, [])
    assert.equal(sent[0]?.images, 'https://a.test/1////https://a.test/2///https://a.test/1//')
  })

  test('another value of the product, missing values and repeated SKUs are faults of their cells', async () => {
    const { sent, faults, items } = await read(
      header,
      'A|A-1|Bolt|1||||Loom|||',
      'A|A-1|Bolts|||||Other|||',
      'B|B-1||1|||||||',
      'C|C-1|Nut|x|||||||',
      'C|C-2|Nut|1|||||||',
      'D|D-1|Cap|1|||||||'
    )
    assert.deepEqual(faults, [
      [3, 'Cost', 'REQUIRED'],
      [3, 'SKU', 'DUPLICATE_CODE'],
      [3, 'Name', 'DIFFERENT_VALUE'],
      [3, 'Brand', 'DIFFERENT_VALUE'],
      [4, 'Name', 'REQUIRED'],
      [5, 'Cost', 'INVALID_NUMBER']
    ])
    assert.equal(
      items[0]?.rows[1]?.faults.find(({ column }) => column === 'Name')?.message,
      'must be as in row 2 (Bolt) or empty, because the rows are one product'
    )
    assert.deepEqual(
      sent.map(({ sku }) => sku),
      ['D']
    )
  })

  test('a group that comes again, or that is the SKU of another product, is a fault', async () => {
    const { sent, faults } = await read(
      header,
      'A|A-1|Bolt|1|||||||',
      'B|B-1|Nut|1|||||||',
      'A|A-2||1|||||||',
      'A|A-3||1|||||||',
      '|B|Cap|1|||||||'
    )
    assert.deepEqual(faults, [
      [4, 'Parent SKU', 'SEPARATED_GROUP'],
      [5, 'Parent SKU', 'SEPARATED_GROUP'],
      [6, 'SKU', 'DUPLICATE_CODE']
    ])
    assert.deepEqual(
      sent.map(({ sku }) => sku),
      ['A', 'B']
    )
  })

  test('products beside a row that cannot be read are left out, because it may be theirs', async () => {
    const { items } = await read(
      header,
      'A|A-1|Bolt|1|||||||',
      'B|B-1|Nut|1|||||||',
      'B|B-2|Nut|1|||||||||',
      'C|C-1|Cap|1|||||||',
      'D|D-1|Nail|1|||||||'
    )
    assert.deepEqual(
      items.map(({ item, rows, isReadable }) => [item.sku, rows.length, isReadable]),
      [
        ['A', 1, true],
        ['B', 2, false],
        ['C', 1, false],
        ['D', 1, true]
      ]
    )
  })

  test('a product can have 200 variants; the rows after them are faults', async () => {
    const rows = (group: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${group}|${group}-${index}|Bolt|1|||||||`)
    const { sent, faults, items } = await read(
      ...[header, ...rows('A', maxVariants), ...rows('B', maxVariants + 3), ...rows('C', 1)]
    )
    assert.deepEqual(
      sent.map(({ sku, variants }) => [sku, (variants as unknown[]).length]),
      [
        ['A', 200],
        ['C', 1]
      ]
    )
    assert.deepEqual(faults, [
      [402, 'Parent SKU', 'TOO_MANY_VARIANTS'],
      [403, 'Parent SKU', 'TOO_MANY_VARIANTS'],
      [404, 'Parent SKU', 'TOO_MANY_VARIANTS']
    ])
    assert.equal(items.flatMap(({ rows }) => rows).length, 404)
  })

  test('errors of the service are found at the cells of the file', async () => {
    const { items, mapping } = await read(
      header,
      '|P|Mug|||||Clay|https://a.test/1.jpg||',
      'P|P-1||3|S||||||',
      'P|P-2||4|M|||Clay||Cups|'
    )
    const [item] = items
    assert.ok(item)
    const found = (field: string | null) => {
      const { row, column } = findCell(item, mapping, field)
      return [row, column]
    }
    assert.deepEqual(
      [null, 'sku', 'name', 'categoryIds/0', 'variants', 'variants/1/vendorPrice'].map(found),
      [
        [2, null],
        [2, 'SKU'],
        [2, 'Name'],
        [4, 'Category'],
        [2, 'SKU'],
        [4, 'Cost']
      ]
    )
    assert.deepEqual(found('variants/0/attributes/Size'), [3, 'Size'])
    assert.deepEqual(found('variants/0/initialInventory'), [3, 'Qty'])
    assert.deepEqual(found('variants/0/name'), [3, 'Size'])
  })
})

test('sizes and colours are guessed only beside a variant group', () => {
  const guess = (columns: string[]) =>
    guessMapping(columns, emptyMap(), known).mapping.columns.map(({ field }) => field)
  assert.deepEqual(guess(['Name', 'SKU', 'Cost', 'Size']), ['product', 'code', 'vendor_price', null])
  for (const group of ['Handle', 'parent_sku', 'Variant Group Code', 'item_group_id', 'Variant group'])
    assert.deepEqual(guess(['Name', 'SKU', 'Cost', group, 'Size', 'Colour', 'Variant']), [
      ...['product', 'code', 'vendor_price', 'variant_group'],
      ...['attribute', 'attribute', 'variant_name']
    ])
})
