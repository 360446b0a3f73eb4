import { type Static, Type } from 'typebox'
import { pageSchema } from '../../http/paging.ts'
import { idFilter, named, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { Product, ProductRow, productFilters, productListQuery } from './schema.ts'

export const ModeratedVendor = named(
  'ModeratedVendor',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Harbor Supply'] }),
    slug: Type.String({ examples: ['harbor-supply'] })
  }),
  'The vendor of a product'
)

/**
 * A product as an operator sees it: all that the vendor sees, the vendor, and the version that a decision
 * must contain.
 */
export const PlatformProduct = named(
  'PlatformProduct',
  Type.Object(
    {
      ...Product.properties,
      vendorId: Uuid,
      vendor: ref(ModeratedVendor),
      moderationVersion: Type.Integer({
        description:
          'A number that increases with every change that a moderator must see. Send it with a decision.',
        examples: [1]
      }),
      submittedAt: Timestamp
    },
    { description: 'A product with its vendor and its moderation version' }
  )
)
export type PlatformProduct = Static<typeof PlatformProduct>

export const PlatformProductPage = pageSchema('PlatformProductPage', 'products', PlatformProduct)
export type PlatformProductPage = Static<typeof PlatformProductPage>

const PlatformProductRow = named(
  'PlatformProductRow',
  Type.Object(
    { ...ProductRow.properties, vendorId: Uuid },
    { description: "A product of any vendor as a compact row, with the vendor's id" }
  )
)

export const PlatformProductRowPage = pageSchema('PlatformProductRowPage', 'products', PlatformProductRow)
export type PlatformProductRowPage = Static<typeof PlatformProductRowPage>

const { status, search, hasPendingRevision, hasAttributeIssues, categoryId, updatedAfter } = productFilters

/** The query of the operator's list of products (contract 4.13). A product must match all filters. */
export const PlatformProductQuery = productListQuery({
  vendorId: idFilter('Only products of this vendor'),
  ...{ status, search, hasPendingRevision, hasAttributeIssues, categoryId, updatedAfter }
})
export type PlatformProductQuery = Static<typeof PlatformProductQuery>
