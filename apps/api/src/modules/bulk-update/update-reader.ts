import { createThreads } from '../../workers/threads.ts'
import type { ReadUpdates } from './read-updates.ts'
import type * as updateTasks from './update-tasks.ts'

/**
 * Reads the bodies of bulk updates in a thread of its own, one at a time. A body takes seconds, and would hold up the
 * short tasks of other requests.
 */
export type UpdateReader = {
  read(bytes: Uint8Array<ArrayBuffer>, vendorId: string): Promise<ReadUpdates>
  close(): Promise<void>
}

export function createUpdateReader({
  program = new URL('./update-tasks.ts', import.meta.url)
}: {
  program?: URL
} = {}): UpdateReader {
  const threads = createThreads<typeof updateTasks>({
    ...{ program, maxThreads: 1, maxQueue: 20, maxHeapMiB: 1_024 }
  })
  return {
    read: (bytes, vendorId) => threads.run('readBody', { bytes, vendorId }, [bytes.buffer]),
    close: () => threads.close()
  }
}
