import { connect, type Sql } from '../../apps/api/src/db/connect.ts'
import { migrate } from '../../apps/api/src/db/migrate/migrate.ts'
import { cursorsFor } from '../../apps/api/src/http/cursor.ts'
import { fill } from '../fill.ts'
import { sampleOrderKeys } from '../fill-order-queries.ts'
import { openTarget } from '../http.ts'
import { spread } from '../measure.ts'
import { median } from '../median.ts'
import { callFor } from '../pace.ts'
import { measureProcesses, middleTime, processorText } from '../processor.ts'
import { createDatabase, shuffledProducts } from '../queries.ts'
import type { Chart, LimitCase, Sample, Scenario } from '../scenario.ts'
import { startService } from '../service-process.ts'
import { type BenchSetup, signInTo } from '../setup.ts'
import { orderPagePath } from './orders-list.ts'

/**
 * The maximum factors by which the cost of a request may grow: from the first page of a list to a later page
 * (`withinList`), and from the smallest database to the largest (`acrossSizes`).
 */
const limits = { withinList: 1.2, acrossSizes: 1.5 }

const requestNames = [
  'product read',
  'products, first page',
  'products, last page',
  'products, any page',
  'orders, first page',
  'orders, any page'
] as const
type RequestName = (typeof requestNames)[number]

/** A database with `size` products and orders, and a node that serves only this database. */
type Node = { size: number; pid: number; call(name: RequestName): () => Promise<unknown> }

/**
 * For each kind of request, one sample per round. The cost of a request is the duration of the sample, divided by the
 * number of requests in this time.
 */
type Costs = Map<RequestName, Sample[]>

export const scenario: Scenario = {
  floor: 'none: a database and a node for each size, measured alternately; the growth of costs is limited',
  async prepare(setup: BenchSetup) {
    const sizes = [...setup.options.growthSizes].sort((a, b) => a - b)
    const nodes: Node[] = []
    for (const size of sizes) nodes.push(await openNode(setup, size))
    measureProcesses({ node: nodes.map(({ pid }) => pid), database: setup.databasePid })
    const costs = await measureNodes(nodes, setup.options)
    return [
      ...sizes.flatMap((size) => [
        withinList(costs, { size, from: 'products, first page', to: 'products, last page' }),
        withinList(costs, { size, from: 'products, first page', to: 'products, any page' }),
        withinList(costs, { size, from: 'orders, first page', to: 'orders, any page' })
      ]),
      ...requestNames.map((name, index) => acrossSizes(costs, { request: name, sizes, chart: index === 0 }))
    ]
  }
}

async function openNode(setup: BenchSetup, size: number): Promise<Node> {
  const { databaseUrl, secret, folder, defer } = setup
  const name = `growth_${size}`
  await createDatabase(setup.sql, name)
  const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
  const sql = connect(url, { max: 3, statementTimeoutMs: 0 })
  defer(() => sql.end({ timeout: 5 }))
  await migrate(sql)
  const { vendorId } = await fill(sql, { products: size, orders: size })
  const node = await startService(folder, { databaseUrl: url, secret, defer, name, role: 'api' })
  const target = openTarget(node.url)
  defer(() => target.pool.close())
  const paths = await pathsOf(sql, { vendorId, secret })
  const headers = await signInTo(sql, { secret, vendorId, count: 500 })
  return {
    size,
    pid: node.pid,
    call(name) {
      return () => target.send({ path: paths[name](), headers: headers() })
    }
  }
}

/** The number of different pages in the middle of a list. */
const pageCount = 10_000

/**
 * Returns functions for the paths. Products and pages are read over the whole range of keys: with a large database,
 * most of them are not in the caches.
 */
