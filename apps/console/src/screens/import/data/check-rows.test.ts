import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AttributeDefinition } from '@purveyor/client/catalog-file/attribute-fields'
import { emptyMap } from '@purveyor/client/catalog-file/mapping'
import { checkRows } from './check-rows.ts'
import { fileMapping } from './file-mapping.ts'
import { FileProblem, type FileProblemCode } from './file-problem.ts'
import type { CheckInput, ChosenReading } from './file-types.ts'
import { describeFile } from './open-file.ts'
import { placeFaults } from './place-faults.ts'
import { writeRows } from './write-rows.ts'

const categories = [{ id: 'c1', name: 'Tools', slug: 'tools', children: [] }]

async function read(
  content: string | Blob | Uint8Array<ArrayBuffer>,
  {
    name = 'a.csv',
    chosen = {},
    ...more
  }: Partial<CheckInput> & { name?: string; chosen?: ChosenReading } = {}
) {
  const file = new Blob([content])
  const info = await describeFile(file, name, chosen)
  const input = {
    file,
    info,
    mode: 'create',
    map: emptyMap(),
    categories,
    market: { currency: 'USD', weightUnit: 'lb' },
    edits: {},
    serviceFaults: {},
    ...more
  } as const
  const result = await checkRows(input)
  const lines = (await result.body.text()).split('\n').filter((line) => line !== '')
  return { input, info, result, items: lines.map((line) => JSON.parse(line)) }
}

const bolts = [
  { product: 'Bolt, “M8”', code: '001', vendor_price: '1.50' },
  { product: 'Nut', code: '002', vendor_price: '0.2' }
]
const rows = 'Name,SKU,Cost\r\n"Bolt, “M8”",001,1.50\r\nNut,002,.20\r\n'
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])

const forms: [name: string, content: string | Uint8Array<ArrayBuffer>][] = [
  ['commas and CRLF', rows.replace('.20', '0.2')],
  ['a byte order mark', `\uFEFF${rows.replace('.20', '0.2')}`],
  ['UTF-16', utf16(rows.replace('.20', '0.2'))],
  ['semicolons', 'Name;SKU;Cost\n"Bolt, “M8”";001;1,50\nNut;002;0,2\n'],
  ['tabs and single carriage returns', 'Name\tSKU\tCost\rBolt, “M8”\t001\t1.50\rNut\t002\t0.2'],
  ['a line that names the separator', 'sep=|\nName|SKU|Cost\nBolt, “M8”|001|1.50\nNut|002|0.2\n'],
  ['blank rows', 'Name,SKU,Cost\n\n"Bolt, “M8”",001,1.50\n,,\nNut,002,0.2\n\n']
]

