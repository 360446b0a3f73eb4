import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Prefer } from '../../../ui/merge-changes.ts'
import { mergeForm } from './merge-form.ts'
import { emptyForm, emptyVariant, type ProductForm } from './product-form.ts'

const variant = {
  ...emptyVariant(),
  key: 'v1',
  id: 'v1',
  sku: 'A',
  name: 'Each',
  vendorPrice: '1.00',
  stock: '5'
}
const base: ProductForm = { ...emptyForm(), name: 'Bolt', brand: 'Old', variants: [variant] }
const withVariant = (changes: object): ProductForm => ({ ...base, variants: [{ ...variant, ...changes }] })

/** Merges the changes of a form with the product as it is stored now. */
function merge(sides: { base: ProductForm; form: ProductForm }, current: ProductForm, prefer?: Prefer) {
  const { values, ...others } = mergeForm({ values: sides.form, base: sides.base, current }, prefer)
  return { form: values, ...others }
}

describe('merging a form with the product as it is stored now', () => {
  test('fields that only one side has changed take the value of that side', () => {
    const merged = merge({ base, form: { ...base, name: 'Bolt M8' } }, { ...base, brand: 'New' })
    assert.deepEqual(merged.conflicts, [])
    assert.deepEqual([merged.form.name, merged.form.brand], ['Bolt M8', 'New'])
    assert.deepEqual([merged.base.name, merged.base.brand], ['Bolt', 'New'])
  })

  test('the same change on both sides is no conflict', () => {
    const changed = { ...base, name: 'Bolt M8' }
    assert.deepEqual(merge({ base, form: changed }, changed), {
      form: changed,
      base: changed,
      conflicts: []
    })
  })

  test('different changes of a field are a conflict, which ends with either value', () => {
    const sides = { base, form: { ...base, name: 'Mine' } }
    const stored = { ...base, name: 'Theirs' }
    const asked = merge(sides, stored)
    assert.deepEqual([asked.conflicts, asked.form.name, asked.base.name], [['name'], 'Mine', 'Bolt'])
    assert.equal(merge(sides, stored, 'current').form.name, 'Theirs')
    const mine = merge(sides, stored, 'mine')
    assert.deepEqual([mine.form.name, mine.base.name, mine.conflicts], ['Mine', 'Theirs', []])
  })

  test('variants are merged cell by cell', () => {
    const merged = merge({ base, form: withVariant({ vendorPrice: '2' }) }, withVariant({ stock: '3' }))
    assert.deepEqual(merged.conflicts, [])
    assert.deepEqual([merged.form.variants[0]?.vendorPrice, merged.form.variants[0]?.stock], ['2', '3'])
    const both = merge({ base, form: withVariant({ stock: '7' }) }, withVariant({ stock: '3' }))
    assert.deepEqual(both.conflicts, ['variants'])
  })

  test('a removed variant disappears, and a new one of the form stays last', () => {
    const added = { ...emptyVariant(), sku: 'B' }
    const other = { ...variant, key: 'v2', id: 'v2', sku: 'C' }
    const form = { ...base, variants: [variant, added] }
    const merged = merge({ base, form }, { ...base, variants: [other] })
    assert.deepEqual(
      merged.form.variants.map(({ sku }) => sku),
      ['C', 'B']
    )
  })

  test('a removed variant that was changed in the form is a conflict, and is added again on request', () => {
    const sides = { base, form: withVariant({ stock: '7' }) }
    const stored = { ...base, variants: [] }
    const asked = merge(sides, stored)
    assert.deepEqual([asked.conflicts, asked.form.variants], [['variants'], sides.form.variants])
    assert.deepEqual(merge(asked, stored), asked)
    assert.deepEqual(merge(asked, stored, 'current').form.variants, [])
    const mine = merge(asked, stored, 'mine')
    assert.deepEqual(
      mine.form.variants.map(({ id, stock }) => [id, stock]),
      [[undefined, '7']]
    )
    assert.deepEqual([mine.base.variants, merge(mine, stored).conflicts], [[], []])
  })
})
