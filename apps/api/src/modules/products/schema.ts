import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { Fault } from '../../errors.ts'
import { parameterFault } from '../../http/faults.ts'
import { FaultSchema } from '../../http/openapi/openapi.ts'
import { maxPageSize, pageSchema, pagingQuery } from '../../http/paging.ts'
import {
  DecimalText,
  idFilter,
  line,
  named,
  nullable,
  nullableRef,
  oneOf,
  ref,
  Timestamp,
  timeFilter,
  Uuid
} from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { EventActor } from '../events/schema.ts'
import { forModeratedTexts } from './fields/lists.ts'
import { productOutputs, stagedTexts, variantOutputs } from './fields/outputs.ts'
import { productFieldTable } from './fields/product-fields.ts'

/** The status of a product (contract 3). */
export const ProductStatus = oneOf(
  enumeration(
    'ProductStatus',
    ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT'],
    'The status of a product, which the operator sets'
  )
)
export type ProductStatus = Static<typeof ProductStatus>

/** The two things that a moderator decides on (contract 4.3). */
export const moderationKinds = enumeration(
  'ModerationKind',
  ['PRODUCT', 'REVISION'],
  'PRODUCT: a product that was never published, so all its fields are proposed. REVISION: staged edits ' +
    'of a live product.'
)

/** How the operator decided on a product or revision (contract 2.1). */
export const moderationOutcomes = enumeration(
  'ModerationOutcome',
  ['APPROVED', 'REJECTED'],
  'The result of a decision. The decision on a revision is REJECTED if any of its fields is rejected.'
)

const text = (example: string) => nullable(Type.String({ examples: [example] }))
const count = (description: string, example: number) => Type.Integer({ description, examples: [example] })

/** A category, collection or tag of a product, or the facet of one of its facet values. */
const TermLink = named(
  'TermLink',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Hex bolts'] }),
    slug: Type.String({ examples: ['hex-bolts'] })
  }),
  'A category, collection, tag or facet, by id, name and slug'
)

const ProductFacetValue = named(
  'ProductFacetValue',
  Type.Object({ ...TermLink.properties, facet: ref(TermLink) }),
  'A facet value of a product, with its facet'
)

