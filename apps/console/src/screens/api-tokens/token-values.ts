import type { NewApiToken, Role } from '@purveyor/client'

export type Expiry = '30' | '90' | '365' | 'date' | 'never'

/** What a person types for a new token. `day` is of the form `2026-03-01`, and counts if the expiry is `date`. */
export type TokenValues = { name: string; role: Role; expiry: Expiry; day: string }

export const emptyToken: TokenValues = { name: '', role: 'EDITOR', expiry: '90', day: '' }

const dayMs = 86_400_000

/** Returns the body that creates the token. A token with a last day expires when that day ends, in local time. */
export function newTokenOf({ name, role, expiry, day }: TokenValues, now = Date.now()): NewApiToken {
  const body = { name, role }
  if (expiry === 'never') return body
  if (expiry !== 'date') return { ...body, expiresAt: new Date(now + Number(expiry) * dayMs).toISOString() }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { ...body, expiresAt: new Date(year, month - 1, date + 1).toISOString() }
}

/** Returns a command that tries a token. */
export function exampleOf(origin: string, token: string): string {
  return `curl ${origin}/api/v1/auth/me -H "Authorization: Bearer ${token}"`
}
