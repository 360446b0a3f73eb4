import type { Api, Deps } from '../../deps.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { everyone } from '../../http/server/access.ts'
import { addPublicCaching } from './caching.ts'
import { getMarketplace } from './marketplace-queries.ts'
import { StorefrontMarketplace } from './marketplace-schema.ts'

/** `/storefront/marketplace`: a public read of the identity of the marketplace, also for pages to sign in. */
export async function storefrontMarketplaceRoutes(api: Api, { sql, assetOrigin }: Deps): Promise<void> {
  addPublicCaching(api)

  api.get(
    '/storefront/marketplace',
    {
      config: { access: everyone, tagged: true },
      schema: {
        tags: [tags.storefront],
        operationId: 'getStorefrontMarketplace',
        summary: 'Read the marketplace',
        description:
          'Returns the name and the logo of the marketplace, the currency of all prices and the unit of all weights, with an ETag.',
        response: { 200: ref(StorefrontMarketplace) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, await getMarketplace(sql, assetOrigin))
  )
}
