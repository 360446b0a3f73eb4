import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../../../errors.ts'
import { maxVariants } from '../../product-patch.ts'
import type { PatchEdit } from './patch-edits.ts'
import { editsOfPatch } from './patch-edits.ts'
import { editFaults, refuse, skuFaults, touchesSkus } from './patch-faults.ts'
import type { EditFault, PlannedEdit } from './plan-queries.ts'

const productId = 'p'
const pointers = (faults: { code: string }[]) =>
  faults.map((one) => ['pointer' in one && one.pointer, one.code])
const conflict = (field: string, code: string): EditFault => ({ code, field, message: 'no', current: 5 })
const planned = (variantId: string | null, ...faults: EditFault[]): PlannedEdit => ({
  ...{ productId, variantId, faults, variantChanges: {} },
  initialInventory: variantId === null ? null : 3
})
const unknown = planned(null, { code: 'UNKNOWN_VARIANT', field: 'code', message: '' })

describe('the faults of an update', () => {
  test('have the pointers of the entries, which are in the order of the lists', () => {
    const patch = {
      variants: [{ id: 'A', initialInventory: 4 }, { id: 'x' }, { id: 'b', initialInventory: 3 }],
      variantStock: [
        { variantId: 'y', quantity: 1 },
        { variantId: 'c', quantity: 1, expected: 2, asOf: '2020-01-01T00:00:00Z' },
        { variantId: 'a', change: 9 }
      ]
    }
    const edits = editsOfPatch(productId, patch)
    const plans: Record<string, PlannedEdit> = {
      a: planned('a', conflict('change', 'TOO_LARGE')),
      b: planned('b'),
      c: planned('c', conflict('expected', 'STOCK_CONFLICT'), conflict('asOf', 'STOCK_OUTDATED'))
    }
    const plan = edits.map(({ edit }) => plans[edit.variantId ?? ''] ?? unknown)
    const { faults, conflicts } = editFaults(edits, plan, patch.variants)
    assert.deepEqual(pointers(faults), [
      ['/variants/1/id', 'UNKNOWN_VARIANT'],
      ['/variantStock/0/variantId', 'UNKNOWN_VARIANT'],
      ['/variantStock/2/change', 'TOO_LARGE'],
      ['/variants/0/initialInventory', 'INITIAL_INVENTORY_SET']
    ])
    assert.deepEqual(conflicts, [
      { pointer: '/variantStock/1/expected', code: 'STOCK_CONFLICT', message: 'no', current: 5 },
      { pointer: '/variantStock/1/asOf', code: 'STOCK_OUTDATED', message: 'no', current: 5 }
    ])
  })

  test('are thrown before conflicts, which have the code of the first and are all listed, even more than 100', () => {
    const edits: PatchEdit[] = Array.from({ length: 200 }, (_, stockIndex) => ({ edit: {}, stockIndex }))
    const plan = edits.map(() => planned('a', conflict('change', 'INSUFFICIENT_STOCK')))
    const { conflicts } = editFaults(edits, plan, [])
    const isProblem = (code: string, count: number) => (error: unknown) =>
      error instanceof Problem && error.code === code && error.faultCount === count
    assert.throws(() => refuse({ faults: [], conflicts }), isProblem('INSUFFICIENT_STOCK', 200))
    const faults = [{ pointer: '/sku', code: 'SKU_TAKEN', message: 'no' }]
    assert.throws(
      () => refuse({ faults, conflicts }),
      (error) => error instanceof Problem && error.code === 'VALIDATION_FAILED'
    )
    assert.doesNotThrow(() => refuse({ faults: [], conflicts: [] }))
  })
})

describe('SKUs of variants', () => {
  const inOrder = (skus: string[]) => skus.map((sku, position) => ({ id: sku, sku, position }))
  const newEntry = (sku: string) => ({ sku, name: 'Box', vendorPrice: '1' })

  test('are read if an entry is new or has a SKU', () => {
    assert.deepEqual(
      [[{ id: 'a', name: 'Box' }], [newEntry('a')], [{ id: 'a', sku: 'b' }], []].map((entries) =>
        touchesSkus(entries)
      ),
      [false, true, true, false]
    )
  })

  test('are limited in number, and refused if a stored variant has them', () => {
    const stored = inOrder(Array.from({ length: maxVariants }, (_, index) => `v${index}`))
    const faults = skuFaults([newEntry('v7'), { id: 'v1', sku: 'v2' }], stored)
    assert.deepEqual(pointers(faults), [
      ['/variants', 'TOO_MANY'],
      ['/variants/0/sku', 'VARIANT_SKU_TAKEN'],
      ['/variants/1/sku', 'VARIANT_SKU_TAKEN']
    ])
    assert.deepEqual(skuFaults([newEntry('new')], stored.slice(1)), [])
  })

  test('are refused exactly if two variants would have the same after the change', () => {
    const ids = ['a', 'b', 'c', 'd']
    const sku = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const entries = fc.tuple(
      fc
        .subarray(ids)
        .chain((listed) =>
          fc.tuple(
            ...listed.map((id) => fc.option(sku, { nil: undefined }).map((given) => ({ id, sku: given })))
          )
        ),
      fc.uniqueArray(sku.map(newEntry), { maxLength: 3, selector: (entry) => entry.sku })
    )
    fc.assert(
      fc.property(entries, ([listed, added]) => {
        const variants = [...listed, ...added]
        const sent = variants.flatMap((entry) => entry.sku ?? [])
        // Repeated SKUs in one body are refused before stored variants are read.
        fc.pre(new Set(sent).size === sent.length)
        const faults = skuFaults(variants, inOrder(ids))
        const after = new Map(ids.map((id) => [id, id]))
        for (const entry of listed) if (entry.sku !== undefined) after.set(entry.id, entry.sku)
        const skus = [...after.values(), ...added.map((entry) => entry.sku)]
        assert.equal(faults.length === 0, new Set(skus).size === skus.length)
      })
    )
  })
})
