import type { JsonValue, Tx } from '../../../../db/connect.ts'
import { productHistory, variantHistory } from '../../fields/history.ts'
import { type TermIds, termKinds, termTables } from '../../fields/terms.ts'
import type { ProductChange } from '../write-changes.ts'

/** Values of a product or variant by their fields, in the form of the history. Fields that are null can be missing. */
export type Values = Record<string, JsonValue | undefined>

/** The stored values of what a change would change. */
export type OldValues = {
  product: Values
  terms: Partial<TermIds>
  /** For each variant that is updated, its SKU and the values that would change. */
  variants: Record<string, Values & { sku: string }>
}

type Row = OldValues & { productId: string }

const terms = termKinds
  .map((kind) => {
    const { table, column } = termTables[kind]
    return `'${kind}', case when '${kind}' = any(c.terms) then
      array(select t.${column} from ${table} t where t.product_id = p.id order by t.position) end`
  })
  .join(', ')

/** Returns the stored values of the fields that changes of locked products would change, by the ids of the products. */
export async function listOldValues(
  tx: Tx,
  vendorId: string,
  changes: ProductChange[]
): Promise<Map<string, OldValues>> {
  const wanted = changes.map(({ product: { id }, fields, staged, terms, variants }) => ({
    id,
    fields: [...Object.keys(fields ?? {}), ...(staged?.changed ?? [])],
    terms: Object.keys(terms ?? {}),
    variants: (variants?.updated ?? []).map(({ id, ...values }) => ({ id, fields: Object.keys(values) }))
  }))
  const rows = await tx<Row[]>`
    select p.id as product_id, jsonb_build_object(${tx.unsafe(terms)}) as terms,
      (select coalesce(jsonb_object_agg(v.key, v.value), '{}')
        from jsonb_each(${tx.unsafe(productHistory.values('p'))}) v where v.key = any(c.fields)) as product,
      (select coalesce(jsonb_object_agg(x.id, jsonb_build_object('sku', x.sku) || (
            select coalesce(jsonb_object_agg(v.key, v.value), '{}')
            from jsonb_each(${tx.unsafe(variantHistory.values('x'))}) v
            where v.key = any(w.fields) or v.key = 'attributes' and 'unspc' = any(w.fields))), '{}')
        from jsonb_to_recordset(c.variants) as w (id uuid, fields text[])
          join variants x on x.id = w.id and x.vendor_id is not distinct from ${vendorId}) as variants
    from jsonb_to_recordset(${tx.json(wanted)}) as c (id uuid, fields text[], terms text[], variants jsonb)
      join products p on p.id = c.id and p.vendor_id is not distinct from ${vendorId}`
  return new Map(rows.map(({ productId, ...values }) => [productId, values]))
}