/** A variant with its current stock (contract 2.3). */
export const Variant = named(
  'Variant',
  Type.Object({
    id: Uuid,
    productId: Uuid,
    ...variantOutputs,
    price: DecimalText("The retail price for customers: vendorPrice plus the vendor's commission", '14.06'),
    stockReserved: count('The stock reserved by orders', 3),
    stockAvailable: count('The stock that can be sold: stockOnHand - stockReserved, at least 0', 37),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'A variant of a product, with its prices and stock'
)

/** A live image of a product (contract 2.4). */
const ProductImage = named(
  'ProductImage',
  Type.Object({
    id: Uuid,
    productId: Uuid,
    variantId: nullable(Uuid),
    url: Type.String({ examples: ['https://assets.example/assets/products/bolt.webp'] }),
    alt: Type.String({ examples: ['A zinc-plated hex bolt'] }),
    sortOrder: Type.Integer({ examples: [0] }),
    isPrimary: Type.Boolean()
  }),
  'A live image of a product'
)

/** A document of a product (contract 2.5). */
export const ProductDocument = named(
  'ProductDocument',
  Type.Object({
    id: Uuid,
    productId: Uuid,
    title: Type.String({ examples: ['Safety data sheet'] }),
    type: Type.String({ examples: ['SDS'] }),
    url: text('https://supplier.example/sds/hb-m8.pdf'),
    document: nullable(Type.String({ description: 'The URL of the stored file. Null if there is none.' })),
    size: nullable(DecimalText('The size of the stored file in bytes. Null if there is none.', '184320')),
    sortOrder: Type.Integer({ examples: [0] }),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'A document of a product: a URL, a stored file, both or neither'
)

/** A customer's review of a product. */
export const ProductReview = named(
  'ProductReview',
  Type.Object(
    {
      id: Uuid,
      rating: Type.Integer({ minimum: 1, maximum: 5 }),
      title: text('Just right'),
      body: text('Threads are clean, no burrs.'),
      authorName: Type.String({ examples: ['Rosa M.'] }),
      createdAt: Timestamp
    },
    { description: 'A review of a product' }
  )
)
export type ProductReview = Static<typeof ProductReview>

/** An image of the proposed set (contract 2.2). */
const PendingImage = named(
  'PendingImage',
  Type.Object({
    id: Uuid,
    url: nullable(
      Type.String({ description: 'The URL of an image that is already live. Null for a new image.' })
    ),
    variantId: nullable(Uuid),
    base64Image: Type.Optional(
      nullable(
        Type.String({
          description:
            'A new image as a data URI: the file itself if it is at most 256 KiB, otherwise a preview. ' +
            'Omitted in lists.'
        })
      )
    ),
    alt: Type.String({ examples: ['A zinc-plated hex bolt'] }),
    sortOrder: Type.Integer({ examples: [0] }),
    isPrimary: Type.Boolean()
  }),
  'An image of the proposed set of images'
)

/**
 * The staged edits: the proposed values of moderated fields. Contains only values that differ from the live
 * ones (contract 2.2).
 */
const PendingRevision = named(
  'PendingRevision',
  Type.Object({
    ...stagedTexts,
    images: Type.Optional(Type.Array(ref(PendingImage), { description: 'The complete proposed set' }))
  }),
  'The staged edits of a live product: the proposed values that differ from the live ones'
)

/** A reason of a decision (contract 2.1). */
export const ModerationReason = named(
  'ModerationReason',
  Type.Object({
    code: text('WRONG_IMAGE'),
    pointer: nullable(
      Type.String({
        description: 'A JSON pointer to the value that the reason is about, in the product',
        examples: ['/pendingRevision/images/2']
      })
    ),
    imageId: nullable(Uuid),
    text: Type.String({ examples: ['The picture shows another product.'] })
  }),
  'A reason of a decision'
)

/** Returns the schema of the latest decision on one field, whose rejected value has the schema `proposed`. */
function fieldDecision<T extends TSchema>(proposed: T) {
  return Type.Optional(
    Type.Object({
      decision: oneOf(moderationOutcomes),
      reasons: Type.Array(ref(ModerationReason)),
      proposed,
      decidedAt: Timestamp
    })
  )
}

const rejectedDescription = { description: 'The rejected value. Null if the field was approved.' }
const rejectedText = nullable(Type.String(rejectedDescription))
const rejectedMap = nullable(Type.Record(Type.String(), Type.Unknown(), rejectedDescription))

const ModerationDecision = named(
  'ModerationDecision',
  Type.Object({
    decision: oneOf(moderationOutcomes),
    target: oneOf(moderationKinds),
    reason: nullable(
      Type.String({
        description: 'The texts of all reasons, one on each line',
        examples: ['The pictures show another product']
      })
    ),
    reasons: Type.Array(ref(ModerationReason)),
    decidedAt: Timestamp,
    proposed: nullableRef(PendingRevision),
    fields: Type.Object(
      {
        ...forModeratedTexts((text) =>
          fieldDecision(productFieldTable[text].kind === 'map' ? rejectedMap : rejectedText)
        ),
        images: fieldDecision(
          Type.Unsafe<Static<typeof PendingImage>[] | null>({
            type: ['array', 'null'],
            description: 'The rejected images, without their data. Null if the images were approved.',
            items: { $ref: `${PendingImage.$id}#` }
          })
        )
      },
      { description: 'The decisions on fields of the latest revision that no later edit has replaced' }
    )
  }),
  'The latest decision of the operator on a product or its staged edits'
)

const ProductCorrection = named(
  'ProductCorrection',
  Type.Object({
    field: Type.String({ examples: ['name'] }),
    variantId: nullable(
      Type.String({
        format: 'uuid',
        description: 'The variant to which the field belongs. Null if it belongs to the product.'
      })
    ),
    vendorValue: Type.Unknown({
      description: 'The value that the vendor had sent, or null',
      examples: ['HEX BOLT m8!!']
    }),
    correctedValue: Type.Unknown({ description: 'The corrected value, or null', examples: ['Hex bolt M8'] }),
    correctedAt: Timestamp,
    correctedBy: ref(EventActor)
  }),
  'A value that the operator has corrected while it waited for approval'
)

const AttributeIssue = named(
  'AttributeIssue',
  Type.Object({
    code: Type.String({
      description:
        'The code of the error, as in a response with the status 400. REQUIRED: the value is missing.',
      examples: ['REQUIRED']
    }),
    pointer: Type.String({
      description: 'A JSON Pointer to the value in the product',
      examples: ['/variants/0/attributes/voltage']
    }),
    message: Type.String({ examples: ['is required'] })
  }),
  'An attribute that the categories of the product require and that has no value, or whose value they no longer allow'
)

/** A product as the vendor sees it (contract 2.1). */
export const Product = named(
  'Product',
  Type.Object(
    {
      id: Uuid,
      ...productOutputs,
      status: ProductStatus,
      pendingRevision: nullableRef(PendingRevision),
      pendingRevisionSubmittedAt: nullable(Timestamp),
      moderation: nullableRef(ModerationDecision),
      corrections: Type.Array(ref(ProductCorrection), {
        description:
          'What the operator has corrected in the values that wait, or in those that it decided on last. Empty if nothing ' +
          'was corrected.'
      }),
      attributeIssues: Type.Array(ref(AttributeIssue), {
        description:
          'What is wrong with the attributes, by the schema of the categories of the product (at most 100 entries). A ' +
          "new product with such issues can't be approved. A product that is live stays live."
      }),
      bulkImportJobId: nullable(Uuid),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      variants: Type.Array(ref(Variant)),
      images: Type.Array(ref(ProductImage)),
      documents: Type.Array(ref(ProductDocument)),
      categories: Type.Array(ref(TermLink)),
      collections: Type.Array(ref(TermLink)),
      tags: Type.Array(ref(TermLink)),
      facetValues: Type.Array(ref(ProductFacetValue)),
      reviews: Type.Array(ref(ProductReview), { description: 'The newest 10 reviews' }),
      averageRating: Type.Number({ description: '0 if there are no reviews', examples: [4.5] }),
      totalReviews: Type.Integer({ examples: [2] }),
      warnings: Type.Optional(
        Type.Array(ref(FaultSchema), {
          description:
            'Only in responses to requests that create or update the product, and only if there are any: what may be ' +
            'wrong with values that were accepted, such as a UPC with a wrong check digit (INVALID_UPC)'
        })
      )
    },
    { description: 'A product' }
  )
)
export type Product = Static<typeof Product>

export const ProductPage = pageSchema('ProductPage', 'products', Product)
export type ProductPage = Static<typeof ProductPage>

const ofOnlyVariant = 'of the only variant. Null if the product has no variant or several.'

/** A product as one row of a table (contract 2.1). */
export const ProductRow = named(
  'ProductRow',
  Type.Object(
    {
      id: Uuid,
      sku: Type.String({ description: 'The SKU of the product', examples: ['HB-M8'] }),
      name: Type.String({ examples: ['Hex bolt M8'] }),
      status: ProductStatus,
      variantCount: count('The number of variants, including inactive ones', 1),
      variantId: nullable(Type.String({ format: 'uuid', description: `The id ${ofOnlyVariant}` })),
      vendorPrice: nullable(DecimalText(`The cost ${ofOnlyVariant}`, '12.50')),
      listPrice: nullable(
        DecimalText(
          `The manufacturer's suggested retail price ${ofOnlyVariant} Also null if it isn't set.`,
          '19.95'
        )
      ),
      vendorPriceMin: nullable(
        DecimalText('The lowest cost of the variants. Null if the product has no variant.', '12.50')
      ),
      vendorPriceMax: nullable(
        DecimalText('The highest cost of the variants. Null if the product has no variant.', '12.50')
      ),
      priceMin: nullable(
        DecimalText('The lowest retail price of the variants. Null if the product has no variant.', '13.75')
      ),
      priceMax: nullable(
        DecimalText('The highest retail price of the variants. Null if the product has no variant.', '13.75')
      ),
      stockOnHand: count('The stock on hand of all variants together', 40),
      stockAvailable: count('The stock of all variants together that can be sold', 37),
      imageUrl: nullable(
        Type.String({
          description: 'The URL of the primary image. Null if the product has no image.',
          examples: ['https://assets.example/assets/products/bolt.webp']
        })
      ),
      updatedAt: Timestamp,
      hasPendingRevision: Type.Boolean({ description: 'True if staged edits wait for approval' })
    },
    { description: 'A product as a compact row' }
  )
)
export type ProductRow = Static<typeof ProductRow>

export const ProductRowPage = pageSchema('ProductRowPage', 'products', ProductRow)
export type ProductRowPage = Static<typeof ProductRowPage>

/** Filters of the list of products (contract 3, 4.9). A product must match all of them. */
export const productFilters = {
  status: Type.Optional(ProductStatus),
  hasPendingRevision: Type.Optional(
    Type.Boolean({
      description: 'True for products with staged edits that wait for approval, false for others'
    })
  ),
  needsModeration: Type.Optional(
    Type.Boolean({
      description: 'True for products that are PENDING_APPROVAL or have staged edits, false for others'
    })
  ),
  isRejected: Type.Optional(
    Type.Boolean({
      description:
        'True for products that were rejected (DRAFT), and for live products with rejected edits that the vendor ' +
        "hasn't replaced yet; false for others"
    })
  ),
  hasAttributeIssues: Type.Optional(
    Type.Boolean({
      description:
        'True for products that lack attributes which their categories require, or whose values are not valid; false for ' +
        'others'
    })
  ),
  maxStockAvailable: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2147483647,
      description: 'Products with an active variant of which at most this many pieces are available',
      examples: [5]
    })
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Matches words, or their beginnings, in the name, brand, SKUs, part numbers and UPCs. ' +
        'All words must match.',
      examples: ['hex M8']
    })
  ),
  categoryId: idFilter('Products in this category or one of its descendants'),
  sku: Type.Optional(
    line({ max: 255, description: 'Products with exactly this SKU, or with a variant that has it' })
  ),
  bulkImportJobId: idFilter('Products created by this bulk upload (its queue_id)'),
  updatedAfter: timeFilter('Products that were changed, or have a variant that was changed, after this time')
}

