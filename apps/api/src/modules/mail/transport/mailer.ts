/** A mail that is handed over to a mail server. */
export type OutgoingMail = {
  /** The header Message-ID, with angle brackets. */
  messageId: string
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
  /** The logo, which the HTML refers to as `cid:logo`. */
  logo: Uint8Array | undefined
  /** The URL that stops mails about the subject with a POST request (RFC 8058), or undefined. */
  unsubscribeUrl: string | undefined
}

/** Hands mails over to a mail server. */
export type Mailer = {
  /** The host of message ids. */
  host: string
  /** Resolves when the server has accepted the mail. Rejects with a `SendError`. */
  send(mail: OutgoingMail): Promise<void>
  /** Connects to the server and signs in. Rejects with a `SendError` if that fails. */
  check(): Promise<void>
  close(): void
}

/**
 * What a failed attempt means. SERVER: the mail server can't be reached or accepts nothing, so that other mails would fail
 * too. LATER: the server doesn't accept this mail now. ADDRESS: the address doesn't exist.
 */
export type Failure = 'SERVER' | 'LATER' | 'ADDRESS'

/** The error of an attempt to send a mail. Its message contains neither an address nor a password. */
export class SendError extends Error {
  override readonly name = 'SendError'
  readonly failure: Failure

  constructor(failure: Failure, message: string) {
    super(message)
    this.failure = failure
  }
}
