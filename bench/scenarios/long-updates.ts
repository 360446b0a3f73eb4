import { setTimeout as sleep } from 'node:timers/promises'
import { fillVendor } from '../fill.ts'
import { processorText, processorTimePerUnit, readProcessorTime } from '../processor.ts'
import { listTargets, sampleProducts, type TableState, tableStates } from '../queries.ts'
import type { LimitCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { jsonCall, stockChange } from '../writes.ts'

const maxProducts = 10_000
const slices = 10
const concurrency = 4
const itemsPerUpdate = 1000
const tables = ['variants', 'products', 'events', 'product_history', 'catalog_outbox', 'catalog_changes']

/** The numbers of changes in one slice of the time. */
type Slice = { single: number; items: number }

/**
 * Changes the stock of single variants and updates 1,000 prices and stocks again and again, while autovacuum runs with
 * its default settings. Compares the rate at the end with the rate at the beginning.
 */
export const scenario: Scenario = {
  floor: 'none: the same updates at the beginning',
  async prepare(setup: BenchSetup) {
    const { options } = setup
    let measured: Slice[] = []
    const slowdown = (size: string, of: (slice: Slice) => number): LimitCase => ({
      kind: 'limit',
      size: `${size}: first fifth / last fifth of ${options.updateMinutes} minutes`,
      unit: '×',
      limit: undefined,
      async measure() {
        const notes = measured.length === 0 ? await run() : []
        const [first, last] = [measured.slice(0, slices / 5), measured.slice(-slices / 5)].map((some) =>
          some.reduce((sum, slice) => sum + of(slice), 0)
        )
        return { value: (first ?? 0) / (last || 1), notes }
      }
    })
    const run = async () => {
      const { changes, notes } = await update(setup)
      measured = changes
      return notes
    }
    return [
      slowdown('single changes of stock', ({ single }) => single),
      slowdown('items of bulk updates', ({ items }) => items)
    ]
  }
}

async function update(setup: BenchSetup): Promise<{ changes: Slice[]; notes: string[] }> {
  const { options, sql, service, categoryIds, signIn } = setup
  const products = Math.min(maxProducts, options.products)
  const vendorId = await fillVendor(sql, { prefix: 'LONG', products, categoryIds })
  const headers = await signIn(vendorId)
  const sampled = await sampleProducts(sql, vendorId)
  const targets = await listTargets(sql, { vendorId, limit: products })
  const seconds = (options.updateMinutes * 60) / slices
  const before = await tableStates(sql, tables)
  const processors = readProcessorTime()
  const changes: Slice[] = []
  let sent = 0
  let current: Slice = { single: 0, items: 0 }
  let isOver = false

  const single = async () => {
    while (!isOver) {
      const { id = '', variantId = '' } = sampled[sent++ % sampled.length] ?? {}
      await service.send(stockChange(headers(), { id, variantId, quantity: 1000 + sent }))
      current.single++
    }
  }
  const bulk = async () => {
    for (let first = 0; !isOver; first = (first + itemsPerUpdate) % targets.length) {
      const items = targets
        .slice(first, first + itemsPerUpdate)
        .map(({ code }) => ({ code, vendor_price: (10 + (sent++ % 5000) / 100).toFixed(2), amount: sent }))
      await service.send(jsonCall('POST', 'vendor/products/bulk-update', headers(), { items }))
      current.items += items.length
    }
  }
  const slice = async () => {
    for (let index = 0; index < slices; index++) {
      await sleep(seconds * 1000)
      changes.push(current)
      current = { single: 0, items: 0 }
    }
    isOver = true
  }
  await Promise.all([...Array.from({ length: concurrency }, single), bulk(), slice()])
  const total = changes.reduce((sum, { single, items }) => sum + single + items, 0)
  const used = processorTimePerUnit(processors, total)
  const after = await tableStates(sql, tables)
  const rates = (of: (slice: Slice) => number) =>
    changes.map((slice) => Math.round(of(slice) / seconds)).join(', ')
  const notes = [
    `changes of stock per second in each tenth: ${rates(({ single }) => single)}`,
    `items of bulk updates per second in each tenth: ${rates(({ items }) => items)}`,
    `${processorText(used)} for each changed variant`,
    ...after.map((table, index) => growthNote(before[index], table))
  ]
  return { changes, notes }
}

function growthNote(before: TableState | undefined, { name, bytes, dead, vacuums }: TableState): string {
  const grown = (bytes - (before?.bytes ?? 0)) / 2 ** 20
  const runs = vacuums - (before?.vacuums ?? 0)
  return `${name} grew by ${grown.toFixed(0)} MiB and has ${dead} dead rows after ${runs} runs of autovacuum`
}
