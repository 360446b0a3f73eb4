import type { Deps } from '../../deps.ts'
import { cursorsFor } from '../../http/cursor.ts'
import type { JsonText } from '../../http/json-text.ts'
import { withKeptMoments } from '../../http/moments.ts'
import { pageText, readPage } from '../../http/paging.ts'
import { listShipments } from './list-queries.ts'
import type { ShipmentListQuery, ShipmentPage } from './schema.ts'

/** A page of the vendor's shipments, newest first, exactly counted (specification 4.9). */
export async function readShipmentPage(
  { sql, secret }: Deps,
  { vendorId, query }: { vendorId: string; query: ShipmentListQuery }
): Promise<JsonText<ShipmentPage>> {
  const { orderId, status, updatedAfter } = query
  const filters = withKeptMoments({
    ...(orderId !== undefined && { orderId: orderId.toLowerCase() }),
    ...(status !== undefined && { status }),
    ...(updatedAfter !== undefined && { updatedAfter })
  })
  const cursors = cursorsFor(secret, ['shipments', vendorId, filters])
  const page = readPage(query, cursors)
  const { rows, total } = await listShipments(sql, vendorId, { filters, page })
  return pageText('shipments', rows, { page, cursors, estimatedTotalCount: total })
}
