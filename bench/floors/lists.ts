// The statements of the lists. They return the same rows and the same fields as the service's statements did when they
// were frozen.

import type { Sql } from '../../apps/api/src/db/connect.ts'

const noId = '00000000-0000-0000-0000-000000000000'

type ProductPage = { vendorId: string; assets: string; isLast: boolean; limit: number }

/** Returns the first or the last page of a vendor's products as JSON text. */
export async function readProductPage(
  sql: Sql,
  { vendorId, assets, isLast, limit }: ProductPage
): Promise<string> {
  const order = sql.unsafe(isLast ? 'asc' : 'desc')
  const rows = await sql<{ json: string }[]>`
    select to_json(s)::text as json
    from (select id from products where vendor_id = ${vendorId} order by id ${order} limit ${limit + 1}) listed
      cross join lateral (
        select p.id, p.name, p.sku, p.slug, p.short_description as "shortDescription", p.description, p.warranty,
          p.page_title as "pageTitle", p.page_description as "pageDescription", p.brand,
          p.country_of_origin as "countryOfOrigin", p.manufacturer, coalesce(p.lead_time, v.lead_time) as "leadTime",
          p.unspc, p.commodity_code as "commodityCode", p.eccn, p.free_shipping as "freeShipping",
          p.ability_one as "abilityOne", p.made_in_usa as "madeInUsa", p.green_product as "greenProduct",
          p.key_features as "keyFeatures", p.attributes, p.videos, p.account_code as "accountCode",
          p.program_code as "programCode", p.resource_code as "resourceCode", p.metadata, p.status,
          p.pending_revision as "pendingRevision",
          iso_text(p.pending_revision_submitted_at) as "pendingRevisionSubmittedAt", p.moderation,
          coalesce(p.corrections, '[]') as corrections,
          coalesce((select i.issues from attribute_issues i where i.product_id = p.id), '[]') as "attributeIssues",
          p.bulk_import_job_id as "bulkImportJobId", iso_text(p.created_at) as "createdAt",
          iso_text(greatest(p.updated_at,
            (select max(x.updated_at) from variants x where x.product_id = p.id))) as "updatedAt",
          (select coalesce(json_agg(e), '[]') from (
            select x.id, x.product_id as "productId", x.sku, x.name, money_text(x.vendor_price) as "vendorPrice",
              money_text(x.list_price) as "listPrice", x.upc, x.unit_of_measure as "unitOfMeasure",
              x.part_number as "partNumber", trim_scale(x.weight)::text as weight,
              x.initial_inventory as "initialInventory", x.stock_on_hand as "stockOnHand", x.attributes,
              x.is_active as "isActive",
              round(x.vendor_price * (1 + v.commission_percent / 100), 2)::text as price,
              x.stock_reserved as "stockReserved",
              greatest(0, x.stock_on_hand - x.stock_reserved) as "stockAvailable",
              iso_text(x.created_at) as "createdAt", iso_text(x.updated_at) as "updatedAt"
            from variants x where x.product_id = p.id order by x.position, x.id) e) as variants,
          (select coalesce(json_agg(e), '[]') from (
            select i.id, i.product_id as "productId", i.variant_id as "variantId",
              ${assets}::text || '/assets/' || i.path as url, i.alt, i.sort_order as "sortOrder",
              i.is_primary as "isPrimary"
            from product_images i where i.product_id = p.id order by i.sort_order, i.id) e) as images,
          (select coalesce(json_agg(e), '[]') from (
            select d.id, d.product_id as "productId", d.title, d.type, d.url, d.path as document, d.size::text as size,
              d.sort_order as "sortOrder", iso_text(d.created_at) as "createdAt",
              iso_text(d.updated_at) as "updatedAt"
            from product_documents d where d.product_id = p.id order by d.sort_order, d.id) e) as documents,
          (select coalesce(json_agg(e), '[]') from (
            select t.id, t.name, t.slug from product_categories r join categories t on t.id = r.category_id
            where r.product_id = p.id order by r.position, t.id) e) as categories,
          (select coalesce(json_agg(e), '[]') from (
            select t.id, t.name, t.slug from product_collections r join collections t on t.id = r.collection_id
            where r.product_id = p.id order by r.position, t.id) e) as collections,
          (select coalesce(json_agg(e), '[]') from (
            select t.id, t.name, t.slug from product_tags r join tags t on t.id = r.tag_id
            where r.product_id = p.id order by r.position, t.id) e) as tags,
          (select coalesce(json_agg(e), '[]') from (
            select t.id, t.name, t.slug, json_build_object('id', f.id, 'name', f.name, 'slug', f.slug) as facet
            from product_facet_values r join facet_values t on t.id = r.facet_value_id join facets f on f.id = t.facet_id
            where r.product_id = p.id order by r.position, t.id) e) as "facetValues",
          case when p.rating_count = 0 then '[]' else (
            select coalesce(json_agg(e), '[]') from (
              select r.id, r.rating, r.title, r.body, r.author_name as "authorName", iso_text(r.created_at) as "createdAt"
              from product_reviews r where r.product_id = p.id order by r.id desc limit 10) e) end as reviews,
          case when p.rating_count = 0 then 0
            else trim_scale(round(p.rating_sum::numeric / p.rating_count, 2)) end as "averageRating",
          p.rating_count as "totalReviews"
        from products p join vendors v on v.id = p.vendor_id where p.id = listed.id) s
    order by listed.id ${order}`
  return arrayText('products', rows, { limit, isLast })
}

