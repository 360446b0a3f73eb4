import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fields } from '../../../../../packages/client/src/catalog-file/fields.ts'
import { emptyMap, guessMapping } from '../../../../../packages/client/src/catalog-file/mapping.ts'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { partsOf, readSheet, readTable, textsOf } from '../../../test/read-workbooks.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let origin: string
let operator: string
let tools: string
let drills: string
before(async () => {
  t = await testApp()
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  operator = await t.operator('EDITOR')
  tools = await category('Tools')
  drills = await category('Drills', tools)
  await t.sql`
    with a as (
      insert into attributes (code, name, help, type, unit, min, max, max_length, pattern, options, level) values
        ('series', 'Series', null, 'TEXT', null, null, null, 40, '^[A-Z]', '[]', 'PRODUCT'),
        ('voltage', 'Voltage', 'Nominal, on the plate.', 'NUMBER', 'V', 1, 60, null, null, '[]', 'VARIANT'),
        ('speeds', 'Speeds', null, 'INTEGER', null, 1, null, null, null, '[]', 'VARIANT'),
        ('cordless', 'Cordless', null, 'BOOLEAN', null, null, null, null, null, '[]', 'VARIANT'),
        ('since', 'Sold since', null, 'DATE', null, null, null, null, null, '[]', 'VARIANT'),
        ('color', 'Colour', null, 'OPTION', null, null, null, null, null,
          '[{"code":"red","label":"Red"},{"code":"red-2","label":"red"},{"code":"blue","label":"Blue"}]', 'VARIANT'),
        ('uses', 'Uses', null, 'OPTIONS', null, null, null, null, null,
          '[{"code":"wood","label":"Wood"},{"code":"steel","label":"Steel, soft"},{"code":"both","label":"A; B"}]', 'VARIANT'),
        ('ean', 'EAN', null, 'TEXT', null, null, null, null, null, '[]', 'VARIANT'),
        ('length', 'Length', null, 'NUMBER', 'mm', null, null, null, null, '[]', 'VARIANT'),
        ('length_2', 'Length', null, 'NUMBER', 'mm', null, null, null, null, '[]', 'VARIANT')
      returning id, code)
    insert into category_attributes (category_id, attribute_id, position, requirement)
    select case code when 'series' then ${tools}::uuid else ${drills}::uuid end, id,
      array_position('{series,voltage,speeds,cordless,since,color,uses,ean,length,length_2}', code::text),
      case code when 'voltage' then 'REQUIRED' when 'speeds' then 'RECOMMENDED' else 'OPTIONAL' end
    from a`
  await t.sql`update attribute_state set version = version + 1`
})
after(() => t.close())

async function category(name: string, parentId: string | null = null): Promise<string> {
  const { body } = await t.call('POST /platform/categories', { as: operator, body: { name, parentId } })
  return body.id
}

const path = '/vendor/templates'

