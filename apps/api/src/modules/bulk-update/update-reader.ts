import { createThreads } from '../../workers/threads.ts'
import type { Marketplace } from '../products/marketplace-queries.ts'
import type * as program from './read-updates.ts'

/**
 * Reads the bodies of bulk updates in separate threads. Reading a large body takes seconds. In a thread that also serves
 * other requests, this would delay their short tasks. JSON bodies are read one at a time. Workbooks, which take longer, are
 * read in another thread, a few concurrently.
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

/** Creates a reader. Its threads run the program at `url`. */
export function createUpdateReader(url = new URL('./read-updates.ts', import.meta.url)): UpdateReader {
  const options = { program: url, maxThreads: 1, maxQueue: 20, maxHeapMiB: 1_024 }
  const threads = createThreads<{ readUpdates: typeof program.readUpdates }>(options)
  const workbookThreads = createThreads<{ readUpdateWorkbook: typeof program.readUpdateWorkbook }>({
    ...options,
    maxConcurrentTasks: 4
  })
  return {
    read: (bytes, vendorId, marketplace) =>
      threads.run('readUpdates', { bytes, vendorId, ...(marketplace && { marketplace }) }, [bytes.buffer]),
    readWorkbook: (workbook) => workbookThreads.run('readUpdateWorkbook', workbook),
    close: async () => {
      await Promise.all([threads.close(), workbookThreads.close()])
    }
  }
}
