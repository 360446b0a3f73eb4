import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BuiltSite, SiteFile } from '../../documentation/build-site.ts'
import { renderSearchPage } from '../../documentation/search-page.ts'
import { preferredType } from '../accept.ts'
import { keepCompressed } from '../compression.ts'
import { hasVersion } from '../etag.ts'
import { addVary } from '../send.ts'
import { unknownPath } from '../server/methods.ts'
import { builtOnce } from './built-once.ts'
import { createDocsSearch } from './docs-search.ts'

// Links from elsewhere can add any parameters to a page's URL.
const hidden = { schema: { hide: true, querystring: { type: 'object' } } }
const html = 'text/html; charset=utf-8'
const thread = new URL('../../documentation/build-thread.ts', import.meta.url)

// The pages have no inline scripts and styles, and load nothing from other origins.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type Query = { Querystring: { q?: string | string[] } }

/**
 * Serves the documentation at `/docs`, each page as HTML and as Markdown, with a search, and `llms.txt`.
 */
export async function addDocs(app: FastifyInstance): Promise<void> {
  const build = builtOnce<BuiltSite>(thread)
  const search = createDocsSearch(async () => (await build()).index)
  app.addHook('onClose', () => search.close())
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy)
    })
    scope.get('/docs', hidden, (_request, reply) => reply.redirect('/docs/', 301))
    scope.get<Query>('/docs/search', hidden, async (request, reply) => {
      const query = queryOf(request)
      const [{ searchPage }, hits] = await Promise.all([build(), search.find(query)])
      return reply
        .type(html)
        .header('cache-control', 'no-cache')
        .send(renderSearchPage(searchPage, query, hits))
    })
    scope.get<Query>('/docs/search.json', hidden, async (request, reply) => {
      const results = await search.find(queryOf(request))
      return reply.header('cache-control', 'no-cache').send({ results })
    })
    for (const path of ['/docs/*', '/llms.txt', '/llms-full.txt']) {
      scope.get(path, hidden, async (request, reply) => sendPage(request, reply, await build()))
    }
  })
}

function queryOf({ query }: FastifyRequest<Query>): string {
  const [text = ''] = [query.q ?? ''].flat()
  return text.slice(0, 200)
}

/** Sends the page of the URL, a redirect if the URL only has a slash too many, or a 404. */
function sendPage(request: FastifyRequest, reply: FastifyReply, site: BuiltSite): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const file = site.files.get(path)
  if (file) return sendFile(request, reply, file)
  const withoutSlash = path.replace(/\/+$/, '')
  if (withoutSlash !== path && site.files.has(withoutSlash)) return reply.redirect(withoutSlash, 301)
  addVary(reply, 'Accept')
  const type = preferredType(request.headers.accept, ['application/problem+json', 'text/html'])
  if (type !== 'text/html') throw unknownPath()
  return reply.code(404).type(html).header('cache-control', 'no-store').send(site.notFoundPage)
}

/** The same buffer is sent for each request of a file, because its compressed forms are kept. */
const payloads = new WeakMap<SiteFile, Buffer>()

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  const { type, body, etag, isImmutable } = file
  const caching = isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache'
  reply.header('etag', etag).header('cache-control', caching)
  if (hasVersion(request, etag)) return reply.code(304).send()
  const payload =
    payloads.get(file) ?? keepCompressed(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  payloads.set(file, payload)
  return reply.type(type).send(payload)
}
