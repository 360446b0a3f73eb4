import type { TestAnswer, TestApp } from './app.ts'

/** The origin of a page that the service itself serves. `call` sends requests to this host. */
export const ownOrigin = 'http://localhost'

type Options = { cookie?: string; origin?: string; headers?: Record<string, string> }

/** Calls a route of sessions as a page of the service does, or as a page of another origin. */
export function callSession(
  t: TestApp,
  request: string,
  {
    cookie,
    origin = ownOrigin,
    headers,
    ...body
  }: Options & { body?: unknown; raw?: string; from?: string } = {}
): Promise<TestAnswer> {
  return t.call(request, { headers: { origin, ...(cookie && { cookie }), ...headers }, ...body })
}

/** Signs in with a cookie. */
export function startSession(
  t: TestApp,
  { email, password }: { email: string; password: string },
  options: Options & { from?: string } = {}
): Promise<TestAnswer> {
  return callSession(t, 'POST /auth/session', { body: { email, password }, ...options })
}

/** Returns the cookie that a response sets, as a browser sends it back: `name=value`. */
export function cookieIn({ headers }: Pick<TestAnswer, 'headers'>): string {
  return String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
}

/** True if the response deletes the cookie of this name. */
export function deletesCookie({ headers }: TestAnswer, name: string): boolean {
  return String(headers['set-cookie']).startsWith(`${name}=; Max-Age=0; `)
}
