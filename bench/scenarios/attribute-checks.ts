import { setTimeout as sleep } from 'node:timers/promises'
import {
  countLacking,
  deleteAttributes,
  deleteCategory,
  deleteIssues,
  insertAttributes,
  insertCategoryOfAll,
  insertLacking,
  readCheckState
} from '../attribute-queries.ts'
import { watchMemory } from '../machine.ts'
import { latencyOf, timeOnce } from '../pace.ts'
import { probeUntil } from '../probe.ts'
import { checkpoint, sampleProducts } from '../queries.ts'
import type { Case, Sample, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'
import { jsonCall } from '../writes.ts'

const code = 'safety_class'
/** The interval between two reads of a product while products are checked. */
const readMs = 50

type Parts = {
  setup: BenchSetup
  categoryId: string
  operator: Headers
  vendor: Headers
  products: number
  /** What was observed in the samples, for the notes. */
  seen: { previewMs: number[]; checkMs: number[]; growthMiB: number[] }
}

/** An attribute becomes required while all products of the database lack it. */
export const scenario: Scenario = {
  floor:
    'For a preview, one statement that counts the products that lack the attribute. For the check, one statement that inserts ' +
    'their issues. Both are sent directly by the driver.',
  async prepare(setup: BenchSetup): Promise<Case[]> {
    const { sql } = setup
    await insertAttributes(sql, [{ code, type: 'TEXT', level: 'VARIANT' }])
    const categoryId = await insertCategoryOfAll(sql, 'attribute-checks')
    setup.defer(async () => {
      await deleteCategory(sql, categoryId)
      await deleteAttributes(sql)
      await deleteIssues(sql)
    })
    const [operator, vendor] = [await setup.signInOperator(), await setup.signIn(setup.vendorId)]
    const { products } = await readCheckState(sql)
    const seen = { previewMs: [], checkMs: [], growthMiB: [] }
    const parts = { setup, categoryId, operator, vendor, products, seen }
    return [previews(parts), checks(parts)]
  }
}

function previews({ setup, categoryId, operator, vendor, products, seen }: Parts): Case {
  const { service, sql, servicePid } = setup
  const path = `platform/categories/${categoryId}/attributes/preview`
  return {
    ...{ kind: 'ratio', size: `preview of ${products} products`, unit: 'products', target: undefined },
    settle: () => checkpoint(sql),
    floor: () =>
      timeOnce(products, async () => requireAll(await countLacking(sql, categoryId, code), products)),
    async service() {
      const memory = watchMemory(servicePid)
      const sample = await readMeanwhile({ setup, vendor, took: seen.previewMs }, () =>
        timeOnce(products, async () => {
          const call = jsonCall('POST', path, operator(), required)
          requireAll((await service.json<{ affected: number }>(call)).affected, products)
        })
      )
      seen.growthMiB.push(memory.stop() - memory.before)
      return sample
    },
    notes: async () => [
      latencyNote('previews', seen.previewMs),
      `the resident memory of the service grew by at most ${Math.max(...seen.growthMiB).toFixed(0)} MiB during a preview, the first one included`
    ]
  }
}

function checks({ setup, categoryId, operator, vendor, products, seen }: Parts): Case {
  const { service, sql } = setup
  const put = async (body: object) => {
    await service.send(jsonCall('PUT', `platform/categories/${categoryId}/attributes`, operator(), body))
    while ((await readCheckState(sql)).checks > 0) await sleep(50)
  }
  return {
    ...{ kind: 'ratio', size: `check of ${products} products`, unit: 'products', target: undefined },
    settle: () => checkpoint(sql),
    async floor() {
      const sample = await timeOnce(products, () => insertLacking(sql, categoryId, code))
      requireAll((await readCheckState(sql)).withIssues, products)
      await deleteIssues(sql)
      return sample
    },
    async service() {
      const before = await readCheckState(sql)
      const sample = await readMeanwhile({ setup, vendor, took: seen.checkMs }, () =>
        timeOnce(products, () => put(required))
      )
      const after = await readCheckState(sql)
      requireAll(after.withIssues, products)
      requireAll(after.onSale, before.onSale)
      await put({ attributes: [] })
      requireAll((await readCheckState(sql)).withIssues, 0)
      return sample
    },
    notes: async () => [
      latencyNote('checks', seen.checkMs),
      'as many products were on sale after each check as before'
    ]
  }
}

const required = { attributes: [{ attribute: code, requirement: 'REQUIRED' }] }

function requireAll(found: number, expected: number): void {
  if (found !== expected) throw new Error(`There are ${found} products instead of ${expected}.`)
}

/** Reads products while the work is being done, and adds the latencies to `took`. Each of the reads must succeed. */
async function readMeanwhile(
  { setup: { service, vendorId, sql }, vendor, took }: { setup: BenchSetup; vendor: Headers; took: number[] },
  work: () => Promise<Sample>
): Promise<Sample> {
  const [product] = await sampleProducts(sql, vendorId)
  const read = () => ({ path: `/api/v1/vendor/products/${product?.id}`, headers: vendor() })
  const working = work()
  took.push(...(await probeUntil(service, working, { intervalMs: readMs, call: read })))
  return working
}

function latencyNote(what: string, took: number[]): string {
  const { p50, p99 } = latencyOf(took)
  return `${took.length} reads of a product during the ${what}, all of them successful: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}
