import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

/** Examples of the storefront, stored files and checks. */
export const storefrontExamples: Record<string, OperationExample> = {
  listStorefrontProducts: {
    response: 'A page of published products',
    query: { categoryId: demoIds.categories.handTools }
  },
  getStorefrontProduct: { path: { slug: 'keelhaven-combination-wrench-metric' } },
  listStorefrontVendors: {
    response: 'A page of active vendors, as customers see them',
    query: { search: 'harbor' }
  },
  getStorefrontVendor: { path: { slug: 'harbor-supply' } },
  getStorefrontMarketplace: { response: 'The marketplace as everyone sees it' },
  createQuotes: {
    response: 'The prices and shipping charges of each vendor',
    body: {
      shipTo: { country: 'US', state: 'IL' },
      items: [{ variantId: demoIds.variants.wrench8, quantity: 4 }]
    }
  },
  listStorefrontCategories: { response: 'The category tree, for storefronts' },
  getAsset: { path: { folder: 'images', file: '01968d2a-7a51-7c3e-9f0b-2f4f6f1f9c11.webp' } },
  getLiveness: { response: 'The process is alive' },
  getReadiness: { response: 'The service can handle requests' },
  getVersion: { response: 'The release that is running' }
}
