import type { Deps } from '../../../deps.ts'
import { cursorsFor } from '../../../http/cursor.ts'
import { withKeptMoments } from '../../../http/moments.ts'
import { pageText, readPage } from '../../../http/paging.ts'
import type { Fragment } from '../shape-queries.ts'
import { listSuborders } from './list-queries.ts'
import type { OrderFilters, OrderListQuery } from './list-schema.ts'

/**
 * A page of the vendor's suborders as JSON text (specification 4.9), newest first, exactly counted: `name` is the list's,
 * `columns` what it shows of each.
 */
export async function readSuborderPage(
  { sql, secret }: Deps,
  {
    vendorId,
    query,
    name,
    columns
  }: { vendorId: string; query: OrderListQuery; name: string; columns: Fragment }
): Promise<string> {
  const filters = filtersOf(query)
  const cursors = cursorsFor(secret, [name, vendorId, filters])
  const page = readPage(query, cursors)
  const { rows, total } = await listSuborders(sql, vendorId, { filters, page, columns })
  return pageText(name, rows, { page, cursors, estimatedTotalCount: total })
}

/** A search without a word finds everything: see `search_words` of the migrations. */
const hasWord = /[^\s!-/:-@[-`{-~]/

function filtersOf(query: OrderListQuery): OrderFilters {
  const { first, after, last, before, search, ...others } = query
  const filters = { ...others, ...(search !== undefined && hasWord.test(search) && { search }) }
  return Object.fromEntries(Object.entries(withKeptMoments(filters)).sort(([a], [b]) => (a < b ? -1 : 1)))
}