async function template(vendor: TestVendor, query: string): Promise<Buffer> {
  const answer = await t.app.inject({
    url: `/api/v1${path}${query}`,
    headers: { authorization: `Bearer ${vendor.viewer}` }
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}

const call = (vendor: TestVendor, query: string) => t.call(`GET ${path}${query}`, { as: vendor.viewer })

const fieldHeaders = {
  first: [
    ...['SKU', 'Product name', 'Variant group', 'Variant name', 'Category', 'Cost', 'Stock', 'Brand'],
    ...[
      'Manufacturer',
      'Manufacturer part number',
      'UPC',
      'Unit of measure',
      'Weight',
      'Description',
      'Images'
    ]
  ],
  last: [
    ...[
      'Minimum quantity',
      'List price',
      'Country of origin',
      'UNSPSC',
      'Commodity code',
      'ECCN',
      'Free shipping'
    ],
    ...['AbilityOne', 'Made in USA', 'Green product']
  ]
}

describe('a template', () => {
  let workbook: Buffer
  let headers: string[]
  before(async () => {
    workbook = await template(await t.vendor(), `?categoryIds=${drills}`)
    const [header] = await readSheet(workbook, 'Products')
    assert.ok(header)
    headers = textsOf(header)
  })

  test('has a column for each field and each attribute of the category and its ancestors', () => {
    const own = [
      ...['Series', 'Voltage (V)', 'Speeds', 'Cordless', 'Sold since', 'Colour', 'Uses', 'EAN [ean]'],
      ...['Length [length]', 'Length [length_2]']
    ]
    assert.deepEqual(headers, [...fieldHeaders.first, ...own, ...fieldHeaders.last])
  })

  test('has headers that the import of files recognises', () => {
    const names = headers.filter((header) => [...fieldHeaders.first, ...fieldHeaders.last].includes(header))
    const others = [
      { name: 'variant_group', kind: 'code', names: [] } as const,
      { name: 'variant_name', kind: 'text', names: [] } as const
    ]
    const { mapping, problems } = guessMapping(names, emptyMap(), [...fields, ...others])
    assert.deepEqual(problems, [])
    assert.deepEqual(
      mapping.columns.filter(({ field }) => field === null),
      []
    )
    const found = mapping.columns.map(({ field }) => field)
    for (const { name } of fields) assert.ok(found.includes(name), name)
  })

  test('offers lists of the second sheet', async () => {
    const sheet = (await partsOf(workbook)).get('xl/worksheets/sheet1.xml') ?? ''
    const values = await readTable(workbook, 'Allowed values')
    const lists = [
      ...sheet.matchAll(/<dataValidation ([^>]*)sqref="([A-Z]+)2:\2\d+"><formula1>([^<]*)<\/formula1>/g)
    ]
    const offered = new Map(
      lists.map(([, options = '', letters = '', formula = '']) => {
        const [, first, last] = /^'Allowed values'!\$B\$(\d+):\$B\$(\d+)$/.exec(formula) ?? []
        const listed = values.slice(Number(first) - 2, Number(last) - 1).map((row) => row.Value)
        return [headers[columnNumber(letters) - 1], { listed, isOpen: !options.includes('showErrorMessage') }]
      })
    )
    const yesOrNo = { listed: ['Yes', 'No'], isOpen: false }
    assert.deepEqual(Object.fromEntries(offered), {
      ...{ Category: { listed: ['Tools > Drills'], isOpen: true }, Cordless: yesOrNo },
      Colour: { listed: ['Red [red]', 'red [red-2]', 'Blue'], isOpen: false },
      Uses: { listed: ['Wood', 'Steel, soft', 'both'], isOpen: true },
      ...{ 'Free shipping': yesOrNo, AbilityOne: yesOrNo, 'Made in USA': yesOrNo, 'Green product': yesOrNo }
    })
    assert.deepEqual(
      values.filter(({ Column }) => Column === 'Uses').map(({ Code }) => Code),
      ['wood', 'steel', 'both']
    )
  })

  test('marks required columns, has the formats of their values, and does not scroll the headers', async () => {
    const parts = await partsOf(workbook)
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
    const styles = [
      ...(parts.get('xl/styles.xml') ?? '').matchAll(/<xf numFmtId="(\d+)" fontId="(\d)"/g)
    ].slice(1)
    const cols = [...sheet.matchAll(/<col min="\d+" max="\d+" width="[^"]+" style="(\d+)"/g)]
    const formats = new Map(headers.map((header, index) => [header, styles[Number(cols[index]?.[1])]?.[1]]))
    const [text, integer, date, decimal] = ['49', '1', '165', '164']
    assert.deepEqual(
      ['SKU', 'UPC', 'Series', 'Stock', 'Speeds', 'Sold since', 'Cost', 'Voltage (V)'].map((name) =>
        formats.get(name)
      ),
      [text, text, text, integer, integer, date, decimal, '0']
    )
    const required = [...sheet.matchAll(/<c r="([A-Z]+)1" s="(\d+)"/g)]
      .filter(([, , style]) => styles[Number(style)]?.[2] === '2')
      .map(([, letters = '']) => headers[columnNumber(letters) - 1])
    assert.deepEqual(required, ['SKU', 'Product name', 'Cost', 'Voltage (V)'])
    assert.match(
      sheet,
      /<pane xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight" state="frozen"\/>/
    )
  })

  test('has columns that are wide enough for the words of their headers and for their options', async () => {
    const as = operator
    const options = [{ code: 'hex', label: 'Quick-change hexagonal' }]
    for (const definition of [
      { code: 'chuck', name: 'Chuck', type: 'OPTION', options },
      { code: 'certificates', name: 'Certifications', type: 'BOOLEAN' }
    ]) {
      const body = { level: 'VARIANT', ...definition }
      assert.equal((await t.call('POST /platform/attributes', { as, body })).status, 201)
    }
    const id = await category('Chucks')
    const attributes = ['chuck', 'certificates'].map((attribute) => ({ attribute, requirement: 'REQUIRED' }))
    await t.call(`PUT /platform/categories/${id}/attributes`, { as, body: { attributes } })
    const raw = await template(await t.vendor(), `?categoryIds=${id}`)
    const sheet = (await partsOf(raw)).get('xl/worksheets/sheet1.xml') ?? ''
    const widths = [...sheet.matchAll(/<col min="\d+" max="\d+" width="([^"]+)"/g)].map(([, width]) =>
      Number(width)
    )
    const [header] = await readSheet(raw, 'Products')
    const widthOf = (name: string) => widths[header ? textsOf(header).indexOf(name) : -1] ?? 0
    assert.ok(widthOf('Chuck') > 'Quick-change hexagonal'.length)
    assert.ok(widthOf('Certifications') > 'Certifications'.length * 1.1)
  })

  test('has a note at each header, with help, unit and limits', async () => {
    const comments = (await partsOf(workbook)).get('xl/comments1.xml') ?? ''
    const notes = [...comments.matchAll(/<comment ref="([A-Z]+)1".*?<t xml:space="preserve">([^<]*)</gs)]
    const noteOf = new Map(notes.map(([, letters = '', note]) => [headers[columnNumber(letters) - 1], note]))
    assert.equal(noteOf.size, headers.length)
    assert.equal(
      noteOf.get('Voltage (V)'),
      'Required. Number, in V.\nNominal, on the plate.\nFrom 1 to 60.\nExample: 1'
    )
    assert.match(
      noteOf.get('Series') ?? '',
      /^Optional\. Text\.\nAt most 40 characters; must match \^\[A-Z\]\./
    )
    assert.match(noteOf.get('Speeds') ?? '', /^Recommended\. Whole number\.\n1 or more\./)
    assert.match(noteOf.get('Cost') ?? '', /in USD/)
  })

  test('explains each column', async () => {
    const rows = await readTable(workbook, 'Explanation')
    const voltage = rows.find((row) => row.Column === 'Voltage (V)')
    assert.deepEqual(voltage, {
      ...{ Column: 'Voltage (V)', Explanation: 'Nominal, on the plate.', Needed: 'Required', Type: 'Number' },
      ...{ Unit: 'V', Limits: 'From 1 to 60', Example: '1', 'Field or code': 'voltage' }
    })
    for (const header of headers)
      assert.ok(
        rows.some((row) => row.Column === header),
        header
      )
    assert.ok(rows.some((row) => /bulk-upload/.test(row.Explanation ?? '')))
  })

  test('of several categories has the attributes of all of them, and says which have them', async () => {
    const paint = await category('Paint')
    const both = await template(await t.vendor(), `?categoryIds=${paint},${drills}`)
    const rows = await readTable(both, 'Explanation')
    const series = rows.find((row) => row.Column === 'Series')
    assert.equal(series?.Explanation, 'Only for products in Tools > Drills.')
    const values = await readTable(both, 'Allowed values')
    const listed = values.filter(({ Column }) => Column === 'Category').map(({ Value }) => Value)
    assert.deepEqual(listed, ['Paint', 'Tools > Drills'])
    assert.equal(rows.find((row) => row.Column === 'Category')?.Example, 'Paint')
    assert.match(
      rows.find((row) => row.Column === 'Required columns')?.Explanation ?? '',
      /only for some categories/
    )
  })

  test('names a category whose path is not clear by its slug', async () => {
    const slash = await category('Nuts; bolts')
    const values = await readTable(
      await template(await t.vendor(), `?categoryIds=${slash}`),
      'Allowed values'
    )
    assert.equal(values[0]?.Value, 'nuts-bolts')
  })

  test('without categories has only the fields, and offers all categories', async () => {
    const plain = await template(await t.vendor(), '')
    const [header] = await readSheet(plain, 'Products')
    assert.deepEqual(header && textsOf(header), [...fieldHeaders.first, ...fieldHeaders.last])
    const values = await readTable(plain, 'Allowed values')
    assert.ok(values.some(({ Value }) => Value === 'Tools > Drills'))
  })

  test('has a file name, and no body in the response to HEAD', async () => {
    const vendor = await t.vendor()
    const answer = await t.app.inject({
      ...{ method: 'HEAD', url: `/api/v1${path}?withProducts=true` },
      headers: { authorization: `Bearer ${vendor.viewer}` }
    })
    assert.deepEqual([answer.statusCode, answer.body], [200, ''])
    assert.match(
      String(answer.headers['content-disposition']),
      /^attachment; filename="products-\d{4}-\d\d-\d\d\.xlsx"$/
    )
    assert.equal(answer.headers['cache-control'], 'no-store')
  })
})

describe('errors', () => {
  test('an unknown category, one that is not a UUID, and more than 50 are 400', async () => {
    const vendor = await t.vendor()
    assertFaults(await call(vendor, `?categoryIds=${drills},${newId()}`), { categoryIds: 'UNKNOWN_CATEGORY' })
    assertFaults(await call(vendor, '?categoryIds=drills'), { categoryIds: 'INVALID_UUID' })
    const ids = (count: number) => Array.from({ length: count }, () => newId()).join()
    assertFaults(await call(vendor, `?categoryIds=${ids(51)}`), { categoryIds: 'TOO_MANY' })
    const fifty = await call(vendor, `?categoryIds=${ids(50)}`)
    assert.equal(fifty.body.errors.length, 50)
    assert.equal(fifty.body.errors[0].code, 'UNKNOWN_CATEGORY')
    assertFaults(await call(vendor, '?all=true'), { all: 'UNKNOWN_PARAMETER' })
  })

  test('other accounts have no access', async () => {
    assertProblem(await t.call(`GET ${path}`, {}), 401, 'UNAUTHENTICATED')
    assertProblem(await t.call(`GET ${path}`, { as: operator }), 403, 'NO_MEMBERSHIP')
  })

  test('more than 100,000 variants are 400', async () => {
    const vendor = await t.vendor()
    const id = await create(vendor, { categoryIds: [tools] })
    await addVariants(vendor, id, 99_999)
    await addVariants(vendor, await create(vendor, {}), 0)
    assertFaults(await call(vendor, '?withProducts=true'), { withProducts: 'TOO_MANY' })
    const head = await t.app.inject({
      ...{ method: 'HEAD', url: `/api/v1${path}?withProducts=true&categoryIds=${tools}` },
      headers: { authorization: `Bearer ${vendor.viewer}` }
    })
    assert.equal(head.statusCode, 200)
  })
})

let skus = 0

/** Creates a product with one variant, and returns its id. */
async function create(vendor: TestVendor, { variants, ...more }: Record<string, unknown>): Promise<string> {
  const sku = `P-${++skus}`
  const one = [{ sku, name: 'Only one', vendorPrice: 1.5, initialInventory: 3 }]
  const body = { name: `Product ${sku}`, sku, variants: variants ?? one, ...more }
  const answer = await t.call('POST /vendor/products', { as: vendor.owner, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

async function addVariants(vendor: TestVendor, productId: string, count: number, text = 'x'): Promise<void> {
  await t.sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), ${productId}, ${vendor.id}, i, ${text} || i, 'Long', 1 from generate_series(1, ${count}::int) as i`
}

async function filled(vendor: TestVendor, query = ''): Promise<Record<string, string>[]> {
  return await readTable(await template(vendor, `?withProducts=true${query}`), 'Products')
}

describe('a template with products', () => {
  test('has the current values, with those of the product in its first row', async () => {
    const vendor = await t.vendor()
    await create(vendor, {
      ...{ sku: '=D-1', name: 'Drill', brand: 'Bolt', categoryIds: [drills, tools], freeShipping: true },
      ...{ description: '<p>A drill</p>', attributes: { series: 'Pro' }, unspc: '31161620' },
      variants: [
        {
          ...{ sku: '0012', name: 'With battery', vendorPrice: '12.5', upc: '012345678905', weight: '2.50' },
          attributes: {
            ...{ voltage: 10.8, speeds: 2, cordless: true, since: '2026-03-01', color: 'red-2' },
            ...{ uses: ['wood', 'both'], length_2: 3 }
          }
        },
        { sku: '0013', name: 'Bare', vendorPrice: 9, attributes: { voltage: 18, cordless: false } }
      ]
    })
    assert.deepEqual(await filled(vendor), [
      {
        ...{ SKU: '0012', 'Product name': 'Drill', 'Variant group': '=D-1', 'Variant name': 'With battery' },
        ...{
          Category: 'Tools > Drills; Tools',
          Cost: '12.50',
          Brand: 'Bolt',
          UPC: '012345678905',
          Weight: '2.5'
        },
        ...{
          Description: '<p>A drill</p>',
          Series: 'Pro',
          'Voltage (V)': '10.8',
          Speeds: '2',
          Cordless: 'Yes'
        },
        ...{
          'Sold since': '2026-03-01',
          Colour: 'red [red-2]',
          Uses: 'Wood; both',
          'Length [length_2]': '3'
        },
        ...{
          UNSPSC: '31161620',
          'Free shipping': 'Yes',
          AbilityOne: 'No',
          'Made in USA': 'No',
          'Green product': 'No'
        }
      },
      {
        ...{ SKU: '0013', 'Variant group': '=D-1', 'Variant name': 'Bare', Cost: '9.00' },
        ...{ 'Voltage (V)': '18', Cordless: 'No' }
      }
    ])
    const [, row] = await readSheet(await template(vendor, '?withProducts=true'), 'Products')
    const kinds = Object.fromEntries(row?.cells.map((cell) => [cell.text, cell.kind]) ?? [])
    assert.deepEqual(
      [
        kinds['0012'],
        kinds['=D-1'],
        kinds['012345678905'],
        kinds['10.8'],
        kinds['2026-03-01'],
        kinds['12.50']
      ],
      ['text', 'text', 'text', 'number', 'date', 'number']
    )
    assert.ok(row?.cells.every((cell) => cell.kind !== 'fault' && !cell.isFormula))
  })

  test('has only products of the vendor in the categories and those below them', async () => {
    const vendor = await t.vendor()
    await create(await t.vendor(), { sku: 'OTHER', categoryIds: [tools] })
    await create(vendor, { sku: 'IN', categoryIds: [await category('Saws', tools)] })
    await create(vendor, { sku: 'OUT' })
    const groups = async (query: string) => (await filled(vendor, query)).map((row) => row['Variant group'])
    assert.deepEqual(await groups(`&categoryIds=${tools}`), ['IN'])
    assert.deepEqual(await groups(''), ['IN', 'OUT'])
    assert.deepEqual(await groups(`&categoryIds=${await category('Empty')}`), [])
  })

  test('has the attributes of all categories in which the products are', async () => {
    const vendor = await t.vendor()
    const variants = [{ sku: 'A', name: 'A', vendorPrice: 1, attributes: { voltage: 18 } }]
    await create(vendor, { categoryIds: [drills], variants })
    const [header] = await readSheet(await template(vendor, '?withProducts=true'), 'Products')
    assert.ok(header && textsOf(header).includes('Voltage (V)'))
  })

  test('has staged texts, because sending the live ones would withdraw the edits', async () => {
    const vendor = await t.vendor()
    const id = await create(vendor, { name: 'Before' })
    const { body } = await t.call(`GET /platform/products/${id}`, { as: operator })
    const approval = { as: operator, body: { version: body.moderationVersion } }
    assert.equal((await t.call(`POST /platform/products/${id}/approve`, approval)).status, 200)
    await t.call(`PATCH /vendor/products/${id}`, {
      as: vendor.owner,
      body: { name: 'After', description: null }
    })
    const [row] = await filled(vendor)
    assert.equal(row?.['Product name'], 'After')
  })

  test('has columns for texts of attributes without a definition', async () => {
    const vendor = await t.vendor()
    await create(vendor, {
      variants: [{ sku: 'A', name: 'A', vendorPrice: 1, attributes: { finish: 'matt' } }]
    })
    const [row] = await filled(vendor)
    assert.equal(row?.['attributes.finish'], 'matt')
  })

  test('leaves all attributes of a variant empty if one of them has no column', async () => {
    const vendor = await t.vendor()
    const attributes = { finish: 'matt', size: { width: 3 } }
    await create(vendor, { variants: [{ sku: 'A', name: 'A', vendorPrice: 1, attributes }] })
    const workbook = await template(vendor, '?withProducts=true')
    const [row] = await readTable(workbook, 'Products')
    assert.equal(row?.SKU, 'A')
    assert.equal(row?.['attributes.finish'], undefined)
    const comments = (await partsOf(workbook)).get('xl/comments1.xml') ?? ''
    assert.match(comments, /<comment ref="A2".*not filled in.*: size\./s)
  })

  test('leaves a text empty that is too long for a cell', async () => {
    const vendor = await t.vendor()
    await create(vendor, { description: 'x'.repeat(32_768) })
    const workbook = await template(vendor, '?withProducts=true')
    const [row] = await readTable(workbook, 'Products')
    assert.equal(row?.Description, undefined)
    assert.match((await partsOf(workbook)).get('xl/comments1.xml') ?? '', /too long for a cell/)
  })
})

describe('a long template', () => {
  let vendor: TestVendor
  before(async () => {
    vendor = await t.vendor()
    const productId = await create(vendor, {})
    await addVariants(vendor, productId, 20_000, 'y')
    // Texts that can't be compressed much, so that the stream exceeds the buffers.
    await t.sql`
      update variants set part_number = (select string_agg(md5(sku || j), '') from generate_series(1, 7) as j)
      where product_id = ${productId}`
  })

  const open = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${vendor.viewer}` }
      get(`${origin}/api/v1${path}?withProducts=true`, { headers, agent: false }, resolve).on('error', reject)
    })

  test('has all rows once, in the order of the keys', async () => {
    const rows = await readTable(await buffer(await open()), 'Products')
    assert.equal(rows.length, 20_001)
    assert.equal(new Set(rows.map(({ SKU }) => SKU)).size, 20_001)
    assert.equal(rows.filter((row) => row['Product name'] !== undefined).length, 1)
  })

  test('ends if the client disconnects, and a vendor can read 2 at the same time', async () => {
    const running = [await open(), await open()]
    const third = await call(vendor, '?withProducts=true')
    assertProblem(third, 503, 'UNAVAILABLE')
    for (const answer of running) answer.destroy()
    for (;;) {
      const answer = await open()
      answer.destroy()
      if (answer.statusCode === 200) break
      await sleep(50)
    }
  })
})

function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}
