import fc from 'fast-check'
import { newId } from '../src/lib/ids.ts'
import type { Body } from './products.ts'

/** The ids of existing categories, collections, tags and facet values, as `makeTerms` returns them. */
export type Terms = { category: string; collection: string; tag: string; facetValue: string }

type Values = { valid: unknown[]; invalid: unknown[] }
type Fields = Record<string, Values>

/** Makes one of about 30 values of a body invalid if `withFaults` is true. */
function value({ valid, invalid }: Values, withFaults: boolean): fc.Arbitrary<unknown> {
  const good = fc.constantFrom(...valid)
  return withFaults ? fc.oneof({ weight: 30, arbitrary: good }, fc.constantFrom(...invalid)) : good
}

function record(fields: Fields, required: string[], withFaults: boolean): fc.Arbitrary<Body> {
  const arbitraries = Object.entries(fields).map(([name, values]) => [name, value(values, withFaults)])
  return fc.record(Object.fromEntries(arbitraries), { requiredKeys: required }) as fc.Arbitrary<Body>
}

const text = (max: number): Values => ({
  valid: ['x', '  trimmed ', '😀'.repeat(max), '', null],
  invalid: ['é'.repeat(max + 1), 5, ['x']]
})
const whole: Values = { valid: [0, 3, 2_147_483_647, null], invalid: [-1, 1.5, 2_147_483_648, '3'] }
const flag: Values = { valid: [true, false, null], invalid: ['Y', 1] }
const money: Values = { valid: [0, 12.5, '12.50', '0.0125', 3], invalid: [-1, '1.23456', 'x', true] }
const url: Values = {
  valid: ['https://supplier.example/a.pdf', ' http://supplier.example/b '],
  invalid: ['ftp://x.example', 'x', 3]
}

const variantFields: Fields = {
  name: { valid: ['Box of 100', ' Box '], invalid: ['', null, 'x'.repeat(256)] },
  vendorPrice: { ...money, invalid: [...money.invalid, null] },
  listPrice: { ...money, valid: [...money.valid, null] },
  upc: text(255),
  unitOfMeasure: text(50),
  partNumber: text(255),
  weight: { valid: [0, 2.5, '1.125', null], invalid: ['1.1234', -2] },
  attributes: {
    valid: [
      ...[{}, { finish: 'zinc', sizes: [1, 2.5, { a: null }] }, null],
      ...[' 31161620 ', 31161620, 1.5, null].map((unspc) => ({ finish: 'zinc', unspc }))
    ],
    invalid: ['x', { long: 'x'.repeat(17_000) }, [[[[[[[[[]]]]]]]]], { unspc: '' }, { unspc: ['x'] }]
  },
  isActive: flag,
  price: { valid: [1, 'any'], invalid: [{ any: 1 }] }
}
const variantOnly: Fields = {
  initialInventory: whole,
  id: { valid: [undefined], invalid: [newId()] },
  status: { valid: [undefined], invalid: ['ACTIVE'] }
}

const documentFields: Fields = {
  title: { valid: ['Sheet', ' Data '], invalid: ['', null, 'x'.repeat(256)] },
  type: { valid: ['SDS'], invalid: ['', 'x'.repeat(51)] },
  url,
  base64Document: { valid: ['SGV4IGJvbHRz', null], invalid: ['Zg', 'x x=', ''] },
  sortOrder: whole
}

const productFields = (terms: Terms): Fields => {
  const ids = (id: string): Values => ({
    valid: [[id], [id.toUpperCase()], [], null],
    invalid: [[newId()], [id, id], ['x'], 'x', [id, newId()]]
  })
  return {
    shortDescription: { valid: ['Short', null], invalid: ['x'.repeat(65_537), 3] },
    description: {
      valid: ['<p onclick="x()">Zinc <b>bolt</b></p>', 'Plain', null],
      invalid: ['x'.repeat(65_537), '<div>'.repeat(65), 3]
    },
    warranty: text(255),
    pageTitle: text(255),
    pageDescription: { valid: ['x'.repeat(1000), null], invalid: ['x'.repeat(1001)] },
    brand: text(255),
    countryOfOrigin: text(255),
    manufacturer: text(255),
    leadTime: whole,
    unspc: { valid: ['31161620', ' 3116162010 ', null], invalid: ['311616201', 31161620] },
    commodityCode: text(28),
    eccn: text(255),
    freeShipping: flag,
    abilityOne: flag,
    madeInUsa: flag,
    greenProduct: flag,
    keyFeatures: {
      valid: [[' Zinc '], [], null],
      invalid: [Array(7).fill('x'), [1], 'x', ['x'.repeat(256)]]
    },
    accountCode: text(255),
    programCode: text(255),
    resourceCode: text(255),
    videos: {
      valid: [[{ url: 'https://supplier.example/v', title: null }], [], null],
      invalid: [[{ url: 'x' }], [{}], [{ url: 'https://supplier.example/v', size: 1 }]]
    },
    categoryIds: ids(terms.category),
    collectionIds: ids(terms.collection),
    tagIds: ids(terms.tag),
    facetValueIds: ids(terms.facetValue),
    price: { valid: [1], invalid: [{}] },
    status: { valid: [undefined], invalid: ['PUBLISHED'] },
    vendorId: { valid: [undefined], invalid: ['x'] },
    createdAt: { valid: [undefined], invalid: ['2026-01-01T00:00:00Z'] },
    'unknown/field': { valid: [undefined], invalid: [1] }
  }
}

type Options = {
  terms: Terms
  /** True if some of the bodies have faults. */
  withFaults: boolean
  /** True if variants can have an initial inventory, which updates can't change. */
  withInventory?: boolean
}

/**
 * Generates bodies for `POST /vendor/products`, each with the field `variants` and a SKU and name that no
 * other body has. Generated properties that are undefined are absent from the JSON text of the body.
 */
export function productBodies({ terms, withFaults, withInventory = true }: Options): fc.Arbitrary<Body> {
  const fields = { ...variantFields, ...(withInventory && variantOnly) }
  const variants = fc.uniqueArray(
    fc.record({
      sku: fc.constantFrom('A', 'B', 'C', 'D'),
      rest: record(fields, ['name', 'vendorPrice'], withFaults)
    }),
    { maxLength: 4, selector: ({ sku }) => sku }
  )
  const documents = fc.array(record(documentFields, ['title', 'type'], withFaults), { maxLength: 2 })
  const always = <T>(list: fc.Arbitrary<T>, others: unknown[]) =>
    withFaults ? fc.oneof({ weight: 20, arbitrary: list }, fc.constantFrom(...others)) : list
  return fc
    .record({
      own: record(productFields(terms), [], withFaults),
      variants: always(
        variants.map((list) => list.map(({ sku, rest }) => ({ sku, ...rest }))),
        [
          null,
          'x',
          [1],
          [{}],
          [
            { sku: 'A', name: 'x', vendorPrice: 1 },
            { sku: 'A', name: 'y', vendorPrice: 1 }
          ]
        ]
      ),
      documents: fc.option(always(documents, [null, 'x', [{ title: 'x' }]]), { nil: undefined }),
      isNamed: withFaults ? fc.integer({ min: 0, max: 20 }).map((n) => n > 0) : fc.constant(true),
      word: fc.constantFrom('Hex bolt ', ' Écrou ', '  ')
    })
    .map(({ own, variants: list, documents: files, isNamed, word }) => {
      const id = newId()
      return {
        ...own,
        ...(isNamed ? { name: `${word}${id} `, sku: ` ${id}` } : { name: 'ab', sku: id }),
        variants: list,
        ...(files !== undefined && { documents: files })
      }
    })
}
