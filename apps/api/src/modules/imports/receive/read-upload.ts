import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { lowerPriority } from '../../../jobs/lower-priority.ts'
import { type ReadEnd, type ReadLimits, readItems } from '../../bulk-items/read-items.ts'
import { readWorkbook } from '../../bulk-items/workbook/read-workbook.ts'
import type { Marketplace } from '../../products/marketplace-queries.ts'
import { uploadItems, uploadItemsOf } from './upload-item.ts'

lowerPriority()

/** The body of an upload: its format, or the path of a workbook. */
export type UploadBody = { format: 'JSON' | 'LINES' } | { format: 'WORKBOOK'; path: string }

type UploadToRead = UploadBody & { limits: ReadLimits; marketplace?: Marketplace; port: MessagePort }

/**
 * Reads the items of one upload in a thread. Each message from the main thread starts one step. A step ends
 * with a request to the main thread, such as a request for more bytes of the body. A step reads only a
 * limited part of the body, so that uploads that share the thread take turns. Returns undefined if the port
 * was closed before the end of the body.
 */
export async function readUpload({
  limits,
  marketplace,
  port,
  ...body
}: UploadToRead): Promise<ReadEnd | undefined> {
  const source = { kind: marketplace ? uploadItemsOf(marketplace) : uploadItems, limits }
  const reading =
    body.format === 'WORKBOOK'
      ? readWorkbook({ ...source, path: body.path, mode: 'create', isInBody: false })
      : readItems(body.format, source)
  try {
    for await (const [answer] of on(port, 'message', { close: ['close'] })) {
      const step = await reading.next(answer)
      if (step.done) return step.value
      port.postMessage(step.value)
    }
    return undefined
  } finally {
    // Closes the files of a workbook.
    await reading.return?.(undefined as never)
  }
}
