import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readList } from '../../http/paging.ts'
import { ref } from '../../http/schema.ts'
import { everyone } from '../../http/server/access.ts'
import { addPublicCaching } from './caching.ts'
import { findStorefrontVendor, listStorefrontVendors } from './vendor-queries.ts'
import { StorefrontVendorPage, StorefrontVendorProfile, StorefrontVendorQuery } from './vendor-schema.ts'

/** `/storefront/vendors`: public reads of the active vendors. */
export async function storefrontVendorRoutes(api: Api, { sql, secret, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.storefront] }
  addPublicCaching(api)

  api.get(
    '/storefront/vendors',
    {
      config: { access: everyone, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listStorefrontVendors',
        summary: 'List vendors',
        description:
          'Returns the active vendors, newest first, with the public part of their profiles and the number of their ' +
          'products on sale. `search` finds vendors by a part of the name or of the slug.',
        querystring: StorefrontVendorQuery,
        response: { 200: ref(StorefrontVendorPage) }
      }
    },
    async (request, reply) => {
      const { query } = request
      // An empty search box sends an empty search, which means no filter.
      const search = query.search?.trim() || undefined
      const list = { name: 'vendors', binding: ['storefront-vendors', search], query }
      const text = await readList(secret, list, (page) =>
        listStorefrontVendors(sql, { search, page, assetOrigin })
      )
      return sendWithEtag<StorefrontVendorPage>(request, reply, text)
    }
  )

  api.get(
    '/storefront/vendors/:slug',
    {
      config: { access: everyone, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getStorefrontVendor',
        summary: 'Read a vendor as customers see it',
        description:
          "Returns one vendor by its slug, with an ETag. An inactive vendor gets the same 404 as one that doesn't exist. " +
          'For its products, use `vendorId` of the list of products.',
        params: Type.Object({
          slug: Type.String({ description: "The vendor's slug", examples: ['harbor-supply'] })
        }),
        response: { 200: ref(StorefrontVendorProfile) }
      }
    },
    async (request, reply) => {
      const vendor = await findStorefrontVendor(sql, { slug: request.params.slug, assetOrigin })
      return sendWithEtag(request, reply, orNotFound(vendor))
    }
  )
}
