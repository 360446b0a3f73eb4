import { refreshAllOffers } from '../../apps/api/test/storefront-offers.ts'
import { callFor } from '../pace.ts'
import { sampleSlugs } from '../queries.ts'
import type { RateCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor: 'none: requests of a shop, without a token',
  async prepare(setup: BenchSetup) {
    const { sql, categoryIds, vendorId } = setup
    const slugs = await sampleSlugs(sql)
    await refreshAllOffers(sql)
    return [
      requests(setup, 'one product', (call) => `products/${slugs[call % slugs.length]}`),
      requests(setup, 'first 24', () => 'products?first=24'),
      requests(
        setup,
        'first 24 of a category, of 90 in turn',
        (call) => `products?first=24&categoryId=${categoryIds[call % categoryIds.length]}`
      ),
      requests(setup, 'first 24 of the large vendor', () => `products?first=24&vendorId=${vendorId}`),
      requests(setup, 'first 24 by price', () => 'products?first=24&sort=price'),
      requests(setup, 'last 24 by price', () => 'products?last=24&sort=price'),
      requests(setup, 'first 24 by name', () => 'products?first=24&sort=name'),
      requests(setup, 'last 24 by name', () => 'products?last=24&sort=name'),
      requests(setup, 'first 24 in stock by price', () => 'products?first=24&sort=price&inStock=true'),
      requests(
        setup,
        'first 24 of a category by price, of 90 in turn',
        (call) => `products?first=24&sort=price&categoryId=${categoryIds[call % categoryIds.length]}`
      ),
      requests(
        setup,
        'first 24 of the large vendor by price',
        () => `products?first=24&sort=price&vendorId=${vendorId}`
      )
    ]
  }
}

function requests({ options, service }: BenchSetup, size: string, path: (call: number) => string): RateCase {
  const pace = { seconds: options.seconds, concurrency: 16 }
  return {
    ...{ kind: 'rate', size, unit: 'requests' },
    service: () => callFor(pace, (call) => service.send({ path: `/api/v1/storefront/${path(call)}` }))
  }
}
