import type { AddressInfo } from 'node:net'
import { startWorker } from '../../../apps/api/src/jobs/worker.ts'
import { type TestApp, type TestVendor, testApp } from '../../../apps/api/test/app.ts'
import { apiToken } from '../../../apps/api/test/people.ts'
import { type CliOptions, type CliResult, type TestCli, testCli } from './cli.ts'

/** The service on a port, with a vendor whose API token the commands use. */
export type CliService = {
  t: TestApp
  vendor: TestVendor
  url: string
  /** The API token of the vendor. */
  token: string
  cli: TestCli
  run(args: string[], options?: CliOptions): Promise<CliResult>
  /** Runs a command as the operator. */
  runAsOperator(args: string[], options?: CliOptions): Promise<CliResult>
  close(): Promise<void>
}

/**
 * Starts the service and a home folder for a test file. A worker numbers the events; `workOn` processes import
 * jobs. Call `close` at the end of the file.
 */
export async function cliService(): Promise<CliService> {
  const t = await testApp({ webhookAllow: ['127.0.0.1'] })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  const vendor = await t.vendor()
  const worker = startWorker(t.app.deps.sql, { log: t.app.log, hourly: [], everyHalfMinute: [], started: [] })
  const token = await apiToken(t, { vendorId: vendor.id })
  const operator = await apiToken(t)
  const cli = await testCli({ PURVEYOR_TOKEN: token, PURVEYOR_URL: url })
  return {
    t,
    vendor,
    url,
    token,
    cli,
    run: cli.run,
    runAsOperator: (args, options) =>
      cli.run(args, { ...options, env: { PURVEYOR_TOKEN: operator, ...options?.env } }),
    async close() {
      await cli.remove()
      await worker.stop()
      await t.close()
    }
  }
}
