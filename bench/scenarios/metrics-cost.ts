import { join } from 'node:path'
import { openTarget } from '../http.ts'
import { processorSeconds } from '../machine.ts'
import { median } from '../median.ts'
import { callFor } from '../pace.ts'
import { sampleProducts } from '../queries.ts'
import type { RatioCase, Sample, Scenario } from '../scenario.ts'
import { serviceName, startService } from '../service-process.ts'
import type { BenchSetup } from '../setup.ts'

const target = 0.95

export const scenario: Scenario = {
  floor:
    'an API process (PURVEYOR_ROLE=api) without METRICS_PORT, with the same load and the same database; the rates are ' +
    'requests per second of processor time of the process, which depends less on other work than its elapsed time',
  async prepare(setup: BenchSetup) {
    const { sql, vendorId, databaseUrl, secret, folder, defer } = setup
    const dataDir = join(folder, serviceName)
    const start = async (name: string, withMetrics: boolean) => {
      const { url, pid } = await startService(folder, {
        ...{ databaseUrl, secret, defer, dataDir, name },
        ...(withMetrics && { settings: { METRICS_PORT: '0' } }),
        role: 'api'
      })
      const node = openTarget(url)
      defer(() => node.pool.close())
      return { node, pid }
    }
    const [without, withMetrics] = await Promise.all([start('node-1', false), start('node-2', true)])
    const headers = await setup.signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)

    function work(size: string, pathOf: (call: number) => string): RatioCase {
      const rates = { floor: [] as number[], service: [] as number[] }
      const over = async ({ node, pid }: typeof without, list: number[]): Promise<Sample> => {
        const before = processorSeconds(pid)
        let calls = 0
        const pace = { seconds: setup.options.seconds, concurrency: 16 }
        const sample = await callFor(pace, (call) => {
          calls++
          return node.send({ path: pathOf(call), headers: headers() })
        })
        const rate = calls / (processorSeconds(pid) - before)
        list.push(rate)
        return { ...sample, rate }
      }
      return {
        ...{ kind: 'ratio', size, unit: 'requests', target, processes: [without.pid, withMetrics.pid] },
        floor: () => over(without, rates.floor),
        service: () => over(withMetrics, rates.service),
        notes: async () => [costNote(size, rates)]
      }
    }
    return [
      work('product read', (call) => `/api/v1/vendor/products/${products[call % products.length]?.id}`),
      work('/livez', () => '/livez')
    ]
  }
}

/** The first round is a warm-up. */
function costNote(size: string, { floor, service }: { floor: number[]; service: number[] }): string {
  const [before, after] = [floor, service].map((rates) => 1e6 / median(rates.slice(1)))
  return (
    `${size}: ${(after ?? 0).toFixed(1)} µs of processor time per request with metrics, ` +
    `${(before ?? 0).toFixed(1)} µs without`
  )
}
