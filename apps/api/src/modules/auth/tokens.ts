import { createHmac, randomBytes } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { isUuid } from '../../lib/ids.ts'
import { newSecret } from '../../lib/secrets.ts'

/** How long an access token is valid, in seconds. */
export const accessTokenSeconds = 900

const issuer = 'purveyor'
const audience = 'purveyor-api'
const header = { alg: 'HS256', typ: 'at+jwt' }
/** Every token that this service signs begins with these characters, so no other header is ever looked at. */
const prefix = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.`
const maxTokenLength = 1024

/** What an access token says; `expiresAt` is in milliseconds. */
type AccessClaims = { userId: string; sessionId: string; expiresAt: number }

/** The key of access tokens alone: nothing else that is signed with the secret can pass for one. */
export function accessTokenKey(secret: string): string {
  return createHmac('sha256', secret).update('access token').digest('base64url')
}

/** An access token for a user's session, valid for 15 minutes from `now` (milliseconds). */
export function signAccessToken({
  secret,
  userId,
  sessionId,
  now = Date.now()
}: {
  secret: string
  userId: string
  sessionId: string
  now?: number
}): string {
  const sign = createSigner({
    key: accessTokenKey(secret),
    algorithm: 'HS256',
    header,
    iss: issuer,
    aud: audience,
    sub: userId,
    clockTimestamp: now,
    expiresIn: accessTokenSeconds * 1000
  })
  return sign({ sid: sessionId })
}

/**
 * Reads access tokens: undefined for whatever this service did not sign as one, letter by letter, or has expired
 * by `now`. Whether the session still lasts is the database's to say.
 */
export function accessTokenReader(
  secret: string,
  now: () => number
): (token: string) => AccessClaims | undefined {
  const verify = createVerifier({
    key: accessTokenKey(secret),
    algorithms: ['HS256'],
    cache: false,
    checkTyp: header.typ,
    allowedIss: issuer,
    allowedAud: audience,
    requiredClaims: ['iss', 'aud', 'exp', 'sub', 'sid'],
    // Checked below, by the same clock as everything else here.
    ignoreExpiration: true
  })
  return (token) => {
    if (token.length > maxTokenLength || !token.startsWith(prefix) || !isSpelledOnce(token)) return undefined
    let claims: { sub: unknown; sid: unknown; exp: unknown }
    try {
      claims = verify(token)
    } catch {
      return undefined
    }
    const { sub, sid, exp } = claims
    if (typeof sub !== 'string' || !isUuid(sub) || typeof sid !== 'string' || !isUuid(sid)) return undefined
    if (!Number.isSafeInteger(exp)) return undefined
    const expiresAt = (exp as number) * 1000
    return expiresAt > now() ? { userId: sub, sessionId: sid, expiresAt } : undefined
  }
}

/** The last character of a base64url signature has spare bits: only the spelling with none of them set is ours. */
function isSpelledOnce(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** How long a refresh token is valid, in seconds: 30 days. */
export const refreshTokenSeconds = 2_592_000

/** What a row keeps beside a token's hash, so that the token has one successor. */
export function newSalt(): Buffer {
  return randomBytes(32)
}

/**
 * The one successor of a refresh token. Whoever sends the token again is given the same one, though the database
 * holds neither: it takes the token itself, its row's salt and the service's secret.
 */
export function successorOf(token: string, salt: Buffer, secret: string): string {
  return createHmac('sha256', secret).update('refresh token\0').update(salt).update(token).digest('base64url')
}

/** What every API token begins with, so that one that leaks into a log or a repository is recognised. */
export const apiTokenPrefix = 'pvt_'

const form = /^pvt_[A-Za-z0-9_-]{43}$/

/** A new API token: the prefix and 32 random bytes as base64url. */
export function newApiToken(): string {
  return `${apiTokenPrefix}${newSecret()}`
}

/** Whether a text has the form of an API token; access tokens never have. */
export function isApiToken(text: string): boolean {
  return form.test(text)
}
