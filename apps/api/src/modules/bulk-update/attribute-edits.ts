import type { Fragment, Tx } from '../../db/connect.ts'
import type { Origin } from '../../events.ts'
import { fault } from '../../http/faults.ts'
import { mapInSlices } from '../../lib/slices.ts'
import { type ItemFault, itemFault } from '../bulk-items/item-fields.ts'
import { attributeMapFaults } from '../products/attributes/check-attributes.ts'
import type { AttributeDefinitions } from '../products/attributes/definitions.ts'
import { refreshAttributes } from '../products/attributes/refresh-attributes.ts'
import type { EditsSource, Located } from '../products/write/plan/target-queries.ts'
import { listAttributeEdits, listConcernedProducts } from './attribute-edit-queries.ts'

/** The errors of an item of a bulk update. `n` is its number, from 1. */
type FaultyItem = { n: number; errors: ItemFault[] }

/**
 * Returns the errors of the attributes of items, by the definitions of the categories of their products. The products must
 * be locked.
 */
export async function findAttributeFaults(
  tx: Tx,
  vendorId: string,
  { definitions, ...edits }: EditsSource & { located: Located; definitions: AttributeDefinitions }
): Promise<FaultyItem[]> {
  if (definitions.isEmpty) return []
  const rows = await listAttributeEdits(tx, vendorId, edits)
  const checked = await mapInSlices(rows, ({ n, attributes, categoryIds }) => {
    const effective = definitions.effective(categoryIds)
    const check = { level: 'VARIANT', pointer: '/attributes', isComplete: true } as const
    const found = attributeMapFaults(effective, attributes, check)
    const ofProduct = definitions.productCodes(Object.keys(attributes)).map((code) => {
      const message = 'is an attribute of the product; send it to PATCH /vendor/products/{id}'
      return fault(`/attributes/${code}`, 'NOT_ALLOWED', message)
    })
    return { n, errors: [...ofProduct, ...found].map(itemFault) }
  })
  return checked.filter(({ errors }) => errors.length > 0)
}

/** Returns SQL for the items, of which those with errors get them. */
export function withFaults(tx: Tx, items: Fragment, faulty: FaultyItem[]): Fragment {
  if (faulty.length === 0) return items
  return tx`(
    select jsonb_agg(case when f.n is null then i.item else i.item || jsonb_build_object('errors', f.errors) end order by i.n)
    from jsonb_array_elements(${items}) with ordinality as i (item, n)
      left join jsonb_to_recordset(${tx.json(faulty)}::jsonb) as f (n bigint, errors jsonb) on f.n = i.n)`
}

/** The number of products whose issues are found at once. */
const productsAtOnce = 500

/**
 * Stores the issues of the products of which an update has changed attributes or categories, and their facet values that
 * follow from attributes. `products` are their updates.
 */
export async function refreshUpdated(
  tx: Tx,
  definitions: AttributeDefinitions,
  { products, origin }: { products: Fragment; origin: Origin }
): Promise<void> {
  const ids = await listConcernedProducts(tx, products)
  for (let start = 0; start < ids.length; start += productsAtOnce) {
    const productIds = ids.slice(start, start + productsAtOnce)
    await refreshAttributes(tx, definitions, { productIds, origin })
  }
}
