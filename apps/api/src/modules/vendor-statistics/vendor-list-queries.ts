import type { Fragment, Handle } from '../../db/connect.ts'
import {
  inRange,
  type List,
  listOf,
  ordered,
  type Page,
  pageStatement,
  passing,
  readRows,
  run
} from '../../db/lists.ts'
import type { Listed } from '../../http/paging.ts'
import { vendorJson } from '../vendors/queries.ts'
import { figuresJson, lateByVendor, waitingByVendor } from './figure-queries.ts'
import type { VendorFilters, VendorSort } from './figures-schema.ts'

type ListedVendors = {
  page: Page
  filters: VendorFilters
  sort?: VendorSort | undefined
  /** The number of days that the figures cover, or undefined for a list without figures. */
  days?: number | undefined
  assetOrigin: string
}

type SortedField = Exclude<VendorSort, `-${string}` | 'createdAt'>

/** For each field by which the list is sorted, the value of a row `v`. `from` has what it needs beside the vendors. */
const orders: Record<
  SortedField,
  { type: 'numeric' | 'text collate "C"'; value: string; from?: (sql: Handle) => Fragment }
> = {
  name: { type: 'text collate "C"', value: 'name_key(v.name) collate "C"' },
  commissionPercent: { type: 'numeric', value: 'v.commission_percent' },
  waiting: { type: 'numeric', value: 'coalesce(f.n, 0)::numeric', from: waitingByVendor },
  lateOrders: { type: 'numeric', value: 'coalesce(f.n, 0)::numeric', from: lateByVendor }
}

/** Lists a page of vendors, with the number of vendors that match the filters. The list is in the order `sort`, or newest first. */
export function listVendors(sql: Handle, input: ListedVendors): Promise<Listed> {
  return readRows(sql, vendorPageQuery(sql, input))
}

/** Returns the statement that `listVendors` sends. */
export function vendorPageQuery(sql: Handle, input: ListedVendors): Fragment {
  const { page, filters, sort = '-createdAt', days, assetOrigin } = input
  const field = sort.replace('-', '') as SortedField | 'createdAt'
  const list = listOf(sql, {
    ...{ from: 'vendors v', row: 'v', page, order: sort.startsWith('-') ? 'desc' : 'asc' },
    key: field === 'createdAt' ? { id: 'uuid' } : { sorted_by: orders[field].type, id: 'uuid' },
    conditions: conditionsOf(sql, filters)
  })
  const vendor = vendorJson(sql, assetOrigin)
  const json =
    days === undefined
      ? vendor
      : sql`left(${vendor}, -1) || ',"figures":' || ${figuresJson(sql, days)}::text || '}'`
  return pageStatement(list, {
    rows:
      field === 'createdAt'
        ? sql`${run(list, { lead: [], where: passing(list) })} ${list.first}`
        : sortedBy(list, field),
    json: sql`select ${json} from vendors v where v.id = run.id`,
    count: sql`(select count(*) from vendors v where ${passing(list)})`
  })
}

function conditionsOf(sql: Handle, { search, isActive, trust }: VendorFilters) {
  return {
    isActive: isActive !== undefined && sql`v.is_active = (select ${isActive}::boolean)`,
    trust: trust !== undefined && sql`v.trust = (select ${trust}::text)`,
    search:
      !!search &&
      sql`strpos(lower(v.name), (select lower(${search}))) > 0 or strpos(v.slug, (select lower(${search}))) > 0`
  }
}

/** Sorts all vendors that match the filters. A marketplace has far fewer vendors than products. */
function sortedBy(list: List, field: SortedField): Fragment {
  const { sql, first } = list
  const { value, from } = orders[field]
  const columns = ['s.sorted_by', 's.id']
  return sql`
    select s.* from (
      select ${sql.unsafe(value)} as sorted_by, v.id
      from vendors v ${from ? sql`left join (${from(sql)}) f on f.vendor_id = v.id` : sql``}
      where ${passing(list)}) s
    where ${inRange(list, columns)} ${ordered(list, columns)} ${first}`
}
