import { fillVendor } from '../fill.ts'
import { letVendorWait } from '../fill-waiting-queries.ts'
import { writeApprovals } from '../floors/approvals.ts'
import { timeOnce } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { Sample, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { jsonCall } from '../writes.ts'

const setSize = 1000

type Entry = { id: string; version: number }

export const scenario: Scenario = {
  floor:
    'frozen statements with the same writes (product, snapshot, history, catalog change, event), pipelined in one ' +
    'transaction for each set by the driver',
  async prepare(setup: BenchSetup) {
    const { options, service, sql, categoryIds } = setup
    const count = options.decisions
    const vendorId = await fillVendor(sql, { prefix: 'DECIDED', products: count, categoryIds })
    const operator = await setup.signInOperator()
    const sample = async (decide: (set: Entry[]) => Promise<unknown>): Promise<Sample> => {
      const entries = await letVendorWait(sql, vendorId)
      return timeOnce(count, async () => {
        for (let first = 0; first < count; first += setSize)
          await decide(entries.slice(first, first + setSize))
      })
    }
    return [
      {
        ...{
          kind: 'ratio',
          size: `${count} approvals in sets of ${setSize}`,
          unit: 'decisions',
          target: undefined
        },
        settle: () => checkpoint(sql),
        floor: () =>
          sample((set) =>
            writeApprovals(
              sql,
              set.map(({ id }) => id)
            )
          ),
        service: () =>
          sample(async (set) => {
            const items = set.map((entry) => ({ ...entry, kind: 'PRODUCT', decision: 'APPROVE' }))
            const call = jsonCall('POST', 'platform/moderation/decisions', operator(), { items })
            const { decided } = await service.json<{ decided: number }>(call)
            if (decided !== set.length) throw new Error(`${decided} of ${set.length} entries were decided`)
          })
      }
    ]
  }
}
