import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rules } from '../../../texts/en/rules.ts'
import { en } from '../../../texts/en.ts'
import { snapshotValues } from './snapshot-values.ts'

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

test('a revision is shown with the values before and after', () => {
  const values = snapshotValues(
    {
      kind: 'REVISION',
      live: {
        name: 'Bolt',
        description: '<p>Old</p>',
        images: [{ id: 'a', alt: 'Front' }],
        shortDescription: 'Short'
      },
      proposed: {
        images: [
          { id: 'a', alt: 'Front', isNew: false },
          { id: 'b', alt: null, title: 'Back', isNew: true }
        ],
        description: '<p>New</p>',
        name: 'Hex bolt'
      }
    },
    { fields: en.fields, rules },
    textOf
  )
  assert.deepEqual(values, [
    { field: 'name', label: 'Name', live: 'Bolt', proposed: 'Hex bolt' },
    { field: 'description', label: 'Description', live: 'Old', proposed: 'New' },
    { field: 'images', label: 'Images', live: 'Front', proposed: 'Front\nBack · new' }
  ])
})

test('a new product is shown with its main fields', () => {
  const proposed = {
    name: 'Bolt',
    description: null,
    sku: 'A',
    variants: [{ sku: 'A-1', name: '10 pieces', vendorPrice: '1.50' }],
    keyFeatures: ['Steel', 'Zinc'],
    images: []
  }
  const values = snapshotValues({ kind: 'PRODUCT', live: {}, proposed }, { fields: en.fields, rules }, textOf)
  const shown = Object.fromEntries(values.map((value) => [value.field, value.proposed]))
  assert.deepEqual(shown, {
    ...{
      name: 'Bolt',
      shortDescription: 'empty',
      description: 'empty',
      brand: 'empty',
      manufacturer: 'empty'
    },
    ...{ keyFeatures: 'Steel\nZinc', images: 'empty', variants: '10 pieces · 1.50' }
  })
  assert.ok(values.every(({ live }) => live === undefined))
})