describe('a CSV file', () => {
  for (const [name, content] of forms)
    test(`with ${name} becomes items`, async () => {
      assert.deepEqual((await read(content)).items, bolts)
    })

  test('that is not UTF-8 is read as Windows-1252, and says so', async () => {
    const content = new Uint8Array([...Buffer.from('Name,SKU,Cost\nPi'), 0xf1, ...Buffer.from('ata,1,2\n')])
    const { info, items } = await read(content)
    assert.deepEqual([info.isEncodingGuessed, items[0].product], [true, 'Piñata'])
  })

  test('can have line breaks in quotes, and 50,000 rows', async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `"Bolt\r\n${index}",C-${index},1`)
    const { result, items } = await read(`Name,SKU,Cost\r\n${many.join('\r\n')}`)
    assert.equal(result.numbers.length, 50_000)
    assert.deepEqual(items.at(-1), { product: 'Bolt\n49999', code: 'C-49999', vendor_price: '1' })
    assert.equal(result.numbers.at(-1), 50_001)
  })

  test('has columns for attributes, with numbers and labels of options', async () => {
    const attributes: AttributeDefinition[] = [
      { ...{ code: 'voltage', name: 'Voltage', type: 'NUMBER', unit: 'V' }, level: 'PRODUCT', options: [] },
      {
        ...{ code: 'grip', name: 'Grip', type: 'OPTION', unit: null, level: 'VARIANT' },
        options: [{ code: 'soft-grip', label: 'Soft' }]
      }
    ]
    const file = new Blob([
      'Name,SKU,Cost,Voltage (V),Grip,Finish\nDrill,D-1,80,18,soft,Matt\nSaw,S-1,90,,,\n'
    ])
    const info = { ...(await describeFile(file, 'a.csv', {})), attributes }
    const map = { ...emptyMap(), columns: { Finish: 'attributes/voltage' } }
    const { items } = await read(file, { info })
    assert.deepEqual(items, [
      { product: 'Drill', code: 'D-1', vendor_price: '80', attributes: { voltage: 18, grip: 'soft-grip' } },
      { product: 'Saw', code: 'S-1', vendor_price: '90' }
    ])
    // A person can choose another column for an attribute.
    const { columns } = fileMapping({ info, map, mode: 'create' }).mapping
    assert.deepEqual(
      columns.slice(3).map(({ field }) => field),
      [null, 'attributes/grip', 'attributes/voltage']
    )
  })

  test('with faults keeps these rows out, and says what is wrong in which cell', async () => {
    const { result, items } = await read(
      'Name,SKU,Cost,Category\nA,1,"1,234",Tools\nB,2,3,Toys\nC,3,4,Tools\nD,3,5,\n'
    )
    assert.deepEqual(items, [{ product: 'C', code: '3', vendor_price: '4', category_ids: 'c1' }])
    assert.deepEqual(
      result.faulty.map(({ number, faults }) => [number, faults.map(({ column, code }) => [column, code])]),
      [
        [2, [['Cost', 'INVALID_NUMBER']]],
        [5, [['SKU', 'DUPLICATE_CODE']]]
      ]
    )
    assert.deepEqual(result.unknownCategories, [{ text: 'Toys', rows: 1, paths: [] }])
    assert.deepEqual([...result.numbers], [4])
    assert.equal(result.unsendable, 3)
  })

  test('can be edited: the edited rows are sent, and the others are written to a file', async () => {
    const text = 'Name,SKU,Cost\nA,1,x\nB,2,"y\n"\nC,3,4\n'
    const edits = { 2: { 2: '1.25' } }
    const { input, items, result } = await read(text, { edits })
    assert.deepEqual(
      items.map(({ vendor_price }) => vendor_price),
      ['1.25', '4']
    )
    const rest = await writeRows({ ...input, rows: { without: result.numbers } })
    assert.deepEqual([await rest.file.text(), rest.numbers], ['Name,SKU,Cost\nB,2,"y\n"\n', [3]])
    const named = await writeRows({
      ...input,
      rows: { only: [2, 3] },
      errors: { 3: 'Cost must be, a number' }
    })
    assert.equal(
      await named.file.text(),
      'Name,SKU,Cost,_errors\nA,1,1.25,\nB,2,"y\n","Cost must be, a number"\n'
    )
  })

  test('without names changes the stock and price of products', async () => {
    const { items } = await read('SKU,Cost,Qty,Active\nA,1.5,12,no\nB,,3,\n', { mode: 'update' })
    assert.deepEqual(items, [
      { code: 'A', vendor_price: '1.5', amount: 12, is_active: false },
      { code: 'B', amount: 3 }
    ])
  })
})

