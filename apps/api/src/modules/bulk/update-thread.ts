import { parentPort } from 'node:worker_threads'
import { readUpdates } from './read-updates.ts'

/** The program of the thread that reads bulk updates: one answer for each task, in their order. */
parentPort?.on('message', ({ bytes, vendorId }: { bytes: Uint8Array; vendorId: string }) => {
  parentPort?.postMessage(readUpdates(bytes, vendorId))
})
