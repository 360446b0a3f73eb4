import type { ListSizes } from '../../db/estimate.ts'
import type { Deps } from '../../deps.ts'
import { cursorsFor } from '../../http/cursor.ts'
import type { JsonText } from '../../http/json-text.ts'
import { pageText, readPage } from '../../http/paging.ts'
import { estimateExportRows, listExportRows } from './export-queries.ts'
import { type ExportPage, type ExportQuery, exportPageSize } from './schema.ts'

/**
 * A page of the vendor's variants as JSON text (specification 4.3). Their number is counted with the page where it is
 * small, else estimated once a minute at most.
 */
export async function readExportPage(
  { sql, quick, secret }: Deps,
  sizes: ListSizes,
  { vendorId, query }: { vendorId: string; query: ExportQuery }
): Promise<JsonText<ExportPage>> {
  const cursors = cursorsFor(secret, ['export', vendorId])
  const page = readPage(query, cursors, exportPageSize)
  const known = sizes.recall(vendorId)
  const { rows, counted } = await listExportRows(quick, vendorId, { page, withCount: known === undefined })
  const estimatedTotalCount =
    known ?? (await sizes.settle(vendorId, counted ?? 0, () => estimateExportRows(sql, vendorId)))
  return pageText('products', rows, { page, cursors, estimatedTotalCount })
}
