import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { person, refresh, signedIn } from '../../../test/people.ts'
import { newId } from '../../lib/ids.ts'
import { createInvitation } from './sign-in/accounts.ts'
import { apiTokenPrefix } from './tokens/tokens.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

/** Returns every row of every table as text, with bytea in hexadecimal. */
async function dump(): Promise<string> {
  const tables = await t.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await t.sql<{ text: string }[]>`select to_jsonb(r)::text as text from ${t.sql(name)} r`
    texts.push(...rows.map((row) => row.text))
  }
  return texts.join('\n')
}

/** Returns a secret in plain text and in the encodings in which a column could contain it. */
function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const decoded = Buffer.from(secret, 'base64url')
  return [
    secret,
    bytes.toString('hex'),
    bytes.toString('base64'),
    decoded.toString('hex'),
    decoded.toString('base64')
  ]
}

test('nothing in the database can be used to sign in', async () => {
  const vendor = await t.vendor()
  const ana = await person(t, { vendorId: vendor.id, role: 'OWNER' })
  const first = await signedIn(t, ana)
  const second = (await refresh(t, first.refresh_token)).body
  const newPassword = 'another password of hers'
  await t.call('POST /auth/password', {
    as: second.access_token,
    body: { currentPassword: ana.password, newPassword }
  })
  const invite = () =>
    t.sql.begin((tx) =>
      createInvitation(tx, {
        email: `${newId()}@example.com`,
        name: 'Bo',
        role: 'OWNER',
        vendorId: vendor.id
      })
    )
  const [open, accepted] = [await invite(), await invite()]
  const password = 'the password of an invited user'
  const joined = await t.call('POST /auth/invitations/accept', { body: { token: accepted.token, password } })
  assert.equal(joined.status, 200)

  const [bo, eve] = [await person(t, { vendorId: vendor.id, role: 'VIEWER' }), await person(t)]
  const operator = await t.operator()
  const openReset = await t.call(`POST /vendor/me/members/${bo.id}/reset`, { as: vendor.owner })
  const usedReset = await t.call(`POST /platform/users/${eve.id}/reset`, { as: operator })
  const resetPassword = 'the password set by a reset'
  const reset = { token: usedReset.body.reset.token, password: resetPassword }
  assert.equal((await t.call('POST /auth/password/reset', { body: reset })).status, 200)
  const input = { name: 'Stock sync', role: 'EDITOR' }
  const tokens = [
    await t.call('POST /vendor/me/api-tokens', { as: vendor.owner, body: input }),
    await t.call('POST /platform/api-tokens', { as: operator, body: input })
  ].map(({ body }) => body.token)
  for (const as of tokens) assert.equal((await t.call('GET /auth/me', { as })).status, 200)
  const member = { email: `${newId()}@example.com`, name: 'Cy', role: 'VIEWER' }
  const invited = await t.call('POST /vendor/me/members', { as: vendor.owner, body: member })

  const text = await dump()
  assert.ok(
    text.includes(ana.id) && text.includes('argon2id'),
    'the dump contains user ids and password hashes'
  )
  const secrets = [
    ana.password,
    newPassword,
    password,
    open.token,
    accepted.token,
    openReset.body.reset.token,
    usedReset.body.reset.token,
    resetPassword,
    ...tokens,
    ...tokens.map((token) => token.slice(apiTokenPrefix.length)),
    invited.body.invitation.token,
    ...[first, second, joined.body].flatMap(({ access_token, refresh_token }) => [
      access_token,
      refresh_token
    ])
  ]
  for (const secret of secrets) {
    for (const encoded of encodingsOf(secret)) {
      assert.ok(!text.includes(encoded), `${encoded} is in the database`)
    }
  }
})
