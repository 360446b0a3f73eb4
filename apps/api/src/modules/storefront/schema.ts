import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { DecimalText, idFilter, named, nullable, ref, Uuid } from '../../http/schema.ts'
import { Product, productFilters, Variant } from '../products/schema.ts'

const variant = Variant.properties

const StorefrontVariant = named(
  'StorefrontVariant',
  Type.Object(
    {
      id: variant.id,
      sku: variant.sku,
      name: variant.name,
      upc: variant.upc,
      unitOfMeasure: variant.unitOfMeasure,
      partNumber: variant.partNumber,
      price: DecimalText('The price that the customer pays', '14.06'),
      listPrice: nullable(
        DecimalText(
          "The manufacturer's suggested retail price, to show struck through. Null unless it is higher than the price.",
          '19.95'
        )
      ),
      weight: variant.weight,
      attributes: variant.attributes,
      stockAvailable: variant.stockAvailable
    },
    { description: 'An active variant' }
  )
)

const StorefrontVendor = named(
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
      name: product.name,
      slug: product.slug,
      sku: product.sku,
      vendor: ref(StorefrontVendor),
      shortDescription: product.shortDescription,
      description: product.description,
      warranty: product.warranty,
      pageTitle: product.pageTitle,
      pageDescription: product.pageDescription,
      brand: product.brand,
      countryOfOrigin: product.countryOfOrigin,
      manufacturer: product.manufacturer,
      leadTime: product.leadTime,
      unspc: product.unspc,
      commodityCode: product.commodityCode,
      eccn: product.eccn,
      freeShipping: product.freeShipping,
      abilityOne: product.abilityOne,
      madeInUsa: product.madeInUsa,
      greenProduct: product.greenProduct,
      keyFeatures: product.keyFeatures,
      videos: product.videos,
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
