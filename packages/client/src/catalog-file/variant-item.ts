import { type AttributeDefinition, attributeFieldName } from './attribute-fields.ts'
import {
  type CatalogRow,
  type CategoryText,
  cellOf,
  cellValue,
  columnOf,
  type RowFault,
  shown
} from './catalog-rows.ts'
import { type Field, headerKey, variantFields, variantGroup } from './fields.ts'
import type { MappedColumn, Mapping } from './mapping.ts'
import { splitImages } from './values.ts'
import { flags, productNames, variantNames } from './variant-names.ts'

/** An item of a bulk upload, with the rows of the file that it was made of. */
export type CatalogItem = {
  rows: readonly [CatalogRow, ...CatalogRow[]]
  /** The fields of the item, without its categories. Don't send it unless `isReadable` is true. */
  item: Record<string, unknown>
  category: CategoryText | undefined
  /** For each of `item.variants`, its row. Empty for a flat item and a line that is sent as it is. */
  variants: CatalogRow[]
  /** The row from which each field of the product comes, by the name of the field in the file. */
  sources: ReadonlyMap<string, CatalogRow>
  /** The names of the attributes by their columns. */
  attributes: ReadonlyMap<string, string>
  /** False if any of the rows has a fault, or if a row beside them can't be read. */
  isReadable: boolean
}

/** Returns the item of a row that is a product of its own, or of a line that is sent as it is. */
export function flatItem(row: CatalogRow): CatalogItem {
  const { item, category, faults } = row
  const none = { variants: [], sources: new Map(), attributes: new Map() }
  return { rows: [row], item, category, ...none, isReadable: faults.length === 0 }
}

/** True if it isn't known to which product the row belongs. */
export function isUnreadable({ faults }: CatalogRow): boolean {
  return faults.some(
    ({ field, code }) =>
      field === null || code === 'UNCLOSED_QUOTE' || (field === variantGroup && code !== 'REQUIRED')
  )
}

type OfProduct = {
  sku: string | undefined
  mapping: Mapping
  attributes: readonly AttributeColumn[]
  defined: DefinedAttributes
}

/**
 * Returns the product whose variants are these rows. Fields of the product come from the first row that has them;
 * another value in a later row is a fault. A row without any field of a variant, such as one with another image, is no
 * variant. Adds the faults to the rows.
 */
export function variantItem(
  rows: readonly [CatalogRow, ...CatalogRow[]],
  { sku, mapping, attributes: columns, defined }: OfProduct
): CatalogItem {
  const found = rows.filter((row) => isVariant(row, { sku, defined }))
  const variants = found.length > 0 ? found : rows.slice(0, 1)
  removeRequired(rows, variants)
  const { product, sources } = mergeProduct(rows, { mapping, defined })
  const attributes = attributeNames(rows, columns)
  const item = {
    ...product,
    sku,
    variants: variants.map((row) =>
      variantOf(row, { attributes, defined, product, isOnly: variants.length === 1 })
    )
  }
  const category = sources.get('category_ids')?.category
  const isReadable = rows.every(({ faults }) => faults.length === 0)
  return { rows, item, category, variants, sources, attributes, isReadable }
}

const variantKeys = Object.keys(variantNames)

function isVariant(row: CatalogRow, { sku, defined }: Pick<OfProduct, 'sku' | 'defined'>): boolean {
  const isSet = (field: string) =>
    row.item[field] !== undefined || row.faults.some((one) => one.field === field && one.code !== 'REQUIRED')
  if (Object.keys(attributesOf(row)).some((code) => !defined.ofProduct.has(code))) return true
  return variantKeys.some((field) => isSet(field) && !(field === 'code' && row.sku === sku))
}

/** A product needs a name once, and only variants need a SKU and a cost. */
function removeRequired(rows: readonly CatalogRow[], variants: readonly CatalogRow[]): void {
  const isNamed = rows.some(
    ({ item, faults }) =>
      item.product !== undefined ||
      faults.some(({ field, code }) => field === 'product' && code !== 'REQUIRED')
  )
  for (const [index, row] of rows.entries()) {
    const isNeeded = (field: string | null) =>
      field === 'product' ? !isNamed && index === 0 : variants.includes(row)
    row.faults = row.faults.filter(({ code, field }) => code !== 'REQUIRED' || isNeeded(field))
  }
}

function mergeProduct(
  rows: readonly CatalogRow[],
  { mapping, defined }: Pick<OfProduct, 'mapping' | 'defined'>
) {
  const sources = new Map<string, CatalogRow>()
  const product: Record<string, unknown> = {}
  const images = new Set<string>()
  const attributes: Record<string, unknown> = {}
  for (const row of rows) {
    if (row.category !== undefined) setSource('category_ids', row)
    for (const [code, value] of Object.entries(attributesOf(row)))
      if (defined.ofProduct.has(code) && setSource(attributeFieldName(code), row)) attributes[code] = value
    for (const [field, value] of Object.entries(row.item)) {
      const name = productNames[field]
      if (name === undefined) continue
      if (field === 'images') for (const url of splitImages(String(value))) images.add(url)
      if (setSource(field, row)) product[name] = flags.includes(field) ? value === 'Y' : value
    }
  }
  if (images.size > 0) product.images = [...images].join('///')
  if (Object.keys(attributes).length > 0) product.attributes = attributes
  return { product, sources }

  /** Returns true if this is the first row with the field. Another value in a later row is a fault. */
  function setSource(field: string, row: CatalogRow): boolean {
    const source = sources.get(field)
    if (source === undefined) sources.set(field, row)
    else if (field !== 'images') compare(row, source, { field, mapping })
    return source === undefined
  }
}

