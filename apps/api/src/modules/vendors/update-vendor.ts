import type { StoredVendor } from './queries.ts'
import type { VendorPatch } from './schema.ts'

/**
 * What a vendor is after the patch. Null clears an optional field, or sets it back to what a new vendor has; of
 * the address only the fields sent change.
 */
export function mergeVendor(stored: StoredVendor, { address, ...patch }: VendorPatch): StoredVendor {
  const merged = address === null ? {} : { ...stored.address, ...address }
  return { ...stored, ...patch, address: merged }
}
