import type { Handle } from '../apps/api/src/db/connect.ts'

/** Inserts vendors whose names start with the prefix. Returns their ids in order. */
export async function insertVendors(
  sql: Handle,
  { prefix, count }: { prefix: string; count: number }
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into vendors (name, slug, commission_percent)
    select ${prefix} || ' ' || n, ${prefix} || '-' || n, 20 from generate_series(1, ${count}::integer) as n
    returning id`
  return rows.map(({ id }) => id)
}

/** Inserts ten root categories with nine children each. Returns the ids of the children. */
export async function insertCategories(sql: Handle): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with roots as (
      insert into categories (name, slug, position)
      select 'Department ' || n, 'department-' || n, n from generate_series(1, 10) as n
      returning id, slug, position
    )
    insert into categories (parent_id, name, slug, position)
    select r.id, 'Shelf ' || n || ' of department ' || r.position, r.slug || '-shelf-' || n, n
    from roots r, generate_series(1, 9) as n
    returning id`
  return rows.map(({ id }) => id)
}

type Fill = {
  /** Products are assigned to these vendors in turn. */
  vendorIds: string[]
  categoryIds: string[]
  /** The part of SKUs and slugs before the number. */
  prefix: string
  /** Inserts the products numbered `first` to `last`. */
  first: number
  last: number
  /** True if all products wait for a decision: three of four as new products, the others with staged edits. */
  areWaiting?: boolean
}

/** Inserts products, created one per second in the past. Unless they are waiting, nine of ten are published. */
export async function insertProducts(
  sql: Handle,
  { vendorIds, prefix, first, last, areWaiting = false }: Fill
): Promise<void> {
  await sql`
    insert into products (id, vendor_id, sku, slug, name, short_description, description, warranty, page_title, brand,
      country_of_origin, manufacturer, unspc, commodity_code, free_shipping, made_in_usa, key_features, metadata, status,
      submitted_at, pending_revision, pending_revision_submitted_at, search)
    select uuidv7(make_interval(secs => n - 4000000)), vendor_id, sku, lower(sku), name, name || ', boxed',
      name || repeat(', made to be measured and counted, and described at the usual length', 6), '2 years',
      name || ' | ' || brand, brand, 'US', brand || ' Inc.', '31161620', '7318.15', m % 3 = 0, m % 5 = 0,
      array['Corrosion resistant', 'Meets the usual standard', 'Box of ' || 10 + n % 90], '{"min_qty": 1}',
      case when ${areWaiting} then case when is_edit then 'PUBLISHED' else 'PENDING_APPROVAL' end
        when m % 10 > 0 then 'PUBLISHED' when m % 20 = 0 then 'HIDDEN' else 'PENDING_APPROVAL' end,
      now() + make_interval(secs => n - 4000000),
      case when is_edit then jsonb_build_object('name', name || ', zinc plated', 'brand', brand || ' Tools') end,
      case when is_edit then now() + make_interval(secs => n - 4000000) end,
      product_search(vendor_id, name, sku, brand, array[sku || '-1', 'PN-' || n])
    from generate_series(${first}::integer, ${last}::integer) as n
      cross join lateral (select n / 2 as m, (${vendorIds}::uuid[])[1 + n % ${vendorIds.length}::integer] as vendor_id,
        ${prefix}::text || '-' || n as sku,
        (array['Hex bolt', 'Lock nut', 'Flat washer', 'Torque wrench', 'Cable tie', 'Work glove', 'Drill bit'])[1 + n % 7]
          || ' M' || 3 + n % 20 || ' series ' || n as name,
        (array['Boltwell', 'Harbor', 'Northline', 'Kestrel', 'Redpine'])[1 + n % 5] as brand,
        ${areWaiting} and n / 2 % 4 = 0 as is_edit) as p`
}

