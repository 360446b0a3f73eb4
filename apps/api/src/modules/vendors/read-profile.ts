import type { Handle } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findProfile } from './profile-queries.ts'
import type { VendorProfile } from './profile-schema.ts'
import { vendorShape } from './vendor-shape.ts'

/** The vendor's profile as JSON text; a read of one round trip. */
export async function readProfile(
  sql: Handle,
  vendorId: string,
  assetOrigin: string
): Promise<JsonText<VendorProfile>> {
  const row = orNotFound(await findProfile(sql, vendorId))
  const { isActive: _, ...shape } = vendorShape(row, assetOrigin)
  return JSON.stringify({ ...shape, currency: row.currency })
}
