import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageOf } from './smtp-mailer.ts'

test('line breaks and control characters in names are not written to headers', () => {
  const { to, subject } = messageOf({
    messageId: '<1@market.example>',
    to: { name: 'Eve\r\nBcc: all@market.example\u2028\u0007!', address: 'eve@market.example' },
    subject: 'Invitation to Harbor\nSupply',
    ...{ html: '', text: '', logo: undefined, unsubscribeUrl: undefined }
  })
  assert.deepEqual(to, { name: 'Eve Bcc: all@market.example !', address: 'eve@market.example' })
  assert.equal(subject, 'Invitation to Harbor Supply')
})
