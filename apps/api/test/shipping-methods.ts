/** The path of the endpoints for shipping methods, relative to /api/v1. */
export const path = '/vendor/me/shipping-methods'

/** The body of a shipping method with a flat rate. */
export const flat = { name: 'Ground', countryRates: [{ countryCode: 'US', flatRate: 9.95 }] }
/** The body of a weight-based shipping method. */
export const weighted = {
  name: 'Freight',
  pricingType: 'WEIGHT_BASED',
  countryRates: [
    {
      countryCode: 'US',
      baseRate: '4.5',
      weightTiers: [
        { minWeight: 10, maxWeight: 20.5, rate: 7 },
        { minWeight: 0, maxWeight: 10, rate: '3.25' }
      ]
    }
  ]
}
