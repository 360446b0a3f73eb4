import type { JsonValue } from '../../../db/connect.ts'
import type { ProductPatch } from '../product-patch.ts'
import type { Product } from '../schema.ts'

/**
 * The moderated text fields of a product. Images are moderated too, but have their own endpoints (contract
 * 2.2).
 */
export const moderatedTexts = ['name', 'shortDescription', 'description'] as const
/** The values of the moderated text fields. `description` is sanitised HTML. */
export type Texts = { name: string; shortDescription: string | null; description: string | null }

/**
 * The plain fields with their SQL types. Plain fields are a product's own fields except the moderated ones
 * and the slug.
 */
const plainTypes = {
  sku: 'text',
  warranty: 'text',
  pageTitle: 'text',
  pageDescription: 'text',
  brand: 'text',
  countryOfOrigin: 'text',
  manufacturer: 'text',
  leadTime: 'integer',
  unspc: 'text',
  commodityCode: 'text',
  eccn: 'text',
  freeShipping: 'boolean',
  abilityOne: 'boolean',
  madeInUsa: 'boolean',
  greenProduct: 'boolean',
  keyFeatures: 'text[]',
  videos: 'jsonb',
  accountCode: 'text',
  programCode: 'text',
  resourceCode: 'text'
} as const

/** Values of the plain fields, as they are stored. */
export type PlainFields = Partial<Pick<ProductPatch, keyof typeof plainTypes>>

/** The values that are stored instead of null in columns that can't be null. */
const emptyValues: PlainFields = {
  freeShipping: false,
  abilityOne: false,
  madeInUsa: false,
  greenProduct: false,
  keyFeatures: []
}

/**
 * Returns the plain fields that a body contains. A null is replaced by the field's value in `emptyValues`, if
 * there is one.
 */
export function plainFieldsOf(patch: ProductPatch): PlainFields {
  const given = Object.keys(plainTypes).filter(
    (field) => patch[field as keyof PlainFields] !== undefined
  ) as (keyof PlainFields)[]
  const videos = patch.videos?.map(({ url, title }) => ({ url, title: title ?? null }))
  const values = { ...patch, videos: videos ?? null }
  return Object.fromEntries(given.map((field) => [field, values[field] ?? emptyValues[field] ?? null]))
}

/** New values of a product's own fields. Omitted fields stay unchanged. */
export type ProductFields = PlainFields & Partial<Texts> & { metadata?: Record<string, JsonValue> }

/**
 * An image of a proposed set. `id` refers to `pending_images` if the image is new, otherwise to
 * `product_images`.
 */
export type StagedImage = {
  id: string
  isNew: boolean
  variantId: string | null
  alt: string
  sortOrder: number
  isPrimary: boolean
}

/** Staged edits as they are stored: only the values that differ from the live ones (contract 2.2). */
export type StoredRevision = Partial<Texts> & { images?: StagedImage[] }

/** For staged texts, the share of the words that differ from the live text, from 0 to 1: see `textChange`. */
export type TextChanges = { [text in keyof Texts]?: number }

/**
 * The lists of a product's terms. Each has the table that links products to terms of this kind, and the column
 * of this table that contains the term's id.
 */
export const termTables = {
  categoryIds: { table: 'product_categories', column: 'category_id' },
  collectionIds: { table: 'product_collections', column: 'collection_id' },
  tagIds: { table: 'product_tags', column: 'tag_id' },
  facetValueIds: { table: 'product_facet_values', column: 'facet_value_id' }
}

/** The ids of a product's categories, collections, tags and facet values, each list in display order. */
export type TermIds = { [kind in keyof typeof termTables]: string[] }

/** The names of the lists of a product's terms. */
export const termKinds = Object.keys(termTables) as (keyof TermIds)[]

type PerTermKind<T> = { [kind in keyof TermIds]: T }

/** Returns an object with a value for each kind of term. */
export function forTermKinds<T>(make: (kind: keyof TermIds) => T): PerTermKind<T> {
  return Object.fromEntries(termKinds.map((kind) => [kind, make(kind)])) as PerTermKind<T>
}

/**
 * True for a status in which edits of moderated fields need approval. In the other statuses these edits apply
 * immediately (contract 3).
 */
export function isLive(status: Product['status']): boolean {
  return status === 'PUBLISHED' || status === 'HIDDEN'
}

/** The SQL types of a product's own fields. Their columns have the same names in snake case. */
export const productTypes = {
  ...plainTypes,
  name: 'text',
  shortDescription: 'text',
  description: 'text',
  metadata: 'jsonb'
}

/** The SQL types of the fields of a variant that updates can change. */
export const variantTypes = {
  sku: 'text',
  name: 'text',
  upc: 'text',
  unitOfMeasure: 'text',
  partNumber: 'text',
  listPrice: 'numeric',
  vendorPrice: 'numeric',
  weight: 'numeric',
  stockOnHand: 'integer',
  stockAsOf: 'timestamptz',
  attributes: 'jsonb',
  unspc: 'text',
  isActive: 'boolean'
}

const unreviewedVariantFields = ['vendorPrice', 'listPrice', 'stockOnHand', 'stockAsOf']

