import { cpus } from 'node:os'
import { join } from 'node:path'
import { openTarget } from '../http.ts'
import { callFor } from '../pace.ts'
import { sampleProducts } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
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
    const nodes = (await Promise.all(started)).map(({ url }) => openTarget(url))
    for (const node of nodes) defer(() => node.pool.close())
    const headers = await setup.signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const read = (call: number) => `/api/v1/vendor/products/${products[call % products.length]?.id}`
    const hasEnoughCores = cpus().length >= minCores

    function work(size: string, pathOf: (call: number) => string): RatioCase {
      const over = (some: typeof nodes) => {
        const signed = headers()
        const pace = { seconds: setup.options.seconds, concurrency: 16 }
        return callFor(pace, async (call) =>
          some[call % some.length]?.send({ path: pathOf(call), headers: signed })
        )
      }
      return {
        kind: 'ratio',
        size,
        unit: 'requests',
        target: hasEnoughCores ? target : undefined,
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
    `the target of ${target} applies only if the nodes have separate cores; here both nodes, the client and the ` +
    `database share ${cpus().length} cores, so the ratio is not compared with it`
  )
}
