import type { Fragment, Tx } from '../../db/connect.ts'
import { fault } from '../../http/faults.ts'
import { mapInSlices } from '../../lib/slices.ts'
import { type ItemFault, itemFault } from '../bulk-items/item-fields.ts'
import { attributeMapFaults } from '../products/attributes/check-attributes.ts'
import type { AttributeDefinitions } from '../products/attributes/definitions.ts'
import { refreshIssues } from '../products/attributes/refresh-issues.ts'
import { type EditsSource, type Located, locatedEdits } from '../products/write/plan/target-queries.ts'

/** The errors of an item of a bulk update. `n` is its number, from 1. */
type FaultyItem = { n: number; errors: ItemFault[] }

type AttributeEdit = { n: number; attributes: Record<string, unknown>; categoryIds: string[] }

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
  const rows = await tx<AttributeEdit[]>`
    with ${locatedEdits(tx, vendorId, edits)}
    select n::int, variant -> 'attributes' as attributes,
      case when product ? 'categoryIds' then array(select jsonb_array_elements_text(product -> 'categoryIds'))
        else array(select r.category_id::text from product_categories r where r.product_id = located.product_id) end
        as category_ids
    from located where variant ? 'attributes' and errors is null and product_id is not null`
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

/** Stores the issues of the products of which an update has changed attributes or categories. `products` are their updates. */
export async function refreshIssuesOf(
  tx: Tx,
  definitions: AttributeDefinitions,
  products: Fragment
): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    select u.entry ->> 'id' as id from jsonb_array_elements(${products}) as u (entry)
    where u.entry ? 'categoryIds' or u.entry -> 'variantFields' ? 'attributes'`
  for (let start = 0; start < rows.length; start += productsAtOnce) {
    const ids = rows.slice(start, start + productsAtOnce).map(({ id }) => id)
    await refreshIssues(tx, definitions, ids)
  }
}
