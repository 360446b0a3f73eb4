import type { FastifyInstance } from 'fastify'
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
    scope.get('/docs/try/', hidden, async (_request, reply) => {
      const { page } = await read()
      return reply.type('text/html; charset=utf-8').send(page)
    })
    scope.get('/docs/try/js/scalar.js', hidden, async (_request, reply) => {
      const { script } = await read()
      return reply.type('application/javascript; charset=utf-8').send(script)
    })
  })
}
