import { findField } from '@purveyor/client/catalog-file/fields'
import { productNames, variantNames } from '@purveyor/client/catalog-file/variant-names'
import type { FailedItem } from './use-failed-items.ts'

/**
 * A row of the grid of failed items: an item, or one of its variants. `path` of a variant is `variants/3/`, and that of
 * an item is empty.
 */
export type FailedRow = { item: FailedItem; variant?: number; path: string }

type Fields = Readonly<Record<string, unknown>>

/** The columns of flat items that fields of products and of variants are shown in. */
const productColumns = { ...inverse(productNames), sku: 'code', categoryIds: 'category_ids' }
const variantColumns = { ...inverse(variantNames), name: 'product' }
/** The field of variants that a flat item can't have. */
const variantOnly = ['isActive']
const firstColumns = ['code', 'product', 'vendor_price', 'amount']
const attributePrefix = 'attributes/'

function inverse(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([field, name]) => [name, field]))
}

/** Returns the rows of the grid. An item with several variants has further rows for those with errors. */
export function rowsOf(items: readonly FailedItem[]): FailedRow[] {
  return items.flatMap((item) => {
    const variants = faultyVariants(item).map((variant) => ({ item, variant, path: `variants/${variant}/` }))
    return [{ item, path: '' }, ...variants]
  })
}

/** Returns the variants of an item, or undefined if it has none or if they can be corrected only as a whole. */
export function variantsOf({ values, errors }: FailedItem): Fields[] | undefined {
  const { variants } = values
  if (!Array.isArray(variants) || !variants.every(isRecord)) return undefined
  return errors.some(({ field }) => field !== null && /^variants(\/\d+)?$/.test(field)) ? undefined : variants
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function faultyVariants(item: FailedItem): number[] {
  if (!variantsOf(item)) return []
  const found = item.errors.flatMap(({ field }) => /^variants\/(\d+)\//.exec(field ?? '')?.[1] ?? [])
  return [...new Set(found.map(Number))].sort((one, other) => one - other)
}

/** Returns the errors of the row. Those of variants with rows of their own are there. */
export function errorsOf({ item, path }: FailedRow): FailedItem['errors'] {
  if (path !== '') return item.errors.filter(({ field }) => field?.startsWith(path))
  if (!variantsOf(item)) return item.errors
  return item.errors.filter(({ field }) => !field?.startsWith('variants/'))
}

/** Returns the fields of the row, as they were sent. */
export function fieldsOfRow({ item, variant }: FailedRow): Fields {
  return variant === undefined ? item.values : (variantsOf(item)?.[variant] ?? {})
}

/** Returns the column of the grid in which a field of the row is. Fields of all forms of items share the columns. */
export function columnOf(row: FailedRow, field: string): string {
  const [name = field, attribute] = field.slice(row.path.length).split('/')
  if (row.variant !== undefined && name === 'attributes' && attribute !== undefined)
    return attributePrefix + attribute
  const columns: Record<string, string> = row.variant === undefined ? productColumns : variantColumns
  const isForm = Object.hasOwn(row.item.values, 'variants') && Object.hasOwn(columns, name)
  const column = isForm ? columns[name] : undefined
  return column === undefined || Object.hasOwn(fieldsOfRow(row), column) ? name : column
}

/** Returns the field of the item that a cell sets, such as `variants/3/vendorPrice`. Undefined if it sets none. */
export function fieldAt(row: FailedRow, column: string): string | undefined {
  const own = fieldsOfRow(row)
  if (Object.hasOwn(own, column))
    return column === 'variants' && variantsOf(row.item) ? undefined : row.path + column
  if (row.variant !== undefined) {
    const isAttribute = column.startsWith(attributePrefix)
    const name = isAttribute || variantOnly.includes(column) ? column : nameIn(variantColumns, column)
    return name && row.path + name
  }
  if (column.startsWith(attributePrefix)) return undefined
  const isNamed = row.item.errors.some(({ field }) => field !== null && columnOf(row, field) === column)
  if (!Object.hasOwn(row.item.values, 'variants')) return findField(column) || isNamed ? column : undefined
  return nameIn(productColumns, column) ?? (isNamed ? column : undefined)
}

function nameIn(columns: Readonly<Record<string, string>>, column: string): string | undefined {
  return Object.entries(columns).find(([, one]) => one === column)?.[0]
}

/** Returns the columns that the rows have values for, or that their errors name: SKU and name first. */
export function columnsOf(rows: readonly FailedRow[]): string[] {
  const found = new Set<string>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(fieldsOfRow(row)))
      if (name !== 'attributes' || row.variant === undefined || !isRecord(value))
        found.add(columnOf(row, row.path + name))
      else for (const one of Object.keys(value)) found.add(attributePrefix + escaped(one))
    for (const { field } of errorsOf(row)) if (field !== null) found.add(columnOf(row, field))
  }
  return [
    ...firstColumns.filter((name) => found.has(name)),
    ...[...found].filter((name) => !firstColumns.includes(name))
  ]
}

/** Returns the value of a field of the item. */
export function valueAt(item: FailedItem, field: string): unknown {
  let value: unknown = item.values
  for (const part of field.split('/'))
    value = typeof value === 'object' && value !== null ? (value as Fields)[unescaped(part)] : undefined
  return value
}

/** Returns the values of the item with another one. Undefined leaves the field out. */
export function withValue(values: Fields, field: string, value: unknown): Record<string, unknown> {
  const [part = '', ...rest] = field.split('/')
  const name = unescaped(part)
  const { [name]: before, ...others } = values
  if (rest.length === 0) return value === undefined ? others : { ...values, [name]: value }
  const path = rest.join('/')
  if (!Array.isArray(before))
    return { ...values, [name]: withValue(isRecord(before) ? before : {}, path, value) }
  const list = [...before]
  const [index = '', ...inner] = rest
  list[Number(index)] = withValue(list[Number(index)] ?? {}, inner.join('/'), value)
  return { ...values, [name]: list }
}

/** Returns the name of a column of attributes, or undefined for any other column. */
export function attributeOf(column: string): string | undefined {
  return column.startsWith(attributePrefix) ? unescaped(column.slice(attributePrefix.length)) : undefined
}

function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
