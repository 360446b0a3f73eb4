import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from './mailer.ts'
import { failureOf } from './smtp-failure.ts'

const cases: [command: string, response: string, Failure][] = [
  ['RCPT TO', '550 5.1.1 <a@b.example>: Recipient address rejected: User unknown', 'ADDRESS'],
  ['RCPT TO', '550-5.1.1 The email account does not exist', 'ADDRESS'],
  ['RCPT TO', '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'ADDRESS'],
  ['RCPT TO', '550 5.2.1 The mailbox is disabled', 'ADDRESS'],
  ['RCPT TO', '550 No such user here', 'ADDRESS'],
  ['RCPT TO', '553 sorry, unknown user', 'ADDRESS'],
  // The sender or a rule, not the address.
  ['RCPT TO', '550 5.7.1 Relaying denied', 'LATER'],
  ['RCPT TO', '554 5.7.1 Service unavailable; client host blocked', 'LATER'],
  ['RCPT TO', '550 Relay not permitted', 'LATER'],
  ['RCPT TO', '530 Authentication required', 'LATER'],
  ['RCPT TO', '552 5.2.2 Mailbox full', 'LATER'],
  ['RCPT TO', '450 4.2.1 Greylisted', 'LATER'],
  ['DATA', '554 5.7.1 Message looks like spam', 'LATER'],
  ['DATA', '451 4.3.0 Try again later', 'LATER'],
  ['DATA', '421 4.7.0 Closing the connection', 'SERVER'],
  ['AUTH PLAIN', '535 5.7.8 Authentication failed', 'SERVER'],
  ['MAIL FROM', '553 5.7.1 Sender address rejected', 'SERVER'],
  ['CONN', '', 'SERVER']
]

for (const [command, response, expected] of cases) {
  test(`${response || 'no answer'} to ${command} concerns ${expected}`, () => {
    const responseCode = Number(response.slice(0, 3)) || undefined
    assert.equal(failureOf({ command, response, responseCode }), expected)
  })
}
