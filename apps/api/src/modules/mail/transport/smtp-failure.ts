import type { Failure } from './mailer.ts'

/** What is known about a failed attempt: the answer of the server and the command that it has answered. */
type SmtpFailure = {
  responseCode?: number | undefined
  response?: string | undefined
  command?: string | undefined
}

/** Enhanced status codes (RFC 3463) of addresses and mailboxes that don't exist or are disabled. */
const noMailbox = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.1)\b/
const enhanced = /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}\b/
/** Replies that are about the sender or about a rule of the server, although they have no enhanced code that says so. */
const policy = /relay|authenticat|spam|block|polic|denied|reputation|blacklist|not allowed|permit/i

/**
 * Returns what a failed attempt means. Only a refusal of the recipient that says that there is no such mailbox is about
 * the address: many servers also answer 550 to senders that they don't trust, and then no address may be given up.
 */
export function failureOf({ responseCode = 0, response = '', command = '' }: SmtpFailure): Failure {
  const isAboutRecipient = command === 'RCPT TO'
  if (isAboutRecipient && responseCode >= 500) {
    if (noMailbox.test(response)) return 'ADDRESS'
    const isPlain = !enhanced.test(response) && !policy.test(response)
    if (isPlain && [550, 551, 553].includes(responseCode)) return 'ADDRESS'
  }
  // 421: the server is about to close the connection.
  const isAboutMail = isAboutRecipient || command === 'DATA'
  return isAboutMail && responseCode >= 400 && responseCode !== 421 ? 'LATER' : 'SERVER'
}
