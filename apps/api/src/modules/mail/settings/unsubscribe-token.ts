import { readSignedText, signedText } from '../../../http/signed-text.ts'
import { isUuid } from '../../../lib/ids.ts'
import type { SigningSecret } from '../../../lib/secrets.ts'
import { type ChosenSubject, isChosenSubject } from '../subjects.ts'

/** The person and the subject of which a link stops the mails. */
export type Unsubscription = { userId: string; subject: ChosenSubject }

const purpose = 'unsubscribe'

/** The path of the page, and of the requests of mail programs (RFC 8058). */
export const unsubscribeUrl = '/mail/unsubscribe'

/** Returns the path, with its token, that stops the mails about a subject to a person. It doesn't expire. */
export function unsubscribePath(secret: SigningSecret, { userId, subject }: Unsubscription): string {
  return `${unsubscribeUrl}?token=${signedText(secret, purpose, `${userId} ${subject}`)}`
}

/** Returns what a token stops, or undefined if the service hasn't made the token. */
export function readUnsubscribeToken(secret: SigningSecret, token: string): Unsubscription | undefined {
  const [userId = '', subject = ''] = readSignedText(secret, purpose, token)?.split(' ') ?? []
  return isUuid(userId) && isChosenSubject(subject) ? { userId, subject } : undefined
}
