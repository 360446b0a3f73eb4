import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, testApp, testSecret } from '../../../../test/app.ts'
import { assertRefused, person, signedIn } from '../../../../test/people.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { cursorsFor } from '../../../http/cursor.ts'
import { newId } from '../../../lib/ids.ts'
import { createInvitation } from '../sign-in/accounts.ts'
import { accessTokenKey, signAccessToken } from './tokens.ts'

type Json = Record<string, unknown>

let t: TestApp
let real: string
let refreshToken: string
let header: Json
let claims: Json
let admin: { id: string; sessionId: string }

before(async () => {
  t = await testApp()
  const vendor = await t.vendor()
  const ana = await person(t, { vendorId: vendor.id, role: 'OWNER' })
  const tokens = await signedIn(t, ana)
  real = tokens.access_token
  refreshToken = tokens.refresh_token
  header = decode(real.split('.')[0])
  claims = decode(real.split('.')[1])
  const operator = await person(t, { isPlatform: true, role: 'OWNER' })
  admin = {
    id: operator.id,
    sessionId: String(decode((await signedIn(t, operator)).access_token.split('.')[1]).sid)
  }
})
after(() => t.close())

const key = accessTokenKey(testSecret)
/** All forged tokens of this file. The last test tries them on every route. */
const allForged: string[] = []

function decode(segment = ''): Json {
  return JSON.parse(Buffer.from(segment, 'base64url').toString())
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Buffer.from(text).toString('base64url')
}

type Parts = { header?: unknown; claims?: unknown; key?: string; hash?: string }

/** Builds a token like the service's own, except for the given parts. Without any it is valid. */
function forge(parts: Parts = {}): string {
  const input = `${encode(parts.header ?? header)}.${encode(parts.claims ?? claims)}`
  return `${input}.${createHmac(parts.hash ?? 'sha256', parts.key ?? key)
    .update(input)
    .digest('base64url')}`
}

/** Builds a token without a signature, as for the algorithm "none". */
function unsigned(parts: Parts): string {
  return forge(parts).replace(/[^.]*$/, '')
}

function without(name: string): Json {
  return Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))
}

async function assertAllRefused(tokens: Record<string, string>): Promise<void> {
  allForged.push(...Object.values(tokens))
  for (const [name, token] of Object.entries(tokens)) {
    const answers = [
      await t.call('GET /auth/me', { as: token }),
      await t.call('GET /vendor/me/shipping-methods', { as: token })
    ]
    for (const answer of answers) assert.equal(answer.status, 401, `${name}: ${answer.text}`)
  }
}

test('a token built in the same way but without changes is accepted', async () => {
  assert.equal(forge(), real)
  assert.equal((await t.call('GET /vendor/me/shipping-methods', { as: real })).status, 200)
})

test('the algorithm none is refused in every spelling, signed or not', async () => {
  const spellings = [
    'none',
    'None',
    'NONE',
    'nOnE',
    'none ',
    ' none',
    'none\0',
    'ｎone',
    '',
    null,
    false,
    0,
    [],
    ['none'],
    ['HS256'],
    {}
  ]
  for (const alg of spellings) {
    const forged = { header: { ...header, alg } }
    await assertAllRefused({
      [`unsigned ${JSON.stringify(alg)}`]: unsigned(forged),
      [`signed ${JSON.stringify(alg)}`]: forge(forged)
    })
  }
  const { alg: _, ...noAlgorithm } = header
  await assertAllRefused({
    'no alg': forge({ header: noAlgorithm }),
    'no alg, unsigned': unsigned({ header: noAlgorithm })
  })
})

test('any other algorithm is refused, even with the right key', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const input = `${encode({ ...header, alg: 'RS256' })}.${encode(claims)}`
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await assertAllRefused({
    HS384: forge({ header: { ...header, alg: 'HS384' }, hash: 'sha384' }),
    HS512: forge({ header: { ...header, alg: 'HS512' }, hash: 'sha512' }),
    'HS512 declared as HS256': forge({ hash: 'sha512' }),
    'HS384 declared as HS256': forge({ hash: 'sha384' }),
    'HS1 declared as HS256': forge({ hash: 'sha1' }),
    hs256: forge({ header: { ...header, alg: 'hs256' } }),
    RS256: `${input}.${signWith('sha256', Buffer.from(input), pair.privateKey).toString('base64url')}`,
    'signed with a public key': forge({ key: publicKey }),
    'ES256, all zeros': `${encode({ ...header, alg: 'ES256' })}.${encode(claims)}.${Buffer.alloc(64).toString('base64url')}`,
    EdDSA: forge({ header: { ...header, alg: 'EdDSA' } }),
    PS256: forge({ header: { ...header, alg: 'PS256' } })
  })
})

