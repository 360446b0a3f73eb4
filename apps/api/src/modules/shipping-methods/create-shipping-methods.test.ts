import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { flat, path, weighted } from '../../../test/shipping-methods.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const create = (body: unknown, as = vendor.owner) => t.call(`POST ${path}`, { as, body })

describe('creating a shipping method', () => {
  test('only the name is required; all other fields have defaults', async () => {
    const { status, body } = await create({ name: '  Pick up ' })
    assert.equal(status, 200)
    const { id, createdAt, updatedAt, ...rest } = body
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(rest, {
      name: 'Pick up',
      isActive: true,
      pricingType: 'FLAT_RATE',
      weightLimitMin: null,
      weightLimitMax: null,
      currency: 'USD',
      description: null,
      countryRates: []
    })
  })

  test('rates are returned exactly as sent, in the same order, each with its id and method', async () => {
    const rates = [
      { countryCode: 'US-AK', flatRate: '0.0125' },
      { countryCode: 'US', flatRate: 12.5 },
      { countryCode: 'DE', flatRate: 0 }
    ]
    const { body } = await create({ name: 'Ground', countryRates: rates })
    assert.deepEqual(
      body.countryRates.map((rate: { countryCode: string; flatRate: string }) => [
        rate.countryCode,
        rate.flatRate
      ]),
      [
        ['US-AK', '0.0125'],
        ['US', '12.50'],
        ['DE', '0.00']
      ]
    )
    for (const rate of body.countryRates) {
      assert.equal(rate.methodId, body.id)
      assert.equal(rate.baseRate, null)
      assert.deepEqual(rate.weightTiers, [])
    }
  })

  test('weight tiers are returned as numbers, sorted by weight', async () => {
    const { body } = await create(weighted)
    assert.equal(body.countryRates[0].flatRate, '0.00')
    assert.equal(body.countryRates[0].baseRate, '4.50')
    assert.deepEqual(body.countryRates[0].weightTiers, [
      { minWeight: 0, maxWeight: 10, rate: 3.25 },
      { minWeight: 10, maxWeight: 20.5, rate: 7 }
    ])
  })

  test('null is the same as an omitted field', async () => {
    const { status, body } = await create({
      ...{ name: 'Ground', pricingType: null, currency: null, description: null, isActive: null },
      ...{ weightLimitMin: null, weightLimitMax: null, countryRates: null }
    })
    assert.equal(status, 200)
    assert.equal(body.pricingType, 'FLAT_RATE')
    assert.equal(body.isActive, true)
  })

  const long = 'é'.repeat(255)
  const refused: [string, object, Record<string, string>][] = [
    ['no name', {}, { '/name': 'REQUIRED' }],
    ['a null name', { name: null }, { '/name': 'REQUIRED' }],
    ['a blank name', { name: '   ' }, { '/name': 'TOO_SHORT' }],
    ['a name of 256 characters', { name: `${long}x` }, { '/name': 'TOO_LONG' }],
    [
      'a description of 2,001 characters',
      { name: 'a', description: 'x'.repeat(2001) },
      { '/description': 'TOO_LONG' }
    ],
    ['an unknown field', { name: 'a', carier: 'UPS' }, { '/carier': 'UNKNOWN_FIELD' }],
    [
      'read-only fields',
      { name: 'a', id: newId(), createdAt: 'x' },
      { '/id': 'READ_ONLY_FIELD', '/createdAt': 'READ_ONLY_FIELD' }
    ],
    ['a string in place of a boolean', { name: 'a', isActive: 'true' }, { '/isActive': 'INVALID_TYPE' }],
    ['an unknown pricing type', { name: 'a', pricingType: 'flat_rate' }, { '/pricingType': 'NOT_ALLOWED' }],
    ['a currency of two letters', { name: 'a', currency: 'US' }, { '/currency': 'TOO_SHORT' }],
    ['a currency of four letters', { name: 'a', currency: 'USDX' }, { '/currency': 'TOO_LONG' }],
    ['a currency that does not exist', { name: 'a', currency: 'XQX' }, { '/currency': 'INVALID_CURRENCY' }],
    [
      'a country that does not exist',
      { name: 'a', countryRates: [{ countryCode: 'ZZ', flatRate: 1 }] },
      { '/countryRates/0/countryCode': 'INVALID_COUNTRY' }
    ],
    [
      'a country code of 11 characters',
      { name: 'a', countryRates: [{ countryCode: 'US-AKAKAKAK', flatRate: 1 }] },
      { '/countryRates/0/countryCode': 'TOO_LONG' }
    ],
    [
      'a repeated country',
      {
        name: 'a',
        countryRates: [
          { countryCode: 'US', flatRate: 1 },
          { countryCode: 'US', flatRate: 2 }
        ]
      },
      { '/countryRates/1/countryCode': 'REPEATED_COUNTRY' }
    ],
    [
      'a missing flat rate',
      { name: 'a', countryRates: [{ countryCode: 'US' }] },
      { '/countryRates/0/flatRate': 'REQUIRED' }
    ],
    [
      'a rate of five decimals',
      { name: 'a', countryRates: [{ countryCode: 'US', flatRate: 1.00001 }] },
      { '/countryRates/0/flatRate': 'INVALID_DECIMAL' }
    ],
    [
      'a rate of eleven digits',
      { name: 'a', countryRates: [{ countryCode: 'US', flatRate: 10000000000 }] },
      { '/countryRates/0/flatRate': 'INVALID_DECIMAL' }
    ],
    [
      'a negative rate',
      { name: 'a', countryRates: [{ countryCode: 'US', flatRate: -0.01 }] },
      { '/countryRates/0/flatRate': 'TOO_SMALL' }
    ],
    [
      'weight tiers but FLAT_RATE pricing',
      {
        name: 'a',
        countryRates: [
          { countryCode: 'US', flatRate: 1, weightTiers: [{ minWeight: 0, maxWeight: 1, rate: 1 }] }
        ]
      },
      { '/countryRates/0/weightTiers': 'NOT_ALLOWED' }
    ],
    [
      'a WEIGHT_BASED rate with neither a base rate nor tiers',
      { name: 'a', pricingType: 'WEIGHT_BASED', countryRates: [{ countryCode: 'US', flatRate: 1 }] },
      { '/countryRates/0/baseRate': 'REQUIRED' }
    ],
    [
      'weight tiers that overlap',
      {
        name: 'a',
        pricingType: 'WEIGHT_BASED',
        countryRates: [
          {
            countryCode: 'US',
            weightTiers: [
              { minWeight: 5, maxWeight: 9, rate: 1 },
              { minWeight: 0, maxWeight: 5.001, rate: 1 }
            ]
          }
        ]
      },
      { '/countryRates/0/weightTiers/0': 'OVERLAPPING_TIERS' }
    ],
    [
      'a weight tier with an empty range',
      {
        name: 'a',
        pricingType: 'WEIGHT_BASED',
        countryRates: [{ countryCode: 'US', weightTiers: [{ minWeight: 5, maxWeight: 5, rate: 1 }] }]
      },
      { '/countryRates/0/weightTiers/0/maxWeight': 'EMPTY_RANGE' }
    ],
    [
      'a maximum weight that is not above the minimum',
      { name: 'a', weightLimitMin: 2, weightLimitMax: '2.000' },
      { '/weightLimitMax': 'EMPTY_RANGE' }
    ],
    [
      'a weight of four decimals',
      { name: 'a', weightLimitMin: 0.0001 },
      { '/weightLimitMin': 'INVALID_DECIMAL' }
    ]
  ]
  for (const [name, body, faults] of refused) {
    test(`rejects a method with ${name}`, async () => assertFaults(await create(body), faults))
  }

  test('accepts the maximum of every bound', async () => {
    const rates = [{ countryCode: 'US', flatRate: '9999999999.9999' }]
    const { status, body } = await create({
      name: long,
      description: 'x'.repeat(2000),
      countryRates: rates,
      weightLimitMax: '9999999999.999'
    })
    assert.equal(status, 200)
    assert.equal(body.countryRates[0].flatRate, '9999999999.9999')
    assert.equal(body.name, long)
  })

  test('reports the errors of the schema and of the rules together', async () => {
    const answer = await create({
      typo: 1,
      currency: 'ABC',
      countryRates: [
        { countryCode: 'US', flatRate: true },
        { countryCode: 'XX', flatRate: 1 }
      ]
    })
    assertFaults(answer, {
      '/typo': 'UNKNOWN_FIELD',
      '/name': 'REQUIRED',
      '/currency': 'INVALID_CURRENCY',
      '/countryRates/0/flatRate': 'INVALID_TYPE',
      '/countryRates/1/countryCode': 'INVALID_COUNTRY'
    })
  })

  test('a request without a token gets 401; a viewer gets 403 before the body is checked', async () => {
    assertProblem(await t.call(`POST ${path}`, { body: flat }), 401, 'UNAUTHENTICATED')
    assertProblem(await create({ broken: true }, vendor.viewer), 403, 'INSUFFICIENT_ROLE')
    for (const token of [vendor.admin, vendor.editor]) assert.equal((await create(flat, token)).status, 200)
  })
})

