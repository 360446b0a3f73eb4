import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import {
  DecimalText,
  line,
  named,
  nullable,
  nullableRef,
  oneOf,
  ref,
  Timestamp,
  Uuid
} from '../../http/schema.ts'

/** Specification 3. */
export const ProductStatus = oneOf(['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT'], {
  description: 'Managed by the platform'
})
export type ProductStatus = Static<typeof ProductStatus>

const text = (example: string) => nullable(Type.String({ examples: [example] }))
const count = (description: string, example: number) => Type.Integer({ description, examples: [example] })

/** A category, collection, tag or facet that a product is filed under. */
const TermLink = named(
  'TermLink',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Hex bolts'] }),
    slug: Type.String({ examples: ['hex-bolts'] })
  })
)

const ProductFacetValue = named(
  'ProductFacetValue',
  Type.Object({ ...TermLink.properties, facet: ref(TermLink) })
)

/** Specification 2.3; the stock beside what was first set. */
export const Variant = named(
  'Variant',
  Type.Object({
    id: Uuid,
    productId: Uuid,
    sku: Type.String({ examples: ['HB-M8-100'] }),
    name: Type.String({ examples: ['Box of 100'] }),
    upc: text('012345678905'),
    unitOfMeasure: text('BX'),
    partNumber: text('M8X40-A2'),
    price: DecimalText("The customer's retail price: vendorPrice and the vendor's commission", '14.06'),
    listPrice: nullable(DecimalText('MSRP, shown when it is above the retail price', '19.95')),
    vendorPrice: DecimalText('Cost', '12.50'),
    weight: nullable(DecimalText("In the marketplace's weight unit", '2.5')),
    initialInventory: count('What was first set', 40),
    stockOnHand: count('What the vendor says lies there', 40),
    stockReserved: count('What orders hold of it', 3),
    stockAvailable: count('What can be sold: on hand less reserved, 0 at least', 37),
    attributes: Type.Record(Type.String(), Type.Unknown(), { examples: [{ finish: 'zinc' }] }),
    isActive: Type.Boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp
  })
)

/** Specification 2.4. */
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
  })
)

/** Specification 2.5. */
export const ProductDocument = named(
  'ProductDocument',
  Type.Object({
    id: Uuid,
    productId: Uuid,
    title: Type.String({ examples: ['Safety data sheet'] }),
    type: Type.String({ examples: ['SDS'] }),
    url: text('https://supplier.example/sds/hb-m8.pdf'),
    document: nullable(Type.String({ description: 'URL of the stored file' })),
    size: nullable(DecimalText('Bytes of the stored file', '184320')),
    sortOrder: Type.Integer({ examples: [0] }),
    createdAt: Timestamp,
    updatedAt: Timestamp
  })
)

export const Video = named(
  'Video',
  Type.Object({
    url: Type.String({ examples: ['https://video.example/watch/hb-m8'] }),
    title: text('How it is made')
  })
)

export const ProductReview = named(
  'ProductReview',
  Type.Object({
    id: Uuid,
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    title: text('Just right'),
    body: text('Threads are clean, no burrs.'),
    authorName: Type.String({ examples: ['Rosa M.'] }),
    createdAt: Timestamp
  })
)
export type ProductReview = Static<typeof ProductReview>

/** Specification 2.2: an image of the proposed set. */
const PendingImage = named(
  'PendingImage',
  Type.Object({
    id: Uuid,
    url: nullable(Type.String({ description: 'Of an image that is live already' })),
    variantId: nullable(Uuid),
    base64Image: Type.Optional(
      nullable(
        Type.String({
          description: 'Data URI of a new image: the file up to 256 KiB, else a preview of it. Not in lists'
        })
      )
    ),
    alt: Type.String({ examples: ['A zinc-plated hex bolt'] }),
    sortOrder: Type.Integer({ examples: [0] }),
    isPrimary: Type.Boolean()
  })
)

