import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedDatabase } from '../../apps/api/src/db/embedded.ts'
import type { Ground } from '../ground.ts'
import { residentMiB } from '../machine.ts'
import { median } from '../pace.ts'
import type { LimitCase, Scenario } from '../scenario.ts'
import { serviceName, startService } from '../service-process.ts'

const MB = 2 ** 20 / 1e6

export const scenario: Scenario = {
  floor:
    "none: the time from the start of Node's process until /readyz answers 200, and its resident memory a while later",
  async prepare(ground: Ground) {
    const memory: number[] = []
    return [
      existing(ground, memory),
      first(ground),
      {
        kind: 'limit',
        size: "memory of Node's process at rest",
        unit: 'MB',
        limit: 150,
        measure: async () => ({ value: median(memory), notes: [] })
      }
    ]
  }
}

/** On the database of the run, as a node starts anew. */
function existing({ options, databaseUrl, secret, folder, defer }: Ground, memory: number[]): LimitCase {
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
        // Until what starting has left behind is collected, and the worker has looked for work.
        await sleep(options.seconds * 1000)
        memory.push(residentMiB(node.pid) * MB)
        await node.end()
      }
      return { value: median(took), notes: [`${took.map((seconds) => seconds.toFixed(2)).join(', ')} s`] }
    }
  }
}

/** With nothing there: PostgreSQL's data folder is made, then the tables, then the demo marketplace. */
function first({ options, secret, folder, defer }: Ground): LimitCase {
  return {
    kind: 'limit',
    size: 'first, with a database of its own and the demo marketplace',
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
      const again = `started again on it, with PostgreSQL: ${median(seconds).toFixed(2)} s`
      return { value: median(firsts), notes: [again] }
    }
  }
}

async function removeDatabase(dataDir: string): Promise<void> {
  const database = await startEmbeddedDatabase(dataDir, { log: () => {} })
  await database.stop({ evenIfShared: true })
  await rm(database.location, { recursive: true, force: true })
}
