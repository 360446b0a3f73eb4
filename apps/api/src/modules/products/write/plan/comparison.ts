import { moderatedTexts } from '../../fields/lists.ts'
import { columnOf, productTypes, variantTypes } from '../../fields/sql.ts'
import { type TermIds, termKinds, termTables } from '../../fields/terms.ts'

/**
 * SQL for an object with those given values that differ from the stored ones. `given` is SQL for a JSON object with values
 * in stored form, `row` the row of the table.
 */
export type Comparison = (given: string, row: string) => string

/** A value that is compared: its type, SQL that is true if it differs, and SQL for the JSON that is to be stored. */
type Compared = {
  field: string
  type: string
  differs: (given: string, row: string) => string
  value: (given: string, row: string) => string
}

function comparisonOf(fields: Compared[]): Comparison {
  const record = fields.map(({ field, type }) => `"${field}" ${type}`).join(', ')
  return (given, row) => {
    const values = fields.map(
      ({ field, differs, value }) => `('${field}', ${differs(given, row)}, ${value(given, row)})`
    )
    return `(
      select coalesce(jsonb_object_agg(c.field, c.value), '{}')
      from jsonb_to_record(${given}) as f (${record})
        cross join lateral (values ${values.join(', ')}) as c (field, differs, value)
      where c.differs and ${given} ? c.field)`
  }
}

function compared([field, type]: [string, string]): Compared {
  const column = columnOf(field)
  return {
    field,
    type,
    differs: (_, row) => `f."${field}" is distinct from ${row}.${column}`,
    value: (given) => `${given} -> '${field}'`
  }
}

/** Metadata is added to the stored metadata. */
const mergedMetadata: Compared = {
  field: 'metadata',
  type: 'jsonb',
  differs: (_, row) => `${row}.metadata || f.metadata is distinct from ${row}.metadata`,
  value: (_, row) => `${row}.metadata || f.metadata`
}

function comparedTerms(kind: keyof TermIds): Compared {
  const { table, column } = termTables[kind]
  return {
    field: kind,
    type: 'uuid[]',
    differs: (given, row) => `case when ${given} ? '${kind}' then f."${kind}" is distinct from array(
      select t.${column} from ${table} t where t.product_id = ${row}.id order by t.position) end`,
    value: (given) => `${given} -> '${kind}'`
  }
}

const { metadata: _, ...ownTypes } = productTypes
// The stock is compared by the rules for stock: see `compareStock`.
const { stockOnHand: __, stockAsOf: ___, ...otherVariantTypes } = variantTypes

/** The comparison of a product's own fields and lists of terms. */
export const changedProduct = comparisonOf([
  ...Object.entries(ownTypes).map(compared),
  mergedMetadata,
  ...termKinds.map(comparedTerms)
])

/** The comparison of a variant's fields except the stock. */
export const changedVariant = comparisonOf(Object.entries(otherVariantTypes).map(compared))

/** SQL for an object with the stored values of those moderated texts that are keys of the object `changes`. */
export function textsIn(changes: string, row: string): string {
  const values = moderatedTexts.map((field) => `('${field}', to_jsonb(${row}.${columnOf(field)}))`)
  return `(
    select coalesce(jsonb_object_agg(t.field, t.value), '{}') from (values ${values.join(', ')}) as t (field, value)
    where ${changes} ? t.field)`
}