test('a header with a key or with any other parameter is refused', async () => {
  const jwk = { kty: 'oct', k: Buffer.from('mine').toString('base64url'), alg: 'HS256' }
  const headers: Record<string, Json> = {
    jwk: { ...header, jwk },
    jku: { ...header, jku: 'https://attacker.example/keys.json' },
    x5u: { ...header, x5u: 'https://attacker.example/chain.pem' },
    x5c: { ...header, x5c: ['MIIB'] },
    x5t: { ...header, x5t: 'AAAA' },
    'kid with a file path': { ...header, kid: '../../../../dev/null' },
    'kid with SQL': { ...header, kid: "' union select 'mine' --" },
    'kid with a command': { ...header, kid: '| id' },
    'empty kid': { ...header, kid: '' },
    'numeric kid': { ...header, kid: 1 },
    'empty crit': { ...header, crit: [] },
    'crit with exp': { ...header, crit: ['exp'] },
    'crit with b64': { ...header, crit: ['b64'], b64: false },
    'b64 without crit': { ...header, b64: false },
    cty: { ...header, cty: 'JWT' },
    zip: { ...header, zip: 'DEF' },
    'typ JWT': { ...header, typ: 'JWT' },
    'typ in capitals': { ...header, typ: 'AT+JWT' },
    'typ with a media type': { ...header, typ: 'application/at+jwt' },
    'no typ': { alg: 'HS256' },
    'members in reverse order': { typ: header.typ, alg: header.alg },
    ['__proto__']: JSON.parse('{"alg":"HS256","typ":"at+jwt","__proto__":{"kid":"x"}}')
  }
  for (const [name, forged] of Object.entries(headers)) {
    await assertAllRefused({
      [name]: forge({ header: forged }),
      [`${name}, signed with another key`]: forge({ header: forged, key: 'mine' })
    })
  }
  await assertAllRefused({
    'a space in the header': forge({ header: ' {"alg":"HS256","typ":"at+jwt"}' }),
    'a duplicate member in the header': forge({ header: '{"alg":"none","alg":"HS256","typ":"at+jwt"}' }),
    'a list as header': forge({ header: [header] }),
    'null as header': forge({ header: 'null' }),
    'invalid JSON as header': forge({ header: '{' }),
    'no header': forge().replace(/^[^.]*/, '')
  })
})

test('a token signed with another key is refused', async () => {
  const keys = ['', ' ', 'secret', testSecret, accessTokenKey('another secret'), `${key} `, key.slice(0, -1)]
  for (const other of keys)
    await assertAllRefused({ [`key ${JSON.stringify(other)}`]: forge({ key: other }) })
})

