import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { lowerPriority } from '../../../jobs/lower-priority.ts'
import { type ReadEnd, type ReadFormat, type ReadLimits, readItems } from '../../bulk-items/read-items.ts'
import type { Marketplace } from '../../products/marketplace-queries.ts'
import { uploadItems, uploadItemsOf } from './upload-item.ts'

lowerPriority()

type UploadToRead = {
  format: ReadFormat
  limits: ReadLimits
  marketplace?: Marketplace
  port: MessagePort
}

/**
 * Reads the items of one upload in a thread. Each message from the main thread starts one step. A step ends
 * with a request to the main thread, such as a request for more bytes of the body. A step reads only a
 * limited part of the body, so that uploads that share the thread take turns. Returns undefined if the port
 * was closed before the end of the body.
 */
export async function readUpload({
  format,
  limits,
  marketplace,
  port
}: UploadToRead): Promise<ReadEnd | undefined> {
  const reading = readItems(format, { kind: marketplace ? uploadItemsOf(marketplace) : uploadItems, limits })
  for await (const [answer] of on(port, 'message', { close: ['close'] })) {
    const step = reading.next(answer)
    if (step.done) return step.value
    port.postMessage(step.value)
  }
  return undefined
}
