import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, type TestVendor, testApp, testSecret } from '../../../apps/api/test/app.ts'
import { freePort } from '../../../apps/api/test/free-port.ts'
import { runService, type ServiceProcess, serviceFolder } from '../../../apps/api/test/running-service.ts'
import { Purveyor, type PurveyorOptions } from '../src/index.ts'
import { type FaultyProxy, faultyProxy } from './faulty-proxy.ts'

/** The complete service as a process that can be killed and started again, with a proxy before it. */
export interface Running {
  /** The database of the service, and another app on it. */
  test: TestApp
  proxy: FaultyProxy
  vendor: TestVendor
  /** Returns a client whose requests pass the proxy. Without a token, it is that of the vendor's owner. */
  client(options?: Partial<PurveyorOptions>): Purveyor
  /** Ends the process with this signal, and starts it again. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  close(): Promise<void>
}

/** Starts the service, with its worker, on a database of its own. Call `close` at the end of the test file. */
export async function running(): Promise<Running> {
  const test = await testApp()
  const folder = await serviceFolder()
  const [database] = await test.sql`select current_database() as name`
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${database?.name}`
  const start = async () => {
    const port = await freePort()
    // The test server runs with fsync off.
    const settings = { DATABASE_URL: url.href, JWT_SECRET: testSecret, DURABILITY_CHECK: 'off' }
    const service = runService(folder, { PORT: String(port), RATE_LIMIT_MAX: '100000000', ...settings })
    return { ...service, url: await readyUrl(service, port) }
  }
  let service = await start()
  const proxy = await faultyProxy(service.url)
  const vendor = await test.vendor()
  return {
    test,
    proxy,
    vendor,
    client: (options) => new Purveyor({ url: proxy.url, token: vendor.owner, ...options }),
    async restart(signal) {
      service.child.kill(signal)
      await service.ended
      service = await start()
      proxy.retarget(service.url)
    },
    async close() {
      await proxy.close()
      service.child.kill('SIGKILL')
      await service.ended
      await test.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Waits until a process accepts requests on this port, and returns its address. */
async function readyUrl({ child, output }: ServiceProcess, port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    const isReady = await fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
    if (isReady) return url
    assert.equal(child.exitCode, null, output())
    await sleep(20)
  }
}
