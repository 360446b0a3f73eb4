import { fillVendor } from '../fill.ts'
import { insertHistory, vacuum } from '../fill-queries.ts'
import { callFor } from '../pace.ts'
import { shuffledProducts } from '../queries.ts'
import type { RateCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'

const maxProducts = 2000
const changesPerProduct = 300

export const scenario: Scenario = {
  floor: `none: pages of the history of products that each have ${changesPerProduct} changes`,
  async prepare(setup: BenchSetup) {
    const { options, sql, categoryIds, signIn } = setup
    const products = Math.min(maxProducts, options.products)
    const vendorId = await fillVendor(sql, { prefix: 'HISTORY', products, categoryIds })
    await insertHistory(sql, vendorId, changesPerProduct)
    await vacuum(sql)
    const headers = await signIn(vendorId)
    const ids = await shuffledProducts(sql, vendorId)
    return [
      pages(setup, headers, { size: 'first 24', ids, query: 'first=24' }),
      pages(setup, headers, { size: 'last 24', ids, query: 'last=24' }),
      pages(setup, headers, { size: 'first 24 of one field', ids, query: 'first=24&field=stockOnHand' })
    ]
  }
}

function pages(
  { options, service }: BenchSetup,
  headers: Headers,
  { size, ids, query }: { size: string; ids: string[]; query: string }
): RateCase {
  const pace = { seconds: options.seconds, concurrency: 16 }
  const path = (call: number) => `/api/v1/vendor/products/${ids[call % ids.length]}/history?${query}`
  return {
    ...{ kind: 'rate', size: `${size} of ${changesPerProduct}`, unit: 'requests' },
    service: () => callFor(pace, (call) => service.send({ path: path(call), headers: headers() }))
  }
}
