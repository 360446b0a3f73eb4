import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieOf, refreshTokensIn } from './session-cookie.ts'

const [token, other] = ['a'.repeat(43), `${'B-_9'.repeat(10)}xyz`]

test('the cookie is only for the paths of sessions, and scripts and other sites cannot use it', () => {
  assert.equal(
    cookieOf('vendor', { token, isSecure: true }),
    `purveyor_vendor=${token}; Max-Age=2592000; Path=/api/v1/auth/session; HttpOnly; SameSite=Strict; Secure`
  )
  assert.equal(
    cookieOf('platform', { token: '', isSecure: false }),
    'purveyor_platform=; Max-Age=0; Path=/api/v1/auth/session; HttpOnly; SameSite=Strict'
  )
})

const cases: [string | undefined, string[]][] = [
  [undefined, []],
  ['', []],
  [`purveyor_vendor=${token}`, [token]],
  [`theme=dark; purveyor_vendor=${other};purveyor_platform=${token}`, [other]],
  [` purveyor_vendor=${token} ; purveyor_vendor=${token}`, [token]],
  [`purveyor_vendor=${token}; purveyor_vendor=${other}`, [token, other]],
  [`purveyor_vendor=; purveyor_vendor=${token}`, [token]],
  [`purveyor_vendor=${token}a; purveyor_vendor="${token}"; purveyor_vendor=${token.slice(1)}%61`, []],
  [`purveyor_vendor; =${token}; purveyor_vendor=${token}=; Purveyor_vendor=${token}; ;;=;`, []],
  [`xpurveyor_vendor=${token}; purveyor_vendor2=${token}; __proto__=${token}`, []],
  [`purveyor_vendor=${'é'.repeat(43)}`, []]
]
for (const [header, tokens] of cases) {
  test(`the tokens in ${header?.replaceAll(/(.)\1{9,}/g, '$1…')} are found`, () => {
    assert.deepEqual(refreshTokensIn(header, 'vendor'), tokens)
  })
}
