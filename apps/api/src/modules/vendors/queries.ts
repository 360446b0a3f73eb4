import type { Handle, Tx } from '../../db/connect.ts'
import type { Page, PageRow } from '../../db/lists.ts'
import { freeSlug } from '../../db/slugs.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Address, NewVendor, Vendor, VendorProfile } from './schema.ts'

/** What of a vendor can be written; the commission is decimal text, null means what a new vendor has. */
export type StoredVendor = {
  name: string
  slug: string
  email: string | null
  phone: string | null
  website: string | null
  description: string | null
  leadTime: number | null
  commissionPercent: string | null
  isActive: boolean
  address: Partial<Address>
}

/** The fields of a row `v` that the vendor is shown as well as the operator. */
function shownFields(sql: Handle, assetOrigin: string) {
  return sql`v.id, v.name, v.slug, v.email, v.phone, v.website, v.description,
    asset_url(${assetOrigin}, v.logo) as "logoUrl", v.lead_time as "leadTime",
    trim_scale(v.commission_percent) as "commissionPercent", address_json(v.address) as address,
    iso_text(v.created_at) as "createdAt", iso_text(v.updated_at) as "updatedAt"`
}

/** A row `v` as the operator sees it. */
function vendorJson(sql: Handle, assetOrigin: string) {
  return sql`(
    select to_json(s)::text from (select ${shownFields(sql, assetOrigin)}, v.is_active as "isActive") s)`
}

type Filters = { search?: string; isActive?: boolean }

function filtered(sql: Handle, { search, isActive }: Filters) {
  return sql`true
    ${isActive === undefined ? sql`` : sql`and v.is_active = ${isActive}`}
    ${search ? sql`and (strpos(lower(v.name), lower(${search})) > 0 or strpos(v.slug, lower(${search})) > 0)` : sql``}`
}

/** Lists one page, newest first, with the row beyond its limit, and how many vendors there are with the filters. */
export async function listVendors(
  sql: Handle,
  { page, assetOrigin, ...filters }: Filters & { page: Page; assetOrigin: string }
): Promise<{ total: number; rows: PageRow[] }> {
  const past = page.key?.[0]
  const found = await sql<{ total: number; id: string | null; json: string }[]>`
    select counted.total, v.id, ${vendorJson(sql, assetOrigin)} as json
    from (select count(*)::integer as total from vendors v where ${filtered(sql, filters)}) counted
      left join (
        select * from vendors v
        where ${filtered(sql, filters)}
          ${past === undefined ? sql`` : page.backward ? sql`and v.id > ${past}` : sql`and v.id < ${past}`}
        order by v.id ${page.backward ? sql`asc` : sql`desc`} limit ${page.limit + 1}
      ) v on true
    order by v.id ${page.backward ? sql`asc` : sql`desc`}`
  const rows = found.flatMap(({ id, json }) => (id === null ? [] : [{ json, key: [id] }]))
  return { total: found[0]?.total ?? 0, rows }
}

/** Finds a vendor as the operator sees it. */
export async function findVendor(
  sql: Handle,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<Vendor> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${vendorJson(sql, assetOrigin)} as json from vendors v where v.id = ${id}`
  return row?.json
}

/** Finds a vendor as it sees itself: with the marketplace's currency. */
export async function findProfile(
  sql: Handle,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<VendorProfile> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(s)::text as json
    from (select ${shownFields(sql, assetOrigin)}, settings.currency
      from vendors v cross join settings where v.id = ${id}) s`
  return row?.json
}

/** Locks the vendor until the transaction ends; its products and people can be written in the meantime. */
export async function lockVendor(tx: Tx, id: string): Promise<StoredVendor | undefined> {
  const [row] = await tx<StoredVendor[]>`
    select name, slug, email, phone, website, description, lead_time, commission_percent, is_active, address
    from vendors where id = ${id} for no key update`
  return row
}

/** A taken slug gets the next free suffix, so the writers of vendors are locked before. */
export async function insertVendor(tx: Tx, id: string, vendor: NewVendor & { slug: string }): Promise<void> {
  await tx`
    insert into vendors (id, name, slug, email, phone, website, description, lead_time, commission_percent, address)
    values (${id}, ${vendor.name}, ${freeSlug(tx, 'vendors', { base: vendor.slug, id })}, ${vendor.email ?? null},
      ${vendor.phone ?? null}, ${vendor.website ?? null}, ${vendor.description ?? null},
      ${vendor.leadTime ?? tx`default`}, ${vendor.commissionPercent ?? tx`default`},
      jsonb_strip_nulls(${tx.json(vendor.address ?? {})}))`
}

/** As `insertVendor`. */
export async function updateVendor(tx: Tx, id: string, vendor: StoredVendor): Promise<void> {
  await tx`
    update vendors set name = ${vendor.name}, slug = ${freeSlug(tx, 'vendors', { base: vendor.slug, id })},
      email = ${vendor.email}, phone = ${vendor.phone}, website = ${vendor.website},
      description = ${vendor.description}, lead_time = ${vendor.leadTime ?? tx`default`},
      commission_percent = ${vendor.commissionPercent ?? tx`default`}, is_active = ${vendor.isActive},
      address = jsonb_strip_nulls(${tx.json(vendor.address)}), updated_at = now()
    where id = ${id}`
}

/** Sets or clears the logo of a vendor; false if that changes nothing. */
export async function updateLogo(tx: Tx, id: string, path: string | null): Promise<boolean> {
  const { count } = await tx`
    update vendors set logo = ${path}, updated_at = now() where id = ${id} and logo is distinct from ${path}`
  return count === 1
}
