import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../apps/api/src/lib/ids.ts'
import { type Catalog, openCatalog } from '../catalog.ts'
import { copyAll, copyOfUpload } from '../copy-rows.ts'
import { insertVendors } from '../fill-queries.ts'
import { latencyOf, timeOnce } from '../pace.ts'
import { probeMs, probeUntil } from '../probe.ts'
import { checkpoint } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { awaitJob, cancelJob, jsonBody, ndjsonBody, requireCreated, sendUpload } from '../upload.ts'

const maxJsonItems = 50_000

export const scenario: Scenario = {
  floor:
    'COPY of the rows that an upload has inserted, for another vendor, into products, variants, ' +
    'product_categories and product_history with all their indexes, in one transaction, sent directly by the driver',
  async prepare(setup: BenchSetup) {
    const { options, sql, categoryIds, signIn } = setup
    const catalog = await openCatalog(categoryIds)
    const [vendorId = '', floorVendorId = ''] = await insertVendors(sql, { prefix: 'upload', count: 2 })
    const headers = await signIn(vendorId)
    const parts = { setup, catalog, headers, floorVendorId }
    return options.uploadSizes.map((size, index) => ofSize(parts, size, index === 0))
  }
}

type Parts = {
  setup: BenchSetup
  catalog: Catalog
  headers: () => Record<string, string>
  floorVendorId: string
}

function ofSize(parts: Parts, size: number, measuresDelay: boolean): RatioCase {
  const { setup, catalog, headers, floorVendorId } = parts
  const { service, sql } = setup
  let jobId: string | undefined
  const makeBody = () => {
    const mark = shortMark()
    const items = Array.from({ length: size }, (_, index) => catalog.item(index, mark))
    return size > maxJsonItems ? ndjsonBody(items) : jsonBody(items)
  }
  const upload = async () => {
    const body = makeBody()
    return timeOnce(size, async () => {
      jobId = await sendUpload(service, headers, body)
      requireCreated(await awaitJob(service, headers, jobId), size)
    })
  }
  return {
    kind: 'ratio',
    size: `${size} ${size > maxJsonItems ? 'NDJSON' : 'JSON'}`,
    unit: 'items',
    target: 0.5,
    settle: () => checkpoint(sql),
    async floor() {
      // The first round has no earlier upload whose rows could be copied.
      if (!jobId) await upload()
      const tables = await copyOfUpload(sql, {
        jobId: jobId ?? '',
        vendorId: floorVendorId,
        mark: shortMark()
      })
      return timeOnce(size, () => copyAll(sql, tables))
    },
    service: upload,
    async notes() {
      const texts = `items have ${catalog.source}`
      return measuresDelay ? [texts, await delayNote(parts)] : [texts]
    }
  }
}

/**
 * Measures the latency of a cheap request while the service receives a body of nearly the maximum size.
 * Returns a note about it for the result.
 */
async function delayNote({ setup, catalog, headers }: Parts): Promise<string> {
  const { service, options } = setup
  const mark = shortMark()
  const sample = Array.from({ length: 1000 }, (_, index) => catalog.item(maxJsonItems + index, mark))
  const bytesPerItem = Buffer.byteLength(JSON.stringify(sample)) / sample.length
  const count = Math.min(maxJsonItems, Math.floor(options.delayBytes / bytesPerItem))
  // Descriptions are extended until the body has the required size.
  const filling = ' '.padEnd(
    Math.max(0, Math.floor(options.delayBytes / count - bytesPerItem)),
    'more words '
  )
  const body = jsonBody(
    Array.from({ length: count }, (_, index) => {
      const item = catalog.item(index, mark)
      return { ...item, full_description: `${item.full_description}${filling}` }
    })
  )
  const idle = latencyOf(await probeUntil(service, sleep(2000)))
  let jobId = ''
  const startedAt = performance.now()
  const sent = sendUpload(service, headers, body).then((id) => {
    jobId = id
  })
  const busy = latencyOf(await probeUntil(service, sent))
  const seconds = (performance.now() - startedAt) / 1000
  await cancelJob(service, headers, jobId)
  const MiB = (body.bytes as Buffer).length / 2 ** 20
  return (
    `GET /livez at ${1000 / probeMs}/s while ${MiB.toFixed(1)} MiB (${count} items) were received in ${seconds.toFixed(1)} s: ` +
    `p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms (idle: ${idle.p50.toFixed(1)} and ${idle.p99.toFixed(1)} ms)`
  )
}

function shortMark(): string {
  return newId().slice(-12)
}
