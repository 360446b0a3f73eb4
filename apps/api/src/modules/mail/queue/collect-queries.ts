import type { Fragment, Handle, Tx } from '../../../db/connect.ts'
import { linkTypes, mailedTypes, subjectRules } from '../subjects.ts'
import { frequencyOf, isRefused, nextDue } from './due-queries.ts'

/** A mail names at most this many events. The others are only counted. */
export const maxEvents = 100

/** How far the events have been read, as text: the last event that was looked at, and the last event. */
type MailPosition = { position: string; last: string }

/** Reads how far the events have been read. */
export async function readMailPosition(sql: Handle): Promise<MailPosition> {
  const [row] = await sql<MailPosition[]>`
    select position::text, (select coalesce(max(sequence), 0) from events)::text as last from mail_progress`
  if (!row) throw new Error('The row of mail_progress is missing')
  return row
}

/** True if mails are about one of the events after the position. Call it only if these are few: all of them are read. */
export async function hasMailedEvents(sql: Handle, { position, last }: MailPosition): Promise<boolean> {
  const [row] = await sql<{ isFound: boolean }[]>`
    select exists (
      select from events where sequence > ${position}::bigint and sequence <= ${last}::bigint
        and type = any(${mailedTypes}::text[])) as is_found`
  return row?.isFound === true
}

/** Takes the lock that only one worker holds until the transaction ends. Returns false if another one has it. */
export async function lockMailProgress(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(7_301_053) as held`
  return row?.held === true
}

/** Returns the numbers of the next events: those after `after`, up to `upTo`. Undefined if there are none. */
export async function nextEvents(
  tx: Tx,
  limit: number
): Promise<{ after: string; upTo: string } | undefined> {
  const [row] = await tx<{ after: string; upTo: string | null }[]>`
    select p.position::text as after, (
      select max(sequence)::text from (
        select sequence from events where sequence > p.position order by sequence limit ${limit}) next) as up_to
    from mail_progress p`
  return row?.upTo ? { after: row.after, upTo: row.upTo } : undefined
}

/** Stores that the events up to this number were looked at. */
export async function moveMailPosition(tx: Tx, upTo: string): Promise<void> {
  await tx`update mail_progress set position = ${upTo}::bigint`
}

/** Skips all events so far. Nothing is written if there are no new ones. */
export async function skipMailedEvents(sql: Handle): Promise<void> {
  await sql`
    update mail_progress p set position = l.last from (select coalesce(max(sequence), 0) as last from events) l
    where p.position < l.last`
}

const kinds = Object.entries(subjectRules).flatMap(
  ([subject, { types, side, roles, frequency, includesOwn = false }]) =>
    types.map((type) => ({ type, subject, side, roles: [...roles], frequency, includesOwn }))
)

/**
 * Queues mails about the events with these numbers: adds each event to the mails that collect it, one for each person,
 * vendor and subject. Only members with a right to see the subject get one, unless they want none. `now` is the time.
 */
export async function queueEventMails(
  tx: Tx,
  { after, upTo, now }: { after: string; upTo: string; now: Fragment }
): Promise<void> {
  await tx`
    with kinds as materialized (
      select * from jsonb_to_recordset(${tx.json(kinds)}) as k
        (type text, subject text, side text, roles text[], frequency text, "includesOwn" boolean)
    ), matching as materialized (
      select k.subject, k.side, k.roles, k.frequency, e.sequence, e.vendor_id,
        case when not k."includesOwn" then e.actor_id end as excluded_id
      from events e join kinds k on k.type = e.type
      where e.sequence > ${after}::bigint and e.sequence <= ${upTo}::bigint and e.type = any(${mailedTypes}::text[])
        and case k.type
        when 'import_job.completed' then e.details->>'dryRun' = 'false'
          and (e.details->>'itemsFailed')::integer + (e.details->>'imagesFailed')::integer > 0
        when 'webhook.stopped' then e.details->>'by' <> 'OWNER'
        else true end
    ), recipients as (
      select u.id as user_id, m.vendor_id, m.subject, ${frequencyOf(tx, tx`m.subject`, tx`m.frequency`)} as frequency,
        coalesce(s.time_zone, st.time_zone) as time_zone, s.daily_hour, m.sequence
      from matching m cross join lateral (
        select u.id, u.email, u.role from users u join vendors v on v.id = u.vendor_id
        where u.vendor_id = m.vendor_id and m.side <> 'platform' and u.is_active and v.is_active
        union all
        select u.id, u.email, u.role from users u
        where m.vendor_id is null and m.side <> 'vendor' and u.is_platform and u.is_active
      ) u cross join settings st left join mail_settings s on s.user_id = u.id
      where u.role = any(m.roles) and u.id is distinct from m.excluded_id and not ${isRefused(tx)}
    ), collected as (
      select r.user_id, r.vendor_id, r.subject, r.frequency, r.time_zone, r.daily_hour, count(*)::integer as event_count,
        (array_agg(r.sequence order by r.sequence))[1:${maxEvents}] as sequences
      from recipients r where r.frequency <> 'NEVER' group by 1, 2, 3, 4, 5, 6
    )
    insert into mails (user_id, vendor_id, subject, sequences, event_count, due_at)
    select c.user_id, c.vendor_id, c.subject, c.sequences, c.event_count, ${nextDue(tx, now)}
    from collected c order by c.user_id, c.vendor_id, c.subject
    on conflict (user_id, vendor_id, subject) where key is null and message_id is null and dropped_at is null
    do update set sequences = (mails.sequences || excluded.sequences)[1:${maxEvents}],
      event_count = mails.event_count + excluded.event_count, due_at = least(mails.due_at, excluded.due_at)`
}

/** Queues the mails with the links of invitations and password resets that the events with these numbers are about. */
export async function queueLinkMails(
  tx: Tx,
  { after, upTo, now }: { after: string; upTo: string; now: Fragment }
): Promise<void> {
  const inRange = tx`e.sequence > ${after}::bigint and e.sequence <= ${upTo}::bigint`
  await tx`
    insert into mails (user_id, invitation_id, vendor_id, subject, sequences, event_count, key, due_at)
    select null, i.id, e.vendor_id, 'INVITATION', array[e.sequence], 1, e.sequence::text, ${now}
    from events e join invitations i on i.id = e.subject_id
    where e.type = ${linkTypes.INVITATION} and ${inRange} and i.accepted_at is null
    union all
    select u.id, null, e.vendor_id, 'PASSWORD_RESET', array[e.sequence], 1, e.sequence::text, ${now}
    from events e join users u on u.id = e.subject_id
    where e.type = ${linkTypes.PASSWORD_RESET} and ${inRange} and u.is_active
    on conflict do nothing`
}
