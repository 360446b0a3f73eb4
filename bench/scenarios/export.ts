import { exportStatement, listExportRows } from '../../apps/api/src/modules/export/export-queries.ts'
import { callFor } from '../pace.ts'
import { countVariants, discardCopy } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

const path = '/api/v1/vendor/products/export'

export const scenario: Scenario = {
  floor:
    "for a page, the service's statement sent by the driver; for the stream, its COPY read by the driver",
  async prepare({ options, service, sql, vendorId, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const rows = await countVariants(sql, vendorId)
    const page = { backward: false, key: undefined, limit: 100 }
    const pages = { seconds: options.seconds, concurrency: 16 }
    // One reader, because a stream is produced by one statement on one core.
    const streams = { seconds: options.seconds, concurrency: 1, units: rows }
    return [
      {
        kind: 'ratio',
        size: 'page of 100',
        unit: 'requests',
        target: 0.5,
        floor: () => callFor(pages, () => listExportRows(sql, vendorId, { page, withCount: false })),
        service() {
          const signed = headers()
          return callFor(pages, () => service.send({ path, headers: signed }))
        }
      },
      {
        kind: 'ratio',
        size: `CSV of ${rows}`,
        unit: 'rows',
        target: 0.5,
        floor: () => callFor(streams, () => discardCopy(sql, exportStatement(vendorId, 'csv'))),
        service() {
          const signed = { ...headers(), accept: 'text/csv' }
          return callFor(streams, () => service.send({ path, headers: signed }))
        }
      }
    ]
  }
}
