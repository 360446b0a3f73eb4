import type { Api, Deps } from '../../deps.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFeedPage } from '../../http/paging.ts'
import { sendJson, sent } from '../../http/send.ts'
import { platformRead } from '../../http/server/access.ts'
import { wantsStream } from '../../http/server/live-feed.ts'
import { pageOrStream, streamDescription } from '../../http/server/stream-start.ts'
import { cursorExpired } from './expired.ts'
import { listCatalogChanges } from './queries.ts'
import { CatalogChange, CatalogChangePage, CatalogChangeQuery, defaultChanges } from './schema.ts'
import { changeStreamer } from './stream-routes.ts'

/** `/platform/catalog-changes`: what a shop or a search index has to read again (contract 6.1). */
export async function catalogChangeRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, secret } = deps
  const sendStream = changeStreamer(api, deps)
  api.get(
    '/platform/catalog-changes',
    {
      config: { access: platformRead, extraErrorStatuses: [410] },
      schema: {
        tags: [tags.platform],
        operationId: 'listCatalogChanges',
        summary: 'List changes of the catalog',
        description:
          'Returns the products, vendors and categories that changed in the storefront, each at the position of its ' +
          'latest change, oldest first. Read them again with GET /storefront/products: products with the filter ids, ' +
          'the products of a vendor or category with the filter vendorId or categoryId. New changes are always added ' +
          'at the end, so you can store the last endCursor and continue from it later; endCursor is present on an ' +
          'empty page too. Changes are stored for 30 days. If changes after the cursor have been deleted, the response ' +
          'is 410 CURSOR_EXPIRED. With `wait`, a request whose page would be empty gets its response when the first ' +
          `change is added, or after that number of seconds. ${streamDescription}`,
        querystring: CatalogChangeQuery,
        response: pageOrStream(CatalogChangePage, CatalogChange)
      }
    },
    async (request, reply) => {
      if (wantsStream(request, reply))
        return sent<CatalogChangePage>(await sendStream(request, reply, request.query))
      const { wait, ...query } = request.query
      const list = { name: 'changes', binding: ['catalog-changes'], query, defaultSize: defaultChanges }
      const read = () =>
        readFeedPage(secret, list, async ({ key, limit }) => {
          const listed = await listCatalogChanges(sql, { after: key?.[0], limit })
          if (!listed) throw cursorExpired()
          return listed
        })
      const text = await api.feeds.readPage(request, reply, { wait, watched: { followsChanges: true }, read })
      return sendJson<CatalogChangePage>(reply, text)
    }
  )
}
