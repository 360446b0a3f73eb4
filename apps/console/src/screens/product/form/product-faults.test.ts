import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messageAt, placeFaults } from './product-faults.ts'
import { emptyForm } from './product-form.ts'

const rows = { variants: ['v2', 'new'], variantStock: ['v1'], documents: ['d1'] }
const fault = (pointer: string) => ({ pointer, code: 'INVALID', message: 'must be set' })

describe('the errors of a response', () => {
  const cases = [
    ['/name', '/name'],
    ['/variants/1/upc', '/variants/new/upc'],
    ['/variants/1/initialInventory', '/variants/new/stock'],
    ['/variants/0/attributes/colour', '/variants/v2/attributes/colour'],
    ['/variantStock/0/quantity', '/variants/v1/stock'],
    ['/documents/0', '/documents/d1'],
    ['/documents/0/base64Document', '/documents/d1/file'],
    ['/categoryIds/3', '/categoryIds/3']
  ] as const
  for (const [sent, shown] of cases)
    test(`at ${sent} are shown at ${shown}`, () => {
      const { placed, hasOthers } = placeFaults([fault(sent)], { rows }, emptyForm())
      assert.deepEqual([placed, hasOthers], [[{ pointer: shown, message: 'must be set' }], false])
    })

  test('that belong to no field are left for the message above the form', () => {
    assert.equal(placeFaults([fault('/bogus'), fault('')], { rows }, emptyForm()).hasOthers, true)
  })

  test('are sentences, and those of parts can be included', () => {
    const faults = [{ pointer: '/tagIds/1', message: 'does not exist' }]
    assert.equal(messageAt(faults, '/tagIds'), undefined)
    assert.equal(messageAt(faults, '/tagIds', { deep: true }), 'Does not exist.')
  })
})
