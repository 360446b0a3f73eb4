import { recordCatalogChanges } from '../../catalog-changes.ts'
import type { Handle, Sql } from '../../db/connect.ts'
import { changesBetween } from '../../event-changes.ts'
import { recordEvent, systemOrigin } from '../../events.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { CommissionPreview } from './schema.ts'

/**
 * Returns how a commission would change the retail prices of a vendor, as JSON text, or undefined if there is no
 * vendor with this id. The statement reads all variants of the vendor once.
 */
export async function previewCommission(
  sql: Handle,
  { id, commissionPercent }: { id: string; commissionPercent: string }
): Promise<JsonText<CommissionPreview> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    with priced as materialized (
      select x.id, x.product_id, x.sku, p.name, retail_price(x.vendor_price, v.commission_percent) as price,
        retail_price(x.vendor_price, ${commissionPercent}::numeric) as new_price
      from vendors v join products p on p.vendor_id = v.id join variants x on x.product_id = p.id
      where v.id = ${id} and p.status = 'PUBLISHED' and x.is_active
    ), largest as (
      select * from priced where new_price <> price order by abs(new_price - price) desc, id limit 10
    )
    select json_build_object('commissionPercent', trim_scale(v.commission_percent),
      'newCommissionPercent', trim_scale(${commissionPercent}::numeric), 'currency', s.currency,
      'variants', n.variants, 'increased', n.increased, 'decreased', n.decreased,
      'averageChange', coalesce(n.average, 0)::numeric(30, 2)::text,
      'largest', (
        select coalesce(json_agg(json_build_object('productId', l.product_id, 'productName', l.name, 'variantId', l.id,
          'sku', l.sku, 'price', money_text(l.price), 'newPrice', money_text(l.new_price))
          order by abs(l.new_price - l.price) desc, l.id), '[]') from largest l))::text as json
    from vendors v cross join settings s cross join (
      select count(*) as variants, count(*) filter (where new_price > price) as increased,
        count(*) filter (where new_price < price) as decreased,
        avg(new_price - price) filter (where new_price <> price) as average
      from priced) n
    where v.id = ${id}`
  return row?.json
}

/**
 * Makes commissions the current ones whose time has come. Each vendor has its own transaction, and a node skips a vendor
 * that another node or a request has locked.
 */
export async function applyNextCommissions(sql: Sql): Promise<void> {
  const due = await sql<{ id: string }[]>`select id from vendors where next_commission_at <= now()`
  for (const { id } of due) {
    await sql.begin(async (tx) => {
      const [row] = await tx<{ before: string; after: string }[]>`
        update vendors v set commission_percent = v.next_commission_percent, next_commission_percent = null,
          next_commission_at = null, updated_at = now()
        from (select id from vendors where id = ${id} and next_commission_at <= now() for no key update skip locked) l
        where v.id = l.id
        returning json_build_object('commissionPercent', trim_scale(old.commission_percent), 'nextCommission', json_build_object(
            'commissionPercent', trim_scale(old.next_commission_percent), 'effectiveFrom', iso_text(old.next_commission_at)))::text as before,
          json_build_object('commissionPercent', trim_scale(new.commission_percent))::text as after`
      if (!row) return
      await recordCatalogChanges(tx, 'VENDOR', [id])
      const changedFields = ['commissionPercent', 'nextCommission']
      await recordEvent(tx, systemOrigin, {
        type: 'vendor.updated',
        vendorId: id,
        subject: { type: 'vendor', id },
        changedFields,
        details: changesBetween(row.before, row.after, changedFields)
      })
    })
  }
}
