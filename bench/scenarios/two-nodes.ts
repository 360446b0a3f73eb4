import { cpus } from 'node:os'
import { join } from 'node:path'
import { openTarget } from '../http.ts'
import { processorSeconds } from '../machine.ts'
import { callFor } from '../pace.ts'
import { sampleProducts } from '../queries.ts'
import type { RatioCase, Sample, Scenario } from '../scenario.ts'
import { serviceName, startService } from '../service-process.ts'
import type { BenchSetup } from '../setup.ts'

const target = 1.8
/**
 * The number of processor cores that the scenario needs: one for each node, one for the client, and two for
 * the database, which has many processes.
 */
const minCores = 5

export const scenario: Scenario = {
  floor: 'one API process (PURVEYOR_ROLE=api) with the same load and the same database',
  async prepare(setup: BenchSetup) {
    const { sql, vendorId, databaseUrl, secret, folder, defer } = setup
    const started = ['node-1', 'node-2'].map((name) =>
      startService(folder, {
        databaseUrl,
        secret,
        defer,
        dataDir: join(folder, serviceName),
        name,
        role: 'api'
      })
    )
    const processes = await Promise.all(started)
    const nodes = processes.map(({ url, pid }) => ({ target: openTarget(url), pid }))
    for (const { target } of nodes) defer(() => target.pool.close())
    const headers = await setup.signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const read = (call: number) => `/api/v1/vendor/products/${products[call % products.length]?.id}`
    const hasEnoughCores = cpus().length >= minCores

    function work(size: string, pathOf: (call: number) => string): RatioCase {
      const over = async (some: typeof nodes): Promise<Sample> => {
        const before = some.map(({ pid }) => processorSeconds(pid))
        const calls = some.map(() => 0)
        const pace = { seconds: setup.options.seconds, concurrency: 16 }
        const sample = await callFor(pace, async (call) => {
          const index = call % some.length
          calls[index] = (calls[index] ?? 0) + 1
          await some[index]?.target.send({ path: pathOf(call), headers: headers() })
        })
        if (hasEnoughCores) return sample
        const rates = some.map(
          ({ pid }, index) => (calls[index] ?? 0) / (processorSeconds(pid) - (before[index] ?? 0))
        )
        return { ...sample, rate: rates.reduce((sum, rate) => sum + rate, 0) }
      }
      return {
        kind: 'ratio',
        size,
        unit: 'requests',
        target,
        processes: processes.map(({ pid }) => pid),
        floor: () => over(nodes.slice(0, 1)),
        service: () => over(nodes),
        notes: async () => (hasEnoughCores ? [] : [tooFewCoresNote()])
      }
    }
    return [
      work('two nodes / one, product read', read),
      work('two nodes / one, products, first 24', () => '/api/v1/vendor/products?first=24')
    ]
  }
}

function tooFewCoresNote(): string {
  return (
    `the nodes, the client and the database share ${cpus().length} cores, so the rates are requests per second of ` +
    'processor time, added up over the nodes: what they would serve if each had a core of its own'
  )
}