/** Returns the first page of a vendor's products as compact rows, as JSON text. */
export async function readProductRows(
  sql: Sql,
  { vendorId, assets, limit }: Omit<ProductPage, 'isLast'>
): Promise<string> {
  const rows = await sql<{ json: string }[]>`
    select to_json(s)::text as json
    from (select id from products where vendor_id = ${vendorId} order by id desc limit ${limit + 1}) listed
      cross join lateral (
        select p.id, p.sku, p.name, p.status, x.count as "variantCount", x.id as "variantId",
          x.vendor_price as "vendorPrice", x.list_price as "listPrice",
          x.min_cost as "vendorPriceMin", x.max_cost as "vendorPriceMax", x.min_price as "priceMin",
          x.max_price as "priceMax", x.stock_on_hand as "stockOnHand", x.stock_available as "stockAvailable",
          (select ${assets}::text || '/assets/' || i.path from product_images i
            where i.product_id = p.id and i.is_primary order by i.sort_order, i.id limit 1) as "imageUrl",
          iso_text(greatest(p.updated_at, x.updated_at)) as "updatedAt",
          p.has_pending_revision as "hasPendingRevision"
        from products p join vendors v on v.id = p.vendor_id cross join lateral (
          select count(*) as count, case when count(*) = 1 then any_value(id) end as id,
            case when count(*) = 1 then money_text(any_value(vendor_price)) end as vendor_price,
            case when count(*) = 1 then money_text(any_value(list_price)) end as list_price,
            money_text(min(vendor_price)) as min_cost, money_text(max(vendor_price)) as max_cost,
            round(min(vendor_price) * (1 + v.commission_percent / 100), 2)::text as min_price,
            round(max(vendor_price) * (1 + v.commission_percent / 100), 2)::text as max_price,
            coalesce(sum(stock_on_hand), 0) as stock_on_hand,
            coalesce(sum(greatest(0, stock_on_hand - stock_reserved)), 0) as stock_available,
            max(updated_at) as updated_at
          from variants where product_id = p.id) x
        where p.id = listed.id) s
    order by listed.id desc`
  return arrayText('products', rows, { limit })
}

type OrderPage = {
  vendorId: string
  assets: string
  status?: string
  /** The time and id of the order after which the page begins. */
  key?: string[]
}

