import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { named } from '../../http/schema.ts'
import { Vendor } from '../vendors/schema.ts'

/** The products on sale of a vendor are counted up to this number, so that a page of vendors is always read fast. */
export const maxCountedProducts = 100

const { id, name, slug, description, website, logoUrl } = Vendor.properties

/** A vendor as customers see it: the public part of its profile. */
export const StorefrontVendorProfile = named(
  'StorefrontVendorProfile',
  Type.Object({
    id,
    name,
    slug,
    description,
    website,
    logoUrl,
    productCount: Type.Integer({
      description:
        `The number of products on sale, counted up to ${maxCountedProducts}. For a larger number, read ` +
        'estimatedTotalCount of GET /storefront/products with vendorId.',
      examples: [42]
    })
  }),
  'An active vendor as customers see it'
)
export type StorefrontVendorProfile = Static<typeof StorefrontVendorProfile>

export const StorefrontVendorPage = pageSchema('StorefrontVendorPage', 'vendors', StorefrontVendorProfile)
export type StorefrontVendorPage = Static<typeof StorefrontVendorPage>

export const StorefrontVendorQuery = pagingQuery({
  search: Type.Optional(
    Type.String({
      trim: true,
      maxLength: 255,
      description: 'Vendors whose name or slug contains this text, in upper or lower case',
      examples: ['harbor']
    })
  )
})
