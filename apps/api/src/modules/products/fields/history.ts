import type { Field, FieldTable } from './field.ts'
import { productFieldTable } from './product-fields.ts'
import { columnOf, forFieldSets, shownValue, typesOf } from './sql.ts'
import { termKinds } from './terms.ts'
import { variantFieldTable } from './variant-fields.ts'

const isRecorded = (field: Field) => field.isRecorded !== false

/** Recorded columns of products that moderation sets. */
const moderationTypes = { status: 'text', pendingRevision: 'jsonb', moderation: 'jsonb' }
const productHistoryTypes = { ...typesOf(productFieldTable, isRecorded), ...moderationTypes }
const variantHistoryTypes = typesOf(variantFieldTable, isRecorded)

/** The fields of products in the history whose changes apply without a decision of the operator. */
export const undecidedFields = Object.keys(
  typesOf(productFieldTable, (field) => isRecorded(field) && !field.isModerated)
)

/** The fields that a row of the history can have (contract 4.15). */
export const historyFields = [
  ...new Set([
    'CREATED',
    'DELETED',
    ...Object.keys(productHistoryTypes),
    ...[...termKinds, 'images', 'documents'],
    ...Object.keys(typesOf(variantFieldTable, (field) => isRecorded(field) && !field.isFixed))
  ])
]

/** The history of a product's own fields: see `historyOf`. */
export const productHistory = historyOf(productFieldTable, productHistoryTypes)

/** The history of a variant's fields: see `historyOf`. */
export const variantHistory = historyOf(variantFieldTable, { id: 'uuid', ...variantHistoryTypes })

/** For each set of fields, the history of a variant: see `historyOf`. */
export const variantHistories = forFieldSets((types) =>
  historyOf(
    variantFieldTable,
    Object.fromEntries(Object.entries(types).filter(([name]) => name in variantHistoryTypes))
  )
)

/**
 * Returns SQL for the history of a table's columns, whose fields are `fields`. `pairs` are columns for the `returning`
 * clause of an update, one for each field: a JSON array with the old and the new value, or null if they are equal. (Whole
 * rows `old` and `new` would be slower: PostgreSQL would read their TOASTed texts.) `changes` is a table expression
 * with a row `(field, pair)` for each of these columns of the row `u`. `values(row)` is a JSON object with the
 * values of a row. Texts, numbers and booleans that are null are left out. `parts` are further members of the object, such
 * as `'tagIds': array[…]`. They replace members with the same name.
 */
function historyOf(
  table: FieldTable,
  types: Record<string, string>
): {
  fields: string[]
  pairs: string
  changes: string
  values: (row: string, parts?: string[]) => string
} {
  const fields = Object.keys(types)
  const columns = Object.entries(types).map(([name, type]) => {
    const isScalar = type !== 'jsonb' && !type.endsWith('[]')
    const value = (row: string) => recordedValue(table, name, row)
    return { field: name, value, isScalar, keepsNull: !isScalar && table[name]?.default === undefined }
  })
  const pairs = columns.map(({ field, value, isScalar }) => {
    const compared = isScalar ? (row: string) => `${row}.${columnOf(field)}` : value
    return `case when ${compared('old')} is distinct from ${compared('new')}
      then jsonb_build_array(${value('old')}, ${value('new')}) end as "${field}"`
  })
  const members = (row: string, keepsNull: boolean) =>
    columns
      .filter((column) => column.keepsNull === keepsNull)
      .map(({ field, value }) => `'${field}': ${value(row)}`)
  const object = (list: string[], onNull: string) =>
    `json_object(${list.join(', ')} ${onNull} on null returning jsonb)`
  return {
    fields,
    pairs: pairs.join(', '),
    changes: `(values ${fields.map((field) => `('${field}', u."${field}")`).join(', ')})`,
    values: (row, parts = []) => {
      const others = [...members(row, true), ...parts]
      const values = object(members(row, false), 'absent')
      return others.length > 0 ? `(${values} || ${object(others, 'null')})` : values
    }
  }
}

function recordedValue(table: FieldTable, name: string, row: string): string {
  const field = table[name]
  if (field) return shownValue(name, field, row)
  const column = `${row}.${columnOf(name)}`
  if (name !== 'moderation') return column
  return `case when ${column} -> 'fields' <> '{}' then recorded_moderation(${column}) else ${column} - 'proposed' end`
}
