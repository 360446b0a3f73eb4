import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../../deps.ts'
import { unknownPath } from '../../../http/server/methods.ts'
import { findDemoMail, listDemoMails } from '../transport/folder-mailer.ts'
import { demoMailList, demoMailPage } from './demo-mail-pages.ts'

const hidden = { schema: { hide: true, querystring: { type: 'object' } } }
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Mails run no scripts. Their links open in a new tab. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox'

type WithId = { Params: { id: string } }

/**
 * Shows the mails of the demo at `/dev/mail`, to browsers on this machine: the demo sends no mails, it writes them into
 * `folder`. They contain links that sign in, so no other installation has these routes.
 */
export async function demoMailRoutes(api: Api, { folder }: { folder: string }): Promise<void> {
  api.addHook('onRequest', async (request) => {
    if (!isLocal(request)) throw unknownPath()
  })

  api.get('/dev/mail', hidden, async (_request, reply) =>
    sendPage(reply, demoMailList(await listDemoMails(folder)))
  )

  api.get<WithId>('/dev/mail/:id', hidden, async ({ params }, reply) => {
    const mail = await findDemoMail(folder, params.id)
    if (!mail) throw unknownPath()
    return sendPage(reply, demoMailPage(mail))
  })

  api.get<WithId>('/dev/mail/:id/html', hidden, async ({ params }, reply) => {
    const mail = await findDemoMail(folder, params.id)
    if (!mail) throw unknownPath()
    const html = mail.html.replace('<head>', '<head><base target="_blank">')
    return send(reply.header('content-security-policy', mailPolicy), html)
  })
}

/** With another host name, a web page of someone else could read the mails, if its name leads to this machine. */
function isLocal({ socket, hostname }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const isFromHere = address === '::1' || /^(::ffff:)?127\./.test(address)
  return isFromHere && /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return send(reply.header('content-security-policy', pagePolicy), html)
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
}
