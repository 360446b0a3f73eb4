import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { outcomesOf, workOn } from '../../../test/imports.ts'
import { bulkUploads, linesOf, uploadPath } from '../../../test/uploads.ts'
import type { AttributeType } from '../products/attributes/definition.ts'
import type { NewAttribute } from './schema.ts'

const file = join(import.meta.dirname, '../../../../../../shared/data/electronics.ndjson')
const categoryCount = 20
const attributesPerCategory = 15

type Row = {
  sku: string
  name: string
  description?: string
  brand?: string
  categoryPath: string[]
  price: number
}
/** An attribute that is read from the texts of products. Undefined: the texts don't contain a value. */
type Found = {
  name: string
  type: AttributeType
  level: 'PRODUCT' | 'VARIANT'
  unit?: string
  read: (row: Row) => unknown
}
type Category = {
  id: string
  name: string
  rows: Row[]
  attributes: { found: Found; definition: NewAttribute }[]
}

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 0 })
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const { upload } = bulkUploads(() => ({ t, vendor }))

test('a catalog of real products has 300 attributes in 20 categories, and wrong values are found', async (context) => {
  if (!existsSync(file))
    return context.diagnostic('skipped: ../shared/data/electronics.ndjson does not exist')
  const categories = readCategories()
  for (const category of categories) await define(category)
  const items = categories.flatMap((category) => category.rows.map((row) => itemOf(category, row)))
  assert.equal(categories.length, categoryCount)
  assert.equal(
    categories.flatMap(({ attributes }) => attributes).length,
    categoryCount * attributesPerCategory
  )

  const queued = await t.call(`POST ${uploadPath}`, {
    as: vendor.owner,
    raw: linesOf(items),
    headers: { 'content-type': 'application/x-ndjson' }
  })
  assert.equal(queued.status, 200, queued.text)
  await workOn(t)
  const failed = (await outcomesOf(t.sql, queued.body.queue_id)).filter(({ status }) => status !== 'CREATED')
  assert.deepEqual(failed, [])
  assert.equal(await countProducts(), items.length)
  const listed = await t.call('GET /vendor/products?hasAttributeIssues=true', { as: vendor.owner })
  assert.deepEqual(listed.body.products, [])

  for (const category of categories) await refuseWrongValues(category)
  assert.equal(await countProducts(), items.length)
})

