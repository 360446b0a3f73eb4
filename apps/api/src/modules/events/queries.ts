import type { Handle } from '../../db/connect.ts'
import type { Page, PageRow } from '../../http/paging.ts'

type Row = { json: string; sequence: string }

/** Past the key in reading direction: the feed reads oldest first. */
function pastKey(sql: Handle, { key, backward }: Page) {
  if (!key) return sql``
  return backward ? sql`and e.sequence < ${key[0] ?? '0'}` : sql`and e.sequence > ${key[0] ?? '0'}`
}

function ordered(sql: Handle, { backward, limit }: Page) {
  return backward
    ? sql`order by e.sequence desc limit ${limit + 1}`
    : sql`order by e.sequence limit ${limit + 1}`
}

function pageRows(rows: Row[]): PageRow[] {
  return rows.map(({ json, sequence }) => ({ json, key: [sequence] }))
}

/** The vendor's own events that the sequencer has numbered. */
export async function listVendorEvents(
  sql: Handle,
  vendorId: string,
  { page, type }: { page: Page; type: string | undefined }
): Promise<PageRow[]> {
  const rows = await sql<Row[]>`
    select e.sequence, json_build_object('id', e.id, 'type', e.type,
      'subject', json_build_object('type', e.subject_type, 'id', e.subject_id),
      'actor', case when e.actor_is_platform and e.actor_type <> 'SYSTEM'
        then json_build_object('type', 'PLATFORM', 'id', null, 'name', null)
        else json_build_object('type', e.actor_type, 'id', e.actor_id, 'name', e.actor_name) end,
      'requestId', case when not e.actor_is_platform then e.request_id end,
      'changedFields', e.changed_fields, 'details', e.details, 'occurredAt', iso_text(e.occurred_at))::text as json
    from events e
    where e.vendor_id = ${vendorId} and e.sequence is not null
      ${type === undefined ? sql`` : sql`and e.type = ${type}`} ${pastKey(sql, page)}
    ${ordered(sql, page)}`
  return pageRows(rows)
}

/** Everybody's events, for the operator. */
export async function listPlatformEvents(
  sql: Handle,
  { page, type, vendorId }: { page: Page; type: string | undefined; vendorId: string | undefined }
): Promise<PageRow[]> {
  const rows = await sql<Row[]>`
    select e.sequence, json_build_object('id', e.id, 'vendorId', e.vendor_id, 'type', e.type,
      'subject', json_build_object('type', e.subject_type, 'id', e.subject_id),
      'actor', json_build_object('type', e.actor_type, 'id', e.actor_id, 'name', e.actor_name),
      'requestId', e.request_id, 'changedFields', e.changed_fields, 'details', e.details,
      'occurredAt', iso_text(e.occurred_at))::text as json
    from events e
    where e.sequence is not null
      ${vendorId === undefined ? sql`` : sql`and e.vendor_id = ${vendorId}`}
      ${type === undefined ? sql`` : sql`and e.type = ${type}`} ${pastKey(sql, page)}
    ${ordered(sql, page)}`
  return pageRows(rows)
}
