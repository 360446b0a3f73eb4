import nodemailer from 'nodemailer'
import { type Mailer, type OutgoingMail, SendError } from './mailer.ts'
import { failureOf } from './smtp-failure.ts'

/** Times in milliseconds. They are shorter than the time for which a mail is claimed. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000
}

/**
 * Creates a mailer that sends through an SMTP server. `url` is `smtp://` or `smtps://`, with user and password if the
 * server needs them. These are sent only over an encrypted connection, unless the server is on this machine.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const { hostname, username } = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const transport = nodemailer.createTransport(
    {
      url,
      // A worker sends one mail at a time (`sendDueMail`), over a connection that stays open.
      pool: true,
      maxConnections: 1,
      // The queue sends a mail again. It also knows how often.
      maxRequeues: 0,
      requireTLS: username !== '' && !isLocal,
      ...timeouts
    },
    { from, disableFileAccess: true, disableUrlAccess: true }
  )
  return {
    host: hostOf(from),
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail))
      } catch (error) {
        throw sendError(error)
      }
    },
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        throw sendError(error)
      }
    },
    close: () => transport.close()
  }
}

/** Returns the fields of a message, which are the same for every kind of transport. */
export function messageOf({ messageId, to, subject, html, text, logo, unsubscribeUrl }: OutgoingMail) {
  return {
    ...{ messageId, html, text },
    to: { name: onOneLine(to.name), address: to.address },
    subject: onOneLine(subject),
    headers: {
      // Programs that answer automatically, such as out-of-office notices, don't answer these mails.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click'
      })
    },
    ...(logo && {
      attachments: [
        { filename: 'logo.png', content: Buffer.from(logo), contentType: 'image/png', cid: 'logo' }
      ]
    })
  }
}

/** Returns the host of an address such as `Purveyor <mail@market.example>`. */
export function hostOf(from: string): string {
  return /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

function sendError(error: unknown): SendError {
  const { code, responseCode, response, command } = error as {
    code?: string
    responseCode?: number
    response?: string
    command?: string
  }
  const failure = failureOf({ responseCode, response, command })
  // The text of the answer can contain the address, and that of the error the host only.
  const answer = responseCode ? `${responseCode} to ${command ?? 'the connection'}` : (error as Error).message
  return new SendError(failure, `${code ?? 'error'}: ${answer}`)
}

/**
 * Replaces line breaks and other control characters with spaces. Headers contain names that people have written, and
 * although such characters are encoded in headers, a program that decodes them must not find the beginning of another header.
 */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
