import type { Tx } from '../../../db/connect.ts'
import { productAttributeFaults } from './check-attributes.ts'
import type { AttributeDefinitions } from './definitions.ts'
import {
  listStoredAttributes,
  type ProductIssues,
  type StoredAttributes,
  storeIssues
} from './issue-queries.ts'

/** The maximum number of issues that are stored for a product. `missing` counts all of them. */
const maxIssues = 100

/**
 * Checks the stored attributes of products, and stores their issues. The caller has locked the products, and confirms the
 * definitions.
 */
export async function refreshIssues(
  tx: Tx,
  definitions: AttributeDefinitions,
  productIds: readonly string[]
): Promise<void> {
  const products = await listStoredAttributes(tx, productIds)
  const found = products.flatMap((product) => issuesOf(definitions, product))
  await storeIssues(tx, { checked: productIds, found })
}

/** Returns the issues of a product, or an empty list if it has none. */
export function issuesOf(definitions: AttributeDefinitions, product: StoredAttributes): ProductIssues[] {
  if (definitions.isEmpty) return []
  const { id: productId, vendorId, categoryIds } = product
  const faults = productAttributeFaults(definitions.effective(categoryIds), product)
  if (faults.length === 0) return []
  const missing = faults.filter(({ code }) => code === 'REQUIRED').length
  const issues = faults.slice(0, maxIssues).map(({ code, pointer, message }) => ({ code, pointer, message }))
  return [{ productId, vendorId, issues, missing }]
}
