import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messageAt, placeFaults, withoutChanged } from './product-faults.ts'
import { emptyForm } from './product-form.ts'

const rows = { variants: ['v2', 'new'], variantStock: ['v1'], documents: ['d1'] }
const fault = (pointer: string, code = 'INVALID') => ({ pointer, code, message: 'must be something else' })

describe('the errors of a response', () => {
  const cases = [
    ['/name', '/name'],
    ['/variants/1/upc', '/variants/new/upc'],
    ['/variants/1/initialInventory', '/variants/new/stock'],
    ['/variants/0/attributes/colour', '/variants/v2/attributes/colour'],
    ['/attributes/voltage', '/attributes/voltage'],
    ['/variantStock/0/quantity', '/variants/v1/stock'],
    ['/documents/0', '/documents/d1'],
    ['/documents/0/base64Document', '/documents/d1/file'],
    ['/categoryIds/3', '/categoryIds/3']
  ] as const
  for (const [sent, shown] of cases)
    test(`at ${sent} are shown at ${shown}`, () => {
      const { placed, hasOthers } = placeFaults([fault(sent)], { rows }, emptyForm())
      assert.deepEqual([placed.map(({ pointer }) => pointer), hasOthers], [[shown], false])
    })

  test('that belong to no field are left for the message above the form', () => {
    assert.equal(placeFaults([fault('/bogus'), fault('')], { rows }, emptyForm()).hasOthers, true)
  })

  test('can be said in words of the form, and are gone when the field was changed', () => {
    const empty = emptyForm()
    const [variant] = empty.variants
    assert.ok(variant)
    const sent = { ...empty, name: 'Bolt', variants: [{ ...variant, vendorPrice: 'twelve' }] }
    const faults = [
      fault('/name'),
      fault('/sku'),
      fault('/variants/0/name'),
      fault('/variants/0/vendorPrice', 'INVALID_DECIMAL')
    ]
    const { placed } = placeFaults(faults, { rows: { variants: [variant.key] } }, sent)
    assert.deepEqual(
      placed.map(({ kind }) => kind),
      [undefined, 'required', 'required', 'amount']
    )
    const now = { ...sent, sku: 'B-1', variants: [{ ...variant, vendorPrice: '12' }] }
    assert.deepEqual(
      withoutChanged(placed, sent, now).map(({ pointer }) => pointer),
      ['/name', `/variants/${variant.key}/name`]
    )
  })

  test('of an attribute are gone when its value was changed, and stay when another one was', () => {
    const empty = emptyForm()
    const [variant] = empty.variants
    assert.ok(variant)
    const named = (name: string, value: unknown) => ({ name, value })
    const sent = {
      ...empty,
      attributes: [named('a/b', 1)],
      variants: [{ ...variant, attributes: [named('c', 1)] }]
    }
    const faults = [
      fault('/attributes/a~1b'),
      fault('/attributes/d', 'REQUIRED'),
      fault('/variants/0/attributes/c')
    ]
    const { placed } = placeFaults(faults, { rows: { variants: [variant.key] } }, sent)
    assert.deepEqual(
      placed.map(({ kind }) => kind),
      [undefined, 'required', undefined]
    )
    const left = (changes: object) =>
      withoutChanged(placed, sent, { ...sent, ...changes }).map(({ pointer }) => pointer.split('/').at(-1))
    assert.deepEqual(left({ attributes: [named('a/b', 1), named('d', 2)] }), ['a~1b', 'c'])
    assert.deepEqual(left({ attributes: [named('a/b', 2)], variants: [{ ...variant, attributes: [] }] }), [
      'd'
    ])
  })

  test('are sentences, and those of parts can be included', () => {
    const faults = [{ pointer: '/tagIds/1', message: 'does not exist' }]
    assert.equal(messageAt(faults, '/tagIds'), undefined)
    assert.equal(messageAt(faults, '/tagIds', { deep: true }), 'Does not exist.')
  })
})
