import type { DocumentOf } from './reader.ts'
import { dateTime } from './texts/formatting.ts'
import { texts } from './texts/texts.ts'

const { invitation, passwordReset } = texts

/** The mails with links of invitations and password resets. */
export const accountDocuments: {
  INVITATION: DocumentOf<'INVITATION'>
  PASSWORD_RESET: DocumentOf<'PASSWORD_RESET'>
} = {
  INVITATION({ role, expiresAt, invitedBy }, { email, vendorName, marketplace, home, token }) {
    const team = vendorName ?? marketplace
    const by = invitedBy ?? marketplace
    return {
      subject: invitation.subject(team),
      preview: invitation.preview(by),
      title: invitation.title(team),
      blocks: [
        { kind: 'text', text: invitation.text(by, team, texts.roles[role]) },
        {
          kind: 'text',
          text: token ? invitation.expires(dateTime(expiresAt, 'UTC')) : invitation.withoutLink
        }
      ],
      ...(token && { action: { label: invitation.action, path: `${home}/join#${token}` } }),
      reason: invitation.reason(email)
    }
  },

  PASSWORD_RESET({ expiresAt, issuedBy }, { email, timeZone, marketplace, home, token }) {
    const time = dateTime(expiresAt, timeZone)
    return {
      subject: passwordReset.subject,
      preview: passwordReset.preview,
      title: passwordReset.title,
      blocks: [
        { kind: 'text', text: passwordReset.text(issuedBy ?? marketplace) },
        {
          kind: 'text',
          text: token ? passwordReset.expires(`${time} (${timeZone})`) : passwordReset.withoutLink
        }
      ],
      ...(token && { action: { label: passwordReset.action, path: `${home}/new-password#${token}` } }),
      reason: passwordReset.reason(email)
    }
  }
}
