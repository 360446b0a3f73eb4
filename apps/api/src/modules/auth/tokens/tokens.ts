import { createHmac, randomBytes } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { databaseNow } from '../../../lib/clock.ts'
import { isUuid } from '../../../lib/ids.ts'
import { newSecret, type SigningSecret } from '../../../lib/secrets.ts'

/** The lifetime of an access token in seconds. */
export const accessTokenSeconds = 900

const issuer = 'purveyor'
const audience = 'purveyor-api'
const header = { alg: 'HS256', typ: 'at+jwt' }
/**
 * Every access token begins with these characters, which are its encoded header. A text that begins
 * differently is refused without parsing it.
 */
const prefix = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.`
const maxTokenLength = 1024

/** The claims of an access token. `expiresAt` is in milliseconds. */
export type AccessClaims = { userId: string; sessionId: string; expiresAt: number }

/**
 * Derives the key with which only access tokens are signed. Therefore a text that was signed with the secret
 * for another purpose isn't accepted as an access token.
 */
export function accessTokenKey(secret: string): string {
  return createHmac('sha256', secret).update('access token').digest('base64url')
}

/** Signs an access token for a user's session, valid for 15 minutes from `now` (milliseconds). */
export function signAccessToken({
  secret,
  userId,
  sessionId,
  now = databaseNow()
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
 * Returns a function that verifies an access token and returns its claims. It returns undefined unless a value
 * of the secret has signed exactly this text as an access token and the token hasn't expired by `now`. The function
 * doesn't check that the session is still active.
 */
export function accessTokenReader(
  secret: SigningSecret,
  now: () => number
): (token: string) => AccessClaims | undefined {
  const verifiers = secret.map((value) =>
    createVerifier({
      key: accessTokenKey(value),
      algorithms: ['HS256'],
      cache: false,
      checkTyp: header.typ,
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims: ['iss', 'aud', 'exp', 'sub', 'sid'],
      // Checked below, with the clock that was passed in.
      ignoreExpiration: true
    })
  )
  return (token) => {
    if (token.length > maxTokenLength || !token.startsWith(prefix) || !isCanonical(token)) return undefined
    const claims = verifyWithAny(verifiers, token)
    if (!claims) return undefined
    const { sub, sid, exp } = claims
    if (typeof sub !== 'string' || !isUuid(sub) || typeof sid !== 'string' || !isUuid(sid)) return undefined
    if (!Number.isSafeInteger(exp)) return undefined
    const expiresAt = (exp as number) * 1000
    return expiresAt > now() ? { userId: sub, sessionId: sid, expiresAt } : undefined
  }
}

type RawClaims = { sub: unknown; sid: unknown; exp: unknown }

/** Returns the claims of a token that one of the verifiers accepts, or undefined. */
function verifyWithAny(verifiers: ((token: string) => RawClaims)[], token: string): RawClaims | undefined {
  for (const verify of verifiers) {
    try {
      return verify(token)
    } catch {
      // Another value of the secret may have signed the token.
    }
  }
  return undefined
}

/**
 * True if the signature is encoded exactly as this service encodes it. The last character of a base64url text
 * has unused bits, so without this check, several texts would be accepted as the same token.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** The lifetime of a refresh token in seconds: 30 days. */
export const refreshTokenSeconds = 2_592_000

/**
 * Creates a random salt. It is stored with the hash of a refresh token, and the token's successor is derived
 * from it.
 */
export function newSalt(): Buffer {
  return randomBytes(32)
}

/**
 * Derives the successor of a refresh token from the token, the salt in its row and a value of the secret. A
 * token that is sent again therefore gets the same successor, although the database stores neither token in
 * plain text.
 */
export function successorOf(token: string, salt: Buffer, secret: string): string {
  return createHmac('sha256', secret).update('refresh token\0').update(salt).update(token).digest('base64url')
}

/**
 * The prefix of every API token. It makes a token that leaks into a log or a repository easy to recognise.
 */
export const apiTokenPrefix = 'pvt_'

const apiTokenPattern = /^pvt_[A-Za-z0-9_-]{43}$/

/** Generates an API token: the prefix and 32 random bytes as base64url. */
export function newApiToken(): string {
  return `${apiTokenPrefix}${newSecret()}`
}

/** True if a text has the format of an API token, which an access token never has. */
export function isApiToken(text: string): boolean {
  return apiTokenPattern.test(text)
}