describe('limits on methods and tiers', () => {
  test('a vendor can have at most 50 methods, even if requests run concurrently', async () => {
    const { owner } = await t.vendor()
    const answers = await Promise.all(Array.from({ length: 55 }, () => create(flat, owner)))
    const refused = answers.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 5)
    for (const answer of refused) assertFaults(answer, { '': 'TOO_MANY' })
    const { body } = await t.call(`GET ${path}`, { as: owner })
    assert.equal(body.shippingMethods.length, 50)
    await t.call(`DELETE ${path}/${body.shippingMethods[0].id}`, { as: owner })
    assert.equal((await create(flat, owner)).status, 200)
  })

  test('a method can have at most 5,000 weight tiers', async () => {
    const countries =
      'US CA MX DE FR IT ES PL NL BE AT CH SE NO DK FI IE PT GR CZ HU RO BG HR SI SK EE LV LT LU MT CY IS LI TR UA RS BA ME MK AL MD GE AM AZ KZ UZ JP KR CN IN'.split(
        ' '
      )
    const tiers = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ minWeight: index, maxWeight: index + 1, rate: 1 }))
    const rates = countries.slice(0, 50).map((countryCode) => ({ countryCode, weightTiers: tiers(100) }))
    const method = { name: 'Freight', pricingType: 'WEIGHT_BASED', countryRates: rates }
    assert.equal((await create(method)).status, 200)
    const one = { countryCode: 'AU', weightTiers: tiers(1) }
    assertFaults(await create({ ...method, countryRates: [...rates, one] }), { '/countryRates': 'TOO_MANY' })
  })
})
