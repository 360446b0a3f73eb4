import { hash, randomUUID } from 'node:crypto'
import { listOf, recordOf } from '../../lib/shape.ts'
import type { Account } from './options.ts'
import { type Answer, type Request, refusalOf, refusalReasons, type Send } from './service.ts'
import { Stop } from './stop.ts'

/** A signed-in account. */
export type Session = {
  /** Sends a request as this account. Throws a Stop where the account may not do that. */
  call: (request: Request) => Promise<Answer>
  /** The account's vendor; undefined for one of the platform. */
  vendorId: string | undefined
}

type Tokens = { access: string; refresh: string; renewAt: number }

/** A token is renewed so long before its end, or after half its life if that is less. */
const marginMs = 60_000

/**
 * Signs in, and makes sure that the account belongs to the wanted part of the API. The access token is renewed
 * before it expires. Throws a Stop that says what is wrong with account, password or service.
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
      throw new Stop(
        `${account.email} may not do ${request.method} ${request.path}: ${refusalReasons(answer).join('; ')}`
      )
    }
    return answer
  }

  const { body } = await call({ method: 'GET', path: '/auth/me' })
  const { id } = recordOf(body.vendor)
  if (body.realm !== realm) {
    const place = realm === 'vendor' ? 'to a vendor' : 'to the platform'
    throw new Stop(`${account.email} does not belong ${place}.`)
  }
  return { call, vendorId: typeof id === 'string' ? id : undefined }
}

async function login(send: Send, account: Account, now: () => number): Promise<Tokens> {
  const { email, password, passwordVariable } = account
  const answer = await send({ method: 'POST', path: '/auth/login', body: { email, password }, tries: 1 })
  const tokens = readTokens(answer, now)
  if (tokens) return tokens
  if (answer.status === 401) {
    throw new Stop(
      `${email} cannot sign in: email or password is wrong. The password is read from ${passwordVariable}.`
    )
  }
  if (typeof answer.body.code !== 'string') {
    throw new Stop(`What answers there is not this service: POST /api/v1/auth/login gives ${answer.status}.`)
  }
  throw new Stop(`${email} cannot sign in: ${refusalReasons(answer).join('; ')}`)
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
  /** Finds what an earlier answer made, where it still exists. */
  findAgain: (answer: Answer) => Promise<T | undefined>
}

/**
 * Creates something once, however often and by however many it is asked for: the key follows from what is sent.
 * The service repeats an earlier answer under a key for a day; one that no longer holds (what was made has been
 * deleted, what was refused may be possible now) is asked for again. `earlier` is what was there before.
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
    // Others that find the same thing gone make it under the same new key; a refusal made nothing.
    salt = isRefusal ? randomUUID() : answer.text
  }
}

type List = { path: string; list: string; filters: Record<string, string>; after?: string | undefined }

/** A list by pages of 100, each with the cursor that it was read after. Throws a Refusal where it can't be read. */
export async function* readPages(session: Pick<Session, 'call'>, { path, list, filters, after }: List) {
  for (let cursor = after; ; ) {
    const query = new URLSearchParams({
      first: '100',
      ...filters,
      ...(cursor !== undefined && { after: cursor })
    })
    const answer = await session.call({ method: 'GET', path: `${path}?${query}` })
    if (answer.status !== 200) throw refusalOf(answer, `reading ${path}`)
    yield { entries: listOf(answer.body[list]).map(recordOf), after: cursor }
    const { hasNextPage, endCursor } = recordOf(answer.body.pageInfo)
    if (hasNextPage !== true || typeof endCursor !== 'string') return
    cursor = endCursor
  }
}
