import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, emptyMethod, isField, type MethodValues } from './method-values.ts'

const rate = { key: 'a', countryCode: ' US ', flatRate: '9,95', baseRate: '', tiers: [] }
const tier = { key: 'b', minWeight: '0', maxWeight: '5', rate: '1.50' }

const cases: [string, Partial<MethodValues>, object][] = [
  [
    'a flat rate, with a point as the decimal sign',
    { rates: [{ ...rate, tiers: [tier] }] },
    { countryRates: [{ countryCode: 'US', flatRate: '9.95' }] }
  ],
  [
    'weights, without the flat rate',
    { pricingType: 'WEIGHT_BASED', rates: [{ ...rate, tiers: [tier] }] },
    {
      pricingType: 'WEIGHT_BASED',
      countryRates: [
        { countryCode: 'US', baseRate: null, weightTiers: [{ minWeight: '0', maxWeight: '5', rate: '1.50' }] }
      ]
    }
  ],
  ['empty limits as null', { weightLimitMin: '', weightLimitMax: '50' }, { weightLimitMax: '50' }]
]

for (const [title, changed, expected] of cases)
  test(`a shipping method is sent with ${title}`, () => {
    const body = bodyOf({ ...emptyMethod, name: 'Ground', ...changed })
    assert.deepEqual(body, {
      ...bodyOf({ ...emptyMethod, name: 'Ground' }),
      ...expected
    })
  })

test('errors of rates and weights have a field', () => {
  assert.ok(isField('/countryRates/0/weightTiers/2'))
  assert.ok(isField('/countryRates/12/flatRate'))
  assert.ok(!isField('/countryRates'))
})
