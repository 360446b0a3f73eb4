import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { DecimalText, idFilter, named, nullable, ref, Uuid } from '../../http/schema.ts'
import { publicProductOutputs, publicVariantOutputs } from '../products/fields/outputs.ts'
import { Product, productFilters, Variant } from '../products/schema.ts'

const variant = Variant.properties

const StorefrontVariant = named(
  'StorefrontVariant',
  Type.Object(
    {
      id: variant.id,
      ...publicVariantOutputs,
      price: DecimalText('The price that the customer pays', '14.06'),
      listPrice: nullable(
        DecimalText(
          "The manufacturer's suggested retail price, to show struck through. Null unless it is higher than the price.",
          '19.95'
        )
      ),
      stockAvailable: variant.stockAvailable
    },
    { description: 'An active variant' }
  )
)

export const StorefrontVendor = named(
  'StorefrontVendor',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Harbor Supply'] }),
    slug: Type.String({ examples: ['harbor-supply'] })
  }),
  'The vendor who sells a product'
)

const product = Product.properties

/**
 * A published product as customers see it: live values only, without costs and the vendor's internal fields.
 */
export const StorefrontProduct = named(
  'StorefrontProduct',
  Type.Object(
    {
      id: product.id,
      ...publicProductOutputs,
      vendor: ref(StorefrontVendor),
      createdAt: product.createdAt,
      variants: Type.Array(ref(StorefrontVariant), { description: 'The active variants, at least one' }),
      images: product.images,
      documents: product.documents,
      categories: product.categories,
      collections: product.collections,
      tags: product.tags,
      facetValues: product.facetValues,
      reviews: product.reviews,
      averageRating: product.averageRating,
      totalReviews: product.totalReviews
    },
    { description: 'A product with its live values' }
  )
)
export type StorefrontProduct = Static<typeof StorefrontProduct>

export const StorefrontPage = pageSchema('StorefrontPage', 'products', StorefrontProduct)
export type StorefrontPage = Static<typeof StorefrontPage>

export const maxIds = 100

/** The filters of the products on sale (contract 4.14). A product must match all of them. */
const filters = {
  search: productFilters.search,
  categoryId: productFilters.categoryId,
  vendorId: idFilter('Products of this vendor'),
  ids: Type.Optional(
    Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      minItems: 1,
      maxItems: maxIds,
      description: `Products with these ids, at most ${maxIds}. Separate them by commas, or repeat the parameter. The page size is then ${maxIds} by default.`
    })
  )
}

export const StorefrontListQuery = pagingQuery(filters)
export type StorefrontFilters = Pick<Static<typeof StorefrontListQuery>, keyof typeof filters>
