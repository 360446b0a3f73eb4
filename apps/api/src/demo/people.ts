import type { VendorCaller } from '../http/access.ts'
import { newId } from '../lib/ids.ts'
import type { CatalogEntry } from './catalog.ts'

export type VendorName = CatalogEntry['vendor']
export type DemoPerson = { id: string; name: string; vendorId?: string }

/** Who does what: the operator, and one person a vendor. */
export type DemoPeople = {
  operator: DemoPerson
  vendors: Record<VendorName, DemoPerson & { vendorId: string }>
}

/** As requests of that person would come in: of the vendor, or of the platform where there is none. */
export function callerOf({ id, name, vendorId }: DemoPerson): VendorCaller {
  return {
    id: newId(),
    vendorId: vendorId ?? '',
    headers: {},
    principal: {
      realm: vendorId ? 'vendor' : 'platform',
      vendorId: vendorId ?? null,
      vendorIsActive: true,
      role: 'OWNER',
      actor: { type: 'USER', id, name },
      sessionId: null
    }
  }
}
