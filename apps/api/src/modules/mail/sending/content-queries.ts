import type { Fragment, Handle } from '../../../db/connect.ts'
import { entryKindNames, entrySources } from '../../moderation/queue/entry-kind-queries.ts'
import { hasLowStock } from '../../products/read/low-stock-queries.ts'
import { frequencyOf, isRefused } from '../queue/due-queries.ts'
import { lowStock } from '../queue/summary-queries.ts'
import { isChosenSubject, isLinkSubject, type MailSubject, subjectRules } from '../subjects.ts'
import type { Contents } from '../templates/contents.ts'
import type { ClaimedMail } from './mail-queries.ts'

/** A mail lists at most this many orders, products and so on. It only counts the others. */
const maxListed = 10

/** What a mail is made of. `content` is null if there is nothing to say any more. */
export type StoredMail<S extends MailSubject = MailSubject> = {
  email: string
  name: string
  timeZone: string
  /** True if the recipient has the right to read the content, and wants to be told. */
  isAllowed: boolean
  vendorName: string | null
  marketplace: string
  /** The storage path of the logo, or null. */
  logo: string | null
  color: string | null
  content: Contents[S] | null
}

/** Reads the recipient, the content and the look of a mail. Returns undefined if the mail doesn't exist any more. */
export async function readMail(
  sql: Handle,
  { id, subject }: Pick<ClaimedMail, 'id' | 'subject'>
): Promise<StoredMail | undefined> {
  const [row] = await sql<StoredMail[]>`
    select r.*, case when r.is_allowed then ${contentQueries[subject](sql)} end as content
    from (
      select coalesce(u.email, i.email) as email, coalesce(u.name, i.name) as name,
        coalesce(s.time_zone, st.time_zone) as time_zone, v.name as vendor_name, st.name as marketplace,
        st.logo, st.mail_color as color, (${allowed(sql, subject)}) is true as is_allowed,
        m.vendor_id, m.sequences, m.event_count, m.user_id, m.invitation_id
      from mails m cross join settings st
        left join users u on u.id = m.user_id
        left join invitations i on i.id = m.invitation_id
        left join vendors v on v.id = m.vendor_id
        left join mail_settings s on s.user_id = m.user_id
      where m.id = ${id}) r`
  return row
}

/** SQL that is true if the recipient of the mail `m` may read it, and wants to be told. */
function allowed(sql: Handle, subject: MailSubject): Fragment {
  if (subject === 'INVITATION')
    return sql`i.accepted_at is null and i.expires_at > now() and (v.id is null or v.is_active)`
  if (isLinkSubject(subject)) return sql`u.is_active and not ${isRefused(sql)}`
  const { roles, frequency } = subjectRules[subject]
  const isWanted = isChosenSubject(subject)
    ? sql`${frequencyOf(sql, sql`${subject}::text`, sql`${frequency}::text`)} <> 'NEVER'`
    : sql`true`
  return sql`u.is_active and u.role = any(${[...roles]}::text[]) and not ${isRefused(sql)} and ${isWanted}
    and case when m.vendor_id is null then u.is_platform else u.vendor_id = m.vendor_id and v.is_active end`
}

