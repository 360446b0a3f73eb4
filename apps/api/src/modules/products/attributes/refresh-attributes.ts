import type { Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { databaseNow } from '../../../lib/clock.ts'
import { isRecord } from '../../../lib/shape.ts'
import { type DerivedValues, replaceDerivedValues } from '../write/derived-value-queries.ts'
import type { Attribute } from './definition.ts'
import type { AttributeDefinitions } from './definitions.ts'
import { listStoredAttributes, type StoredAttributes, storeIssues } from './issue-queries.ts'
import { issuesOf } from './product-issues.ts'

/** The products to refresh. `now` is in milliseconds since 1970. */
type Refresh = { productIds: readonly string[]; origin: Origin; now?: number }

/**
 * Checks the stored attributes of products, stores their issues, and files the products under the facet values that follow
 * from their attributes. Changes of the facet values are recorded with the origin. The caller has locked the products, and
 * confirms the definitions.
 */
export async function refreshAttributes(
  tx: Tx,
  definitions: AttributeDefinitions,
  { productIds, origin, now = databaseNow() }: Refresh
): Promise<void> {
  const products = await listStoredAttributes(tx, productIds)
  const found = products.flatMap((product) => issuesOf(definitions, product, now))
  const derived = products.flatMap((product) => derivedValues(definitions, product, now))
  await Promise.all([
    storeIssues(tx, { checked: productIds, found }),
    replaceDerivedValues(tx, { productIds, derived, origin })
  ])
}

/** Returns the facet values that follow from the attributes of a product, or an empty list if there are none. */
export function derivedValues(
  definitions: AttributeDefinitions,
  product: StoredAttributes,
  now = databaseNow()
): DerivedValues[] {
  const { id: productId, vendorId, categoryIds, attributes, variants } = product
  const filing = definitions
    .effective(categoryIds, now)
    .list.filter(({ attribute }) => attribute.facetId !== null)
  if (filing.length === 0) return []
  const ids = filing.flatMap(({ attribute }) => {
    const maps = attribute.level === 'PRODUCT' ? [attributes] : variants.map((variant) => variant.attributes)
    return facetValuesOf(attribute, maps)
  })
  return ids.length === 0 ? [] : [{ productId, vendorId, facetValueIds: [...new Set(ids)] }]
}

/** Returns the facet values of the options that maps of attributes contain, in the order of the options. */
function facetValuesOf({ code, options }: Attribute, maps: unknown[]): string[] {
  const values = maps.map((map) => (isRecord(map) && Object.hasOwn(map, code) ? map[code] : undefined))
  const chosen = new Set(values.flat())
  return options.flatMap((option) =>
    option.facetValueId && chosen.has(option.code) ? [option.facetValueId] : []
  )
}
