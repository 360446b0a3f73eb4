import { setTimeout as sleep } from 'node:timers/promises'
import { openTarget, type Target } from '../http.ts'
import { callFor, latencyOf, timeOnce } from '../pace.ts'
import { processorText, processorTimePerUnit, readProcessorTime } from '../processor.ts'
import { countOutbox, insertOutbox, sampleVisible } from '../queries.ts'
import type { LimitCase, RateCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'
import { stockChange } from '../writes.ts'

const pageSize = 500
/** The maximum number of ids in one request for products. */
const productsPerPage = 100
const waitingReaders = 200
const changesPerSecond = 10

type Change = { id: string }
type Page = { changes: Change[]; pageInfo: { endCursor: string; hasNextPage: boolean } }
type Feed = { read(query: string, service?: Target): Promise<Page>; cursors: string[]; total: number }

export const scenario: Scenario = {
  floor: 'none: readers of /platform/catalog-changes',
  async prepare(setup: BenchSetup) {
    const { sql, service } = setup
    const operator = await setup.signInOperator()
    await insertOutbox(sql)
    while ((await countOutbox(sql)) > 0) await sleep(100)
    const read = (query: string, from = service) =>
      from.json<Page>({ path: `/api/v1/platform/catalog-changes?${query}`, headers: operator() })
    const { cursors, total } = await readAll(read)
    const feed = { read, cursors, total }
    return [firstSync(feed), catchingUp(setup, feed), await waiting(setup, feed)]
  }
}

/** Reads the feed from the start to the end. Returns the cursors of its pages, and the number of changes. */
async function readAll(read: Feed['read']): Promise<{ cursors: string[]; total: number }> {
  const cursors: string[] = []
  let total = 0
  for (let hasNextPage = true; hasNextPage; ) {
    const after = cursors.at(-1)
    const page = await read(`first=${pageSize}${after === undefined ? '' : `&after=${after}`}`)
    hasNextPage = page.pageInfo.hasNextPage
    total += page.changes.length
    cursors.push(page.pageInfo.endCursor)
  }
  return { cursors, total }
}

function firstSync({ read, total }: Feed): RateCase {
  return {
    ...{ kind: 'rate', size: `first sync of ${total}, one reader`, unit: 'changes' },
    service: () => timeOnce(total, () => readAll(read))
  }
}

/** Readers that were away: each reads a page from some cursor, and then the products on it. */
function catchingUp({ options, service }: BenchSetup, { read, cursors }: Feed): RateCase {
  const pace = { seconds: options.seconds, concurrency: 16, units: productsPerPage }
  return {
    ...{ kind: 'rate', size: `catching up with products, 16 readers`, unit: 'changes' },
    service: () =>
      callFor(pace, async (call) => {
        const cursor = cursors[call % Math.max(1, cursors.length - 1)]
        const { changes } = await read(`first=${productsPerPage}&after=${cursor}`)
        const ids = changes.map(({ id }) => id).join(',')
        await service.send({ path: `/api/v1/storefront/products?ids=${ids}` })
      })
  }
}

/** The time from the response to a write until readers who wait for changes have received the change. */
async function waiting(setup: BenchSetup, { read }: Feed): Promise<LimitCase> {
  const { options, service, sql, vendorId, assetOrigin } = setup
  const products = await sampleVisible(sql, vendorId)
  const headers = await setup.signIn(vendorId)
  return {
    kind: 'limit',
    size: `p99 from a write to ${waitingReaders} waiting readers`,
    unit: 'ms',
    limit: undefined,
    async measure() {
      const connections = openTarget(assetOrigin, waitingReaders + 1)
      try {
        const { cursors } = await readAll(read)
        const before = readProcessorTime()
        const took = await deliver(
          { read: (query) => read(query, connections), cursor: cursors.at(-1) ?? '' },
          () => changeStocks(service, headers, { products, seconds: options.seconds * options.rounds })
        )
        const { p50, p99 } = latencyOf(took)
        const used = processorTimePerUnit(before, took.length)
        return {
          value: p99,
          notes: [
            `${took.length} deliveries, p50 ${p50.toFixed(0)} ms; ${processorText(used)} for each, with the writes`
          ]
        }
      } finally {
        await connections.pool.close()
      }
    }
  }
}

/** Sends changes of stock at a fixed rate. Returns the time of each response by the id of the product. */
async function changeStocks(
  service: Target,
  headers: Headers,
  { products, seconds }: { products: { id: string; variantId: string }[]; seconds: number }
): Promise<Map<string, number>> {
  const written = new Map<string, number>()
  const count = Math.min(products.length, Math.max(1, Math.round(seconds * changesPerSecond)))
  for (const [index, { id, variantId }] of products.slice(0, count).entries()) {
    await service.send(stockChange(headers(), { id, variantId, quantity: 70_000 + index }))
    written.set(id, performance.now())
    await sleep(1000 / changesPerSecond)
  }
  return written
}

/** Lets readers wait for changes while `write` makes them. Returns how long each change took to each reader, in ms. */
async function deliver(
  { read, cursor }: { read: (query: string) => Promise<Page>; cursor: string },
  write: () => Promise<Map<string, number>>
): Promise<number[]> {
  const received: { id: string; at: number }[] = []
  const ended = Promise.withResolvers<Map<string, number>>()
  let expected: number | undefined
  const reader = async () => {
    let after = cursor
    let seen = 0
    while (expected === undefined || seen < expected) {
      const { changes, pageInfo } = await read(`first=${pageSize}&after=${after}&wait=2`)
      const at = performance.now()
      after = pageInfo.endCursor
      for (const { id } of changes) received.push({ id, at })
      seen += changes.length
    }
  }
  const readers = Array.from({ length: waitingReaders }, reader)
  write().then((written) => {
    expected = written.size
    ended.resolve(written)
  }, ended.reject)
  const [written] = await Promise.all([ended.promise, ...readers])
  return received.flatMap(({ id, at }) => {
    const writtenAt = written.get(id)
    return writtenAt === undefined ? [] : Math.max(0, at - writtenAt)
  })
}
