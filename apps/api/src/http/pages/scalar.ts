import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasVersion } from '../etag.ts'
import { builtOnce } from './built-once.ts'
import type { ScalarPage } from './scalar-thread.ts'

const hidden = { schema: { hide: true } }

/** Serves an interactive page at `/docs/try` that shows the OpenAPI document and sends requests. */
export async function addScalar(app: FastifyInstance): Promise<void> {
  // Generating the page loads 4 MB of source text. In the main thread, that would block the event loop for a
  // quarter of a second and use 23 MB permanently.
  const read = builtOnce<ScalarPage>(new URL('./scalar-thread.ts', import.meta.url))
  await app.register(async (scope) => {
    // The page may load its own script and styles, but nothing from other origins.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
          "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
    })
    scope.get('/docs/try', hidden, (_request, reply) => reply.redirect('/docs/try/', 301))
    scope.get('/docs/try/', hidden, async (request, reply) => {
      const { page } = await read()
      return sendBytes(request, reply.type('text/html; charset=utf-8'), page)
    })
    scope.get('/docs/try/js/scalar.js', hidden, async (request, reply) => {
      const { script } = await read()
      return sendBytes(request, reply.type('application/javascript; charset=utf-8'), script)
    })
  })
}

/** The ETags are computed once: the script has 4 MB. */
const etags = new WeakMap<Uint8Array, string>()

/** Sends the bytes, or a 304 if the client has them. */
function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  const etag = etags.get(bytes) ?? `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
  etags.set(bytes, etag)
  reply.header('etag', etag).header('cache-control', 'public, no-cache')
  if (hasVersion(request, etag)) return reply.code(304).send()
  return reply.send(bytes)
}
