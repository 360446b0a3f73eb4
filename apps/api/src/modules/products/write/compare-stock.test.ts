import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../../../errors.ts'
import { maxStock, type VariantStock } from '../product-patch.ts'
import { compareStock, refuseStock } from './compare-stock.ts'

const variantId = 'a'
const counted = '2020-01-01T00:00:00.000Z'

describe('comparing an entry with the stored stock', () => {
  const compare = (
    entry: Omit<VariantStock, 'variantId'>,
    stockOnHand = 5,
    stockAsOf: string | null = counted
  ) => compareStock({ variantId, ...entry }, { index: 3, stored: { stockOnHand, stockAsOf } })

  const accepted: [string, Omit<VariantStock, 'variantId'>, object][] = [
    ['a quantity', { quantity: 7 }, { stockOnHand: 7 }],
    ['the expected stock', { quantity: 7, expected: 5 }, { stockOnHand: 7 }],
    ['a change down to 0', { change: -5 }, { stockOnHand: 0 }],
    ['a change up to the largest stock', { change: maxStock - 5 }, { stockOnHand: maxStock }],
    ['a count of the same time', { quantity: 7, asOf: counted }, { stockOnHand: 7, stockAsOf: counted }],
    [
      'a count of the same time in another time zone and with more digits',
      { change: 1, asOf: '2020-01-01T02:00:00.0009+02:00' },
      { stockOnHand: 6, stockAsOf: counted }
    ]
  ]
  for (const [title, entry, given] of accepted) {
    test(`accepts ${title}`, () => {
      assert.deepEqual(compare(entry), { given, faults: [], conflicts: [] })
    })
  }

  const refused: [string, Omit<VariantStock, 'variantId'>, string[]][] = [
    ['another stock than the expected one', { quantity: 5, expected: 6 }, ['expected STOCK_CONFLICT 5']],
    ['an expected stock of 0', { quantity: 5, expected: 0 }, ['expected STOCK_CONFLICT 5']],
    ['a change below 0', { change: -6 }, ['change INSUFFICIENT_STOCK 5']],
    [
      'a count before the stored time',
      { quantity: 1, asOf: '2019-12-31T23:59:59.999Z' },
      [`asOf STOCK_OUTDATED ${counted}`]
    ],
    [
      'two conflicts at once',
      { quantity: 1, expected: 1, asOf: '2019-01-01T00:00:00Z' },
      ['expected STOCK_CONFLICT 5', `asOf STOCK_OUTDATED ${counted}`]
    ]
  ]
  for (const [title, entry, expected] of refused) {
    test(`finds ${title}`, () => {
      const { conflicts, faults } = compare(entry)
      assert.deepEqual(faults, [])
      assert.deepEqual(
        conflicts.map((one) => `${'pointer' in one && one.pointer} ${one.code} ${one.current}`),
        expected.map((one) => `/variantStock/3/${one}`)
      )
    })
  }

  test('finds a change above the largest stock, which is a fault and not a conflict', () => {
    const { conflicts, faults } = compare({ change: maxStock - 4 })
    assert.deepEqual(conflicts, [])
    assert.deepEqual(faults, [
      {
        pointer: '/variantStock/3/change',
        code: 'TOO_LARGE',
        message: 'must not raise the stock on hand above 2147483647; it is 5'
      }
    ])
  })

  test('accepts any time if none is stored', () => {
    assert.deepEqual(compare({ quantity: 1, asOf: '1970-01-01T00:00:00Z' }, 5, null).conflicts, [])
  })
})

test('refusing stock throws the code of the first conflict with all conflicts, even more than 100', () => {
  const conflicts = Array.from({ length: 200 }, (_, index) =>
    compareStock({ variantId, change: -1 }, { index, stored: { stockOnHand: 0, stockAsOf: null } })
  ).flatMap((one) => one.conflicts)
  assert.throws(
    () => refuseStock({ faults: [], conflicts }),
    (error) => error instanceof Problem && error.code === 'INSUFFICIENT_STOCK' && error.faultCount === 200
  )
  assert.doesNotThrow(() => refuseStock({ faults: [], conflicts: [] }))
})
