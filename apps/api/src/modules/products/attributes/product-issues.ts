import { databaseNow } from '../../../lib/clock.ts'
import { productAttributeFaults } from './check-attributes.ts'
import type { AttributeDefinitions } from './definitions.ts'
import type { ProductIssues, StoredAttributes } from './issue-queries.ts'

/** The maximum number of issues that are stored for a product. `missing` counts all of them. */
const maxIssues = 100

/**
 * Returns the issues of a product at a time in milliseconds since 1970, or an empty list if it has none. The default is the
 * current time.
 */
export function issuesOf(
  definitions: AttributeDefinitions,
  product: StoredAttributes,
  now = databaseNow()
): ProductIssues[] {
  if (definitions.isEmpty) return []
  const { id: productId, vendorId, categoryIds } = product
  const faults = productAttributeFaults(definitions.effective(categoryIds, now), product)
  if (faults.length === 0) return []
  const missing = faults.filter(({ code }) => code === 'REQUIRED').length
  const issues = faults.slice(0, maxIssues).map(({ code, pointer, message }) => ({ code, pointer, message }))
  return [{ productId, vendorId, issues, missing }]
}
