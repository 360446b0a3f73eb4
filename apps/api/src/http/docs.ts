import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import type { DocsPage } from './docs-thread.ts'

const hidden = { schema: { hide: true } }

/** Serves the API reference page at `/docs`, which shows the OpenAPI document. Redirects `/` to `/docs`. */
export async function addDocs(app: FastifyInstance): Promise<void> {
  const read = docsReader()
  app.get('/', hidden, (_request, reply) => reply.redirect('/docs', 302))
  await app.register(async (scope) => {
    // The page may load its own script and styles, but nothing from other origins.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
          "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
    })
    scope.get('/docs', hidden, (_request, reply) => reply.redirect('/docs/', 301))
    scope.get('/docs/', hidden, async (_request, reply) => {
      const { page } = await read()
      return reply.type('text/html; charset=utf-8').send(page)
    })
    scope.get('/docs/js/scalar.js', hidden, async (_request, reply) => {
      const { script } = await read()
      return reply.type('application/javascript; charset=utf-8').send(script)
    })
  })
}

/**
 * Returns a function that returns the page. On the first call, a temporary thread generates the page. This
 * loads 4 MB of source text. In the main thread, that would block the event loop for a quarter of a second
 * and use 23 MB permanently.
 */
function docsReader(): () => Promise<DocsPage> {
  let read: Promise<DocsPage> | undefined
  return () => {
    read ??= readInThread().catch((error: unknown) => {
      read = undefined
      throw error
    })
    return read
  }
}

async function readInThread(): Promise<DocsPage> {
  const thread = new Worker(new URL('./docs-thread.ts', import.meta.url), { env: {}, execArgv: [] })
  try {
    const [docs] = (await once(thread, 'message')) as [DocsPage]
    return docs
  } finally {
    await thread.terminate()
  }
}
