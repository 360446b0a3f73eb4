import type { AddressInfo } from 'node:net'
import type { AppOptions } from '../../../apps/api/src/app.ts'
import { type TestApp, type TestVendor, testApp } from '../../../apps/api/test/app.ts'
import { type NewProduct, Purveyor, type PurveyorOptions } from '../src/index.ts'
import { type Fault, type FaultyProxy, faultyProxy } from './faulty-proxy.ts'

/** The service on a port, with a vendor, and clients of the vendor and the operator. */
export interface TestService {
  test: TestApp
  url: string
  vendor: TestVendor
  /** Returns a client of the vendor's owner, or with other options. */
  client(options?: Partial<PurveyorOptions>): Purveyor
  /** Returns the same client behind a proxy. The nth fault is that of the nth connection. */
  behind(
    faults: Fault[],
    options?: Partial<PurveyorOptions>
  ): Promise<{ purveyor: Purveyor; proxy: FaultyProxy }>
  operator: Purveyor
  close(): Promise<void>
}

/** Starts the service for a test file. Call `close` at its end. */
export async function testService(options: Partial<AppOptions> = {}): Promise<TestService> {
  const test = await testApp(options)
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
  const proxies: FaultyProxy[] = []
  const vendor = await test.vendor()
  return {
    test,
    url,
    vendor,
    client: (options) => new Purveyor({ url, token: vendor.owner, ...options }),
    async behind(faults, options) {
      const proxy = await faultyProxy(url)
      proxies.push(proxy)
      proxy.faultFor = (connection) => faults[connection]
      return { purveyor: new Purveyor({ url: proxy.url, token: vendor.owner, ...options }), proxy }
    },
    operator: new Purveyor({ url, token: await test.operator() }),
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await test.close()
    }
  }
}

/** A product that can be created. */
export function newProduct(sku: string): NewProduct {
  const variant = { sku: `${sku}-1`, name: 'Box of 10', vendorPrice: 2.5, weight: 1, initialInventory: 4 }
  return { name: `Product ${sku}`, sku, variants: [variant] }
}
