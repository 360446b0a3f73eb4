import { fillVendor } from '../fill.ts'
import { insertOpenOrders, type OpenLine, reopenOrders } from '../fill-order-queries.ts'
import { writeAcknowledgements, writeShipments } from '../floors/shipments.ts'
import { timeOnce } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'
import { jsonCall, shipmentOf } from '../writes.ts'

const maxOrders = 2000
const setSize = 100
const concurrency = 4

export const scenario: Scenario = {
  floor: 'the frozen statements of a set, pipelined in one transaction by the driver',
  async prepare(setup: BenchSetup) {
    const { options, sql, categoryIds } = setup
    const products = Math.min(maxOrders, options.products)
    const vendorId = await fillVendor(sql, { prefix: 'SETS', products, categoryIds })
    const lines = await insertOpenOrders(sql, vendorId)
    const headers = await setup.signIn(vendorId)
    return [
      acknowledgements(setup, { vendorId, lines, headers }),
      shipments(setup, { vendorId, lines, headers })
    ]
  }
}

type Orders = { vendorId: string; lines: OpenLine[]; headers: Headers }

function acknowledgements({ service, sql }: BenchSetup, { vendorId, lines, headers }: Orders): RatioCase {
  const idsOf = (set: OpenLine[]) => set.map(({ suborderId }) => suborderId)
  const sample = async (send: (set: OpenLine[]) => Promise<unknown>) => {
    await reopenOrders(sql, vendorId)
    return allSets(lines, send)
  }
  return {
    ...{ kind: 'ratio', size: `acknowledgements in sets of ${setSize}`, unit: 'orders', target: undefined },
    settle: () => checkpoint(sql),
    floor: () => sample((set) => writeAcknowledgements(sql, vendorId, idsOf(set))),
    service: () =>
      sample(async (set) => {
        const call = jsonCall('POST', 'vendor/orders/acknowledge', headers(), { ids: idsOf(set) })
        requireAll(await service.json(call), set.length)
      })
  }
}

function shipments({ service, sql }: BenchSetup, { vendorId, lines, headers }: Orders): RatioCase {
  return {
    ...{ kind: 'ratio', size: `shipments in sets of ${setSize}`, unit: 'shipments', target: undefined },
    settle: () => checkpoint(sql),
    floor: () => allSets(lines, (set) => writeShipments(sql, vendorId, set)),
    service: () =>
      allSets(lines, async (set) => {
        const call = jsonCall('POST', 'vendor/shipments/bulk', headers(), { shipments: set.map(shipmentOf) })
        requireAll(await service.json(call), set.length)
      })
  }
}

/** Measures the time in which all lines are handled in sets, a few of them at a time. */
function allSets(lines: OpenLine[], send: (set: OpenLine[]) => Promise<unknown>) {
  const sets = Array.from({ length: Math.ceil(lines.length / setSize) }, (_, index) =>
    lines.slice(index * setSize, (index + 1) * setSize)
  )
  return timeOnce(lines.length, () => {
    const remaining = sets.values()
    const worker = async () => {
      for (const set of remaining) await send(set)
    }
    return Promise.all(Array.from({ length: concurrency }, worker))
  })
}

function requireAll({ succeeded }: { succeeded: number }, count: number): void {
  if (succeeded !== count) throw new Error(`${succeeded} of ${count} entries of a set succeeded`)
}
