import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import reference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/** The API reference page and its script, each as UTF-8. */
export type ScalarPage = { page: Uint8Array; script: Uint8Array }

const app = Fastify()
await app.register(reference, {
  routePrefix: '/docs/try',
  configuration: {
    url: '/api/v1/openapi.json',
    authentication: { preferredSecurityScheme: 'bearer' },
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    pageTitle: 'Purveyor Vendor API'
  }
})
const [page, script] = await Promise.all(
  ['/docs/try/', '/docs/try/js/scalar.js'].map((url) => app.inject({ url }))
)
if (page?.statusCode !== 200 || script?.statusCode !== 200)
  throw new Error('The API reference page could not be generated.')

const icon = await readFile(new URL('../../documentation/assets/icon.svg', import.meta.url), 'base64')
/** The theme that was chosen in the documentation also applies to this page. */
const head = `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${icon}">
<style>
body { --scalar-custom-header-height: 44px; margin: 0; }
.docs-link { position: sticky; top: 0; z-index: 20; display: flex; align-items: center; box-sizing: border-box;
  height: 44px; padding: 0 20px; border-bottom: 1px solid var(--scalar-border-color);
  background: var(--scalar-background-1); font: 14px/1 system-ui, sans-serif; }
.docs-link a { color: var(--scalar-color-1); text-decoration: none; }
.docs-link a:hover { text-decoration: underline; }
</style>
<script>
try {
  const theme = localStorage.getItem('theme')
  if (theme) localStorage.setItem('colorMode', theme)
} catch {}
</script>
</head>`
const link = '<nav class="docs-link" aria-label="Documentation"><a href="/docs/">← Documentation</a></nav>'
const html = page.body
  .replace('<html>', '<html lang="en">')
  .replace('</head>', head)
  .replace('<div id="app">', `${link}\n    <div id="app">`)

parentPort?.postMessage({
  page: new TextEncoder().encode(html),
  script: script.rawPayload
} satisfies ScalarPage)
