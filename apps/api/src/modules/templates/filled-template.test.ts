import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Row } from '@purveyor/spreadsheets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { workOn } from '../../../test/imports.ts'
import { readSheet, textsOf } from '../../../test/read-workbooks.ts'
import { type TestCell, workbookOf, xlsxType } from '../../../test/workbooks.ts'

let t: TestApp
let vendor: TestVendor
let category: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  const admin = await t.operator('EDITOR')
  const { body } = await t.call('POST /platform/categories', { as: admin, body: { name: 'All' } })
  category = body.id
})
after(() => t.close())

async function download(path: string): Promise<Buffer> {
  const answer = await t.app.inject({
    url: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${vendor.owner}`,
      accept: xlsxType['content-type']
    }
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.rawPayload
}

type Item = { code: string; status: string; product_id: string; [field: string]: unknown }

/** Uploads a workbook, waits for the end of the job, and returns the id of the job and its items. */
async function upload(workbook: Buffer, query = ''): Promise<{ id: string; items: Item[] }> {
  const answer = await t.app.inject({
    ...{
      method: 'POST',
      url: `/api/v1/vendor/products/bulk-upload?error_policy=reject_failed_items${query}`
    },
    headers: { authorization: `Bearer ${vendor.owner}`, ...xlsxType },
    payload: workbook
  })
  assert.equal(answer.statusCode, 200, answer.body)
  const id = answer.json().queue_id
  await workOn(t, t.app.deps.sql, 1000)
  const job = await t.call(`GET /vendor/import-jobs/${id}`, { as: vendor.owner })
  assert.match(job.body.status, /^COMPLETED/)
  const { body } = await t.call(`GET /vendor/import-jobs/${id}/items?first=100`, { as: vendor.owner })
  return { id, items: body.items }
}

type Definition = {
  type: string
  level: 'PRODUCT' | 'VARIANT'
  requirement: string
  unit: string | null
  name: string
  [field: string]: unknown
}

/** Replaces all definitions of the category. */
async function define(definitions: Record<string, object>): Promise<void> {
  await t.sql`delete from category_attributes`
  await t.sql`
    with state as (update attribute_state set version = version + 1), defined as (
      insert into attributes as a (code, name, type, unit, level, min, max, max_length, pattern, options)
      select d.key, v.name, v.type, v.unit, v.level, v.min, v.max, v."maxLength", v.pattern, v.options
      from jsonb_each(${t.sql.json(definitions as never)}::jsonb) d
        cross join lateral jsonb_to_record(d.value) as v (name text, type text, unit text, level text, min numeric,
          max numeric, "maxLength" integer, pattern text, options jsonb)
      on conflict (code) do update set (name, type, unit, level, min, max, max_length, pattern, options, deleted_at) =
        (excluded.name, excluded.type, excluded.unit, excluded.level, excluded.min, excluded.max, excluded.max_length,
          excluded.pattern, excluded.options, null)
      returning id, code
    )
    insert into category_attributes (category_id, attribute_id, position, requirement)
    select ${category}, id, 0, ${t.sql.json(definitions as never)}::jsonb #>> array[code, 'requirement'] from defined`
  await t.sql`
    update attributes set deleted_at = now() where code <> all(${Object.keys(definitions)}::text[]) and deleted_at is null`
}

const codes = ['a', 'b', 'c', 'd']
const bound = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null })
const definition = fc
  .record({
    // Names that are the same, that are names of fields, and that are codes of others.
    name: fc.constantFrom(
      'Length',
      'length',
      'Brand',
      'EAN',
      'Title',
      'Colour',
      'Weight (kg)',
      'a',
      'Ü-Wert',
      'x; y'
    ),
    unit: fc.constantFrom(null, 'mm', '%'),
    type: fc.constantFrom('TEXT', 'NUMBER', 'INTEGER', 'BOOLEAN', 'DATE', 'OPTION', 'OPTIONS'),
    level: fc.constantFrom('PRODUCT', 'VARIANT'),
    requirement: fc.constantFrom('REQUIRED', 'RECOMMENDED', 'OPTIONAL'),
    min: bound,
    max: bound,
    maxLength: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    pattern: fc.constantFrom(null, '^[ab]+$', 'a'),
    labels: fc.constantFrom(['One', 'Two'], ['Same', 'same'], ['b', 'a'], ['One; two', 'Three'])
  })
  .map(({ min, max, maxLength, pattern, type, unit, labels, ...rest }) => ({
    ...rest,
    type,
    ...(type === 'NUMBER' || type === 'INTEGER'
      ? { unit, min, max: min !== null && max !== null && max < min ? min : max }
      : { unit: null, min: null, max: null }),
    ...(type === 'TEXT' ? { maxLength, pattern } : { maxLength: null, pattern: null }),
    options: type.startsWith('OPTION')
      ? ['a', 'b'].map((code, index) => ({ code, label: labels[index] }))
      : []
  }))

