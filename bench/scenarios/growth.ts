import { connect, type Sql } from '../../apps/api/src/db/connect.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { fill } from '../fill.ts'
import { middleOrder } from '../fill-order-queries.ts'
import { type Ground, signInTo } from '../ground.ts'
import { openTarget } from '../http.ts'
import { spread } from '../measure.ts'
import { callFor, median } from '../pace.ts'
import { createDatabase, sampleProducts } from '../queries.ts'
import type { Chart, LimitCase, Scenario } from '../scenario.ts'
import { startService } from '../service-process.ts'
import { orderPagePath } from './orders-list.ts'

/** What may be within a list, and from the least database to the greatest. */
const limits = { along: 1.2, grown: 1.5 }

const works = [
  'product read',
  'products, first page',
  'products, last page',
  'orders, first page',
  'orders, middle page'
] as const
type Work = (typeof works)[number]

/** A database of a size, and a node that serves it alone. */
type Place = { size: number; call(work: Work): () => Promise<unknown> }

/** Milliseconds of the whole machine for one request, round by round. */
type Costs = Map<Work, number[]>

export const scenario: Scenario = {
  floor:
    'none: a database and a node of its own for each size, measured in turn; what a request costs may grow by so much',
  async prepare(ground: Ground) {
    const sizes = [...ground.options.growthSizes].sort((a, b) => a - b)
    const places: Place[] = []
    for (const size of sizes) places.push(await openPlace(ground, size))
    const costs = await measurePlaces(places, ground.options)
    return [
      ...sizes.flatMap((size) => [
        along(costs, { size, from: 'products, first page', to: 'products, last page' }),
        along(costs, { size, from: 'orders, first page', to: 'orders, middle page' })
      ]),
      ...works.map((work, index) => grown(costs, { work, sizes, chart: index === 0 }))
    ]
  }
}

async function openPlace(ground: Ground, size: number): Promise<Place> {
  const { databaseUrl, secret, folder, defer } = ground
  const name = `growth_${size}`
  await createDatabase(ground.sql, name)
  const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
  const sql = connect(url, { max: 2, statementTimeoutMs: 0 })
  defer(() => sql.end({ timeout: 5 }))
  await migrate(sql)
  const { vendorId } = await fill(sql, { products: size, orders: size })
  const node = await startService(folder, { databaseUrl: url, secret, defer, name, role: 'api' })
  const target = openTarget(node.url)
  defer(() => target.pool.close())
  const paths = await pathsOf(sql, { vendorId, size, secret })
  const headers = await signInTo(sql, secret, vendorId)
  return {
    size,
    call(work) {
      const signed = headers()
      return () => target.send({ path: paths[work](), headers: signed })
    }
  }
}

async function pathsOf(
  sql: Sql,
  { vendorId, size, secret }: { vendorId: string; size: number; secret: string }
): Promise<Record<Work, () => string>> {
  const products = await sampleProducts(sql, vendorId)
  const key = await middleOrder(sql, { vendorId, orders: size })
  const [first, middle] = [orderPagePath(vendorId, { secret }), orderPagePath(vendorId, { secret, key })]
  let read = 0
  return {
    'product read': () => `/api/v1/vendor/products/${products[read++ % products.length]?.id}`,
    'products, first page': () => '/api/v1/vendor/products?first=24',
    'products, last page': () => '/api/v1/vendor/products?last=24',
    'orders, first page': () => first,
    'orders, middle page': () => middle
  }
}

/** Work by work, all sizes in turn, so that what else the machine does meets them alike. */
async function measurePlaces(
  places: Place[],
  { rounds, seconds }: Ground['options']
): Promise<Map<number, Costs>> {
  const costs = new Map<number, Costs>(places.map(({ size }) => [size, new Map()]))
  for (let round = 0; round <= rounds; round++) {
    for (const work of works) {
      for (const { size, call } of places) {
        const { rate } = await callFor({ seconds, concurrency: 16 }, call(work))
        // The first round only warms up.
        if (round > 0) costs.get(size)?.set(work, [...(costs.get(size)?.get(work) ?? []), 1000 / rate])
      }
    }
  }
  return costs
}

function along(
  costs: Map<number, Costs>,
  { size, from, to }: { size: number; from: Work; to: Work }
): LimitCase {
  const name = `${to} / first, ${size.toLocaleString('en-US')}`
  return factor(name, limits.along, costOf(costs, size, from), costOf(costs, size, to))
}

function grown(
  costs: Map<number, Costs>,
  { work, sizes, chart }: { work: Work; sizes: number[]; chart: boolean }
): LimitCase {
  const [least = 0, most = 0] = [sizes[0], sizes.at(-1)]
  const name = `${work}, ${most.toLocaleString('en-US')} / ${least.toLocaleString('en-US')}`
  const one = factor(name, limits.grown, costOf(costs, least, work), costOf(costs, most, work))
  if (!chart) return one
  return { ...one, measure: async () => ({ ...(await one.measure()), chart: chartOf(costs) }) }
}

/** By how much one costs more than the other: of each round, then their median. */
function factor(size: string, limit: number, from: number[], to: number[]): LimitCase {
  return {
    kind: 'limit',
    size,
    unit: '×',
    limit,
    async measure() {
      const { median: value, min, max } = spread(to.map((cost, round) => cost / (from[round] ?? Number.NaN)))
      const note =
        `${median(from).toFixed(2)} ms became ${median(to).toFixed(2)} ms a request, ` +
        `in single rounds ${min.toFixed(2)} to ${max.toFixed(2)} times`
      return { value, notes: [note] }
    }
  }
}

function costOf(costs: Map<number, Costs>, size: number, work: Work): number[] {
  return costs.get(size)?.get(work) ?? []
}

function chartOf(costs: Map<number, Costs>): Chart {
  return {
    title: 'What a request costs as a vendor grows',
    x: 'products and orders of the vendor (as many again of 199 others)',
    y: 'ms a request, 16 callers at once',
    lines: works.map((work) => ({
      name: work,
      points: [...costs.keys()].map((size) => ({ x: size, y: median(costOf(costs, size, work)) }))
    }))
  }
}
