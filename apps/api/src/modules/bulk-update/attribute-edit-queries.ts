import type { Fragment, Tx } from '../../db/connect.ts'
import { type EditsSource, type Located, locatedEdits } from '../products/write/plan/target-queries.ts'

/** The attributes in an item of a bulk update. `n` is its number, from 1. */
export type AttributeEdit = { n: number; attributes: Record<string, unknown>; categoryIds: string[] }

/** Returns the attributes of the items, with the categories that their products will have. The products must be locked. */
export async function listAttributeEdits(
  tx: Tx,
  vendorId: string,
  edits: EditsSource & { located: Located }
): Promise<AttributeEdit[]> {
  return await tx<AttributeEdit[]>`
    with ${locatedEdits(tx, vendorId, edits)}
    select n::int, variant -> 'attributes' as attributes,
      case when product ? 'categoryIds' then array(select jsonb_array_elements_text(product -> 'categoryIds'))
        else array(select r.category_id::text from product_categories r where r.product_id = located.product_id) end
        as category_ids
    from located where variant ? 'attributes' and errors is null and product_id is not null`
}

/** Returns the ids of the products of which an update changes attributes or categories. `products` are their updates. */
export async function listConcernedProducts(tx: Tx, products: Fragment): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select u.entry ->> 'id' as id from jsonb_array_elements(${products}) as u (entry)
    where u.entry ? 'categoryIds' or u.entry -> 'variantFields' ? 'attributes'`
  return rows.map(({ id }) => id)
}
