import { type Static, Type } from 'typebox'
import { pageSchema } from '../../http/paging.ts'
import { named, nullable, oneOf, Uuid } from '../../http/schema.ts'
import { waitParameter } from '../../http/server/feed-waiter.ts'

/** The maximum number of changes on a page, and the number of changes unless the request has `first`. */
export const maxChanges = 500
export const defaultChanges = 100

/** A change of what the storefront shows (contract 6.1). */
export const CatalogChange = named(
  'CatalogChange',
  Type.Object({
    kind: oneOf(['PRODUCT', 'VENDOR', 'CATEGORY'], {
      description: 'VENDOR and CATEGORY stand for all products of the vendor or category'
    }),
    id: Type.Unsafe<string>({ ...Uuid, description: 'The id of the product, vendor or category' }),
    slug: nullable(
      Type.String({
        description:
          'The current slug of a product, or the last slug of a deleted one. Null for vendors and categories.',
        examples: ['hex-bolt-m8']
      })
    ),
    isVisible: Type.Boolean({
      description:
        'True if the storefront shows the product now, if the vendor is active, or if the category exists'
    }),
    sequence: Type.Integer({
      description: 'The position in the list. It increases from change to change, with gaps.',
      examples: [1042]
    }),
    cursor: Type.String({ description: 'Send it as `after` to read the changes after this one' })
  }),
  'A product, vendor or category that you have to read again'
)

export const CatalogChangePage = pageSchema('CatalogChangePage', 'changes', CatalogChange, {})
export type CatalogChangePage = Static<typeof CatalogChangePage>

export const CatalogChangeQuery = Type.Object(
  {
    first: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxChanges,
        description: `The page size. The default is ${defaultChanges}, the maximum is ${maxChanges}.`
      })
    ),
    after: Type.Optional(
      Type.String({
        description: 'The endCursor of the previous page. Without it, the page begins with the oldest change.'
      })
    ),
    wait: waitParameter
  },
  { additionalProperties: false }
)
