import type { Field, FieldKind, FieldTable } from './field.ts'
import { searchedVariantFields } from './lists.ts'
import { productFieldTable } from './product-fields.ts'
import { variantFieldTable } from './variant-fields.ts'

/**
 * This file has the SQL text that lists fields. It contains no values, so it is built once instead of for each
 * request. Insert it into a statement with `sql.unsafe`.
 */

const sqlTypes: Record<FieldKind, string> = {
  line: 'text',
  text: 'text',
  html: 'text',
  slug: 'text',
  whole: 'integer',
  flag: 'boolean',
  money: 'numeric',
  weight: 'numeric',
  lines: 'text[]',
  time: 'timestamptz',
  videos: 'jsonb',
  attributes: 'jsonb',
  map: 'jsonb',
  object: 'jsonb'
}

type Value = (column: string, row: string) => string

/** For kinds whose values in responses and in the history differ from the column, SQL for these values. */
const shownValues: { [kind in FieldKind]?: Value } = {
  money: (column) => `money_text(${column})`,
  weight: (column) => `trim_scale(${column})::text`,
  time: (column) => `iso_text(${column})`,
  attributes: (column, row) => `variant_attributes(${column}, ${row}.unspc)`
}

/** Returns the column of a field: its name in snake case. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Returns SQL for the value of a field in responses and in the history. `row` is the row that has the column. */
export function shownValue(name: string, { kind }: Field, row: string): string {
  const column = `${row}.${columnOf(name)}`
  return shownValues[kind]?.(column, row) ?? column
}

/** Returns a map of the fields that meet the condition to their SQL types. */
export function typesOf(
  table: FieldTable,
  condition: (field: Field) => boolean = () => true
): Record<string, string> {
  const fields = Object.entries(table).filter(([, field]) => condition(field))
  return Object.fromEntries(fields.map(([name, { kind }]) => [name, sqlTypes[kind]]))
}

const isUpdated = ({ hasOwnRule, isFixed }: Field) => !hasOwnRule && !isFixed

/** The fields of products and variants that updates can set, each with its SQL type. */
export const productTypes = typesOf(productFieldTable, isUpdated)
export const variantTypes = typesOf(variantFieldTable, isUpdated)

/** The fields of variants that an update can contain. Most updates contain only prices and stock, or only stock. */
export type VariantFieldSet = 'ALL' | 'PRICE_AND_STOCK' | 'STOCK'

/** Returns an object with a value for each set of fields, made from their types. */
export function forFieldSets<T>(make: (types: Record<string, string>) => T): Record<VariantFieldSet, T> {
  const only = (names: string[]) =>
    Object.fromEntries(Object.entries(variantTypes).filter(([name]) => names.includes(name)))
  return {
    ALL: make(variantTypes),
    PRICE_AND_STOCK: make(only(['vendorPrice', 'stockOnHand', 'stockAsOf'])),
    STOCK: make(only(['stockOnHand', 'stockAsOf']))
  }
}

/** SQL fragments that update the columns of a product from a JSON object: see `givenFields`. */
export const productFields = givenFields('p', productTypes)
/**
 * For each set of fields, SQL that updates the columns of a variant `v` with new values in the row `g`. For ALL, the values
 * are a JSON object: see `givenFields`. For the other sets, `g` has a column for each field, such as `new_stock_on_hand`,
 * which is null if the field doesn't change. `values` is a join with the new values. `isShown` is true if a value changes
 * that responses contain.
 */
export const variantUpdate: Record<
  VariantFieldSet,
  { assignments: string; values: string; isShown: string }
> = {
  ...forFieldSets(newColumns),
  ALL: {
    assignments: givenFields('v', variantTypes).assignments,
    values: `cross join lateral jsonb_to_record(g.given) as f (${recordOf(variantTypes)})`,
    isShown: `g.given - '{id,stockAsOf}'::text[] <> '{}'`
  }
}

function newColumns(types: Record<string, string>) {
  const columns = Object.keys(types).map(columnOf)
  const shown = columns.filter((column) => column !== 'stock_as_of')
  return {
    assignments: columns.map((column) => `${column} = coalesce(g.new_${column}, v.${column})`).join(', '),
    values: '',
    isShown: `num_nonnulls(${shown.map((column) => `g.new_${column}`).join(', ')}) > 0`
  }
}

