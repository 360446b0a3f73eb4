import { buffer } from 'node:stream/consumers'
import { parseStoragePath } from '../../../assets/storage-path.ts'
import type { Deps } from '../../../deps.ts'
import type { SigningSecret } from '../../../lib/secrets.ts'
import { unsubscribePath } from '../settings/unsubscribe-token.ts'
import { isChosenSubject, isLinkSubject, type MailSubject } from '../subjects.ts'
import { defaultColor } from '../templates/colors.ts'
import { documents } from '../templates/documents.ts'
import type { Frame, MailDocument } from '../templates/mail-document.ts'
import type { DocumentOf, Reader } from '../templates/reader.ts'
import { renderHtml } from '../templates/render-html.ts'
import { renderText } from '../templates/render-text.ts'
import type { OutgoingMail } from '../transport/mailer.ts'
import type { StoredMail } from './content-queries.ts'
import type { ClaimedMail } from './mail-queries.ts'

/** What mails need besides their content. `origin` is that of links; if it is undefined, links are left out. */
export type MailLook = Pick<Deps, 'assets' | 'images'> & { secret: SigningSecret; origin: string | undefined }

/** Makes the mail that is handed over to the mail server. `token` is that of its link, or null. */
export async function composeMail(
  look: MailLook,
  { mail, stored, token }: { mail: ClaimedMail; stored: StoredMail; token: string | null }
): Promise<OutgoingMail> {
  const { subject, userId, vendorId, messageId } = mail
  const { email, name, timeZone, vendorName, marketplace } = stored
  const { origin } = look
  const home = vendorId === null ? '/operator' : '/vendor'
  const reader: Reader = { email, timeZone, vendorName, marketplace, home, ...(token && origin && { token }) }
  const document = documentOf(subject, stored, reader)
  const unsubscribe =
    userId && isChosenSubject(subject) ? unsubscribePath(look.secret, { userId, subject }) : null
  const logo = await readLogo(look, stored.logo)
  const frame: Frame = {
    ...{ marketplace, origin, unsubscribePath: unsubscribe },
    logo: logo && 'cid:logo',
    color: stored.color ?? defaultColor,
    settingsPath: isLinkSubject(subject) ? null : `${home}/account`
  }
  return {
    messageId,
    to: { name, address: email },
    subject: document.subject,
    html: renderHtml(document, frame),
    text: renderText(document, frame),
    logo,
    unsubscribeUrl: origin && unsubscribe ? `${origin}${unsubscribe}` : undefined
  }
}

function documentOf<S extends MailSubject>(
  subject: S,
  { content }: StoredMail,
  reader: Reader
): MailDocument {
  const make = documents[subject] as DocumentOf<MailSubject>
  if (!content) throw new Error('The mail has no content')
  return make(content as never, reader)
}

/** The last logo that was read. All mails of a marketplace have the same one. */
let lastLogo: { path: string; png: Uint8Array } | undefined

/** Returns the logo as a PNG, which all mail programs show, or undefined if there is none or it can't be read. */
async function readLogo({ assets, images }: MailLook, path: string | null): Promise<Uint8Array | undefined> {
  if (path === null || !parseStoragePath(path)) return undefined
  if (lastLogo?.path === path) return lastLogo.png
  try {
    const file = await assets.read(path)
    const png = file && (await images.print(await buffer(file)))
    if (png) lastLogo = { path, png }
    return png
  } catch {
    return undefined
  }
}
