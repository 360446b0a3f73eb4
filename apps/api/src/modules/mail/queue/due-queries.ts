import type { Fragment, Handle } from '../../../db/connect.ts'

/** Returns SQL for the current time, or for the given time, which tests use. */
export function timeOf(sql: Handle, at: Date | undefined): Fragment {
  return at === undefined ? sql`now()` : sql`${at.toISOString()}::timestamptz`
}

/** Returns SQL for the frequency that a person with the settings `s`, or without any, has for a subject. */
export function frequencyOf(sql: Handle, subject: Fragment, otherwise: Fragment): Fragment {
  return sql`coalesce(s.frequencies->>${subject}, ${otherwise})`
}

/** Returns SQL that is true if a mail server has refused the address of the person `u` with the settings `s`. */
export function isRefused(sql: Handle): Fragment {
  return sql`(s.refused_address is not null and s.refused_address = lower(u.email))`
}

/**
 * Returns SQL for the time when a mail of the row `c` is to be sent: at once, but 5 minutes after the last one about the
 * same subject; at the next full hour; or at the next daily hour.
 */
export function nextDue(sql: Handle, now: Fragment): Fragment {
  const local = sql`(${now} at time zone c.time_zone)`
  const hour = sql`(date_trunc('day', ${local}) + make_interval(hours => coalesce(c.daily_hour, 7)))`
  return sql`
    case c.frequency
      when 'HOURLY' then date_trunc('hour', ${now}, c.time_zone) + interval '1 hour'
      when 'DAILY' then
        (${hour} + case when ${hour} <= ${local} then interval '1 day' else interval '0' end) at time zone c.time_zone
      else greatest(${now}, (
        select max(last.sent_at) + interval '5 minutes' from mails last
        where last.user_id = c.user_id and last.subject = c.subject and last.vendor_id is not distinct from c.vendor_id
          and last.sent_at > ${now} - interval '5 minutes')) end`
}
