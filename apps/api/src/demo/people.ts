import type { Caller } from '../http/caller.ts'
import { newId } from '../lib/ids.ts'
import type { CatalogEntry } from './catalog.ts'

export type VendorName = CatalogEntry['vendor']
export type DemoPerson = { id: string; name: string; vendorId?: string }

/** Who does what: the operator, and one person a vendor. */
export type DemoPeople = {
  operator: DemoPerson
  vendors: Record<VendorName, DemoPerson & { vendorId: string }>
}

/** Returns the caller that requests of that person have: of the vendor, or of the platform where there is none. */
export function callerOf({ id, name, vendorId }: DemoPerson): Caller {
  return {
    requestId: newId(),
    actor: { type: 'USER', id, name, isPlatform: vendorId === undefined },
    vendorId: vendorId ?? '',
    ifMatch: undefined,
    assetOrigin: ''
  }
}
