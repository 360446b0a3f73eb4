import { type Static, Type } from 'typebox'
import { pageSchema } from '../../../http/paging.ts'
import { input, line, named, optional } from '../../../http/schema.ts'
import { ProductReview } from '../schema.ts'

/** The body that creates a review of a product. */
export const NewProductReview = named(
  'NewProductReview',
  input(
    {
      rating: Type.Integer({ minimum: 1, maximum: 5, examples: [5] }),
      title: optional(line({ max: 255, examples: ['Just right'] })),
      body: optional(Type.String({ maxLength: 10_000, examples: ['Threads are clean, no burrs.'] })),
      authorName: line({ min: 1, max: 255, examples: ['Rosa M.'] })
    },
    { output: ProductReview }
  ),
  "A customer's review to add to a product"
)
export type NewProductReview = Static<typeof NewProductReview>

export const ProductReviewPage = pageSchema('ProductReviewPage', 'reviews', ProductReview)
export type ProductReviewPage = Static<typeof ProductReviewPage>
