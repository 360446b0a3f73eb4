import type { Handle, Tx } from '../../db/connect.ts'
import type { VendorRow } from './queries.ts'

export type ProfileRow = VendorRow & { currency: string }

/** The vendor with the marketplace's currency. */
export async function findProfile(sql: Handle, vendorId: string): Promise<ProfileRow | undefined> {
  const [row] = await sql<ProfileRow[]>`
    select v.id, v.name, v.slug, v.email, v.phone, v.website, v.description, v.logo, v.lead_time,
      v.commission_percent, v.is_active, v.address, v.created_at, v.updated_at, s.currency
    from vendors v cross join settings s where v.id = ${vendorId}`
  return row
}

/** Sets or clears the logo of a vendor; false where that changes nothing. */
export async function updateLogo(tx: Tx, vendorId: string, path: string | null): Promise<boolean> {
  const { count } = await tx`
    update vendors set logo = ${path}, updated_at = now()
    where id = ${vendorId} and logo is distinct from ${path}`
  return count === 1
}
