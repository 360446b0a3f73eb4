import { newId } from '../../apps/api/src/lib/ids.ts'
import { openCatalog } from '../catalog.ts'
import { insertVendors } from '../fill-queries.ts'
import type { Ground } from '../ground.ts'
import { residentMiB, watchMemory } from '../machine.ts'
import type { Scenario } from '../scenario.ts'
import { awaitJob, ndjsonStream, requireCreated, sendUpload } from '../upload.ts'

const warmingLines = 1000

export const scenario: Scenario = {
  floor: 'none: the resident memory of the service process may grow by less than 64 MiB',
  async prepare({ options, service, sql, categoryIds, servicePid, signIn }: Ground) {
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
        size: `${options.memoryLines} lines in`,
        unit: 'MiB',
        limit: 64,
        async measure() {
          // What an upload needs at all (its thread, compiled code) is there before; what counts is growth with size.
          const rest = residentMiB(servicePid)
          const warming = Math.min(warmingLines, options.memoryLines)
          requireCreated(await awaitJob(service, headers, await upload(warming)), warming)
          const memory = watchMemory(servicePid)
          const begun = performance.now()
          const jobId = await upload(options.memoryLines)
          const received = { peak: memory.peak(), seconds: (performance.now() - begun) / 1000 }
          requireCreated(await awaitJob(service, headers, jobId), options.memoryLines)
          const seconds = (performance.now() - begun) / 1000
          const done = memory.stop()
          const value = Math.max(0, received.peak - memory.before)
          const notes = [
            `${rest.toFixed(0)} MiB at rest, ${memory.before.toFixed(0)} MiB after ${warming} lines; received in ${received.seconds.toFixed(1)} s with a peak of ` +
              `${received.peak.toFixed(0)} MiB; final after ${seconds.toFixed(1)} s with a peak of ${done.toFixed(0)} MiB`,
            `items hold ${catalog.source}`
          ]
          return { value, notes }
        }
      }
    ]
  }
}