async function pathsOf(
  sql: Sql,
  { vendorId, secret }: { vendorId: string; secret: string }
): Promise<Record<RequestName, () => string>> {
  const ids = await shuffledProducts(sql, vendorId)
  const cursors = cursorsFor([secret], ['products', vendorId, {}])
  const after = ids.slice(0, pageCount).map((id) => cursors.write([id]))
  const orders = (await sampleOrderKeys(sql, { vendorId, count: pageCount })).map((key) =>
    orderPagePath(vendorId, { secret, key })
  )
  const first = orderPagePath(vendorId, { secret })
  let calls = 0
  return {
    'product read': () => `/api/v1/vendor/products/${ids[calls++ % ids.length]}`,
    'products, first page': () => '/api/v1/vendor/products?first=24',
    'products, last page': () => '/api/v1/vendor/products?last=24',
    'products, any page': () => `/api/v1/vendor/products?first=24&after=${after[calls++ % after.length]}`,
    'orders, first page': () => first,
    'orders, any page': () => orders[calls++ % orders.length] ?? first
  }
}

/**
 * Measures the kinds of requests one after another, each on the databases of all sizes. Thus all sizes are
 * measured at about the same time, and other load on the machine affects them equally.
 */
async function measureNodes(
  nodes: Node[],
  { rounds, seconds }: BenchSetup['options']
): Promise<Map<number, Costs>> {
  const costs = new Map<number, Costs>(nodes.map(({ size }) => [size, new Map()]))
  for (let round = 0; round <= rounds; round++) {
    for (const name of requestNames) {
      for (const { size, call } of nodes) {
        const sample = await callFor({ seconds, concurrency: 16 }, call(name))
        // The first round only warms up.
        if (round > 0) costs.get(size)?.set(name, [...(costs.get(size)?.get(name) ?? []), sample])
      }
    }
  }
  return costs
}

function withinList(
  costs: Map<number, Costs>,
  { size, from, to }: { size: number; from: RequestName; to: RequestName }
): LimitCase {
  const name = `${to} / first, ${size.toLocaleString('en-US')}`
  return factor(name, limits.withinList, costOf(costs, size, from), costOf(costs, size, to))
}

function acrossSizes(
  costs: Map<number, Costs>,
  { request, sizes, chart }: { request: RequestName; sizes: number[]; chart: boolean }
): LimitCase {
  const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)]
  const name = `${request}, ${largest.toLocaleString('en-US')} / ${smallest.toLocaleString('en-US')}`
  const one = factor(
    name,
    limits.acrossSizes,
    costOf(costs, smallest, request),
    costOf(costs, largest, request)
  )
  if (!chart) return one
  return { ...one, measure: async () => ({ ...(await one.measure()), chart: chartOf(costs) }) }
}

/**
 * Returns a case that compares the costs `to` with the costs `from`. Each list has one sample per round. The
 * value of the case is the median of the ratios `to` / `from`, which must not exceed `limit`.
 */
function factor(size: string, limit: number, from: Sample[], to: Sample[]): LimitCase {
  return {
    kind: 'limit',
    size,
    unit: '×',
    limit,
    async measure() {
      const {
        median: value,
        min,
        max
      } = spread(to.map(({ rate }, round) => (from[round]?.rate ?? Number.NaN) / rate))
      const note =
        `${middleCost(from).toFixed(2)} ms per request (${middleProcessor(from)}) grew to ` +
        `${middleCost(to).toFixed(2)} ms (${middleProcessor(to)}); ratios of the rounds: ${min.toFixed(2)} to ${max.toFixed(2)}`
      return { value, notes: [note] }
    }
  }
}

function middleCost(samples: Sample[]): number {
  return median(samples.map(({ rate }) => 1000 / rate))
}

function middleProcessor(samples: Sample[]): string {
  return processorText(middleTime(samples.map(({ processor }) => processor)))
}

function costOf(costs: Map<number, Costs>, size: number, name: RequestName): Sample[] {
  return costs.get(size)?.get(name) ?? []
}

function chartOf(costs: Map<number, Costs>): Chart {
  return {
    title: 'Cost of a request by size of the vendor',
    x: 'products and orders of the vendor (and the same number of 199 others)',
    y: 'ms per request, 16 concurrent callers',
    lines: requestNames.map((name) => ({
      name,
      points: [...costs.keys()].map((size) => ({ x: size, y: middleCost(costOf(costs, size, name)) }))
    }))
  }
}
