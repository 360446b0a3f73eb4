import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The reference page at `/docs`, made from the OpenAPI document; `/` leads there. */
export async function addDocs(app: FastifyInstance): Promise<void> {
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs', 302))
  await app.register(async (scope) => {
    // The page's own script and styles, and nothing from elsewhere.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
          "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
    })
    await scope.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: '/api/v1/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        pageTitle: 'Purveyor Vendor API'
      }
    })
  })
}
