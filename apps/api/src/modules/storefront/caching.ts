import type { Api } from '../../deps.ts'

/**
 * Adds the caching header of public reads to the routes of a plugin. Any cache may store these responses but must
 * revalidate them, so that prices and stock are never stale.
 */
export function addPublicCaching(api: Api): void {
  api.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode < 400) reply.header('cache-control', 'public, no-cache')
  })
}
