import type { Handle, Sql } from '../../../db/connect.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { type ChosenSubject, chosenSubjects, subjectRules } from '../subjects.ts'
import type { MailSettings, MailSettingsInput } from './schema.ts'

const defaults = Object.fromEntries(
  chosenSubjects.map((subject) => [subject, subjectRules[subject].frequency])
)

/** Returns a person's mail settings as JSON text, with the defaults of what they haven't chosen. */
export async function getMailSettings(sql: Handle, userId: string): Promise<JsonText<MailSettings>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('timeZone', coalesce(s.time_zone, m.time_zone), 'dailyHour', coalesce(s.daily_hour, 7),
      'frequencies', ${sql.json(defaults)}::jsonb || coalesce(s.frequencies, '{}'),
      'addressRefusedAt', iso_text(s.address_refused_at))::text as json
    from settings m left join mail_settings s on s.user_id = ${userId}`
  if (!row) throw new Error('The settings row is missing')
  return row.json
}

/** Stores a person's mail settings instead of earlier ones. Mails are then sent to a refused address again. */
export async function replaceMailSettings(
  sql: Handle,
  userId: string,
  { timeZone = null, dailyHour = 7, frequencies = {} }: MailSettingsInput
): Promise<void> {
  await sql`
    insert into mail_settings (user_id, time_zone, daily_hour, frequencies)
    values (${userId}, ${timeZone}, ${dailyHour}, ${sql.json(frequencies)})
    on conflict (user_id) do update set time_zone = excluded.time_zone, daily_hour = excluded.daily_hour,
      frequencies = excluded.frequencies, refused_address = null, address_refused_at = null, updated_at = now()`
}

/** Stops the mails about a subject to a person. Does nothing if the person doesn't exist any more. */
export async function stopMails(sql: Sql, userId: string, subject: ChosenSubject): Promise<void> {
  await sql`
    insert into mail_settings (user_id, frequencies)
    select id, jsonb_build_object(${subject}::text, 'NEVER') from users where id = ${userId}
    on conflict (user_id) do update set frequencies = mail_settings.frequencies || excluded.frequencies, updated_at = now()`
}
