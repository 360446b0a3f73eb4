import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Ground } from '../ground.ts'
import { openTarget } from '../http.ts'
import { callFor } from '../pace.ts'
import { sampleProducts } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import { serviceName, startService } from '../service-process.ts'

const target = 1.8
/** Two nodes, the client, and two for the database, which has a process for each connection. */
const coresNeeded = 5

export const scenario: Scenario = {
  floor: 'one API process (PURVEYOR_ROLE=api) of the same kind, by the same load on the same database',
  async prepare(ground: Ground) {
    const { sql, vendorId, databaseUrl, secret, folder, defer } = ground
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
    const headers = await ground.signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const read = (call: number) => `/api/v1/vendor/products/${products[call % products.length]?.id}`
    const isRoomy = cpus().length >= coresNeeded

    function work(size: string, pathOf: (call: number) => string): RatioCase {
      const over = (some: typeof nodes) => {
        const signed = headers()
        const pace = { seconds: ground.options.seconds, concurrency: 16 }
        return callFor(pace, async (call) =>
          some[call % some.length]?.send({ path: pathOf(call), headers: signed })
        )
      }
      return {
        kind: 'ratio',
        size,
        unit: 'requests',
        target: isRoomy ? target : undefined,
        floor: () => over(nodes.slice(0, 1)),
        ours: () => over(nodes),
        notes: async () => (isRoomy ? [] : [crampedNote()])
      }
    }
    return [
      work('two for one, product read', read),
      work('two for one, products, first 24', () => '/api/v1/vendor/products?first=24')
    ]
  }
}

function crampedNote(): string {
  return (
    `the target of ${target} is for nodes with cores of their own; here ${cpus().length} cores hold both nodes, the ` +
    'client and the database, so that the factor says nothing of it and is not judged'
  )
}