/** Inserts for each product one variant, or three for every tenth product, two images and a category. */
export async function insertProductParts(sql: Handle, { prefix, categoryIds }: Fill): Promise<void> {
  await sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, upc, unit_of_measure, part_number, list_price,
      vendor_price, weight, initial_inventory, stock_on_hand, attributes)
    select uuidv7(), p.id, p.vendor_id, k, p.sku || '-' || k + 1, p.name, lpad(n::text, 12, '0'), 'BX', 'PN-' || n,
      20 + n % 50, 8.5 + n % 40, 0.25, 100, 100, '{"finish": "zinc"}'
    from products p cross join lateral (select split_part(p.sku, '-', -1)::integer as n) as numbered
      cross join generate_series(0, case when n / 2 % 10 = 1 then 2 else 0 end) as k
    where starts_with(p.sku, ${`${prefix}-`})
    order by p.id, k`
  await sql`
    insert into product_images (id, product_id, vendor_id, path, alt, sort_order, is_primary)
    select uuidv7(), p.id, p.vendor_id, 'products/' || p.id || '/' || k || '.webp', p.name, k, k = 0
    from products p cross join generate_series(0, 1) as k where starts_with(p.sku, ${`${prefix}-`})
    order by p.id, k`
  await sql`
    insert into product_categories (product_id, category_id, vendor_id)
    select p.id, (${categoryIds}::uuid[])[1 + split_part(p.sku, '-', -1)::integer % ${categoryIds.length}::integer], p.vendor_id
    from products p where starts_with(p.sku, ${`${prefix}-`})
    order by p.id`
}

/** Inserts five shipping methods with three rates each. */
export async function insertShippingMethods(sql: Handle, vendorId: string): Promise<void> {
  await sql`
    with methods as (
      insert into shipping_methods (vendor_id, name, pricing_type, currency, description)
      select ${vendorId}, 'Method ' || n, 'FLAT_RATE', 'USD', 'In two to five days' from generate_series(1, 5) as n
      returning id
    )
    insert into shipping_rates (vendor_id, method_id, position, country_code, flat_rate)
    select ${vendorId}, m.id, c.position, c.code, 9.95
    from methods m, unnest(array['US', 'CA', 'MX']) with ordinality as c (code, position)`
}

/** Inserts `count` changes of stock and price for each product of a vendor, one per minute up to now. */
export async function insertHistory(sql: Handle, vendorId: string, count: number): Promise<void> {
  await sql`
    insert into product_history (id, product_id, vendor_id, variant_id, field, old_value, new_value, actor_type,
      actor_name, actor_is_platform, source_type)
    select uuidv7(make_interval(mins => n - ${count}::integer)), v.product_id, v.vendor_id, v.id,
      case when n % 2 = 0 then 'stockOnHand' else 'vendorPrice' end,
      case when n % 2 = 0 then to_jsonb(n) else to_jsonb(n || '.00') end,
      case when n % 2 = 0 then to_jsonb(n + 1) else to_jsonb(n + 1 || '.00') end, 'USER', 'Bench', false, 'BULK_UPDATE'
    from generate_series(1, ${count}::integer) as n cross join variants v
    where v.vendor_id = ${vendorId} and v.position = 0`
}

/** The ids of a new user and of the user's session. */
export type NewSession = { userId: string; sessionId: string }

/** Inserts OWNERs of the vendor, each with a session of seven days. */
export async function insertOwners(
  sql: Handle,
  { vendorId, sessions }: { vendorId: string; sessions: NewSession[] }
): Promise<void> {
  await insertSessions(sql, vendorId, sessions)
}

/** Inserts operators, each with a session of seven days. */
export async function insertOperators(sql: Handle, sessions: NewSession[]): Promise<void> {
  await insertSessions(sql, null, sessions)
}

async function insertSessions(sql: Handle, vendorId: string | null, sessions: NewSession[]): Promise<void> {
  await sql`
    with sent as materialized (
      select * from unnest(${sessions.map(({ userId }) => userId)}::uuid[],
        ${sessions.map(({ sessionId }) => sessionId)}::uuid[]) as s (user_id, session_id)
    ), accounts as (
      insert into users (id, email, name, password_hash, vendor_id, is_platform, role)
      select user_id, user_id || '@bench.test', 'Bench', 'unusable', ${vendorId}::uuid, ${vendorId === null}, 'OWNER'
      from sent
    )
    insert into sessions (id, user_id, expires_at) select session_id, user_id, now() + interval '7 days' from sent`
}

/** Inserts an owner of a vendor who can sign in with a password. */
export async function insertSeller(
  sql: Handle,
  { vendorId, email, passwordHash }: { vendorId: string; email: string; passwordHash: string }
): Promise<void> {
  await sql`
    insert into users (email, name, password_hash, vendor_id, role)
    values (${email}, 'Sam Seller', ${passwordHash}, ${vendorId}, 'OWNER')`
}

export async function vacuum(sql: Handle): Promise<void> {
  await sql`vacuum analyze`
  await sql`checkpoint`
}

/** The version of PostgreSQL, and its settings on which the results depend. */
export type Server = { version: string; settings: Record<string, string> }

export async function readServer(sql: Handle): Promise<Server> {
  const [row] = await sql<Server[]>`
    select current_setting('server_version') as version, jsonb_object_agg(name, current_setting(name)) as settings
    from pg_settings where name in ('shared_buffers', 'effective_cache_size', 'max_wal_size', 'checkpoint_timeout',
      'synchronous_commit', 'fsync', 'full_page_writes', 'wal_compression', 'random_page_cost', 'jit', 'autovacuum',
      'autovacuum_naptime', 'work_mem', 'maintenance_work_mem', 'max_connections')`
  return row ?? { version: '', settings: {} }
}
