import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../apps/api/src/lib/ids.ts'
import { type Catalog, openCatalog } from '../catalog.ts'
import { copyAll, copyOfUpload } from '../copy-rows.ts'
import { insertVendors } from '../fill-queries.ts'
import type { Ground } from '../ground.ts'
import { latencyOf, timeOnce } from '../pace.ts'
import { probeMs, probeUntil } from '../probe.ts'
import { checkpoint } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import { awaitJob, cancelJob, jsonBody, ndjsonBody, requireCreated, sendUpload } from '../upload.ts'

const maxJsonItems = 50_000

export const scenario: Scenario = {
  floor:
    'COPY of the rows that an upload made, for another vendor, into products, variants and product_categories with ' +
    'all their indexes, in one transaction by the driver alone',
  async prepare(ground: Ground) {
    const { options, sql, categoryIds, signIn } = ground
    const catalog = await openCatalog(categoryIds)
    const [vendorId = '', floorVendorId = ''] = await insertVendors(sql, { prefix: 'upload', count: 2 })
    const headers = await signIn(vendorId)
    const parts = { ground, catalog, headers, floorVendorId }
    return options.uploadSizes.map((size, index) => ofSize(parts, size, index === 0))
  }
}

type Parts = {
  ground: Ground
  catalog: Catalog
  headers: () => Record<string, string>
  floorVendorId: string
}

function ofSize(parts: Parts, size: number, watchesDelay: boolean): RatioCase {
  const { ground, catalog, headers, floorVendorId } = parts
  const { service, sql } = ground
  let jobId: string | undefined
  const makeBody = () => {
    const mark = shortMark()
    const items = Array.from({ length: size }, (_, index) => catalog.item(index, mark))
    return size > maxJsonItems ? ndjsonBody(items) : jsonBody(items)
  }
  const upload = async () => {
    const body = makeBody()
    await checkpoint(sql)
    return timeOnce(size, async () => {
      jobId = await sendUpload(service, headers, body)
      requireCreated(await awaitJob(service, headers, jobId), size)
    })
  }
  return {
    kind: 'ratio',
    size: `${size} ${size > maxJsonItems ? 'NDJSON' : 'JSON'}`,
    unit: 'items',
    target: 0.35,
    async floor() {
      // The first floor has no upload before it whose rows it could copy.
      if (!jobId) await upload()
      const tables = await copyOfUpload(sql, {
        jobId: jobId ?? '',
        vendorId: floorVendorId,
        mark: shortMark()
      })
      await checkpoint(sql)
      return timeOnce(size, () => copyAll(sql, tables))
    },
    ours: upload,
    async notes() {
      const texts = `items hold ${catalog.source}`
      return watchesDelay ? [texts, await delayNote(parts)] : [texts]
    }
  }
}

/** What a cheap request waits while a body of nearly the greatest size is taken in. */
async function delayNote({ ground, catalog, headers }: Parts): Promise<string> {
  const { service, options } = ground
  const mark = shortMark()
  const sample = Array.from({ length: 1000 }, (_, index) => catalog.item(maxJsonItems + index, mark))
  const bytesOfOne = Buffer.byteLength(JSON.stringify(sample)) / sample.length
  const count = Math.min(maxJsonItems, Math.floor(options.delayBytes / bytesOfOne))
  // What real texts lack to the size that is wanted is spent on descriptions.
  const filling = ' '.padEnd(Math.max(0, Math.floor(options.delayBytes / count - bytesOfOne)), 'more words ')
  const body = jsonBody(
    Array.from({ length: count }, (_, index) => {
      const item = catalog.item(index, mark)
      return { ...item, full_description: `${item.full_description}${filling}` }
    })
  )
  const idle = latencyOf(await probeUntil(service, sleep(2000)))
  let jobId = ''
  const begun = performance.now()
  const sent = sendUpload(service, headers, body).then((id) => {
    jobId = id
  })
  const busy = latencyOf(await probeUntil(service, sent))
  const seconds = (performance.now() - begun) / 1000
  await cancelJob(service, headers, jobId)
  const MiB = (body.bytes as Buffer).length / 2 ** 20
  return (
    `GET /livez at ${1000 / probeMs}/s while ${MiB.toFixed(1)} MiB (${count} items) were taken in within ${seconds.toFixed(1)} s: ` +
    `p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms (idle: ${idle.p50.toFixed(1)} and ${idle.p99.toFixed(1)} ms)`
  )
}

function shortMark(): string {
  return newId().slice(-12)
}
