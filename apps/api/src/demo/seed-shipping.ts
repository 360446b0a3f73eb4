import type { Tx } from '../db/connect.ts'
import { maxMethods } from '../modules/shipping-methods/create-shipping-method.ts'
import { insertRates, insertShippingMethod } from '../modules/shipping-methods/queries.ts'
import type { NewCountryRate } from '../modules/shipping-methods/schema.ts'

/** What parcels abroad cost. */
const abroad = {
  '24': ['MX'],
  '34': ['DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL', 'PL', 'SE'],
  '42': ['AU', 'BR', 'JP', 'KR', 'NZ', 'TW']
}

/** Shipping methods of both kinds: parcels at home and abroad at a flat rate, and freight by weight. */
export async function seedShipping(tx: Tx, vendorId: string): Promise<void> {
  const method = { isActive: true, currency: null, weightLimitMin: null }
  const parcels = await insertMethod(tx, vendorId, {
    ...method,
    name: 'Parcel',
    pricingType: 'FLAT_RATE',
    description: 'Two to four working days',
    weightLimitMax: '70'
  })
  await insertRates(tx, vendorId, parcels, [
    { countryCode: 'US', flatRate: '9.95' },
    { countryCode: 'US-AK', flatRate: '24.5' },
    { countryCode: 'US-HI', flatRate: '24.5' },
    { countryCode: 'CA', flatRate: '18' }
  ])
  const international = await insertMethod(tx, vendorId, {
    ...method,
    name: 'International',
    pricingType: 'FLAT_RATE',
    description: 'By air, five to nine working days; duties are paid on delivery',
    weightLimitMax: '66'
  })
  const rates = Object.entries(abroad).flatMap(([flatRate, countries]) =>
    countries.map((countryCode) => ({ countryCode, flatRate }))
  )
  await insertRates(tx, vendorId, international, rates)
  const freight = await insertMethod(tx, vendorId, {
    ...method,
    name: 'Freight',
    pricingType: 'WEIGHT_BASED',
    description: 'By truck, with an appointment',
    weightLimitMax: '2000'
  })
  const tiers: NewCountryRate['weightTiers'] = [
    { minWeight: '0', maxWeight: '150', rate: '45' },
    { minWeight: '150', maxWeight: '500', rate: '95' },
    { minWeight: '500', maxWeight: '2000', rate: '210' }
  ]
  await insertRates(tx, vendorId, freight, [{ countryCode: 'US', baseRate: '35', weightTiers: tiers }])
}

async function insertMethod(
  tx: Tx,
  vendorId: string,
  method: Parameters<typeof insertShippingMethod>[2]
): Promise<string> {
  const id = await insertShippingMethod(tx, vendorId, method, maxMethods)
  if (!id) throw new Error('The demo has too many shipping methods')
  return id
}
