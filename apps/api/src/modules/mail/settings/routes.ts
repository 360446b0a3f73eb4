import type { FastifyRequest } from 'fastify'
import type { Api, Deps } from '../../../deps.ts'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { ref } from '../../../http/schema.ts'
import { sendJson } from '../../../http/send.ts'
import { signedInPeople } from '../../../http/server/access.ts'
import { isTimeZone } from '../../settings/queries.ts'
import { MailSettings, MailSettingsInput } from './schema.ts'
import { getMailSettings, replaceMailSettings } from './settings-queries.ts'

/** The routes of `/auth/me/mail-settings` (contract 6.4). */
export async function mailSettingsRoutes(api: Api, { sql, lookupPool }: Deps): Promise<void> {
  const tagged = { tags: [tags.auth] }

  api.get(
    '/auth/me/mail-settings',
    {
      config: { access: signedInPeople },
      schema: {
        ...tagged,
        operationId: 'getMailSettings',
        summary: 'Read your mail settings',
        description:
          'Returns how often mails about each subject are sent to you, and when. Mails are sent only if the operator ' +
          'has configured a mail server.',
        response: { 200: ref(MailSettings) }
      }
    },
    async (request, reply) => sendJson(reply, await getMailSettings(lookupPool, userIdOf(request)))
  )

  api.put(
    '/auth/me/mail-settings',
    {
      config: { access: signedInPeople, idempotent: false, rules: (body) => timeZoneFaults(sql, body) },
      schema: {
        ...tagged,
        operationId: 'replaceMailSettings',
        summary: 'Replace your mail settings',
        description:
          'Omitted fields get their default. If a mail server has refused your address, mails are sent to it again.',
        body: ref(MailSettingsInput),
        response: { 200: ref(MailSettings) }
      }
    },
    async (request, reply) => {
      const userId = userIdOf(request)
      await replaceMailSettings(sql, userId, request.body)
      return sendJson(reply, await getMailSettings(sql, userId))
    }
  )
}

/** Returns a fault if `timeZone` isn't a time zone that both the database and this process know. */
async function timeZoneFaults(sql: Deps['sql'], body: unknown): Promise<Fault[]> {
  const { timeZone } = (body ?? {}) as { timeZone?: unknown }
  if (typeof timeZone !== 'string') return []
  if (isKnownHere(timeZone) && (await isTimeZone(sql, timeZone))) return []
  return [
    fault('/timeZone', 'INVALID_TIME_ZONE', 'must be the IANA name of a time zone, such as Europe/Berlin')
  ]
}

function isKnownHere(timeZone: string): boolean {
  try {
    // Offsets such as +01:00 are accepted by Intl, but aren't names of time zones.
    new Intl.DateTimeFormat('en', { timeZone })
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}

function userIdOf({ principal }: FastifyRequest): string {
  if (!principal) throw new Error('This route does not require authentication')
  return principal.actor.id
}