describe('a CSV file with a row for each variant', () => {
  const text = [
    'Parent SKU,Name,SKU,Cost,Size,Category,Brand',
    'T,Tee,T-S,1,S,Tools,',
    'T,,T-M,x,M,,',
    ',Cap,C,2,,Tools,',
    'M,Mug,M-S,3,S,,Clay',
    'M,,M-L,4,L,Tools,',
    'H,Hat,H-S,5,S,Toys,',
    'H,,H-L,5,L,,'
  ].join('\n')

  test('becomes items with variants; rows of products with errors are left out', async () => {
    const { items, result } = await read(text)
    const { rows, sendable, unsendable, numbers } = result
    assert.deepEqual([rows, result.items, sendable, unsendable, [...numbers]], [7, 4, 2, 4, [4, 5, 6]])
    assert.deepEqual(items, [
      { product: 'Cap', code: 'C', vendor_price: '2', category_ids: 'c1' },
      {
        ...{ sku: 'M', name: 'Mug', brand: 'Clay', categoryIds: ['c1'] },
        variants: [
          { sku: 'M-S', name: 'S', vendorPrice: '3', attributes: { Size: 'S' } },
          { sku: 'M-L', name: 'L', vendorPrice: '4', attributes: { Size: 'L' } }
        ]
      }
    ])
    assert.deepEqual(
      result.faulty.map(({ number, faults }) => [number, faults.map(({ column }) => column)]),
      [[3, ['Cost']]]
    )
    assert.deepEqual(result.toFix, [2, 3])
    assert.deepEqual(result.unknownCategories, [{ text: 'Toys', rows: 2, paths: [] }])
    assert.deepEqual(
      result.preview.slice(3, 5).map(({ item, isFirst }) => [isFirst, item.product, item.category_ids]),
      [
        [true, 'Mug', undefined],
        [false, undefined, 'c1']
      ]
    )
  })

  test('shows the errors of the service at the rows of the file', async () => {
    const { input, result } = await read(text, { edits: { 3: { 3: '1.5' } } })
    const error = (field: string) => ({ code: 'INVALID', field, message: 'is wrong' })
    const failed = [
      { index: 0, errors: [error('variants/1/sku'), error('name')] },
      { index: 1, errors: [error('vendor_price')] },
      { index: 2, errors: [error('brand'), error('variants/1/vendorPrice')] }
    ]
    const placed = await placeFaults({ ...input, numbers: result.numbers, failed })
    assert.deepEqual(
      Object.entries(placed).map(([number, faults]) => [number, faults.map(({ column }) => column)]),
      [
        ['2', ['Name']],
        ['3', ['SKU']],
        ['4', ['Cost']],
        ['5', ['Brand']],
        ['6', ['Cost']]
      ]
    )
  })

  test('can have 20,000 rows, also all in one group', async () => {
    const rows = (group: (index: number) => string) =>
      Array.from({ length: 20_000 }, (_, index) => `${group(index)},Bolt,C-${index},1`).join('\n')
    const many = await read(`Handle,Name,SKU,Cost\n${rows((index) => `G-${index >> 2}`)}`)
    assert.deepEqual([many.result.items, many.result.numbers.length], [5000, 20_000])
    const { result } = await read(`Handle,Name,SKU,Cost\n${rows(() => 'G')}`)
    assert.deepEqual([result.sendable, result.unsendable, result.faulty.length], [0, 20_000, 1000])
    assert.equal(result.faulty[0]?.number, 202)
  })
})

test('an NDJSON file can have flat items and items with variants', async () => {
  const variants = { name: 'Bolt', sku: 'B', variants: [{ sku: 'B-1', name: 'Box', vendorPrice: 2 }] }
  const lines = ['{"product":"Nut","code":"N","vendor_price":1}', JSON.stringify(variants), '{oops']
  const { items, result } = await read(lines.join('\n'), { name: 'a.ndjson' })
  assert.deepEqual(items, [{ product: 'Nut', code: 'N', vendor_price: 1 }, variants])
  assert.deepEqual(
    result.faulty.map(({ number, values }) => [number, values]),
    [[3, ['{oops']]]
  )
})

const unreadable: [content: string, code: FileProblemCode][] = [
  ['', 'EMPTY'],
  ['%PDF-1.7', 'PDF'],
  ['[{"product":1}]', 'JSON_ARRAY'],
  ['{\n"product":1}', 'JSON_LINES'],
  ['Name,SKU,Cost\n', 'NO_ROWS'],
  ['Name,SKU,Cost\nA,"1,2\nB,2,3\n', 'UNCLOSED_QUOTE']
]
for (const [content, code] of unreadable)
  test(`${code} is the reason why ${JSON.stringify(content)} can't be read`, async () => {
    await assert.rejects(
      read(content, { name: 'a' }),
      (error) => error instanceof FileProblem && error.code === code
    )
  })