test('a changed payload or signature is refused', async () => {
  const [first = '', second = '', third = ''] = real.split('.')
  const spareBits = Object.fromEntries(
    [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .filter((last) => last !== third.at(-1))
      .map((last) => [`last character ${last}`, `${first}.${second}.${third.slice(0, -1)}${last}`])
  )
  await assertAllRefused({
    ...spareBits,
    'another user': `${first}.${encode({ ...claims, sub: admin.id })}.${third}`,
    'another session': `${first}.${encode({ ...claims, sub: admin.id, sid: admin.sessionId })}.${third}`,
    'a later expiry': `${first}.${encode({ ...claims, exp: Number(claims.exp) + 1 })}.${third}`,
    'a role': `${first}.${encode({ ...claims, role: 'OWNER', realm: 'platform' })}.${third}`,
    'no signature': `${first}.${second}.`,
    'half a signature': `${first}.${second}.${third.slice(0, 20)}`,
    'a longer signature': `${real}AA`,
    'a padded signature': `${real}=`,
    'a padded payload': `${first}.${second}=.${third}`,
    'two parts': `${first}.${second}`,
    'four parts': `${real}.${third}`,
    'an empty part': `${first}..${second}.${third}`,
    'five parts, like an encrypted token': `${real}.${third}.${third}`,
    'a single part': first
  })
})

test('missing or invalid claims are refused, even with a valid signature', async () => {
  const now = Math.floor(Date.now() / 1000)
  const changed: Record<string, unknown> = {
    'expired an hour ago': { ...claims, exp: now - 3600 },
    'expires now': { ...claims, exp: now },
    'exp 0': { ...claims, exp: 0 },
    'exp as text': { ...claims, exp: String(now + 600) },
    'fractional exp': { ...claims, exp: now + 600.5 },
    'negative exp': { ...claims, exp: -1 },
    'exp null': { ...claims, exp: null },
    'exp true': { ...claims, exp: true },
    'exp in a list': { ...claims, exp: [now + 600] },
    'exp that is not a safe integer': { ...claims, exp: 2 ** 60 },
    'infinite exp': JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'),
    'nbf in an hour': { ...claims, nbf: now + 3600 },
    'nbf as text': { ...claims, nbf: 'now' },
    'another issuer': { ...claims, iss: 'attacker' },
    'another audience': { ...claims, aud: 'storefront' },
    'sub of an unknown user': { ...claims, sub: newId() },
    'sub of another user': { ...claims, sub: admin.id },
    'sub that is not a UUID': { ...claims, sub: "' or true --" },
    'numeric sub': { ...claims, sub: 1 },
    'sub in a list': { ...claims, sub: [claims.sub] },
    'sub null': { ...claims, sub: null },
    'sid of an unknown session': { ...claims, sid: newId() },
    "sid of another user's session": { ...claims, sid: admin.sessionId },
    'sid that is not a UUID': { ...claims, sid: 'x' },
    'a list': [claims],
    'null as claims': 'null',
    'text as claims': '"claims"',
    'invalid JSON': 'claims',
    'no claims': {}
  }
  for (const [name, value] of Object.entries(changed))
    await assertAllRefused({ [name]: forge({ claims: value }) })
  for (const name of ['iss', 'aud', 'exp', 'sub', 'sid']) {
    await assertAllRefused({ [`no ${name}`]: forge({ claims: without(name) }) })
  }
  await assertAllRefused({ 'a very long token': forge({ claims: { ...claims, padding: 'x'.repeat(1000) } }) })
})

test('tokens and cursors that the service issues for other uses are not access tokens', async () => {
  const cursor = cursorsFor([testSecret], ['products']).write(['2026-01-01', newId()])
  const { token: invitation } = await t.sql.begin((tx) =>
    createInvitation(tx, { email: `${newId()}@example.com`, name: 'Bo', role: 'OWNER', vendorId: null })
  )
  const cursorLike = createHmac('sha256', testSecret).update(
    `cursor\0[]\0${encode(header)}.${encode(claims)}`
  )
  await assertAllRefused({
    'a refresh token': refreshToken,
    'an invitation': invitation,
    'a cursor': cursor,
    'a token signed like a cursor': `${encode(header)}.${encode(claims)}.${cursorLike.digest('base64url')}`,
    'a token of another kind': forge({
      header: { alg: 'HS256', typ: 'JWT' },
      claims: { ...claims, typ: 'refresh' }
    }),
    'a token of another service': signAccessToken({
      secret: 'the secret of another service, long enough',
      userId: String(claims.sub),
      sessionId: String(claims.sid)
    })
  })
})

test('only the Bearer scheme is accepted, and Basic gets its own error code', async () => {
  const refused = (authorization: string) => t.call('GET /auth/me', { headers: { authorization } })
  for (const value of [
    '',
    'Bearer',
    'Bearer ',
    real,
    `Token ${real}`,
    `Bearer ${real} ${real}`,
    `Bearer "${real}"`
  ]) {
    assertProblem(await refused(value), 401, 'UNAUTHENTICATED')
  }
  const basic = await refused(`Basic ${Buffer.from('ana@example.com:key').toString('base64')}`)
  assertProblem(basic, 401, 'BASIC_NOT_ACCEPTED')
  assert.equal(basic.headers['www-authenticate'], 'Bearer')
  assert.equal((await refused(`bearer ${real}`)).status, 200)
  await assertRefused(t, `${real}x`)
})

test('no forged token is accepted on any route that requires a token', async () => {
  const tokens = [...new Set(allForged)].filter((token) => /^[A-Za-z0-9._~+/=-]+$/.test(token))
  assert.ok(tokens.length >= 60, `only ${tokens.length} forged tokens`)
  const routes = t.app.routeTable.filter(
    ({ access, method }) => access.realm !== 'public' && method !== 'HEAD'
  )
  // In npm test, each route gets a fifth of the tokens, with tokens of each kind, and each token a fifth of the routes.
  const stride = Math.round(tokens.length / randomRuns(tokens.length))
  for (const [number, { method, url }] of routes.entries()) {
    const path = url.replaceAll(/:[A-Za-z]+/g, newId())
    const answers = await Promise.all(
      tokens
        .filter((_, index) => index % stride === number % stride)
        .map((token) =>
          t.app.inject({ method: method as 'GET', url: path, headers: { authorization: `Bearer ${token}` } })
        )
    )
    assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [401], `${method} ${url}`)
  }
})
