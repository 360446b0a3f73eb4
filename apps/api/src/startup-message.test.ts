import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startupMessage } from './startup-message.ts'

const url = 'http://127.0.0.1:3000'

test('the addresses are shown, the console first', () => {
  assert.equal(
    startupMessage(url, { state: 'ready' }),
    `\nPurveyor is running.\n\n  Console    ${url}/\n  API        ${url}/api/v1\n  Docs       ${url}/docs\n`
  )
  assert.doesNotMatch(startupMessage(url, undefined), /onsole/)
})

test('a console that is still being built is mentioned', () => {
  assert.match(
    startupMessage(url, { state: 'building' }),
    /\/docs\n\nThe console is being built\. Its page opens when it is ready\.\n$/
  )
})

test('the command that creates the first operator is shown while there is none', () => {
  assert.match(
    startupMessage(url, undefined, { needsOperator: true }),
    /\/docs\n\nCreate the first operator with: npm run operator -- create --email you@example\.com\n$/
  )
})

test('the address of the mails of the demo is shown if it has them', () => {
  assert.match(
    startupMessage(url, undefined, { hasDemoMail: true }),
    /Docs {7}http:.*\n {2}Mails {6}http:\/\/127\.0\.0\.1:3000\/dev\/mail\n/
  )
})