/**
 * Returns SQL fragments for an update that changes only the fields present in the JSON object `g.given`. With
 * these fragments, one prepared statement serves every combination of fields. `record` is the column list in
 * `jsonb_to_record(g.given) as f (<record>)`. `assignments` is the `set` clause: it sets each column of
 * `target` to the value in `f`, or to its current value if the field is absent. PostgreSQL doesn't write a
 * long (TOASTed) text again if the column is set to its current value.
 *
 * `types` maps the names of fields, in camel case, to SQL types. The columns have the same names in snake
 * case.
 */
export function givenFields(
  target: string,
  types: Record<string, string>
): { assignments: string; record: string } {
  const assignments = Object.keys(types).map((field) => {
    const column = columnOf(field)
    return `${column} = case when g.given ? '${field}' then f."${field}" else ${target}.${column} end`
  })
  return { assignments: assignments.join(', '), record: recordOf(types) }
}

function recordOf(types: Record<string, string>): string {
  return Object.entries(types)
    .map(([field, type]) => `"${field}" ${type}`)
    .join(', ')
}

/** The insert of new products: see `insertOf`. The items also have the searched fields of variants. */
export const productInsert = insertOf(productFieldTable, {
  ...Object.fromEntries(
    searchedVariantFields.filter((name) => !(name in productFieldTable)).map((name) => [name, 'text'])
  ),
  // In flat items, `attributes` are those of the variant.
  productAttributes: 'jsonb'
})
/** The insert of new variants: see `insertOf`. */
export const variantInsert = insertOf(variantFieldTable, { stock: 'integer' })

/** Returns SQL for an array of the texts of a variant by which its product is found. `row` has its columns. */
export function searchTermsOf(row: string): string {
  return `array[${searchedVariantFields.map((name) => `${row}.${columnOf(name)}`).join(', ')}]`
}

/**
 * Returns SQL for an insert of rows from items, which are JSON objects with the fields of the table and with `extra`.
 * `record` is the column list in `jsonb_to_recordset(…) as (<record>)`, and `aliases` are the names of the same columns
 * in the row `i`. The insert sets `columns` to `values`.
 */
function insertOf(table: FieldTable, extra: Record<string, string>) {
  const sent = typesOf(table, ({ inserted, isInput }) => inserted === undefined || isInput !== false)
  const record = { ...sent, ...extra }
  const stored = Object.entries(table).filter(([, { inserted }]) => inserted !== false)
  return {
    columns: stored.map(([name]) => columnOf(name)).join(', '),
    values: stored.map(([name, field]) => field.inserted || newValue(name, field)).join(', '),
    record: recordOf(record),
    aliases: Object.keys(record).map(columnOf).join(', ')
  }
}

function newValue(name: string, field: Field): string {
  const value = `i.${columnOf(name)}`
  return field.default === undefined ? value : `coalesce(${value}, ${literal(field.default)})`
}

function literal(value: NonNullable<Field['default']>): string {
  if (typeof value === 'object') return `'{}'`
  return String(value)
}

/** The columns of a row `p` of `products` in responses: those that customers see, and the others. */
export const publicProductColumns = shownColumns(productFieldTable, 'p', ({ isPublic }) => isPublic)
export const privateProductColumns = shownColumns(productFieldTable, 'p', ({ isPublic }) => !isPublic)

/** The columns of a row `x` of `variants` in responses: all of them, and those that customers see. */
export const variantColumns = shownColumns(variantFieldTable, 'x', () => true)
export const publicVariantColumns = shownColumns(variantFieldTable, 'x', ({ isPublic }) => isPublic)

function shownColumns(
  table: FieldTable,
  row: string,
  condition: (field: Field) => boolean | undefined
): string {
  return Object.entries(table)
    .filter(([, field]) => field.isOutput !== false && condition(field))
    .map(([name, field]) => `${field.output?.sql ?? shownValue(name, field, row)} as "${name}"`)
    .join(', ')
}

/** A field of rows of the export, as SQL for a row `x` of `variants`. */
export type ExportedValue = {
  name: string
  column: string
  value: string
  isText: boolean
  isNullable: boolean
}

/** The fields that rows of the export have besides the ids. */
export const exportedValues: ExportedValue[] = Object.entries<Field>(variantFieldTable).flatMap(
  ([name, field]) =>
    field.exported
      ? {
          name: field.exported.name,
          column: `x.${columnOf(name)}`,
          value: shownValue(name, field, 'x'),
          isText: sqlTypes[field.kind] === 'text',
          isNullable: !field.isRequired && field.default === undefined
        }
      : []
)
