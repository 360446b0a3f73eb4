import type { Handle, Tx } from '../db/connect.ts'

/** Whether there is no vendor or user yet. */
export async function isEmpty(sql: Handle): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (select from vendors) and not exists (select from users) as empty`
  return row?.empty === true
}

/**
 * Whether the demo may be made: there is no vendor or user yet. Waits for another process that is making it, longer than
 * statements may wait else: on a busy machine that takes a while.
 */
export async function claimDemo(tx: Tx): Promise<boolean> {
  await tx`select set_config('lock_timeout', '5min', true), set_config('statement_timeout', '5min', true)`
  await tx`select pg_advisory_xact_lock(7_301_004)`
  return isEmpty(tx)
}

type DemoVendor = {
  name: string
  slug: string
  email: string
  commissionPercent: string
  address: Record<string, string>
}

export async function insertDemoVendor(tx: Tx, vendor: DemoVendor): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into vendors (name, slug, email, commission_percent, address)
    values (${vendor.name}, ${vendor.slug}, ${vendor.email}, ${vendor.commissionPercent}::numeric, ${tx.json(vendor.address)})
    returning id`
  return row?.id ?? ''
}

/** A tree of two levels: parents with their children, in the order given. */
export async function insertDemoCategories(tx: Tx, tree: Record<string, string[]>): Promise<void> {
  await tx`
    with nodes as (
      select parent.pair ->> 0 as parent, parent.position, child.name as child, child.position as child_position
      from jsonb_array_elements(${tx.json(Object.entries(tree))}) with ordinality as parent (pair, position)
      cross join jsonb_array_elements_text(parent.pair -> 1) with ordinality as child (name, position)
    ), parents as (
      insert into categories (name, slug, position)
      select distinct on (position) parent, replace(lower(parent), ' ', '-'), position from nodes
      returning id, name
    )
    insert into categories (parent_id, name, slug, position)
    select parents.id, child, replace(lower(child), ' ', '-'), child_position
    from nodes join parents on parents.name = nodes.parent`
}

export async function insertDemoLabels(
  tx: Tx,
  { collections, tags }: { collections: string[]; tags: string[] }
): Promise<void> {
  await tx`
    with c as (
      insert into collections (name, slug)
      select name, replace(lower(name), ' ', '-') from unnest(${collections}::text[]) as name
    )
    insert into tags (name, slug)
    select name, replace(lower(name), ' ', '-') from unnest(${tags}::text[]) as name`
}

export async function insertDemoFacet(tx: Tx, name: string, values: string[]): Promise<void> {
  await tx`
    with facet as (
      insert into facets (name, slug) values (${name}, ${name.toLowerCase()}) returning id
    )
    insert into facet_values (facet_id, name, slug, position)
    select facet.id, value, replace(lower(value), ' ', '-'), position
    from facet, unnest(${values}::text[]) with ordinality as v (value, position)`
}
