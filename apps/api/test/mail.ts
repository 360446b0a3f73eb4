import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'
import { sequenceEvents } from '../src/events.ts'
import { collectMails } from '../src/modules/mail/queue/collect-events.ts'
import { type Round, sendDueMail } from '../src/modules/mail/sending/send-mails.ts'
import type { Mailer } from '../src/modules/mail/transport/mailer.ts'
import { createSmtpMailer } from '../src/modules/mail/transport/smtp-mailer.ts'
import { type TestApp, testSecret } from './app.ts'

/** A mail that the test server has received, with the addresses of the envelope. */
export type ReceivedMail = ParsedMail & { sender: string; recipient: string; html: string; text: string }

/** What happens to a mail at a mail server, in this order. `ACCEPTED` is before the answer. */
export type MailStep = 'RECIPIENT' | 'DATA' | 'ACCEPTED' | 'ANSWERED'

/** The answer of a mail server that refuses something. */
type Refusal = { code: number; text: string }

/** A real SMTP server. `refuse` lets it refuse the recipient or, after that, the mail itself. */
export type MailServer = {
  url: string
  mails: ReceivedMail[]
  refuse(step: 'recipient' | 'mail', answer: (address: string) => Refusal | undefined): void
  acceptAll(): void
  close(): Promise<void>
}

/**
 * Starts an SMTP server on this machine, on a free port unless another one is given. `atStep` is called at each step of
 * each mail with the address of its sender.
 */
export async function startMailServer(
  port = 0,
  atStep: (step: MailStep, sender: string) => void = () => {}
): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const refusals: Partial<Record<'recipient' | 'mail', (address: string) => Refusal | undefined>> = {}
  const errorOf = (refusal: Refusal | undefined) =>
    refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, { envelope }, callback) {
      atStep('RECIPIENT', senderOf(envelope))
      callback(errorOf(refusals.recipient?.(address)))
    },
    onData(stream, { envelope }, callback) {
      const recipient = envelope.rcptTo[0]?.address ?? ''
      const sender = senderOf(envelope)
      atStep('DATA', sender)
      simpleParser(stream, { skipImageLinks: true }).then((mail) => {
        const refused = errorOf(refusals.mail?.(recipient))
        if (refused) return callback(refused)
        mails.push({ ...mail, sender, recipient, html: mail.html || '', text: mail.text ?? '' })
        atStep('ACCEPTED', sender)
        callback(null)
        atStep('ANSWERED', sender)
      }, callback)
    }
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: listening } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${listening}`,
    mails,
    refuse(step, answer) {
      refusals[step] = answer
    },
    acceptAll() {
      delete refusals.recipient
      delete refusals.mail
    },
    close: () => new Promise((done) => server.close(() => done()))
  }
}

function senderOf({ mailFrom }: SMTPServerEnvelope): string {
  return mailFrom ? mailFrom.address : ''
}

/** The mail jobs of a worker, which run when a test calls them. */
export type TestMailing = {
  mailer: Mailer
  /** Numbers the events and queues the mails about them. `at` is the time. */
  collect(at?: Date): Promise<void>
  /** Sends the mails that are due. Resolves to the rounds that this took. */
  send(at?: Date): Promise<Round[]>
  /** Collects and sends, and returns the mails that the server has received by that. */
  deliver(at?: Date): Promise<ReceivedMail[]>
  close(): void
}

/** The origin of the links in test mails. */
export const mailOrigin = 'https://market.test'

/** Returns the mail jobs of a worker that sends to the server, or with another mailer. */
export function testMailing(
  { app, sql }: TestApp,
  server: Pick<MailServer, 'url' | 'mails'>,
  {
    mailer = createSmtpMailer({ url: server.url, from: 'Market <mail@market.test>' }),
    origin = mailOrigin
  }: { mailer?: Mailer; origin?: string | null } = {}
): TestMailing {
  const { assets, images } = app.deps
  const collect = async (at?: Date) => {
    while ((await sql.begin((tx) => sequenceEvents(tx, 5000))) > 0);
    while (await collectMails(sql, at));
  }
  const send = async (at?: Date) => {
    const rounds: Round[] = []
    for (;;) {
      const round = await sendDueMail({
        sql,
        mailer,
        secret: [testSecret],
        assets,
        images,
        origin: origin ?? undefined,
        at
      })
      rounds.push(round)
      if (round.claimed === 0 || round.serverError) return rounds
    }
  }
  return {
    mailer,
    collect,
    send,
    async deliver(at) {
      const before = server.mails.length
      await collect(at)
      await send(at)
      return server.mails.slice(before)
    },
    close: () => mailer.close()
  }
}

/** Returns the recipients of mails, in alphabetical order. */
export function recipientsOf(mails: ReceivedMail[]): string[] {
  return mails.map(({ recipient }) => recipient).sort()
}

/** Returns the email address of a member of a vendor's test team, or of all members. */
export async function addressesOf(
  { sql }: TestApp,
  vendorId: string | null
): Promise<Record<string, string>> {
  const rows = await sql<{ role: string; email: string }[]>`
    select role, email from users where vendor_id is not distinct from ${vendorId} and role is not null`
  return Object.fromEntries(rows.map(({ role, email }) => [role, email]))
}

/** Marks all events so far as read, and forgets all mails, so that the next ones are those of the test. */
export async function forgetMails({ sql }: TestApp): Promise<void> {
  while ((await sql.begin((tx) => sequenceEvents(tx, 5000))) > 0);
  await sql`update mail_progress set position = (select coalesce(max(sequence), 0) from events)`
  await sql`delete from mails`
}