/** Values of each type, valid ones and others that cells can have. */
const values: Record<string, unknown[]> = {
  TEXT: ['a', 'ab', 'abab', 'x', '5', 'ß\u{1F600}', '=1+1', 'true'],
  NUMBER: [0, 1, -4, 2.5, 3, 1.25, 'twelve'],
  INTEGER: [0, 1, -4, 2.5, 3, 'twelve'],
  BOOLEAN: [true, false, 'perhaps'],
  DATE: ['2024-02-29', '1999-12-31', '2023-02-29', 'soon'],
  OPTION: ['a', 'b', 'x'],
  OPTIONS: [['a'], ['a', 'b'], ['x'], ['a', 'a'], ['b', 'a']]
}
const choice = fc.option(fc.nat({ max: 100 }), { nil: undefined })

/** Returns the cell into which a vendor enters a value. `listed` are the values of the list of the column by their codes. */
function cellOf(type: string, value: unknown, listed: Map<string, string>): TestCell {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((code) => listed.get(code) ?? code).join('; ')
  if (type === 'OPTION') return listed.get(String(value)) ?? String(value)
  if (type === 'DATE' && value !== 'soon' && value !== '2023-02-29')
    return { kind: 'date', text: String(value) }
  return value as TestCell
}

/** Returns the values of the lists by the headers of their columns and by their codes. */
async function listsOf(template: Buffer): Promise<Map<string, Map<string, string>>> {
  const lists = new Map<string, Map<string, string>>()
  for (const row of await readSheet(template, 'Allowed values')) {
    const [column = '', value = '', code = ''] = textsOf(row)
    lists.set(column, (lists.get(column) ?? new Map()).set(code, value))
  }
  return lists
}

test('a row of the template, POST and the schema accept and refuse the same', {
  timeout: 110_000
}, async () => {
  let n = 0
  const seen = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...codes), definition, { minKeys: 1 }),
      fc.array(
        fc.record({ choices: fc.dictionary(fc.constantFrom(...codes), choice), isGrouped: fc.boolean() }),
        {
          minLength: 4,
          maxLength: 10
        }
      ),
      async (definitions, products) => {
        await define(definitions)
        const template = await download(`/vendor/templates?categoryIds=${category}`)
        const [header] = await readSheet(template, 'Products')
        const headers = header ? textsOf(header) : []
        assert.equal(new Set(headers).size, headers.length)
        const explained = new Map(
          (await readSheet(template, 'Explanation')).map((row) => [textsOf(row)[7], textsOf(row)[0]])
        )
        const lists = await listsOf(template)
        const read = await t.call(`GET /vendor/categories/${category}/schema`, { as: vendor.owner })
        const ajv = new Ajv2020({ strict: false, allowUnionTypes: true })
        formats.default(ajv)
        const validate = ajv.compile(read.body)
        const rows: TestCell[][] = []
        const bodies: object[] = []
        for (const { choices, isGrouped } of products) {
          const maps = { PRODUCT: {} as Record<string, unknown>, VARIANT: {} as Record<string, unknown> }
          const cells = new Map<string, TestCell>()
          for (const [code, { type, level }] of Object.entries(definitions)) {
            const chosen = choices[code]
            if (chosen === undefined) continue
            const all = values[type] ?? []
            const value = all[chosen % all.length]
            maps[level as Definition['level']][code] = value
            const column = explained.get(code) ?? ''
            cells.set(column, cellOf(type, value, lists.get(column) ?? new Map()))
          }
          // An upload without attributes creates the product, and POST does not.
          if (cells.size === 0) continue
          const sku = `S-${++n}`
          for (const [column, cell] of Object.entries({
            SKU: sku,
            'Product name': 'Product',
            Cost: 1,
            Category: 'All'
          }))
            cells.set(column, cell)
          if (isGrouped) cells.set('Variant group', `G-${n}`)
          rows.push(headers.map((name) => cells.get(name) ?? null))
          bodies.push({
            ...{ name: 'Product', sku: `P-${n}`, categoryIds: [category] },
            ...(Object.keys(maps.PRODUCT).length > 0 && { attributes: maps.PRODUCT }),
            variants: [
              {
                ...{ sku, name: 'V', vendorPrice: 1 },
                ...(Object.keys(maps.VARIANT).length > 0 && { attributes: maps.VARIANT })
              }
            ]
          })
        }
        if (rows.length === 0) return
        const { items } = await upload(await workbookOf([headers, ...rows]), '&dry_run=true')
        assert.equal(items.length, rows.length)
        for (const [index, body] of bodies.entries()) {
          const isValid = validate(body)
          const answer = await t.call('POST /vendor/products', { as: vendor.owner, body })
          const shown = JSON.stringify({
            definitions,
            headers,
            row: rows[index],
            item: items[index],
            answer: answer.body
          })
          assert.equal(answer.status, isValid ? 201 : 400, shown)
          assert.equal(items[index]?.status, isValid ? 'CREATED' : 'FAILED', shown)
          seen[isValid ? 'accepted' : 'refused']++
        }
      }
    ),
    { numRuns: 15 }
  )
  assert.ok(seen.accepted > 0 && seen.refused > 0)
})

