import { newId } from '../apps/api/src/lib/ids.ts'
import { openCatalog } from './catalog.ts'
import { insertVendors } from './fill-queries.ts'
import { countUploaded } from './queries.ts'
import type { BenchSetup } from './setup.ts'
import { awaitJob, cancelJob, jsonBody, requireCreated, sendUpload } from './upload.ts'

/** A vendor who repeats an upload, each time with different products. */
export type Uploader = {
  /** Starts to upload. Resolves when the first upload is queued. */
  start(): Promise<void>
  /** Stops. Resolves when no upload is running any more. */
  stop(): Promise<void>
  /** Returns the number of products created so far. */
  count(): Promise<number>
}

/**
 * Creates an uploader with `size` items per upload. It builds the body once and then only changes the marks
 * in it.
 */
export async function openUploader(setup: BenchSetup, size: number): Promise<Uploader> {
  const { sql, service, categoryIds } = setup
  const [vendorId = ''] = await insertVendors(sql, { prefix: 'uploader', count: 1 })
  const headers = await setup.signIn(vendorId)
  const body = await markedBody(size, categoryIds)
  let running: Promise<void> | undefined
  let isStopping = false

  async function upload(queued: () => void): Promise<void> {
    while (!isStopping) {
      const id = await sendUpload(service, headers, body())
      queued()
      const ended = awaitJob(service, headers, id)
      while (!isStopping && !(await isOver(ended)));
      if (isStopping) return cancelJob(service, headers, id).then(async () => void (await ended))
      requireCreated(await ended, size)
    }
  }

  return {
    start() {
      isStopping = false
      return new Promise((resolve, reject) => {
        running = upload(resolve)
        running.catch(reject)
      })
    },
    async stop() {
      isStopping = true
      await running
    },
    count: () => countUploaded(sql, vendorId)
  }
}

/** Waits at most 0.1 s for the work. Returns true if it has ended. */
async function isOver(work: Promise<unknown>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 100, false))
  return Promise.race([work.then(() => true), late])
}

async function markedBody(size: number, categoryIds: string[]) {
  const catalog = await openCatalog(categoryIds)
  const mark = newMark()
  const body = jsonBody(Array.from({ length: size }, (_, index) => catalog.item(index, mark)))
  const bytes = body.bytes as Buffer
  const offsets: number[] = []
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) offsets.push(at)
  return () => {
    const next = newMark()
    for (const offset of offsets) bytes.write(next, offset, 'latin1')
    return body
  }
}

function newMark(): string {
  return newId().slice(-12)
}
