import { newId } from '../../apps/api/src/lib/ids.ts'
import { openCatalog } from '../catalog.ts'
import { insertVendors } from '../fill-queries.ts'
import { residentMiB, watchMemory } from '../machine.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { awaitJob, ndjsonStream, requireCreated, sendUpload } from '../upload.ts'

const warmupLines = 1000

export const scenario: Scenario = {
  floor: 'none: the resident memory of the service process must grow by less than 64 MiB',
  async prepare({ options, service, sql, categoryIds, servicePid, signIn }: BenchSetup) {
    const catalog = await openCatalog(categoryIds)
    const [vendorId = ''] = await insertVendors(sql, { prefix: 'memory', count: 1 })
    const headers = await signIn(vendorId)
    const upload = (lines: number) => {
      const mark = newId().slice(-12)
      return sendUpload(
        service,
        headers,
        ndjsonStream(lines, (index) => catalog.item(index, mark))
      )
    }
    return [
      {
        kind: 'limit',
        size: `receiving ${options.memoryLines} lines`,
        unit: 'MiB',
        limit: 64,
        async measure() {
          // A first upload starts the thread and compiles code. Only the growth with the size is measured.
          const idle = residentMiB(servicePid)
          const warmup = Math.min(warmupLines, options.memoryLines)
          requireCreated(await awaitJob(service, headers, await upload(warmup)), warmup)
          const memory = watchMemory(servicePid)
          const startedAt = performance.now()
          const jobId = await upload(options.memoryLines)
          const received = { peak: memory.peak(), seconds: (performance.now() - startedAt) / 1000 }
          requireCreated(await awaitJob(service, headers, jobId), options.memoryLines)
          const seconds = (performance.now() - startedAt) / 1000
          const done = memory.stop()
          const value = Math.max(0, received.peak - memory.before)
          const notes = [
            `${idle.toFixed(0)} MiB when idle, ${memory.before.toFixed(0)} MiB after ${warmup} lines; received in ` +
              `${received.seconds.toFixed(1)} s with a peak of ${received.peak.toFixed(0)} MiB; completed after ` +
              `${seconds.toFixed(1)} s with a peak of ${done.toFixed(0)} MiB`,
            `items have ${catalog.source}`
          ]
          return { value, notes }
        }
      }
    ]
  }
}
