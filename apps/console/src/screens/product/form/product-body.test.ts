import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { effectsOf, newProductOf, patchOf } from './product-body.ts'
import { emptyForm, emptyVariant, type ProductForm } from './product-form.ts'

const variant = {
  ...{ ...emptyVariant(), key: 'v1', id: 'v1', sku: 'A', name: 'Each', vendorPrice: '1.00', stock: '5' },
  attributes: [{ name: 'threads', value: 20 }]
}
const coded = { ...variant, attributes: [...variant.attributes, { name: 'unspc', value: '31161620' }] }
const base: ProductForm = { ...emptyForm(), name: 'Bolt', sku: 'B', leadTime: '4', variants: [variant] }

describe('the body of an update', () => {
  const cases: [string, Partial<ProductForm>, object][] = [
    ['nothing', {}, {}],
    ['a text', { name: ' Bolt M8 ' }, { name: 'Bolt M8' }],
    ['a cleared text', { brand: '' }, {}],
    ['a number', { leadTime: '7' }, { leadTime: 7 }],
    ['a cleared number', { leadTime: ' ' }, { leadTime: null }],
    ['what is no number, so that the service says so', { leadTime: 'soon' }, { leadTime: 'soon' }],
    ['a flag', { freeShipping: true }, { freeShipping: true }],
    ['terms', { tagIds: ['t'] }, { tagIds: ['t'] }],
    [
      'all attributes of the product, if one has changed, without those that have no name',
      {
        attributes: [
          { name: 'voltage', value: 18 },
          { name: 'note ', value: 'new', isFree: true },
          { name: '', value: 'x', isFree: true }
        ]
      },
      { attributes: { voltage: 18, note: 'new' } }
    ],
    [
      'a list without its empty rows',
      {
        keyFeatures: [
          { key: 'a', text: ' ' },
          { key: 'b', text: 'Strong ' }
        ]
      },
      { keyFeatures: ['Strong'] }
    ],
    [
      'the changed cells of a variant',
      { variants: [{ ...variant, upc: '12', listPrice: '' }] },
      { variants: [{ id: 'v1', upc: '12' }] }
    ],
    [
      'stock, if it is still what was shown',
      { variants: [{ ...variant, stock: '9' }] },
      { variantStock: [{ variantId: 'v1', quantity: 9, expected: 5 }] }
    ],
    [
      'an emptied stock as none, so that the service asks for it',
      { variants: [{ ...variant, stock: ' ' }] },
      { variantStock: [{ variantId: 'v1', quantity: null, expected: 5 }] }
    ],
    [
      'amounts with a point as the decimal sign',
      { variants: [{ ...variant, vendorPrice: ' 12,50', weight: '0,25' }] },
      { variants: [{ id: 'v1', vendorPrice: '12.50', weight: '0.25' }] }
    ],
    [
      'amounts without the sign of their currency',
      { variants: [{ ...variant, vendorPrice: '$12.50', listPrice: '14,90 €' }] },
      { variants: [{ id: 'v1', vendorPrice: '12.50', listPrice: '14.90' }] }
    ],
    [
      'attributes, which keep their types',
      { variants: [{ ...variant, attributes: [...variant.attributes, { name: 'colour', value: 'red' }] }] },
      { variants: [{ id: 'v1', attributes: { threads: 20, colour: 'red' } }] }
    ]
  ]
  for (const [title, changes, expected] of cases)
    test(`has ${title}`, () => assert.deepEqual(patchOf(base, { ...base, ...changes }).body, expected))

  test('clears the UNSPSC code of a variant if it is removed from the attributes', () => {
    const changed = (attributes: typeof coded.attributes) =>
      patchOf({ ...base, variants: [coded] }, { ...base, variants: [{ ...coded, attributes }] }).body
    assert.deepEqual(changed(variant.attributes), {
      variants: [{ id: 'v1', attributes: { threads: 20, unspc: null } }]
    })
    assert.deepEqual(changed([{ name: 'unspc', value: '1' }]), {
      variants: [{ id: 'v1', attributes: { unspc: '1' } }]
    })
  })

  test('names the rows behind the entries of its lists', () => {
    const added = { ...emptyVariant(), key: 'new', sku: 'C', name: 'Box', vendorPrice: '2', stock: '4' }
    const { body, rows } = patchOf(base, { ...base, variants: [variant, added] })
    assert.deepEqual(body.variants, [{ sku: 'C', name: 'Box', vendorPrice: '2', initialInventory: 4 }])
    assert.deepEqual(rows, { variants: ['new'] })
  })

  test('is split into what waits for approval and what applies at once', () => {
    const { body } = patchOf(base, {
      ...base,
      name: 'Nut',
      brand: 'Acme',
      variants: [{ ...variant, stock: '1' }]
    })
    assert.deepEqual(effectsOf(body), { waiting: ['name'], immediate: ['brand', 'variants'] })
  })
})

test('the body of a new product has its name and SKU, and only what was filled in', () => {
  const form = { ...emptyForm(), name: ' Bolt ', sku: '', brand: 'Acme', variants: [] }
  assert.deepEqual(newProductOf(form).body, { name: 'Bolt', sku: '', brand: 'Acme' })
})
