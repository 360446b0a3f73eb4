import type { Sql } from '../../../db/connect.ts'
import { hashSecret, newSecret } from '../../../lib/secrets.ts'
import { mailCounter } from '../../../metrics/mail.ts'
import { timeOf } from '../queue/due-queries.ts'
import { isLinkSubject } from '../subjects.ts'
import { type Mailer, SendError } from '../transport/mailer.ts'
import { composeMail, type MailLook } from './compose-mail.ts'
import { readMail, type StoredMail } from './content-queries.ts'
import { insertMailLink } from './link-queries.ts'
import {
  type ClaimedMail,
  claimMail,
  dropMail,
  markSent,
  postponeMail,
  refuseAddress
} from './mail-queries.ts'

/** What sending mails needs. `at` replaces the current time, for tests. */
export type Sending = MailLook & { sql: Sql; mailer: Mailer; at?: Date | undefined }

/** The minutes until the next attempt, after 1, 2, 3 and more failures. Together, these are three days. */
const pauses = [1, 5, 30, ...Array.from({ length: 71 }, () => 60)]

/** The minutes until a mail is tried again if the mail server can't be reached. */
const serverPause = 1

/**
 * The result of a round: the number of mails that were claimed, the number of those that the mail server has accepted or
 * refused, and the error of the server if it can't be reached.
 */
export type Round = { claimed: 0 | 1; sent: 0 | 1; serverError?: SendError }

/**
 * Sends the mail that has been due for longest. Several workers may call this: each mail is claimed by one of them. If a
 * worker stops between sending a mail and marking it, the mail is sent again after five minutes, with the same message id.
 * A worker sends one mail at a time, so a crash leads to one such duplicate at most.
 */
export async function sendDueMail(sending: Sending): Promise<Round> {
  const { sql, mailer } = sending
  const mail = await claimMail(sql, { host: mailer.host, now: timeOf(sql, sending.at) })
  if (!mail) return { claimed: 0, sent: 0 }
  try {
    return { claimed: 1, sent: (await sendClaimed(sending, mail)) ? 1 : 0 }
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    return { claimed: 1, sent: 0, serverError: error }
  }
}

/** Sends a claimed mail, or drops it. Resolves to true if the mail server has answered. */
async function sendClaimed(sending: Sending, mail: ClaimedMail): Promise<boolean> {
  const { sql, mailer, at } = sending
  const now = timeOf(sql, at)
  const stored = await readMail(sql, mail)
  if (!stored) return false
  const drop = async (reason: string) => {
    mailCounter.inc({ result: 'dropped' })
    await dropMail(sql, mail.id, { reason, now })
    return false
  }
  if (!stored.isAllowed) return await drop('NO_RIGHT')
  if (!stored.content) return await drop('NOTHING_TO_SAY')
  const token = await newToken(sql, mail)
  if (token === undefined) return await drop('NOTHING_TO_SAY')
  const message = await composeMail(sending, { mail, stored, token })
  try {
    await mailer.send(message)
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    await handleFailure(sending, { mail, stored, error })
    return true
  }
  await markSent(sql, mail.id, now)
  mailCounter.inc({ result: 'sent' })
  return true
}

/** Returns the token of the mail's link, null if it has none, or undefined if the link would be of no use any more. */
async function newToken(sql: Sql, mail: ClaimedMail): Promise<string | null | undefined> {
  if (!isLinkSubject(mail.subject)) return null
  const token = newSecret()
  return (await insertMailLink(sql, mail, hashSecret(token))) ? token : undefined
}

async function handleFailure(
  { sql, at }: Sending,
  { mail, stored, error }: { mail: ClaimedMail; stored: StoredMail; error: SendError }
): Promise<void> {
  const now = timeOf(sql, at)
  const { id, userId, attempts } = mail
  if (error.failure === 'ADDRESS') {
    mailCounter.inc({ result: 'refused' })
    return await refuseAddress(sql, { id, userId, email: stored.email, now })
  }
  mailCounter.inc({ result: 'failed' })
  if (error.failure === 'SERVER') {
    await postponeMail(sql, id, { minutes: serverPause, failures: 0, now })
    throw error
  }
  const minutes = pauses[attempts]
  if (minutes === undefined) await dropMail(sql, id, { reason: 'NOT_ACCEPTED', now })
  else await postponeMail(sql, id, { minutes, failures: 1, now })
}