/**
 * What can change in the variants of a product that isn't live and needs a new review: fields of variants, and
 * variants that are created or deleted (contract 3).
 */
export const reviewedVariantFields = [
  ...Object.keys(variantTypes).filter((field) => !unreviewedVariantFields.includes(field)),
  ...['CREATED', 'DELETED']
]

/** What can change in the variants of a product and changes by which words a search finds it. */
export const searchedVariantFields = ['sku', 'upc', 'partNumber', 'CREATED', 'DELETED']

/** The columns of the fields in `variantTypes`. */
export const variantColumns = Object.keys(variantTypes).map(columnOf)

/** The fields of variants that an update can contain. Most updates contain only prices and stock, or only stock. */
export type VariantFieldSet = 'ALL' | 'PRICE_AND_STOCK' | 'STOCK'

/** Returns an object with a value for each set of fields, made from their types. */
function forFieldSets<T>(make: (types: Record<string, string>) => T): Record<VariantFieldSet, T> {
  const { vendorPrice, stockOnHand, stockAsOf } = variantTypes
  return {
    ALL: make(variantTypes),
    PRICE_AND_STOCK: make({ vendorPrice, stockOnHand, stockAsOf }),
    STOCK: make({ stockOnHand, stockAsOf })
  }
}

/** SQL fragments that update the columns of a product from a JSON object: see `givenFields`. */
export const productFields = givenFields('p', productTypes)
/** For each set of fields, SQL fragments that update the columns of a variant from a JSON object: see `givenFields`. */
export const variantFields = forFieldSets((types) => givenFields('v', types))

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
  const record = Object.entries(types).map(([field, type]) => `"${field}" ${type}`)
  return { assignments: assignments.join(', '), record: record.join(', ') }
}

/**
 * SQL expressions of a column's value in the history, for the columns whose value in the API differs from the
 * stored one. `row` is the row that contains the column.
 */
const historyValues: { [field: string]: (column: string, row: string) => string } = {
  attributes: (column, row) => `variant_attributes(${column}, ${row}.unspc)`,
  listPrice: (column) => `money_text(${column})`,
  vendorPrice: (column) => `money_text(${column})`,
  weight: (column) => `trim_scale(${column})::text`,
  moderation: (column) =>
    `case when ${column} -> 'fields' <> '{}' then recorded_moderation(${column}) else ${column} - 'proposed' end`
}

const productHistoryTypes = {
  ...productTypes,
  slug: 'text',
  status: 'text',
  pendingRevision: 'jsonb',
  moderation: 'jsonb'
}

const { stockAsOf: _, unspc: __, ...variantHistoryTypes } = variantTypes

/** The fields that a row of the history can have (contract 4.15). */
export const historyFields = [
  ...new Set([
    'CREATED',
    'DELETED',
    ...Object.keys(productHistoryTypes),
    ...[...termKinds, 'images', 'documents'],
    ...Object.keys(variantHistoryTypes)
  ])
]

/** The history of a product's own fields: see `historyOf`. */
export const productHistory = historyOf(productHistoryTypes)

/** The history of a variant's fields: see `historyOf`. */
export const variantHistory = historyOf({ id: 'uuid', ...variantHistoryTypes, initialInventory: 'integer' })

/** For each set of fields, the `changes` of the history of a variant: see `historyOf`. */
export const variantChanges = forFieldSets(
  ({ stockAsOf: _, unspc: __, ...types }) => historyOf(types).changes
)

/**
 * Returns SQL for the history of a table's columns, whose fields are `fields`. `changes` is a table expression
 * with a row `(field, pair)` for each field. It refers to the rows `before` and `after` of `u`. `pair` is a JSON
 * array with the old and the new value, or null if they are equal. `values(row)` is a JSON object with the
 * values of a row. Texts, numbers and booleans that are null are left out.
 */
function historyOf(types: Record<string, string>): {
  fields: string[]
  changes: string
  values: (row: string) => string
} {
  const columns = Object.entries(types).map(([field, type]) => {
    const column = columnOf(field)
    const value = (row: string) => (historyValues[field] ?? ((same) => same))(`${row}.${column}`, row)
    return { field, value, isScalar: type !== 'jsonb' && !type.endsWith('[]') }
  })
  const pairs = columns.map(({ field, value }) => {
    const [before, after] = [value('(u.before)'), value('(u.after)')]
    return `('${field}', case when ${before} is distinct from ${after}
      then jsonb_build_array(${before}, ${after}) end)`
  })
  const object = (row: string, scalar: boolean) =>
    `jsonb_build_object(${columns
      .filter(({ isScalar }) => isScalar === scalar)
      .map(({ field, value }) => `'${field}', ${value(row)}`)
      .join(', ')})`
  return {
    fields: Object.keys(types),
    changes: `(values ${pairs.join(', ')})`,
    // jsonb_strip_nulls would also remove nulls inside of JSON values, so these are added afterwards.
    values: (row) => `(jsonb_strip_nulls(${object(row, true)}) || ${object(row, false)})`
  }
}

/** Returns the column of a field: its name in snake case. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
