import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { DecimalText, decimal, idFilter, named, nullable, oneOf, ref, Uuid } from '../../http/schema.ts'
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
const maxFacetValues = 50

function idList(maxItems: number, description: string) {
  return Type.Optional(
    Type.Unsafe<string[]>({
      ...{ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems },
      description: `${description} Separate them by commas, or repeat the parameter.`
    })
  )
}

function priceFilter(description: string, example: string) {
  const given = decimal({ integerDigits: 11, fractionDigits: 2 }, { description, examples: [example] })
  return Type.Optional(given)
}

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
  ),
  collectionId: idFilter('Products in this collection'),
  tagId: idFilter('Products with this tag'),
  facetValueIds: idList(
    maxFacetValues,
    `Products with one of these facet values, at most ${maxFacetValues}. If they belong to several facets, a product must have one of each facet.`
  ),
  minPrice: priceFilter('Products whose lowest price is this or more', '10.00'),
  maxPrice: priceFilter('Products whose lowest price is this or less', '50.00'),
  inStock: Type.Optional(
    Type.Boolean({
      description:
        'True for products with an active variant that is available, false for products without one'
    })
  )
}

/** The orders of the products on sale. */
export const storefrontSorts = ['newest', 'price', '-price', 'name'] as const
export type StorefrontSort = (typeof storefrontSorts)[number]

const sort = Type.Optional(
  oneOf(storefrontSorts, {
    description:
      'The order of the list: newest first (the default), by the lowest price of a product from low to high or, with `-price`, ' +
      'from high to low, or by name'
  })
)

export const StorefrontListQuery = pagingQuery({ ...filters, sort })
export type StorefrontFilters = Pick<Static<typeof StorefrontListQuery>, keyof typeof filters>
