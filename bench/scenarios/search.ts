import { callFor } from '../pace.ts'
import { sampleWords } from '../queries.ts'
import type { RateCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor: 'none: pages of 24 products that contain the searched words, each time other words',
  async prepare(setup: BenchSetup) {
    const { sql, vendorId, signIn } = setup
    const headers = await signIn(vendorId)
    const { skus, names, kinds } = await sampleWords(sql, vendorId)
    const vendor = (words: string[]) => pathsOf(words, (search) => `/api/v1/vendor/products?search=${search}`)
    const storefront = (words: string[]) =>
      pathsOf(words, (search) => `/api/v1/storefront/products?search=${search}`)
    return [
      searches(setup, 'vendor, one product by SKU', { path: vendor(skus), headers }),
      searches(setup, 'vendor, one product by name', { path: vendor(names), headers }),
      searches(setup, 'vendor, a common word', { path: vendor(kinds), headers }),
      searches(setup, 'storefront, one product by name', { path: storefront(names) }),
      searches(setup, 'storefront, a common word', { path: storefront(kinds) })
    ]
  }
}

function pathsOf(words: string[], path: (search: string) => string): (call: number) => string {
  return (call) => path(encodeURIComponent(words[call % words.length] ?? ''))
}

type Searches = { path: (call: number) => string; headers?: () => Record<string, string> }

function searches({ options, service }: BenchSetup, size: string, { path, headers }: Searches): RateCase {
  const pace = { seconds: options.seconds, concurrency: 16 }
  return {
    ...{ kind: 'rate', size, unit: 'requests' },
    service: () =>
      callFor(pace, (call) => service.send({ path: path(call), ...(headers && { headers: headers() }) }))
  }
}
