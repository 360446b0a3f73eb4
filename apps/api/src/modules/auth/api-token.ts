import { newSecret } from '../../lib/secrets.ts'

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
