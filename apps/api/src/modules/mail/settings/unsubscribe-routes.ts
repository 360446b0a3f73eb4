import type { FastifyReply } from 'fastify'
import type { Api, Deps } from '../../../deps.ts'
import { stopMails } from './settings-queries.ts'
import { type Page, unsubscribePage } from './unsubscribe-page.ts'
import { readUnsubscribeToken, unsubscribeUrl } from './unsubscribe-token.ts'

// Mail programs may add parameters of their own to the link.
const hidden = { schema: { hide: true, querystring: { type: 'object' } } }

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * The page that stops the mails about a subject, without signing in. Programs that look at links only read the page; the
 * mails are stopped by a POST request, which the button of the page and mail programs send (RFC 8058).
 */
export async function unsubscribeRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  // The body is `List-Unsubscribe=One-Click`, as a form of either kind. It says nothing that the token doesn't.
  api.addContentTypeParser(
    /^(application\/x-www-form-urlencoded|multipart\/form-data)/,
    (_request, payload, done) => {
      payload.resume()
      payload.on('end', () => done(null, undefined))
      payload.on('error', done)
    }
  )

  api.get<{ Querystring: { token?: unknown } }>(unsubscribeUrl, hidden, (request, reply) => {
    const wanted = readUnsubscribeToken(secret, textOf(request.query.token))
    return wanted ? sendPage(reply, { state: 'ask', subject: wanted.subject }) : sendUnknown(reply)
  })

  api.post<{ Querystring: { token?: unknown } }>(
    unsubscribeUrl,
    { ...hidden, bodyLimit: 16_384, config: { idempotent: false } },
    async (request, reply) => {
      const wanted = readUnsubscribeToken(secret, textOf(request.query.token))
      if (!wanted) return sendUnknown(reply)
      await stopMails(sql, wanted.userId, wanted.subject)
      return sendPage(reply, { state: 'done', subject: wanted.subject })
    }
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function sendUnknown(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(400), { state: 'unknown' })
}

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(unsubscribePage(page))
}
