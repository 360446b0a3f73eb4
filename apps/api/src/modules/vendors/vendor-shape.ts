import { assetUrl } from '../../lib/assets.ts'
import type { VendorRow } from './queries.ts'
import type { Address, Vendor } from './schema.ts'

/** A vendor as the operator sees it. */
export function vendorShape(row: VendorRow, assetOrigin: string): Vendor {
  const { id, name, slug, email, phone, website, description, leadTime, isActive, createdAt, updatedAt } = row
  return {
    id,
    name,
    slug,
    email,
    phone,
    website,
    description,
    logoUrl: assetUrl(assetOrigin, row.logo),
    leadTime,
    commissionPercent: Number(row.commissionPercent),
    isActive,
    address: addressShape(row.address),
    createdAt,
    updatedAt
  }
}

/** The address object of specification 2.7. */
function addressShape(address: Partial<Address>): Address {
  const { name = null, company = null, addressLine1 = null, addressLine2 = null, city = null } = address
  const { state = null, zipCode = null, country = null, phone = null } = address
  return { name, company, addressLine1, addressLine2, city, state, zipCode, country, phone }
}
