import type { Fragment, Handle, Sql } from '../../../db/connect.ts'
import { linkTypes, type MailSubject } from '../subjects.ts'

/** A mail that this worker sends. `messageId` is its header, with angle brackets. */
export type ClaimedMail = {
  id: string
  subject: MailSubject
  userId: string | null
  invitationId: string | null
  vendorId: string | null
  messageId: string
  attempts: number
}

/**
 * Claims the mail that has been due for longest, for five minutes. Someone waits for the mail with a link, so these come
 * before all others. If it is neither sent nor dropped until then, it is due again. `host` is the host of new message ids.
 */
export async function claimMail(
  sql: Sql,
  { host, now }: { host: string; now: Fragment }
): Promise<ClaimedMail | undefined> {
  const [mail] = await sql<ClaimedMail[]>`
    update mails m set due_at = ${now} + interval '5 minutes',
      message_id = coalesce(m.message_id, '<' || m.id || '@' || ${host}::text || '>')
    where m.id = coalesce(${dueMail(sql, now, sql`subject = any(${Object.keys(linkTypes)}::text[])`)}, ${dueMail(sql, now, sql`true`)})
    returning m.id, m.subject, m.user_id, m.invitation_id, m.vendor_id, m.message_id, m.attempts`
  return mail
}

/** Returns SQL for the id of the mail that has been due for longest, and locks it. Leaves out those that others have locked. */
function dueMail(sql: Sql, now: Fragment, condition: Fragment): Fragment {
  return sql`(
    select id from mails where sent_at is null and dropped_at is null and due_at <= ${now} and ${condition}
    order by due_at limit 1 for update skip locked)`
}

/** Marks a mail as sent. */
export async function markSent(sql: Handle, id: string, now: Fragment): Promise<void> {
  await sql`update mails set sent_at = ${now} where id = ${id}`
}

/** Drops a mail, which is then never sent. */
export async function dropMail(
  sql: Handle,
  id: string,
  { reason, now }: { reason: string; now: Fragment }
): Promise<void> {
  await sql`update mails set dropped_at = ${now}, drop_reason = ${reason} where id = ${id}`
}

/** Lets a mail be sent again later. `failures` is added to the attempts that its recipient's server has failed. */
export async function postponeMail(
  sql: Handle,
  id: string,
  { minutes, failures, now }: { minutes: number; failures: 0 | 1; now: Fragment }
): Promise<void> {
  await sql`
    update mails set attempts = attempts + ${failures}, due_at = ${now} + make_interval(mins => ${minutes}::integer)
    where id = ${id}`
}

/** Drops a mail whose address was refused permanently, and stores that nothing more is to be sent to this address. */
export async function refuseAddress(
  sql: Handle,
  { id, userId, email, now }: { id: string; userId: string | null; email: string; now: Fragment }
): Promise<void> {
  await sql`
    with dropped as (
      update mails set dropped_at = ${now}, drop_reason = 'ADDRESS_REFUSED' where id = ${id}
    )
    insert into mail_settings (user_id, refused_address, address_refused_at)
    select ${userId}::uuid, lower(${email}), ${now} where ${userId}::uuid is not null
    on conflict (user_id) do update set refused_address = excluded.refused_address,
      address_refused_at = excluded.address_refused_at`
}

/** Deletes at most `limit` mails that were queued more than 30 days ago and don't wait any more. Returns their count. */
export async function deleteOldMails(sql: Handle, limit: number): Promise<number> {
  const { count } = await sql`
    delete from mails where id in (
      select id from mails where created_at < now() - interval '30 days' and (sent_at is not null or dropped_at is not null)
      order by created_at limit ${limit})`
  return count
}