/** Returns a page of 24 of a vendor's orders, newest first, with the count of all, as JSON text. */
export async function readOrderPage(sql: Sql, { vendorId, assets, status, key }: OrderPage): Promise<string> {
  const [at, id] = key ?? ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`
  const rows = await sql<{ json: string | null; total: string }[]>`
    select counted.total, listed.json
    from (select coalesce(sum(change), 0)::text as total from order_tallies
        where list = 'suborders' and vendor_id = ${vendorId} ${ofStatus}) counted
      left join (
        select run.id, run.placed_at, (select to_json(shown) from (
          select s.id, s.order_number as "orderNumber", s.status, iso_text(s.placed_at) as "placedAt",
            s.po_number as "poNumber", s.vendor_address as vendor, s.bill_to as "billTo", s.ship_to as "shipTo",
            s.currency, iso_text(s.acknowledge_by) as "acknowledgeBy", iso_text(s.ship_by) as "shipBy",
            iso_text(d.at) as "dueAt", coalesce(d.at < now(), false) as "isLate", s.payment_method_name as "paymentMethodName", s.shipping_method_name as "shippingMethodName",
            trim_scale(s.subtotal) as subtotal, trim_scale(s.shipping) as shipping, trim_scale(s.tax) as tax,
            trim_scale(s.discount) as discount, trim_scale(s.total) as total,
            json_build_object('subtotal', trim_scale(n.subtotal), 'shipping', trim_scale(n.shipping), 'tax', trim_scale(n.tax),
              'discount', trim_scale(n.discount), 'total', trim_scale(n.subtotal + n.shipping + n.tax - n.discount)) as net,
            s.customer_note as "customerNote",
            (select json_agg(e) from (
              select i.id, i.product_name as "productName", i.sku, i.quantity, trim_scale(i.unit_price) as price,
                trim_scale(i.subtotal) as subtotal, i.variant_id as "variantId", i.product_id as "productId",
                ${assets}::text || '/assets/' || i.image as "imageUrl", i.quantity_shipped as "quantityShipped",
                i.quantity_cancelled as "quantityCancelled"
              from order_items i where i.suborder_id = s.id order by i.position) e) as items,
            iso_text(s.acknowledged_at) as "acknowledgedAt",
            case when s.status in ('ACKNOWLEDGED', 'PARTIALLY_SHIPPED') then array['ship', 'cancel']
              when s.status = 'CONFIRMED' then array['acknowledge', 'ship', 'cancel'] else '{}' end as "allowedActions",
            (select coalesce(json_agg(e), '[]') from (
              select h.id, s.id as "orderId", s.order_number as "orderNumber", s.po_number as "poNumber", h.carrier,
                h.tracking_number as "trackingNumber", h.tracking_url as "trackingUrl", h.status,
                iso_text(h.shipped_at) as "shippedAt", iso_text(h.delivered_at) as "deliveredAt",
                (select coalesce(json_agg(e), '[]') from (
                  select i.id as "orderItemId", i.product_name as "productName", i.sku, q.quantity
                  from shipment_items q join order_items i on i.id = q.order_item_id
                  where q.shipment_id = h.id order by i.position) e) as items,
                iso_text(h.created_at) as "createdAt", iso_text(h.updated_at) as "updatedAt"
              from shipments h where h.suborder_id = s.id order by h.id) e) as shipments,
            (select coalesce(json_agg(e), '[]') from (
              select c.id, c.reason, c.note, c.cancelled_by as "cancelledBy", c.items,
                iso_text(c.created_at) as "createdAt"
              from order_cancellations c where c.suborder_id = s.id order by c.id) e) as cancellations,
            iso_text(s.created_at) as "createdAt", iso_text(s.updated_at) as "updatedAt"
          from suborders s
            cross join lateral (
              select case when s.status = 'CONFIRMED' then least(s.acknowledge_by, s.ship_by)
                when s.status in ('ACKNOWLEDGED', 'PARTIALLY_SHIPPED') then s.ship_by end as at) d
            cross join lateral (
              select l.net as subtotal, case when l.pieces > 0 then s.shipping else 0 end as shipping,
                round(s.tax * l.net / nullif(l.gross, 0), 2) as tax,
                round(s.discount * l.net / nullif(l.gross, 0), 2) as discount
              from (
                select sum(i.quantity - i.quantity_cancelled) as pieces, sum(i.subtotal) as gross,
                  sum(round(i.unit_price * (i.quantity - i.quantity_cancelled), 2)) as net
                from order_items i where i.suborder_id = s.id) l) n
          where s.id = run.id) shown)::text as json
        from (
          select placed_at, id from suborders
          where vendor_id = ${vendorId} ${ofStatus} and (placed_at, id) < (${at ?? null}::timestamptz, ${id ?? null}::uuid)
          order by placed_at desc, id desc limit 25) run
      ) listed on true
    order by listed.placed_at desc, listed.id desc`
  return arrayText(
    'orders',
    rows.flatMap(({ json }) => (json === null ? [] : { json })),
    { limit: 24 }
  )
}

/** Returns a vendor's shipping methods as JSON text. */
export async function readShippingMethods(sql: Sql, vendorId: string): Promise<string> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('shippingMethods', coalesce(json_agg(s order by s.id desc), '[]'))::text as json
    from (
      select m.id, m.name, m.is_active as "isActive", m.pricing_type as "pricingType",
        trim_scale(m.weight_limit_min) as "weightLimitMin", trim_scale(m.weight_limit_max) as "weightLimitMax",
        m.currency, m.description, (
          select coalesce(json_agg(json_build_object('id', r.id, 'methodId', r.method_id, 'countryCode', r.country_code,
            'flatRate', money_text(r.flat_rate), 'baseRate', money_text(r.base_rate),
            'weightTiers', r.weight_tiers) order by r.position), '[]')
          from shipping_rates r where r.method_id = m.id) as "countryRates",
        iso_text(m.created_at) as "createdAt", iso_text(m.updated_at) as "updatedAt"
      from shipping_methods m where m.vendor_id = ${vendorId}
    ) s`
  return row?.json ?? ''
}

