import { exportCopy, readExportPage } from '../floors/lists.ts'
import { callFor } from '../pace.ts'
import { countVariants, discardCopy } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

const path = '/api/v1/vendor/products/export'

export const scenario: Scenario = {
  floor:
    'for a page, a frozen statement sent by the driver; for the stream, a frozen COPY read by the driver',
  async prepare({ options, service, sql, vendorId, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const rows = await countVariants(sql, vendorId)
    const pages = { seconds: options.seconds, concurrency: 16 }
    // One reader, because a stream is produced by one statement on one core.
    const streams = { seconds: options.seconds, concurrency: 1, units: rows }
    return [
      {
        kind: 'ratio',
        size: 'page of 100',
        unit: 'requests',
        target: 0.7,
        floor: () => callFor(pages, () => readExportPage(sql, vendorId)),
        service: () => callFor(pages, () => service.send({ path, headers: headers() }))
      },
      {
        kind: 'ratio',
        size: `CSV of ${rows}`,
        unit: 'rows',
        target: 0.7,
        floor: () => callFor(streams, () => discardCopy(sql, exportCopy(vendorId))),
        service: () =>
          callFor(streams, () => service.send({ path, headers: { ...headers(), accept: 'text/csv' } }))
      }
    ]
  }
}