/** Specification 2.2: the proposed values of those moderated fields that differ from the live ones. */
const PendingRevision = named(
  'PendingRevision',
  Type.Object({
    name: Type.Optional(Type.String()),
    shortDescription: Type.Optional(nullable(Type.String())),
    description: Type.Optional(nullable(Type.String())),
    images: Type.Optional(Type.Array(ref(PendingImage), { description: 'The whole proposed set' }))
  })
)

const ModerationDecision = named(
  'ModerationDecision',
  Type.Object({
    decision: oneOf(['APPROVED', 'REJECTED']),
    target: oneOf(['PRODUCT', 'REVISION']),
    reason: text('The pictures show another product'),
    decidedAt: Timestamp,
    proposed: nullableRef(PendingRevision)
  })
)

/** Specification 2.1. */
export const Product = named(
  'Product',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Hex bolt M8'] }),
    slug: Type.String({ examples: ['hex-bolt-m8'] }),
    sku: Type.String({ examples: ['HB-M8'] }),
    shortDescription: text('Zinc-plated, fully threaded'),
    warranty: text('2 years'),
    description: text('<p>Fully threaded hex bolt.</p>'),
    pageTitle: text('Hex bolt M8, zinc-plated'),
    pageDescription: text('Hex bolts M8 in boxes of 100, ready to ship.'),
    brand: text('Boltwell'),
    countryOfOrigin: text('US'),
    manufacturer: text('Boltwell Inc.'),
    leadTime: count("Days; the vendor profile's unless the product has its own", 4),
    unspc: text('31161620'),
    commodityCode: text('7318.15'),
    eccn: text('EAR99'),
    freeShipping: Type.Boolean(),
    abilityOne: Type.Boolean(),
    madeInUsa: Type.Boolean(),
    greenProduct: Type.Boolean(),
    keyFeatures: Type.Array(Type.String({ examples: ['Zinc-plated'] })),
    videos: Type.Unsafe<Static<typeof Video>[] | null>({
      type: ['array', 'null'],
      items: { $ref: `${Video.$id}#` }
    }),
    accountCode: text('4100'),
    programCode: text('P-12'),
    resourceCode: text('R-7'),
    metadata: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What bulk upload stores beside the fields',
      examples: [{ min_qty: 10 }]
    }),
    status: ProductStatus,
    pendingRevision: nullableRef(PendingRevision),
    pendingRevisionSubmittedAt: nullable(Timestamp),
    moderation: nullableRef(ModerationDecision),
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
    reviews: Type.Array(ref(ProductReview), { description: 'The newest 10' }),
    averageRating: Type.Number({ description: '0 without reviews', examples: [4.5] }),
    totalReviews: Type.Integer({ examples: [2] })
  })
)
export type Product = Static<typeof Product>

export const ProductPage = pageSchema('ProductPage', 'products', Product)
export type ProductPage = Static<typeof ProductPage>

/** The filters of the list (contract 3, 4.9); those given must all hold. */
export const productFilters = {
  status: Type.Optional(ProductStatus),
  hasPendingRevision: Type.Optional(Type.Boolean({ description: 'Whether staged edits wait for approval' })),
  needsModeration: Type.Optional(
    Type.Boolean({ description: 'Whether the product is PENDING_APPROVAL or has staged edits' })
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Words of name, brand, SKUs, part numbers and UPCs, each as a prefix; all of them must match',
      examples: ['hex M8']
    })
  ),
  categoryId: Type.Optional(Type.String({ format: 'uuid', description: 'In this category or one below it' })),
  sku: Type.Optional(line({ max: 255, description: 'Exactly this SKU, of the product or of a variant' })),
  bulkImportJobId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Created by this bulk upload (its queue_id)' })
  ),
  updatedAfter: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Changed after this moment, the product or a variant of it'
    })
  )
}

export const ProductListQuery = pagingQuery(productFilters)
export type ProductListQuery = Static<typeof ProductListQuery>
export type ProductFilters = Pick<ProductListQuery, keyof typeof productFilters>
