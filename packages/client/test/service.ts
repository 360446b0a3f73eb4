import type { AddressInfo } from 'node:net'
import { type TestApp, type TestVendor, testApp } from '../../../apps/api/test/app.ts'
import { Purveyor, type PurveyorOptions } from '../src/index.ts'
import { type FaultyProxy, faultyProxy } from './faulty-proxy.ts'

/** The service on a port, with a proxy before it, a vendor, and clients of the vendor and the operator. */
export interface TestService {
  test: TestApp
  url: string
  proxy: FaultyProxy
  vendor: TestVendor
  /** Returns a client whose requests pass the proxy. Without a token, it is that of the vendor's owner. */
  client(options?: Partial<PurveyorOptions>): Purveyor
  operator: Purveyor
  close(): Promise<void>
}

/** Starts the service for a test file. Call `close` at its end. */
export async function testService(): Promise<TestService> {
  const test = await testApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
  const proxy = await faultyProxy(url)
  const vendor = await test.vendor()
  return {
    test,
    url,
    proxy,
    vendor,
    client: (options) => new Purveyor({ url: proxy.url, token: vendor.owner, ...options }),
    operator: new Purveyor({ url, token: await test.operator() }),
    async close() {
      await proxy.close()
      await test.close()
    }
  }
}
