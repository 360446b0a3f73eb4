import { createThreads } from '../../workers/threads.ts'
import type { Marketplace } from '../products/marketplace-queries.ts'
import type * as program from './read-updates.ts'

/**
 * Reads the bodies of bulk updates in a separate thread, one at a time. Reading a large body takes seconds.
 * In a thread that also serves other requests, this would delay their short tasks.
 */
export type UpdateReader = {
  read(
    bytes: Uint8Array<ArrayBuffer>,
    vendorId: string,
    marketplace?: Marketplace
  ): Promise<program.ReadUpdates>
  readWorkbook(workbook: program.UpdateWorkbook): Promise<program.ReadUpdates>
  close(): Promise<void>
}

/** Creates a reader. Its thread runs the program at `url`. */
export function createUpdateReader(url = new URL('./read-updates.ts', import.meta.url)): UpdateReader {
  const threads = createThreads<Pick<typeof program, 'readUpdates' | 'readUpdateWorkbook'>>({
    ...{ program: url, maxThreads: 1, maxQueue: 20, maxHeapMiB: 1_024 }
  })
  return {
    read: (bytes, vendorId, marketplace) =>
      threads.run('readUpdates', { bytes, vendorId, ...(marketplace && { marketplace }) }, [bytes.buffer]),
    readWorkbook: (workbook) => threads.run('readUpdateWorkbook', workbook),
    close: () => threads.close()
  }
}
