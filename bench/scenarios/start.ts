import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedDatabase } from '../../apps/api/src/db/driver/embedded.ts'
import { residentMiB } from '../machine.ts'
import { median } from '../median.ts'
import type { LimitCase, Scenario } from '../scenario.ts'
import { serviceName, startService } from '../service-process.ts'
import type { BenchSetup } from '../setup.ts'

const MB = 2 ** 20 / 1e6

export const scenario: Scenario = {
  floor:
    'none: the time from the start of the Node process until /readyz returns 200, and its resident memory when idle',
  async prepare(setup: BenchSetup) {
    const memory: number[] = []
    return [
      existing(setup, memory),
      first(setup),
      {
        kind: 'limit',
        size: 'memory of the idle Node process',
        unit: 'MB',
        limit: 150,
        measure: async () => ({ value: median(memory), notes: [] })
      }
    ]
  }
}

/**
 * Measures how long the service takes to start on the existing database of this run, like a node that is
 * restarted.
 */
function existing({ options, databaseUrl, secret, folder, defer }: BenchSetup, memory: number[]): LimitCase {
  return {
    kind: 'limit',
    size: `on a database of ${options.products * 2} products`,
    unit: 's',
    limit: 2,
    async measure() {
      const took: number[] = []
      for (let round = 0; round < options.rounds; round++) {
        const node = await startService(folder, {
          databaseUrl,
          secret,
          defer,
          dataDir: join(folder, serviceName),
          name: 'started'
        })
        took.push(node.startMs / 1000)
        // Wait until garbage of the start is collected and the worker has polled once.
        await sleep(options.seconds * 1000)
        memory.push(residentMiB(node.pid) * MB)
        await node.end()
      }
      return { value: median(took), notes: [`${took.map((seconds) => seconds.toFixed(2)).join(', ')} s`] }
    }
  }
}

/**
 * Measures how long the first start of the service takes. The first start also creates the database, the
 * tables and the demo marketplace.
 */
function first({ options, secret, folder, defer }: BenchSetup): LimitCase {
  return {
    kind: 'limit',
    size: 'first start, with an embedded database and the demo marketplace',
    unit: 's',
    limit: 10,
    async measure() {
      const [firsts, seconds]: [number[], number[]] = [[], []]
      for (let round = 0; round < options.rounds; round++) {
        const dataDir = join(folder, `first-${round}`)
        defer(() => removeDatabase(dataDir))
        for (const took of [firsts, seconds]) {
          const node = await startService(folder, { secret, defer, name: 'first', dataDir })
          took.push(node.startMs / 1000)
          await node.end()
        }
      }
      const again = `second start, including PostgreSQL: ${median(seconds).toFixed(2)} s`
      return { value: median(firsts), notes: [again] }
    }
  }
}

async function removeDatabase(dataDir: string): Promise<void> {
  const database = await startEmbeddedDatabase(dataDir, { log: () => {} })
  await database.stop({ evenIfShared: true })
  await rm(database.location, { recursive: true, force: true })
}
