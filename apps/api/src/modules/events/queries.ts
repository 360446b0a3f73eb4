import type { Handle } from '../../db/connect.ts'
import type { Page } from '../../db/lists.ts'
import type { Listed } from '../../http/paging.ts'

type ListedEvents = {
  audience: 'vendor' | 'platform'
  type: string | undefined
  vendorId: string | undefined
  page: Page
}

/**
 * A SQL expression for the JSON of a row `e`. In the vendor's view, operator users are shown as PLATFORM
 * without id and name, and the request ids of their requests are null.
 */
function eventJson(sql: Handle, audience: 'vendor' | 'platform') {
  const isVendor = audience === 'vendor'
  return sql`json_build_object('id', e.id, ${isVendor ? sql`` : sql`'vendorId', e.vendor_id,`} 'type', e.type,
    'subject', json_build_object('type', e.subject_type, 'id', e.subject_id),
    'actor', case when ${isVendor} and e.actor_is_platform and e.actor_type <> 'SYSTEM'
      then json_build_object('type', 'PLATFORM', 'id', null, 'name', null)
      else json_build_object('type', e.actor_type, 'id', e.actor_id, 'name', e.actor_name) end,
    'requestId', case when not (${isVendor} and e.actor_is_platform) then e.request_id end,
    'changedFields', e.changed_fields, 'details', e.details, 'occurredAt', iso_text(e.occurred_at))::text`
}

/** Lists a page of the events that the sequencer has numbered, oldest first, with optional filters. */
export async function listEvents(
  sql: Handle,
  { audience, type, vendorId, page }: ListedEvents
): Promise<Listed> {
  const { key, backward, limit } = page
  const position = key?.[0] ?? '0'
  const rows = await sql<{ json: string; sequence: string }[]>`
    select e.sequence, ${eventJson(sql, audience)} as json
    from events e
    where e.sequence is not null
      ${vendorId === undefined ? sql`` : sql`and e.vendor_id = ${vendorId}`}
      ${type === undefined ? sql`` : sql`and e.type = ${type}`}
      ${key === undefined ? sql`` : backward ? sql`and e.sequence < ${position}` : sql`and e.sequence > ${position}`}
    order by e.sequence ${backward ? sql`desc` : sql`asc`} limit ${limit + 1}`
  return { rows: rows.map(({ json, sequence }) => ({ json, key: [sequence] })) }
}
