import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReasonTemplate } from '@purveyor/client'
import { emptyDraft, rejecting, withVerdict } from './draft.ts'
import { entryWith } from './fixture.ts'
import { reasonOf, sortTemplates } from './templates.ts'

const template = (code: string, ...fields: string[]) =>
  ({ id: code, code, text: code, fields }) as unknown as ReasonTemplate
const links = template('LINKS', 'name', 'description')
const duplicate = template('DUPLICATE')
const image = template('IMAGE', 'images')
const upc = template('UPC', 'variants', 'upc')
const category = template('CATEGORY', 'categoryIds')
const all = [category, duplicate, image, links, upc]

const one = [{ id: 'v1', name: 'M8' }]
const product = entryWith('PRODUCT', { name: 'Bolt', description: 'D', variants: one, categories: [] })
const revision = entryWith('REVISION', { name: 'Bolt', images: [{ id: 'i1' }] })
const codes = (sorted: ReasonTemplate[]) => sorted.map(({ code }) => code)

describe('templates', () => {
  test('for the rejected fields are first, then those for all fields', () => {
    const draft = withVerdict(emptyDraft(revision), 'images', 'REJECT')
    assert.deepEqual(codes(sortTemplates(all, revision, draft)), [
      'IMAGE',
      'DUPLICATE',
      'CATEGORY',
      'LINKS',
      'UPC'
    ])
  })

  test('for the chosen field are first', () => {
    const draft = { ...rejecting(emptyDraft(product), product), target: { field: 'variants' } }
    assert.equal(codes(sortTemplates(all, product, draft))[0], 'UPC')
  })
})

describe('a reason from a template is about', () => {
  const ofProduct = rejecting(emptyDraft(product), product)
  const both = rejecting(emptyDraft(revision), revision)
  const cases = [
    ['what was chosen', image, product, { ...ofProduct, target: { field: 'name' } }, { field: 'name' }],
    ['the only field for which the template is made', category, product, ofProduct, { field: 'categories' }],
    ['a field without a value', image, product, ofProduct, { field: 'images' }],
    [
      'the field of the only variant',
      template('UPC', 'upc'),
      product,
      ofProduct,
      { field: 'variants', variantId: 'v1', variantField: 'upc' }
    ],
    ['the whole product if several fields fit', links, product, ofProduct, { field: null }],
    ['the whole product if the template is for all fields', duplicate, product, ofProduct, { field: null }],
    ['the fitting one of several rejected fields', image, revision, both, { field: 'images' }],
    [
      'the only rejected field',
      duplicate,
      revision,
      withVerdict(emptyDraft(revision), 'name', 'REJECT'),
      { field: 'name' }
    ]
  ] as const
  for (const [title, chosen, entry, draft, target] of cases) {
    test(title, () => assert.deepEqual(reasonOf(chosen, entry, draft).target, target))
  }
})
