import type { Handle } from '../apps/api/src/db/connect.ts'

/**
 * Lets all products wait for a decision, one per minute up to now: three of four as new products, the others as live
 * products with staged edits of four fields. New products have a description of two kilobytes and six images.
 */
export async function letAllWait(sql: Handle, imagePaths: string[]): Promise<void> {
  await sql`
    with numbered as (select id, row_number() over (order by id) as n, count(*) over () as total from products)
    update products p set description = ${description(sql)},
      status = case when n % 4 = 0 then 'PUBLISHED' else 'PENDING_APPROVAL' end,
      submitted_at = now() + make_interval(mins => (n - total)::integer),
      pending_revision_submitted_at = case when n % 4 = 0 then now() + make_interval(mins => (n - total)::integer) end,
      pending_revision = case when n % 4 = 0 then jsonb_build_object('name', name || ', zinc plated',
        'shortDescription', short_description || ', now zinc plated', 'brand', brand || ' Tools',
        'description', replace(${description(sql)}, 'usual', 'highest')) end
    from numbered where numbered.id = p.id`
  await sql`
    insert into product_images (id, product_id, vendor_id, path, alt, sort_order)
    select uuidv7(), id, vendor_id, '', name, k from products cross join generate_series(2, 5) as k`
  await sql`update product_images set path = (${imagePaths}::text[])[1 + sort_order % ${imagePaths.length}::integer]`
}

/** Lets all products of a vendor wait for approval again. Returns their ids and the versions to decide on. */
export async function letVendorWait(
  sql: Handle,
  vendorId: string
): Promise<{ id: string; version: number }[]> {
  return await sql<{ id: string; version: number }[]>`
    with waiting as (
      update products set status = 'PENDING_APPROVAL', moderation = null, submitted_at = now()
      where vendor_id = ${vendorId} returning id, moderation_version as version)
    select id, version from waiting order by id`
}

/** Inserts a decision of a person on each product, one per second up to now. */
export async function insertDecided(sql: Handle): Promise<void> {
  await sql`
    insert into moderation_snapshots (id, product_id, vendor_id, kind, version, decision, live, proposed, facts,
      actor_type, actor_name, submitted_at, decided_at)
    select uuidv7(age), id, vendor_id, 'PRODUCT', 1, case when n % 10 = 0 then 'REJECTED' else 'APPROVED' end, '{}',
      jsonb_build_object('name', name, 'sku', sku, 'slug', slug, 'brand', brand, 'description', description,
        'shortDescription', short_description, 'keyFeatures', key_features, 'status', 'PENDING_APPROVAL'),
      jsonb_build_object('trust', 'STANDARD', 'imageCount', n % 7, 'textChange', 0, 'categoryIds', '[]'::jsonb,
        'maxVendorPrice', (5 + n % 60)::text), 'USER', 'Rosa Reviewer', now() + age - interval '1 hour', now() + age
    from (
      select *, make_interval(secs => (n - count(*) over ()) * 0.9) as age
      from (select *, row_number() over (order by id) as n from products) numbered) decided`
}

function description(sql: Handle) {
  return sql`('<p>' || p.name || '</p>' || repeat('<p>Made to be <b>measured and counted</b>, and described at the '
    || 'usual length of texts in a catalog, with a list of its properties:</p><ul><li>Steel, class 8.8</li>'
    || '<li>Corrosion resistant</li></ul>', 10))`
}

/** An operator who signs in with a password. */
export async function insertReviewer(
  sql: Handle,
  { email, passwordHash }: { email: string; passwordHash: string }
): Promise<void> {
  await sql`
    insert into users (email, name, password_hash, is_platform, role)
    values (${email}, 'Rosa Reviewer', ${passwordHash}, true, 'OWNER')`
}

/** Returns the ids of the first new products in the queue. */
export async function firstWaiting(sql: Handle, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from products where status = 'PENDING_APPROVAL' order by submitted_at, id limit ${count}`
  return rows.map(({ id }) => id)
}
