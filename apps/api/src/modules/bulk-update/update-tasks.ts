import { type ReadUpdates, readUpdates } from './read-updates.ts'

/** The program of the thread of an `UpdateReader`. */
export function readBody({ bytes, vendorId }: { bytes: Uint8Array; vendorId: string }): ReadUpdates {
  return readUpdates(bytes, vendorId)
}