/** Returns the rows of a sheet as cells, which can be changed and written again. */
async function cellsOf(workbook: Buffer): Promise<{ headers: string[]; rows: TestCell[][] }> {
  const [header, ...rows] = await readSheet(workbook, 'Products')
  const headers = header ? textsOf(header) : []
  return { headers, rows: rows.map((row) => testCells(row, headers.length)) }
}

function testCells({ cells }: Row, width: number): TestCell[] {
  const row: TestCell[] = Array.from({ length: width }, () => null)
  for (const { column, kind, text } of cells)
    row[column - 1] = kind === 'number' || kind === 'date' ? { kind, text } : text
  return row
}

describe('a template with products', () => {
  const option = (code: string, label: string) => ({ code, label })
  const attribute = (name: string, type: string, level: string, more: object = {}) => ({
    ...{ name, type, level, unit: null, requirement: 'OPTIONAL', options: [], ...more }
  })

  before(async () => {
    await define({
      voltage: attribute('Voltage', 'NUMBER', 'VARIANT', {
        unit: 'V',
        min: 1,
        max: 60,
        requirement: 'REQUIRED'
      }),
      speeds: attribute('Speeds', 'INTEGER', 'VARIANT'),
      cordless: attribute('Cordless', 'BOOLEAN', 'VARIANT'),
      since: attribute('Since', 'DATE', 'PRODUCT'),
      color: attribute('Colour', 'OPTION', 'VARIANT', {
        options: [option('red', 'Red'), option('red-2', 'red')]
      }),
      uses: attribute('Uses', 'OPTIONS', 'PRODUCT', {
        options: [option('wood', 'Wood'), option('ab', 'A; B')]
      }),
      brand_code: attribute('Brand', 'TEXT', 'PRODUCT')
    })
    await t.sql`delete from products where vendor_id = ${vendor.id}`
    const bodies = [
      {
        ...{
          name: 'Drill',
          sku: 'D',
          categoryIds: [category],
          brand: 'Bolt',
          freeShipping: true,
          unspc: '31161620'
        },
        ...{ description: '<p>A <b>drill</b></p>', manufacturer: '=M', commodityCode: '0102', eccn: 'EAR99' },
        attributes: { since: '2026-03-01', uses: ['wood', 'ab'], brand_code: '007' },
        variants: [
          {
            ...{ sku: '0012', name: 'With battery', vendorPrice: '12.5', upc: '012345678905', weight: '2.5' },
            ...{ unitOfMeasure: 'EA', partNumber: '1E5', initialInventory: 4 },
            attributes: {
              voltage: 10.8,
              speeds: 2,
              cordless: true,
              color: 'red-2',
              finish: 'matt',
              unspc: '123'
            }
          },
          {
            sku: '0013',
            name: 'Bare',
            vendorPrice: 9,
            attributes: { voltage: 18, cordless: false, color: 'red' }
          }
        ]
      },
      {
        name: 'Plain',
        sku: 'P',
        variants: [{ sku: 'P', name: 'Plain', vendorPrice: 1, initialInventory: 7 }]
      },
      {
        ...{ name: 'Odd', sku: 'O', categoryIds: [category] },
        variants: [{ sku: 'O-1', name: 'O', vendorPrice: 1, attributes: { voltage: 12, size: { width: 3 } } }]
      }
    ]
    for (const body of bodies) {
      const answer = await t.call('POST /vendor/products', { as: vendor.owner, body })
      assert.equal(answer.status, 201, answer.text)
    }
  })

  test('changes nothing if it is sent back as it is', async () => {
    const workbook = await download('/vendor/templates?withProducts=true')
    const { items } = await upload(workbook, '&on_existing=update&dry_run=true')
    assert.deepEqual(
      items.map(({ code, status, errors, warnings, changes }) => ({
        code,
        status,
        errors,
        warnings,
        changes
      })),
      ['D', 'P', 'O'].map((code) => ({ code, status: 'UPDATED', errors: [], warnings: [], changes: [] }))
    )
  })

  test('changes what was edited', async () => {
    const { headers, rows } = await cellsOf(await download('/vendor/templates?withProducts=true'))
    const set = (row: number, header: string, cell: TestCell) => {
      const index = headers.indexOf(header)
      assert.ok(index >= 0 && rows[row], header)
      rows[row][index] = cell
    }
    set(0, 'Voltage (V)', 14.4)
    set(0, 'Product name', 'Cordless drill')
    set(1, 'Cost', 9.5)
    set(1, 'Colour', 'red [red-2]')
    const { items } = await upload(await workbookOf([headers, ...rows]), '&on_existing=update')
    assert.deepEqual(
      items.map(({ status, errors }) => [status, errors]),
      [
        ['UPDATED', []],
        ['UPDATED', []],
        ['UPDATED', []]
      ]
    )
    const { body } = await t.call(`GET /vendor/products/${items[0]?.product_id}`, { as: vendor.owner })
    assert.equal(body.name, 'Cordless drill')
    assert.deepEqual(body.attributes, { since: '2026-03-01', uses: ['wood', 'ab'], brand_code: '007' })
    assert.deepEqual(
      body.variants.map(({ vendorPrice, stockOnHand, attributes }: Record<string, unknown>) => ({
        vendorPrice,
        stockOnHand,
        attributes
      })),
      [
        {
          ...{ vendorPrice: '12.50', stockOnHand: 4 },
          attributes: {
            voltage: 14.4,
            speeds: 2,
            cordless: true,
            color: 'red-2',
            finish: 'matt',
            unspc: '123'
          }
        },
        { vendorPrice: '9.50', stockOnHand: 0, attributes: { voltage: 18, cordless: false, color: 'red-2' } }
      ]
    )
  })

  test('a report is corrected and sent again, and the job needs no retry any more', async () => {
    const { headers } = await cellsOf(await download(`/vendor/templates?categoryIds=${category}`))
    const rowOf = (cells: Record<string, TestCell>) => headers.map((name) => cells[name] ?? null)
    const common = { 'Product name': 'Saw', Cost: 5, Category: 'All' }
    const sent = await upload(
      await workbookOf([
        headers,
        rowOf({ ...common, SKU: 'R-1', 'Voltage (V)': 100 }),
        rowOf({ ...common, SKU: 'R-2', 'Voltage (V)': 12 }),
        rowOf({ ...common, SKU: 'R-3', 'Variant group': '=R', 'Voltage (V)': 12 }),
        rowOf({ SKU: 'R-4', 'Variant group': '=R', 'Voltage (V)': 18, Colour: 'green', Cost: 6 })
      ])
    )
    assert.deepEqual(
      sent.items.map(({ status }) => status),
      ['FAILED', 'CREATED', 'FAILED']
    )
    const report = await cellsOf(await download(`/vendor/import-jobs/${sent.id}/report`))
    const at = (row: number, header: string) => report.rows[row]?.[report.headers.indexOf(header)]
    assert.deepEqual(
      [at(0, 'SKU'), at(1, 'SKU'), at(2, 'SKU'), at(2, 'Variant group')],
      ['R-1', 'R-3', 'R-4', '=R']
    )
    assert.match(String(at(0, '_errors')), /^Voltage \(V\) must be 60 or less/)
    assert.match(String(at(2, '_errors')), /^Colour /)
    const [first, , third] = report.rows
    assert.ok(first && third)
    first[report.headers.indexOf('Voltage (V)')] = 60
    third[report.headers.indexOf('Colour')] = 'Red [red]'
    const again = await upload(await workbookOf([report.headers, ...report.rows]), `&retry_of=${sent.id}`)
    assert.deepEqual(
      again.items.map(({ status, errors }) => [status, errors]),
      [
        ['CREATED', []],
        ['CREATED', []]
      ]
    )
    const { body } = await t.call('GET /vendor/import-jobs?needsRetry=true', { as: vendor.owner })
    assert.ok(!body.jobs.some((job: { queue_id: string }) => job.queue_id === sent.id))
  })
})