/** The maximum size of a page of compact rows. */
const maxRowPageSize = 500
const maxSizeText = `${maxPageSize}, or ${maxRowPageSize} with view=row`

/** The parameter that selects compact rows instead of complete products. */
const productView = {
  view: Type.Optional(
    oneOf(['row'], {
      description: `row: compact rows instead of complete products, up to ${maxRowPageSize} on a page`
    })
  )
}

/** The orders of a list of products. `-` means from high to low. */
export const productSorts = enumeration(
  'ProductSort',
  ['updatedAt', '-updatedAt', 'name', '-name', 'sku', '-sku', 'price', '-price', 'stock', '-stock'],
  'The order of a list of products. `-` means from high to low.'
)
export type ProductSort = (typeof productSorts)[number]

const productOrder = {
  sort: Type.Optional(
    oneOf(productSorts, {
      description:
        "The order of the list, instead of newest first: by the time of the last change, the name (without case and accents), the product's SKU, " +
        'the lowest retail price of its variants, or their stock on hand together. `-` reverses the order. Products without ' +
        'a price are last in both directions.'
    })
  )
}

/** Returns the schema of the query of a product list with these filters. */
export function productListQuery<P extends TProperties>(filters: P) {
  return pagingQuery(
    { ...filters, ...productOrder, ...productView },
    { maxSize: maxRowPageSize, maxText: maxSizeText }
  )
}

/**
 * Returns faults of a page size that is too large for complete products. The schema has the maximum of compact
 * rows.
 */
export function pageSizeFaults({ view, ...query }: Record<string, unknown>): Fault[] {
  if (view !== undefined) return []
  return ['first', 'last'].flatMap((name) => {
    const size = query[name]
    const isTooLarge = typeof size === 'number' && size > maxPageSize && size <= maxRowPageSize
    return isTooLarge ? [parameterFault(name, 'TOO_LARGE', `must be at most ${maxSizeText}`)] : []
  })
}

export const ProductListQuery = productListQuery(productFilters)
export type ProductListQuery = Static<typeof ProductListQuery>
export type ProductFilters = Pick<ProductListQuery, keyof typeof productFilters>