function compare(
  row: CatalogRow,
  source: CatalogRow,
  { field, mapping }: { field: string; mapping: Mapping }
): void {
  const [own, first] = [row, source].map((one) => cellValue(one, field))
  if (JSON.stringify(own) === JSON.stringify(first)) return
  const message = `must be as in row ${source.row.number} (${shown(first)}) or empty, because the rows are one product`
  const location = { row: row.row.number, column: columnOf(mapping, field), field }
  row.faults.push({ ...location, value: shown(own), code: 'DIFFERENT_VALUE', message } satisfies RowFault)
}

/** The attributes of a file that the marketplace defines. */
export type DefinedAttributes = {
  /** The codes of those that products have. Variants have the others. */
  ofProduct: ReadonlySet<string>
  /** The columns with attributes, such as the size, by which variants without a name are named. */
  naming: readonly MappedColumn[]
}

/** Returns the defined attributes that the columns of a file set. */
export function definedAttributes({ columns }: Mapping, known: readonly Field[]): DefinedAttributes {
  const definitions = new Map(known.map(({ name, attribute }) => [name, attribute]))
  const found = columns.flatMap((column) => {
    const definition = definitions.get(column.field ?? '')
    return definition ? [{ column, definition }] : []
  })
  const isOfProduct = ({ level }: AttributeDefinition) => level === 'PRODUCT'
  const named = variantFields.find(({ name }) => name === 'attribute')?.names ?? []
  return {
    ofProduct: new Set(found.flatMap(({ definition }) => (isOfProduct(definition) ? [definition.code] : []))),
    naming: found.flatMap(({ column, definition }) =>
      !isOfProduct(definition) && named.includes(headerKey(definition.name)) ? [column] : []
    )
  }
}

function attributesOf({ item }: CatalogRow): Record<string, unknown> {
  return (item.attributes ?? {}) as Record<string, unknown>
}

/** A column with attributes, and the one that names them, such as `Option1 Name` for `Option1 Value`. */
export type AttributeColumn = { column: string; named: MappedColumn | undefined }

/** Returns the columns with attributes. */
export function attributeColumns({ columns }: Mapping): AttributeColumn[] {
  return columns
    .filter(({ field }) => field === 'attribute')
    .map(({ column }) => ({ column, named: nameColumn(column, columns) }))
}

/** Only the first row of a product has to have the names of its attributes. Without names, they are those of columns. */
function attributeNames(
  rows: readonly CatalogRow[],
  columns: readonly AttributeColumn[]
): Map<string, string> {
  const names = new Map<string, string>()
  for (const { column, named } of columns) {
    const name = named && rows.map(({ row }) => cellOf(row, named)).find(isText)
    names.set(column, name?.trim() ?? column)
  }
  return names
}

/** Returns the column that names the attributes of another column. */
export function nameColumn<Column extends { column: string }>(
  column: string,
  columns: readonly Column[]
): Column | undefined {
  const [, prefix] = /^(.+) value$/.exec(headerKey(column)) ?? []
  return prefix === undefined ? undefined : columns.find((one) => headerKey(one.column) === `${prefix} name`)
}

function isText(cell: unknown): cell is string {
  return typeof cell === 'string' && cell.trim() !== ''
}

type Shared = {
  attributes: Map<string, string>
  defined: DefinedAttributes
  product: Record<string, unknown>
  isOnly: boolean
}

function variantOf(
  { row, item }: CatalogRow,
  { attributes: names, defined, product, isOnly }: Shared
): Record<string, unknown> {
  const attributes = Object.fromEntries(
    Object.entries((item.attribute ?? {}) as Record<string, string>)
      .map(([column, value]) => [names.get(column) ?? column, value] as const)
      // Shopify writes it for products without variants.
      .filter(([name, value]) => name !== 'Title' || value !== 'Default Title')
  )
  const own = Object.entries((item.attributes ?? {}) as Record<string, unknown>)
  const all = { ...attributes, ...Object.fromEntries(own.filter(([code]) => !defined.ofProduct.has(code))) }
  const values = [
    ...defined.naming.map((column) => cellOf(row, column)).filter(isText),
    ...Object.values(attributes)
  ]
  const unnamed = values.length > 0 ? values.join(' / ') : isOnly ? product.name : item.code
  const fields = Object.entries(variantNames).flatMap(([field, name]) =>
    field !== 'attribute' && item[field] !== undefined ? [[name, item[field]]] : []
  )
  return {
    name: unnamed,
    ...Object.fromEntries(fields),
    ...(Object.keys(all).length > 0 && { attributes: all })
  }
}
