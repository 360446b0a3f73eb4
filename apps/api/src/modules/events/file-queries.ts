import type { Fragment, Handle } from '../../db/connect.ts'
import { type CsvColumn, csvColumns } from '../../db/csv.ts'
import { type Audience, actorOfRow } from './actor-queries.ts'
import { allEvents, eventJson } from './queries.ts'
import type { EventFilters } from './schema.ts'

type EventFile = { audience: Audience; filters: EventFilters & { vendorId?: string | undefined } }

const ofVendor: CsvColumn[] = [
  { name: 'vendor_id', value: 'e.vendor_id' },
  { name: 'vendor', value: '(select v.name from vendors v where v.id = e.vendor_id)', isText: true }
]
const columns: CsvColumn[] = [
  { name: 'subject_type', value: 'e.subject_type' },
  { name: 'subject_id', value: 'e.subject_id' },
  { name: 'actor_type', value: `e.actor ->> 'type'` },
  { name: 'actor_id', value: `e.actor ->> 'id'` },
  { name: 'actor', value: `e.actor ->> 'name'`, isText: true },
  { name: 'request_id', value: 'e.shown_request_id', isText: true },
  { name: 'changed_fields', value: `nullif(array_to_string(e.changed_fields, ' '), '')` },
  { name: 'field', value: `c.change ->> 'field'` },
  { name: 'from_value', value: `c.change ->> 'from'`, isText: true },
  { name: 'to_value', value: `c.change ->> 'to'`, isText: true },
  { name: 'details', value: `nullif(e.details - 'changes', '{}')` }
]
const first: CsvColumn[] = [
  { name: 'occurred_at', value: 'iso_text(e.occurred_at)' },
  { name: 'sequence', value: 'e.sequence' },
  { name: 'type', value: 'e.type' }
]

/**
 * Returns the queries of the files with all events that match the filters, oldest first. The CSV file has a row for each changed
 * field whose values are known, and one for each other event.
 */
export function eventFileQueries(sql: Handle, file: EventFile): { csv: Fragment; ndjson: Fragment } {
  const { actor, requestId } = actorOfRow(sql, 'e', file.audience)
  const shown = [...first, ...(file.audience === 'platform' ? ofVendor : []), ...columns]
  return {
    csv: sql`
      select ${sql.unsafe(csvColumns(shown))} from (
        select e.*, ${actor} as actor, ${requestId} as shown_request_id ${allEvents(sql, file)}) e
        left join lateral jsonb_array_elements(e.details -> 'changes') with ordinality as c (change, n) on true
      order by e.sequence, c.n`,
    ndjson: sql`select ${eventJson(sql, file.audience)} ${allEvents(sql, file)} order by e.sequence`
  }
}
