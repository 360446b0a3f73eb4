import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../db/connect.ts'
import { inBatches } from '../../jobs/in-batches.ts'
import { type Repeated, repeat } from '../../jobs/repeat.ts'
import type { Log } from '../../lib/log.ts'
import { mailServerUp } from '../../metrics/mail.ts'
import { collectMails } from './queue/collect-events.ts'
import { everyQuarter } from './queue/queue-summaries.ts'
import type { MailLook } from './sending/compose-mail.ts'
import { deleteExpiredLinks } from './sending/link-queries.ts'
import { deleteOldMails } from './sending/mail-queries.ts'
import { sendDueMail } from './sending/send-mails.ts'
import type { Mailer, SendError } from './transport/mailer.ts'

/** How long a process that is stopping waits for mails that are being sent, in milliseconds. */
const maxStopMs = 5_000

/** The jobs that delete old mails and links, which run every hour. */
export const mailCleanups = [inBatches(deleteOldMails), inBatches(deleteExpiredLinks)]

/** Mailing in this process. `isServerUp` is false while the mail server can't be reached. */
export type Mailing = Repeated & { isServerUp(): boolean }

/**
 * Starts the jobs that queue mails and send them. Several workers may run them. If the mail server can't be reached, this is
 * logged, and the mails wait until it is there again.
 */
export function startMailing({
  sql,
  mailer,
  log,
  ...look
}: MailLook & { sql: Sql; mailer: Mailer; log: Log }): Mailing {
  const server = watchServer(log)
  const queueSummaries = everyQuarter(sql)
  mailer.check().then(
    () => server.succeeded(),
    (error: SendError) => server.failed(error)
  )
  const jobs = [
    repeat('mail.collect', { pauseMs: 1000, log, work: () => collectMails(sql) }),
    repeat('mail.summaries', {
      pauseMs: 30_000,
      log,
      async work() {
        await queueSummaries()
        return false
      }
    }),
    repeat('mail.send', {
      pauseMs: 1000,
      log,
      async work() {
        const { claimed, sent, serverError } = await sendDueMail({ sql, mailer, ...look })
        if (serverError) server.failed(serverError)
        else if (sent > 0) server.succeeded()
        return claimed > 0 && !serverError
      }
    })
  ]
  return {
    isServerUp: server.isUp,
    async stop() {
      // A mail server that doesn't answer must not delay the end of the process. Its mails are sent again later.
      const timeout = sleep(maxStopMs, undefined, { ref: false })
      await Promise.race([Promise.all(jobs.map((job) => job.stop())), timeout])
      mailer.close()
    }
  }
}

/** Remembers whether the mail server can be reached, and logs when that changes. */
function watchServer(log: Log) {
  let isUp = true
  return {
    isUp: () => isUp,
    succeeded() {
      if (!isUp) log.info({}, 'the mail server can be reached again')
      isUp = true
      mailServerUp.set(1)
    },
    failed(error: SendError) {
      if (isUp)
        log.error(
          { err: error },
          "the mail server can't be used; mails wait until it accepts them (SMTP_URL)"
        )
      isUp = false
      mailServerUp.set(0)
    }
  }
}