async function countProducts(): Promise<number> {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)::int as count from products where vendor_id = ${vendor.id}`
  return row?.count ?? 0
}

/** Returns the largest categories with their products, and the attributes that the texts of the products contain. */
function readCategories(): Category[] {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line))
  const groups = [...Map.groupBy(rows, ({ categoryPath }) => categoryPath.join(' > '))]
  const largest = groups.toSorted(([, a], [, b]) => b.length - a.length).slice(0, categoryCount)
  return largest.map(([name, rows], n) => {
    const attributes = attributesOf(rows).map((found, index) => ({
      found,
      definition: definitionOf(found, { rows, code: `c${n}_${index}` })
    }))
    return { id: '', name, rows, attributes }
  })
}

const textOf = ({ name, description }: Row) => `${name} ${description ?? ''}`

/** Reads a number with its unit, such as 8GB, 4.5-inch or 1,000 mAh. */
const measured = (unit: string, pattern: string) => ({
  ...({ name: unit, type: 'NUMBER', level: 'VARIANT', unit } as const),
  read: (row: Row) => {
    const digits = new RegExp(`(\\d[\\d,]*(?:\\.\\d+)?)[ -]?(?:${pattern})(?![a-z])`, 'i').exec(
      textOf(row)
    )?.[1]
    return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
  }
})

const general: Found[] = [
  { name: 'Brand', type: 'OPTION', level: 'PRODUCT', read: ({ brand }) => brand && codeOf(brand) },
  {
    ...{ name: 'Color', type: 'OPTION', level: 'VARIANT' },
    read: ({ name }) => optional(codeOf(name.split(' - ').slice(2).at(-1) ?? ''))
  },
  {
    name: 'Model',
    type: 'TEXT',
    level: 'PRODUCT',
    read: ({ name }) => optional(name.split(' - ')[1]?.trim() ?? '')
  },
  {
    ...{ name: 'Words of the name', type: 'OPTIONS', level: 'PRODUCT' },
    read: ({ name }) => {
      const words = [...new Set(wordsOf(name))].slice(0, 20)
      return words.length > 0 ? words : undefined
    }
  },
  { name: 'Sentences', type: 'INTEGER', level: 'PRODUCT', read: (row) => textOf(row).split(/[.!?] /).length },
  measured('GB', 'GB'),
  measured('in', 'inch|"'),
  measured('mAh', 'mAh'),
  measured('MP', 'MP|megapixel'),
  measured('ft', 'ft|feet|foot')
]

const optional = (text: string) => (text === '' ? undefined : text)
const codeOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .slice(0, 64)
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .match(/[a-z]{4,}/g)
    ?.map(String) ?? []

/**
 * Returns the general attributes that some of the products have, and for the most frequent words of the texts, whether a
 * product has the word.
 */
function attributesOf(rows: Row[]): Found[] {
  const present = general.filter(({ read }) => rows.some((row) => read(row) !== undefined))
  const frequency = new Map<string, number>()
  for (const word of rows.flatMap((row) => [...new Set(wordsOf(textOf(row)))]))
    frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const words = [...frequency].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([word]) => word)
  const ofWords = words.slice(0, attributesPerCategory - present.length).map(
    (word, index): Found => ({
      ...{ name: `Has ${word}`, type: 'BOOLEAN', level: index % 2 ? 'VARIANT' : 'PRODUCT' },
      read: (row) => wordsOf(textOf(row)).includes(word)
    })
  )
  return [...present, ...ofWords]
}

/** Returns the narrowest definition that permits the values of the products. */
function definitionOf(
  { name, type, level, unit, read }: Found,
  { rows, code }: { rows: Row[]; code: string }
): NewAttribute {
  const values = rows.flatMap(read).filter((value) => value !== undefined)
  const definition = { code, name, type, level, unit: unit ?? null }
  if (type === 'TEXT')
    return { ...definition, maxLength: Math.max(...values.map((value) => [...String(value)].length)) }
  if (type === 'NUMBER' || type === 'INTEGER') {
    const numbers = values.map(Number)
    return { ...definition, min: Math.min(...numbers), max: Math.max(...numbers) }
  }
  if (type === 'BOOLEAN') return definition
  const options = [...new Set(values.map(String))].map((value) => ({ code: value, label: value }))
  return { ...definition, options: options.slice(0, 500) }
}

/** Creates the category with its attributes. Those that all products have are required. */
async function define(category: Category): Promise<void> {
  const { rows, attributes, name } = category
  category.id = (await t.call('POST /platform/categories', { as: operator, body: { name } })).body.id
  for (const { definition } of attributes) {
    const { status, text } = await t.call('POST /platform/attributes', { as: operator, body: definition })
    assert.equal(status, 201, text)
  }
  const entries = attributes.map(({ found, definition }) => {
    const share = rows.filter((row) => found.read(row) !== undefined).length / rows.length
    const requirement = share === 1 ? 'REQUIRED' : share > 0.5 ? 'RECOMMENDED' : 'OPTIONAL'
    return { attribute: definition.code, requirement }
  })
  const body = { attributes: entries }
  const { status, text } = await t.call(`PUT /platform/categories/${category.id}/attributes`, {
    as: operator,
    body
  })
  assert.equal(status, 200, text)
}

function itemOf({ id, attributes }: Category, row: Row) {
  const { sku, name, price } = row
  const values = attributes.map(({ found, definition }) => [definition.code, found.read(row)])
  return {
    ...{ product: name, code: sku, vendor_price: price, category_ids: id },
    attributes: Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }
}

/** Uploads a product whose attributes are all wrong, and one without any value. The faults have to name exactly these. */
async function refuseWrongValues(category: Category): Promise<void> {
  const [row] = category.rows
  assert.ok(row)
  const item = itemOf(category, row)
  const wrong = category.attributes.map(({ definition }) => [definition.code, wrongValue(definition)])
  const required = category.attributes.filter(({ found }) =>
    category.rows.every((one) => found.read(one) !== undefined)
  )
  assert.ok(required.length > 0)
  const refused = await upload({
    items: [
      { ...item, code: 'wrong', attributes: Object.fromEntries(wrong) },
      { ...item, code: 'empty', attributes: {} }
    ]
  })
  assert.equal(refused.status, 400, refused.text)
  const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()
  const expected = [
    ...category.attributes.map(
      ({ definition }) => `/items/0/attributes/${definition.code}${inner(definition)}`
    ),
    ...required.map(({ definition }) => `/items/1/attributes/${definition.code}`)
  ]
  assert.deepEqual(pointers, expected.toSorted())
}

function wrongValue({ type, max }: NewAttribute): unknown {
  switch (type) {
    case 'NUMBER':
    case 'INTEGER':
      return Number(max) + 1
    case 'OPTIONS':
      return ['no such option']
    case 'TEXT':
      return 8
    case 'BOOLEAN':
      return 'yes'
    default:
      return 'no such option'
  }
}

/** The pointer of a fault within the value: that of the first option. */
function inner({ type }: NewAttribute): string {
  return type === 'OPTIONS' ? '/0' : ''
}
