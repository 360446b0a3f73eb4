import type { Fragment, Sql } from '../../../db/connect.ts'
import { entryKindNames, entrySources } from '../../moderation/queue/entry-kind-queries.ts'
import { hasLowStock } from '../../products/read/low-stock-queries.ts'
import { type SummarySubject, subjectRules } from '../subjects.ts'
import { frequencyOf, isRefused } from './due-queries.ts'

/** A variant has little stock if at most this many pieces are available, as on the screen Today of the console. */
export const lowStock = 5

/** After the hour of a daily mail, it is still sent for so many hours of the day, if no worker has run at the hour. */
const graceHours = 4

/**
 * Queues the mails about a state that are due at this hour, for everyone who has something to read. Each call in the same
 * hour queues the same mails, so that they are queued once.
 */
export async function queueSummaryMails(sql: Sql, subject: SummarySubject, now: Fragment): Promise<void> {
  const { roles, frequency } = subjectRules[subject]
  const isPlatform = subject === 'APPROVAL_QUEUE'
  const hasNews = isPlatform
    ? sql`u.is_platform and (${anyEntry(sql)})`
    : sql`v.is_active and exists (select from variants x where x.vendor_id = u.vendor_id and ${hasLowStock(sql, lowStock)})`
  await sql`
    with people as (
      select u.id, u.vendor_id, ${frequencyOf(sql, sql`${subject}::text`, sql`${frequency}::text`)} as frequency,
        ${now} at time zone coalesce(s.time_zone, st.time_zone) as local, coalesce(s.daily_hour, 7) as daily_hour
      from users u cross join settings st left join vendors v on v.id = u.vendor_id left join mail_settings s on s.user_id = u.id
      where u.is_active and u.role = any(${[...roles]}::text[]) and not ${isRefused(sql)} and ${hasNews}
    )
    insert into mails (user_id, vendor_id, subject, key, due_at)
    select id, vendor_id, ${subject}, to_char(local, case frequency when 'DAILY' then 'YYYY-MM-DD' else 'YYYY-MM-DD HH24' end), ${now}
    from people
    where frequency = 'HOURLY'
      or frequency = 'DAILY' and extract(hour from local) between daily_hour and daily_hour + ${graceHours - 1}::integer
    on conflict do nothing`
}

/** SQL that is true if an entry waits in the moderation queue. */
function anyEntry(sql: Sql): Fragment {
  const exists = entryKindNames.map((kind) => {
    const { from, condition } = entrySources[kind]
    return `exists (select from ${from} where ${condition})`
  })
  return sql.unsafe(exists.join(' or ')) as Fragment
}