const contentQueries: Record<MailSubject, (sql: Handle) => Fragment> = {
  INVITATION: (sql) => sql`(
    select json_build_object('role', i.role, 'expiresAt', iso_text(i.expires_at), 'invitedBy', ${byWhom(sql)})
    from invitations i join events e on e.sequence = any(r.sequences) where i.id = r.invitation_id)`,

  PASSWORD_RESET: (sql) => sql`(
    select json_build_object('expiresAt', iso_text(p.expires_at), 'issuedBy', ${byWhom(sql)})
    from password_resets p join events e on e.sequence = any(r.sequences)
    where p.user_id = r.user_id and p.expires_at > now())`,

  NEW_ORDERS: (sql) => sql`(
    select json_build_object('count', r.event_count, 'orders', json_agg(json_build_object('id', o.id,
      'orderNumber', o.order_number, 'poNumber', o.po_number, 'city', o.ship_to->>'city', 'state', o.ship_to->>'state',
      'country', o.ship_to->>'country', 'units', o.units, 'total', o.order_total, 'currency', o.currency,
      'acknowledgeBy', iso_text(o.acknowledge_by), 'shipBy', iso_text(o.ship_by)) order by o.placed_at desc, o.id))
    from (
      select o.*, round(o.cost_subtotal + o.shipping, currency_decimals(o.currency))::text as order_total,
        (select sum(l.quantity) from order_items l where l.suborder_id = o.id) as units
      from events e join suborders o on o.id = e.subject_id
      where e.sequence = any(r.sequences) and o.vendor_id = r.vendor_id and o.status <> 'CANCELLED'
      order by o.placed_at desc, o.id limit ${maxListed}) o
    having count(*) > 0)`,

  LATE_ORDER: (sql) => sql`(
    select json_build_object('count', max(o.total), 'orders', json_agg(json_build_object('id', o.id,
      'orderNumber', o.order_number, 'poNumber', o.po_number, 'deadline', o.deadline, 'dueAt', o.due_at)
      order by o.due_at, o.id))
    from (
      select o.id, o.order_number, o.po_number, e.details->>'deadline' as deadline, e.details->>'dueAt' as due_at,
        count(*) over () as total
      from events e join suborders o on o.id = e.subject_id
      where e.sequence = any(r.sequences) and o.vendor_id = r.vendor_id and (o.status = 'CONFIRMED'
        or e.details->>'deadline' = 'SHIP' and o.status in ('ACKNOWLEDGED', 'PARTIALLY_SHIPPED'))
      order by due_at, o.id limit ${maxListed}) o
    having count(*) > 0)`,

  PRODUCT_DECISIONS: (sql) => sql`(
    select json_build_object('count', r.event_count,
      'refused', count(*) filter (where e.is_refused), 'approved', count(*) filter (where not e.is_refused),
      'decisions', (json_agg(json_build_object('type', e.type, 'productId', e.product_id, 'name', e.name, 'sku', e.sku,
        'reason', e.reason, 'corrected', e.corrected, 'changedFields', e.changed_fields, 'at', iso_text(e.occurred_at))
        order by e.number) filter (where e.number <= ${maxListed})))
    from (
      select e.type, e.details->>'reason' as reason, e.changed_fields, e.occurred_at, p.id as product_id, p.name, p.sku,
        ${isRefusal(sql)} as is_refused, (
          select count(*) from jsonb_array_elements(p.corrections) c
          where e.type = 'product.approved'
            or e.type = 'product.revision_approved' and c ->> 'field' = any(e.changed_fields)) as corrected,
        row_number() over (order by ${isRefusal(sql)} desc, e.sequence desc) as number
      from events e join products p on p.id = e.subject_id
      where e.sequence = any(r.sequences) and p.vendor_id = r.vendor_id) e
    having count(*) > 0)`,

  FAILED_IMPORTS: (sql) => sql`(
    select json_build_object('count', r.event_count, 'imports', json_agg(json_build_object('id', j.id,
      'fileName', j.file_name, 'status', j.status, 'createdAt', iso_text(j.created_at), 'itemsTotal', j.items_total,
      'itemsFailed', j.items_failed, 'itemsCreated', j.items_created, 'itemsUpdated', j.items_updated,
      'imagesFailed', j.images_failed) order by j.created_at desc, j.id))
    from (
      select j.* from events e join import_jobs j on j.id = e.subject_id
      where e.sequence = any(r.sequences) and j.vendor_id = r.vendor_id
      order by j.created_at desc, j.id limit ${maxListed}) j
    having count(*) > 0)`,

  STATEMENTS: (sql) => sql`(
    select json_build_object('statements', json_agg(json_build_object('id', t.id, 'number', t.number,
      'periodStart', iso_text(t.period_start), 'periodEnd', iso_text(t.period_end), 'timeZone', t.time_zone,
      'currency', t.currency, 'closingBalance', round(t.closing_balance, currency_decimals(t.currency))::text) order by t.number desc))
    from (
      select t.* from events e join statements t on t.id = e.subject_id
      where e.sequence = any(r.sequences) and t.vendor_id = r.vendor_id order by t.number desc limit ${maxListed}) t
    having count(*) > 0)`,

  LOW_STOCK: (sql) => sql`(
    select json_build_object('count', max(x.total), 'max', ${lowStock}::integer, 'variants', json_agg(json_build_object(
      'productId', x.product_id, 'name', x.product_name, 'variant', x.name, 'sku', x.sku, 'available', x.available)
      order by x.available, x.sku, x.id))
    from (
      select x.*, p.name as product_name, x.stock_on_hand - x.stock_reserved as available, count(*) over () as total
      from variants x join products p on p.id = x.product_id
      where x.vendor_id = r.vendor_id and ${hasLowStock(sql, lowStock)}
      order by available, x.sku, x.id limit ${maxListed}) x
    having count(*) > 0)`,

  APPROVAL_QUEUE: (sql) => sql`(
    select json_build_object('kinds', json_agg(json_build_object('kind', k.kind, 'count', k.count,
      'oldestAt', iso_text(k.oldest_at)) order by k.kind desc))
    from (${sql.unsafe(waitingKinds)}) k where k.count > 0
    having count(*) > 0)`,

  WEBHOOK_FAILING: (sql) => sql`(
    select json_build_object('webhooks', json_agg(json_build_object('id', w.id, 'host', w.host, 'description', w.description,
      'failingSince', w.details->>'failingSince', 'hours', (w.details->>'hours')::integer, 'stoppedBy', w.details->>'by',
      'reason', w.details->>'reason') order by w.sequence desc))
    from (
      select distinct on (w.id) w.id, substring(w.url from '^[a-z]+://([^/?#]+)') as host, w.description, e.details, e.sequence
      from events e join webhooks w on w.id = e.subject_id
      where e.sequence = any(r.sequences) and w.vendor_id is not distinct from r.vendor_id
      order by w.id, e.sequence desc limit ${maxListed}) w
    having count(*) > 0)`
}

/** SQL for the name of the person that has caused the event `e`. Vendors don't see the names of the operator's people. */
function byWhom(sql: Handle): Fragment {
  return sql`case when not e.actor_is_platform or r.vendor_id is null then e.actor_name end`
}

/** SQL that is true if the event `e` is a decision against a product. */
function isRefusal(sql: Handle): Fragment {
  return sql`(e.type in ('product.rejected', 'product.revision_rejected', 'product.hidden'))`
}

/** The entries of each kind that wait in the moderation queue. Each kind is counted up to a limit. */
const waitingKinds = entryKindNames
  .map((kind) => {
    const { from, condition, at } = entrySources[kind]
    return `select '${kind}' as kind, count(*)::integer as count, min(at) as oldest_at
      from (select ${at} as at from ${from} where ${condition} order by ${at} limit 10000) waiting`
  })
  .join(' union all ')
