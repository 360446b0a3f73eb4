import type { Handle, Tx } from '../../db/connect.ts'
import { freeSlug } from '../../db/slugs.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Address, NewVendor, Vendor, VendorProfile } from './schema.ts'

/** A change of the commission at a later time. The commission is decimal text. */
export type NextCommission = { commissionPercent: string; effectiveFrom: string }

/**
 * The writable columns of a vendor. The commission is decimal text. Null for a lead time or a trust means the default
 * value.
 */
export type StoredVendor = {
  name: string
  slug: string
  email: string | null
  phone: string | null
  website: string | null
  description: string | null
  leadTime: number | null
  commissionPercent: string
  nextCommission: NextCommission | null
  acknowledgeHours: number | null
  shipDays: number | null
  isActive: boolean
  trust: Vendor['trust'] | null
  address: Partial<Address>
}

/** SQL columns of a row `v` that both the vendor and the operator see. */
function sharedFields(sql: Handle, assetOrigin: string) {
  return sql`v.id, v.name, v.slug, v.email, v.phone, v.website, v.description,
    asset_url(${assetOrigin}, v.logo) as "logoUrl", v.lead_time as "leadTime",
    trim_scale(v.commission_percent) as "commissionPercent",
    case when v.next_commission_at is not null then json_build_object('commissionPercent',
      trim_scale(v.next_commission_percent), 'effectiveFrom', iso_text(v.next_commission_at)) end as "nextCommission",
    address_json(v.address) as address,
    iso_text(v.created_at) as "createdAt", iso_text(v.updated_at) as "updatedAt"`
}

/** A SQL expression for the JSON of a row `v`, as the operator sees it. */
export function vendorJson(sql: Handle, assetOrigin: string) {
  return sql`(
    select to_json(s)::text from (select ${sharedFields(sql, assetOrigin)}, v.is_active as "isActive",
      v.trust, v.acknowledge_hours as "acknowledgeHours", v.ship_days as "shipDays") s)`
}

/** Returns a vendor as the operator sees it, or undefined if there is no vendor with this id. */
export async function findVendor(
  sql: Handle,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<Vendor> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${vendorJson(sql, assetOrigin)} as json from vendors v where v.id = ${id}`
  return row?.json
}

/**
 * Returns a vendor as its own users see it, with the currency and the weight unit of the marketplace.
 * Returns undefined if there is no vendor with this id.
 */
export async function findProfile(
  sql: Handle,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<VendorProfile> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(s)::text as json
    from (select ${sharedFields(sql, assetOrigin)}, settings.currency, settings.weight_unit as "weightUnit"
      from vendors v cross join settings where v.id = ${id}) s`
  return row?.json
}

/**
 * Locks a vendor until the transaction ends. Rows that refer to it, such as products and users, can still be
 * written.
 */
export async function lockVendor(tx: Tx, id: string): Promise<StoredVendor | undefined> {
  const [row] = await tx<StoredVendor[]>`
    select name, slug, email, phone, website, description, lead_time, commission_percent,
      case when next_commission_at is not null then json_build_object('commissionPercent', next_commission_percent::text,
        'effectiveFrom', next_commission_at) end as next_commission, acknowledge_hours, ship_days, is_active, trust,
      address
    from vendors where id = ${id} for no key update`
  return row
}

/** Inserts a vendor. A taken slug gets the next free suffix, so call `lockWriters` first. */
export async function insertVendor(
  tx: Tx,
  id: string,
  vendor: NewVendor & { slug: string; commissionPercent: string }
): Promise<void> {
  await tx`
    insert into vendors (id, name, slug, email, phone, website, description, lead_time, commission_percent, trust,
      address)
    values (${id}, ${vendor.name}, ${freeSlug(tx, 'vendors', { base: vendor.slug, id })}, ${vendor.email ?? null},
      ${vendor.phone ?? null}, ${vendor.website ?? null}, ${vendor.description ?? null},
      ${vendor.leadTime ?? tx`default`}, ${vendor.commissionPercent}::numeric, ${vendor.trust ?? tx`default`},
      jsonb_strip_nulls(${tx.json(vendor.address ?? {})}))`
}

/** Updates a vendor. As with `insertVendor`, call `lockWriters` first. */
export async function updateVendor(tx: Tx, id: string, vendor: StoredVendor): Promise<void> {
  await tx`
    update vendors set name = ${vendor.name}, slug = ${freeSlug(tx, 'vendors', { base: vendor.slug, id })},
      email = ${vendor.email}, phone = ${vendor.phone}, website = ${vendor.website},
      description = ${vendor.description}, lead_time = ${vendor.leadTime ?? tx`default`},
      commission_percent = ${vendor.commissionPercent}::numeric,
      next_commission_percent = ${vendor.nextCommission?.commissionPercent ?? null}::numeric,
      next_commission_at = ${vendor.nextCommission?.effectiveFrom ?? null},
      acknowledge_hours = ${vendor.acknowledgeHours}, ship_days = ${vendor.shipDays}, is_active = ${vendor.isActive},
      trust = ${vendor.trust ?? tx`default`},
      address = jsonb_strip_nulls(${tx.json(vendor.address)}), updated_at = now()
    where id = ${id}`
}

/** Sets the logo of a vendor, or clears it if `path` is null. Returns false if that changes nothing. */
export async function updateVendorLogo(tx: Tx, id: string, path: string | null): Promise<boolean> {
  const { count } = await tx`
    update vendors set logo = ${path}, updated_at = now() where id = ${id} and logo is distinct from ${path}`
  return count === 1
}

/** Returns the commission of new vendors that the settings contain, as decimal text, or null. */
export async function findDefaultCommission(sql: Handle): Promise<string | null> {
  const [row] = await sql<{ percent: string | null }[]>`
    select default_commission_percent as percent from settings`
  return row?.percent ?? null
}
