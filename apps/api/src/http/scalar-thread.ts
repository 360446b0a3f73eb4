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
parentPort?.postMessage({ page: page.rawPayload, script: script.rawPayload } satisfies ScalarPage)
