import type { Role } from '../src/http/server/access.ts'
import { newId } from '../src/lib/ids.ts'
import { hashSecret } from '../src/lib/secrets.ts'
import { createUser } from '../src/modules/auth/sign-in/accounts.ts'
import { newApiToken } from '../src/modules/auth/tokens/tokens.ts'
import { assertProblem, type TestAnswer, type TestApp } from './app.ts'

/** A user, with the email address and the password for signing in. */
export type TestPerson = { id: string; email: string; password: string }
/** The tokens of a session. */
export type TestTokens = { access_token: string; refresh_token: string }

/** Creates a user who can sign in. By default the user has no membership. */
export async function person(
  { sql }: TestApp,
  membership: { vendorId?: string; isPlatform?: boolean; role?: Role; email?: string } = {}
): Promise<TestPerson> {
  const email = membership.email ?? `${newId()}@example.com`
  const password = `password of ${email}`
  const id = await sql.begin((tx) =>
    createUser(tx, {
      email,
      name: 'Test person',
      password,
      vendorId: membership.vendorId ?? null,
      isPlatform: membership.isPlatform ?? false,
      role: membership.role ?? null
    })
  )
  return { id, email, password }
}

/** Sends a sign-in request and returns the response. `from` is the client's IP address. */
export function login(
  t: TestApp,
  { email, password }: { email: string; password: string },
  from?: string
): Promise<TestAnswer> {
  return t.call('POST /auth/login', { body: { email, password }, ...(from && { from }) })
}

/** Signs in and returns the tokens of the new session. */
export async function signedIn(t: TestApp, who: { email: string; password: string }): Promise<TestTokens> {
  const answer = await login(t, who)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}

/** Sends a refresh token and returns the response. */
export function refresh(t: TestApp, token: string): Promise<TestAnswer> {
  return t.call('POST /auth/refresh', { body: { refresh_token: token } })
}

/** Asserts that a request with this token gets a 401 from an endpoint that requires authentication. */
export async function assertRefused(t: TestApp, token: string): Promise<void> {
  const answer = await t.call('GET /auth/me', { as: token })
  assertProblem(answer, 401, 'UNAUTHENTICATED')
}

/** Creates an API token of a vendor, or of the platform if there is no `vendorId`. */
export async function apiToken(
  { sql }: TestApp,
  { vendorId = null, role = 'OWNER' }: { vendorId?: string | null; role?: Role } = {}
): Promise<string> {
  const token = newApiToken()
  await sql`
    insert into api_tokens (token_hash, vendor_id, is_platform, name, role)
    values (${hashSecret(token)}, ${vendorId}, ${vendorId === null}, 'Test token', ${role})`
  return token
}