/** Returns a value that changes with the tree of categories. */
export async function readCategoryState(sql: Sql): Promise<string> {
  const [row] = await sql<{ state: string }[]>`
    select coalesce(sum(hash_record_extended(k, 0)), 0)::text as state from categories k`
  return row?.state ?? ''
}

/** Returns the first 100 rows of a vendor's export as lines of JSON. */
export async function readExportPage(sql: Sql, vendorId: string): Promise<string> {
  const [row] = await sql<{ lines: string }[]>`
    select string_agg('{"company_id":"' || x.vendor_id || '","product_id":"' || x.product_id || '","product_code":'
      || to_json(x.sku)::text || ',"vendor_price":"' || money_text(x.vendor_price) || '","amount":"' || x.stock_on_hand
      || '"}', E'\n' order by x.product_id, x.id) as lines
    from (select found.* from (
      select product_id, id, vendor_id, sku, vendor_price, stock_on_hand from variants
      where (vendor_id, product_id, id) > ((select ${vendorId}::uuid), (select ${noId}::uuid), (select ${noId}::uuid))
        and vendor_id <= (select ${vendorId}::uuid) and product_id >= (select ${noId}::uuid)
      order by vendor_id, product_id, id limit (select ${101}::integer)) found limit 101) x`
  return row?.lines ?? ''
}

/** Returns the COPY statement of a vendor's export as CSV. */
export function exportCopy(vendorId: string): string {
  return `copy (
      select vendor_id as company_id, product_id,
        case when sku ~ '^[-=+@\\t\\r]' then '''' || sku else sku end as product_code,
        money_text(vendor_price) as vendor_price, stock_on_hand as amount
      from variants where vendor_id = '${vendorId}' order by vendor_id, product_id, id)
    to stdout (format csv, header true)`
}

/** Returns a page as JSON text. If the rows are more than `limit`, the last one only shows that there are more. */
function arrayText(
  name: string,
  rows: { json: string }[],
  { limit, isLast = false }: { limit: number; isLast?: boolean }
): string {
  const shown = rows.slice(0, limit).map(({ json }) => json)
  return `{"${name}":[${(isLast ? shown.reverse() : shown).join(',')}]}`
}
