import { counter, gauge } from './registry.ts'

/** The mails that this process has handled. */
export const mailCounter = counter('purveyor_mails_total', {
  help: 'Mails that this process has sent, that the mail server has refused or not accepted yet, or that were dropped.',
  labels: ['result']
})

/** True if the mail server has accepted the last connection. */
export const mailServerUp = gauge('purveyor_mail_server_up', {
  help: '1 if the mail server could be reached when this process has used it last, or if it sends no mails, else 0.'
})

mailServerUp.set(1)

// Rates can only be computed if the first value of a counter is 0.
for (const result of ['sent', 'failed', 'refused', 'dropped']) mailCounter.inc({ result }, 0)
