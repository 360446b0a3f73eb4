import { enumeration } from '../../../lib/enumerations.ts'
import { refreshTokenSeconds } from '../tokens/tokens.ts'

/** The sides of the marketplace. A browser can have a session of each at the same time. */
export const sides = enumeration(
  'Side',
  ['vendor', 'platform'],
  'The side of the marketplace: that of a vendor, or that of the operator'
)
export type Side = (typeof sides)[number]

const names: Record<Side, string> = { vendor: 'purveyor_vendor', platform: 'purveyor_platform' }
/** Browsers send the cookies only to this path and those below it. */
const path = '/api/v1/auth/session'
/** The format of all refresh tokens, which a cookie can contain as they are. */
const tokenPattern = /^[\w-]{43}$/

/**
 * Returns the different refresh tokens in the cookie of a side (contract 5.5). Values of another format are left
 * out. If there are several tokens, someone else may have set a cookie of the same name, for example a page on
 * another host of the domain. It isn't known then which token is that of the user.
 */
export function refreshTokensIn(cookies: string | undefined, side: Side): string[] {
  const prefix = `${names[side]}=`
  const values = (cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix))
    .map((cookie) => cookie.slice(prefix.length))
  return [...new Set(values)].filter((value) => tokenPattern.test(value))
}

/** Returns the `Set-Cookie` header that stores the refresh token of a side, or deletes it if `token` is ''. */
export function cookieOf(side: Side, { token, isSecure }: { token: string; isSecure: boolean }): string {
  const maxAge = token === '' ? 0 : refreshTokenSeconds
  const attributes = `Max-Age=${maxAge}; Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return `${names[side]}=${token}; ${attributes}`
}
