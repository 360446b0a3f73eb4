import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { maxVariants } from '../product-patch.ts'
import { changeVariants } from './compare-variants.ts'
import type { StoredVariant } from './variant-queries.ts'

const stored = (id: string, fields: Partial<StoredVariant> = {}): StoredVariant => ({
  id,
  sku: id,
  name: 'Box',
  upc: null,
  unitOfMeasure: null,
  partNumber: null,
  listPrice: null,
  vendorPrice: '10',
  weight: null,
  initialInventory: 3,
  stockOnHand: 5,
  stockAsOf: null,
  attributes: {},
  unspc: null,
  isActive: true,
  ...fields
})
const inOrder = (variants: StoredVariant[]) =>
  variants.map(({ id, sku }, position) => ({ id, sku, position }))
const none = { variants: [], variantStock: [], referenced: [], all: [] }
const newEntry = (sku: string) => ({ sku, name: 'Box', vendorPrice: '1' })

describe('changing variants', () => {
  const a = stored('a')

  test('returns only values that differ, merged with the stock into one change per variant', () => {
    const { changes, faults } = changeVariants({
      ...none,
      variants: [{ id: 'A', vendorPrice: '11', name: 'Box', upc: null, attributes: null, isActive: null }],
      variantStock: [{ variantId: 'a', quantity: 6 }],
      referenced: [a]
    })
    assert.deepEqual(faults, [])
    assert.deepEqual(changes.updated, [{ id: 'a', vendorPrice: '11', stockOnHand: 6 }])
  })

  test('returns the stock if only that differs, and nothing if it is equal', () => {
    const stock = (quantity: number) =>
      changeVariants({ ...none, variantStock: [{ variantId: 'a', quantity }], referenced: [a] }).changes
    assert.deepEqual(stock(0).updated, [{ id: 'a', stockOnHand: 0 }])
    assert.deepEqual(stock(5).updated, [])
  })

  test('returns faults with the pointers of their entries', () => {
    const { faults } = changeVariants({
      variants: [
        { id: 'a', initialInventory: 4 },
        { id: 'x' },
        newEntry('b'),
        { id: 'a', initialInventory: 3 }
      ],
      variantStock: [{ variantId: 'y', quantity: 1 }],
      referenced: [a],
      all: inOrder(Array.from({ length: maxVariants }, (_, index) => stored(index === 0 ? 'b' : `v${index}`)))
    })
    assert.deepEqual(
      faults.map((found) => ['pointer' in found && found.pointer, found.code]),
      [
        ['/variants/1/id', 'UNKNOWN_VARIANT'],
        ['/variantStock/0/variantId', 'UNKNOWN_VARIANT'],
        ['/variants/0/initialInventory', 'INITIAL_INVENTORY_SET'],
        ['/variants', 'TOO_MANY'],
        ['/variants/2/sku', 'VARIANT_SKU_TAKEN']
      ]
    )
  })

  test('refuses a SKU exactly if two variants would have it after the change', () => {
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
        const given = variants.flatMap((entry) => entry.sku ?? [])
        // Repeated SKUs in one body are refused before stored variants are read.
        fc.pre(new Set(given).size === given.length)
        const referenced = ids.map((id) => stored(id))
        const { changes, faults } = changeVariants({
          ...none,
          variants,
          referenced,
          all: inOrder(referenced)
        })
        const after = new Map(ids.map((id) => [id, id]))
        for (const { id, sku: changed } of changes.updated) if (changed !== undefined) after.set(id, changed)
        const skus = [...after.values(), ...changes.created.map((entry) => entry.sku)]
        assert.equal(faults.length === 0, new Set(skus).size === skus.length)
      })
    )
  })
})
