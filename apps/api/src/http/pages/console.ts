import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buildingPage, failedPage } from '../../console/waiting-pages.ts'
import type { WebConsole } from '../../console/web-console.ts'
import { compressedAs } from '../compression.ts'
import { hasVersion } from '../etag.ts'
import { unknownPath } from '../server/methods.ts'

// Links from elsewhere can add any parameters to a page's URL.
const hidden = { schema: { hide: true, querystring: { type: 'object' } } }
const html = 'text/html; charset=utf-8'
const noncePlaceholder = 'CSP_NONCE'

/** The paths of the application. The script decides which screen they show. */
const pagePaths = ['/', '/vendor', '/vendor/*', '/operator', '/operator/*']

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
  wasm: 'application/wasm'
}

/** The policy of the files. It only matters to scripts that run as workers, which can import others. */
const filePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** Features of the browser that the console doesn't use. */
const permissions = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'

/**
 * Serves the console: its page at `/` and below `/vendor` and `/operator`, and its files below `/app/`. Without
 * a console, `/` redirects to the documentation.
 */
export async function addConsole(
  app: FastifyInstance,
  webConsole: WebConsole | undefined,
  assetOrigin: string
): Promise<void> {
  if (!webConsole) {
    app.get('/', hidden, (_request, reply) => reply.redirect('/docs/', 302))
    return
  }
  for (const path of pagePaths) {
    app.get(path, hidden, (_request, reply) => sendPage(reply, { webConsole, assetOrigin }))
  }
  app.get('/app/*', hidden, (request, reply) => sendFile(request, reply, webConsole))
}

function sendPage(
  reply: FastifyReply,
  { webConsole, assetOrigin }: { webConsole: WebConsole; assetOrigin: string }
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  reply
    .type(html)
    .header('content-security-policy', policyFor(nonce, assetOrigin))
    .header('permissions-policy', permissions)
    .header('cache-control', 'no-cache')
  const { state, page } = webConsole
  if (state === 'ready') return reply.send(page.replaceAll(noncePlaceholder, nonce))
  const [waiting, seconds] = state === 'building' ? [buildingPage, '2'] : [failedPage, '60']
  return reply
    .code(503)
    .header('retry-after', seconds)
    .header('cache-control', 'no-store')
    .send(waiting.replaceAll(noncePlaceholder, nonce))
}

/**
 * Returns the content security policy of a page. The style sheets that components insert have the nonce.
 * Single styles of elements are set by scripts through properties, which the policy doesn't restrict. `blob:`
 * is for pictures that the user has chosen and not sent yet. Texts become HTML only by the policies that are named
 * (apps/console/src/theme/trusted-types.ts).
 */
function policyFor(nonce: string, assetOrigin: string): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; ` +
    `img-src 'self' blob: ${assetOrigin}; font-src 'self'; connect-src 'self'; worker-src 'self'; ` +
    "manifest-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default dompurify ProseMirrorClipboard"
  )
}

/** Sends a file, a 304 if the client has it, or a 404. The name of a file contains a hash of its content. */
function sendFile(request: FastifyRequest, reply: FastifyReply, { files }: WebConsole): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const file = files.get(path)
  if (!file) throw unknownPath()
  const etag = `"${file.hash.slice(0, 27)}"`
  reply
    .header('etag', etag)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', filePolicy)
  if (hasVersion(request, etag)) return reply.code(304).send()
  const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return reply.type(type).send(compressedAs(file.plain, file.forms))
}
