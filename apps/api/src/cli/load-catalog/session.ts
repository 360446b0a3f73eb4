import { hash, randomUUID } from 'node:crypto'
import { listOf, recordOf } from '../../lib/shape.ts'
import { FatalError } from './errors.ts'
import type { Account } from './options.ts'
import { type Answer, errorLines, type Request, rowErrorOf, type Send } from './service.ts'

/** A signed-in account. */
export type Session = {
  /** Sends a request as this account. Throws a FatalError if the account isn't allowed to send it. */
  call: (request: Request) => Promise<Answer>
  /** The id of the account's vendor, or undefined for an account of the platform. */
  vendorId: string | undefined
}

type Tokens = { access: string; refresh: string; renewAt: number }

/**
 * A token is renewed this long before it expires. A token whose lifetime is less than twice this time is
 * renewed after half of its lifetime.
 */
const marginMs = 60_000

/**
 * Signs in, and checks that the account belongs to the given realm. The session renews its access token
 * before the token expires. Throws a FatalError if the account or the password is wrong, or if the server
 * isn't a Purveyor service.
 */
export async function signIn(
  send: Send,
  account: Account,
  { realm, now = Date.now }: { realm: 'vendor' | 'platform'; now?: () => number }
): Promise<Session> {
  let tokens = await login(send, account, now)
  let renewing: Promise<Tokens> | undefined

  async function renew(): Promise<Tokens> {
    const answer = await send({
      method: 'POST',
      path: '/auth/refresh',
      body: { refresh_token: tokens.refresh }
    })
    return readTokens(answer, now) ?? login(send, account, now)
  }

  async function token(): Promise<string> {
    if (now() >= tokens.renewAt) {
      renewing ??= renew().finally(() => {
        renewing = undefined
      })
      tokens = await renewing
    }
    return tokens.access
  }

  async function call(request: Request): Promise<Answer> {
    let sent = ''
    const authorized = { ...request, token: async () => (sent = await token()) }
    let answer = await send(authorized)
    if (answer.status === 401) {
      if (sent === tokens.access) tokens = { ...tokens, renewAt: 0 }
      answer = await send(authorized)
    }
    if (answer.status === 401 || answer.status === 403) {
      const { method, path } = request
      throw new FatalError(
        `${account.email} is not allowed to call ${method} ${path}: ${errorLines(answer).join('; ')}.`
      )
    }
    return answer
  }

  const { body } = await call({ method: 'GET', path: '/auth/me' })
  const { id } = recordOf(body.vendor)
  if (body.realm !== realm) {
    const owner = realm === 'vendor' ? 'a vendor' : 'the platform'
    throw new FatalError(`${account.email} is not an account of ${owner}.`)
  }
  return { call, vendorId: typeof id === 'string' ? id : undefined }
}

async function login(send: Send, account: Account, now: () => number): Promise<Tokens> {
  const { email, password, passwordVariable } = account
  const answer = await send({ method: 'POST', path: '/auth/login', body: { email, password }, tries: 1 })
  const tokens = readTokens(answer, now)
  if (tokens) return tokens
  if (answer.status === 401) {
    throw new FatalError(
      `${email} cannot sign in: the email address or the password is wrong. ` +
        `The password is read from the environment variable ${passwordVariable}.`
    )
  }
  if (typeof answer.body.code !== 'string') {
    throw new FatalError(
      'The server at this URL is not a Purveyor service: ' +
        `POST /api/v1/auth/login returned ${answer.status}. Set another URL with --url.`
    )
  }
  throw new FatalError(`${email} cannot sign in: ${errorLines(answer).join('; ')}.`)
}

function readTokens({ status, body }: Answer, now: () => number): Tokens | undefined {
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = body
  if (status !== 200 || typeof access !== 'string' || typeof refresh !== 'string') return undefined
  const lifeMs = Number(seconds) * 1000
  return { access, refresh, renewAt: now() + lifeMs - Math.min(marginMs, lifeMs / 2) }
}

type Creation<T> = {
  path: string
  body: unknown
  /** Returns the resource that an earlier request created, or undefined if it no longer exists. */
  findAgain: (answer: Answer) => Promise<T | undefined>
}

/**
 * Creates a resource only once, even if several processes send the same request several times. The
 * `Idempotency-Key` is a hash of the path and body. For a day, the service repeats its first response to a
 * key. If the repeated response is an error, or if the resource that it describes was deleted in the
 * meantime, the request is sent again with another key. If an earlier call created the resource, the returned
 * `earlier` is this resource in its current state.
 */
export async function createOnce<T>(
  session: Pick<Session, 'call'>,
  { path, body, findAgain }: Creation<T>
): Promise<{ answer: Answer; earlier: T | undefined }> {
  const content = `${path}\n${JSON.stringify(body)}`
  for (let salt = ''; ; ) {
    const key = hash('sha256', `${content}\n${salt}`)
    const answer = await session.call({ method: 'POST', path, body, key })
    if (!answer.isOld) return { answer, earlier: undefined }
    const isRefusal = answer.status >= 400
    const earlier = isRefusal ? undefined : await findAgain(answer)
    if (earlier !== undefined) return { answer, earlier }
    // If the resource was deleted, the next key is derived from the response, so that all processes that send
    // the request again use the same one. After an error no resource exists, so a random key is enough.
    salt = isRefusal ? randomUUID() : answer.text
  }
}

type List = { path: string; list: string; filters: Record<string, string>; after?: string | undefined }

/**
 * Yields the pages of a list, with up to 100 entries each. Each page comes with `after`: the cursor with which
 * it was requested, or undefined if it is the first page of the list. Throws a RowError if the
 * service returns an error.
 */
export async function* readPages(session: Pick<Session, 'call'>, { path, list, filters, after }: List) {
  for (let cursor = after; ; ) {
    const query = new URLSearchParams({
      first: '100',
      ...filters,
      ...(cursor !== undefined && { after: cursor })
    })
    const answer = await session.call({ method: 'GET', path: `${path}?${query}` })
    if (answer.status !== 200) throw rowErrorOf(answer, `reading ${path}`)
    yield { entries: listOf(answer.body[list]).map(recordOf), after: cursor }
    const { hasNextPage, endCursor } = recordOf(answer.body.pageInfo)
    if (hasNextPage !== true || typeof endCursor !== 'string') return
    cursor = endCursor
  }
}
