import type { Handle, Tx } from '../../db/connect.ts'
import { freeSlug } from '../../db/slugs.ts'
import type { Page } from '../../http/paging.ts'
import type { Address } from './schema.ts'

/** What of a vendor can be written; the commission is decimal text, null stands for what a new vendor has. */
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

/** A vendor as it is stored; times are ISO 8601. */
export type VendorRow = StoredVendor & {
  id: string
  logo: string | null
  leadTime: number
  commissionPercent: string
  createdAt: string
  updatedAt: string
}

function columns(sql: Handle) {
  return sql`v.id, v.name, v.slug, v.email, v.phone, v.website, v.description, v.logo, v.lead_time,
    v.commission_percent, v.is_active, v.address, v.created_at, v.updated_at`
}

type Filters = { search?: string; isActive?: boolean }

function filtered(sql: Handle, { search, isActive }: Filters) {
  return sql`true
    ${isActive === undefined ? sql`` : sql`and v.is_active = ${isActive}`}
    ${search ? sql`and (strpos(lower(v.name), lower(${search})) > 0 or strpos(v.slug, lower(${search})) > 0)` : sql``}`
}

/** One page, newest first, with the row beyond its limit, and how many vendors there are with the filters. */
export async function listVendors(
  sql: Handle,
  { page, ...filters }: Filters & { page: Page }
): Promise<{ total: number; rows: VendorRow[] }> {
  const past = page.key?.[0]
  const found = await sql<({ total: number } & VendorRow)[]>`
    select counted.total, ${columns(sql)}
    from (select count(*)::integer as total from vendors v where ${filtered(sql, filters)}) counted
      left join (
        select * from vendors v
        where ${filtered(sql, filters)}
          ${past === undefined ? sql`` : page.backward ? sql`and v.id > ${past}` : sql`and v.id < ${past}`}
        order by v.id ${page.backward ? sql`asc` : sql`desc`} limit ${page.limit + 1}
      ) v on true
    order by v.id ${page.backward ? sql`asc` : sql`desc`}`
  return { total: found[0]?.total ?? 0, rows: found.filter(({ id }) => id !== null) }
}

export async function findVendor(sql: Handle, id: string): Promise<VendorRow | undefined> {
  const [row] = await sql<VendorRow[]>`select ${columns(sql)} from vendors v where v.id = ${id}`
  return row
}

/** Locks the vendor until the transaction ends; its products and people can be written meanwhile. */
export async function lockVendor(tx: Tx, id: string): Promise<VendorRow | undefined> {
  const [row] = await tx<VendorRow[]>`
    select ${columns(tx)} from vendors v where v.id = ${id} for no key update`
  return row
}

/** A taken slug gets the next free suffix, so the writers of vendors are locked before. */
export async function insertVendor(
  tx: Tx,
  id: string,
  vendor: Omit<StoredVendor, 'isActive'>
): Promise<void> {
  await tx`
    insert into vendors (id, name, slug, email, phone, website, description, lead_time, commission_percent, address)
    values (${id}, ${vendor.name}, ${freeSlug(tx, 'vendors', { base: vendor.slug, id })}, ${vendor.email},
      ${vendor.phone}, ${vendor.website}, ${vendor.description}, ${vendor.leadTime ?? tx`default`},
      ${vendor.commissionPercent ?? tx`default`}, jsonb_strip_nulls(${tx.json(vendor.address)}))`
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
