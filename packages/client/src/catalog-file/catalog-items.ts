import {
  type CatalogRow,
  columnOf,
  type RowFault,
  type RowOptions,
  readCatalogRows,
  shown
} from './catalog-rows.ts'
import { type Field, variantFields, variantGroup } from './fields.ts'
import type { RowSource } from './file-rows.ts'
import { FirstRows } from './first-rows.ts'
import type { Mapping } from './mapping.ts'
import {
  attributeColumns,
  type CatalogItem,
  definedAttributes,
  flatItem,
  isUnreadable,
  variantItem
} from './variant-item.ts'

/** The number of variants that a product can have. */
export const maxVariants = 200
/** The number of rows of a product that are held in memory. Some may only have images. */
const maxHeld = 1000

/** The rows of a product that were read so far. */
type OpenItem = {
  group: string | undefined
  rows: [CatalogRow, ...CatalogRow[]]
  /** True if a row before it can't be read, which may be one of the same product. */
  isDoubtful: boolean
  /** True if the product has too many rows. Its first rows have been yielded already. */
  isTooLarge: boolean
}

/** True if rows can have the fields of variants. */
export function hasVariantFields(columns: Readonly<Mapping['columns']>): boolean {
  return columns.some(({ field }) => variantFields.some(({ name }) => name === field))
}

/**
 * Yields the items that the rows of a file become. Rows that follow each other and have the same variant group are one
 * item, with a variant for each row. A row without a group is an item of its own, unless its SKU is the group of the
 * next rows: then it belongs to them. An item with faults has `isReadable` false, and must not be sent as a whole.
 */
export async function* readCatalogItems(
  file: RowSource,
  mapping: Mapping,
  options: RowOptions = {}
): AsyncGenerator<CatalogItem> {
  const rows = readCatalogRows(file, mapping, options)
  if (!hasVariantFields(mapping.columns)) {
    for await (const row of rows) yield flatItem(row)
    return
  }
  const close = itemCloser(mapping, options.known)
  let open: OpenItem | undefined
  let isAfterUnreadable = false
  for await (const row of rows) {
    const isDoubtful = isAfterUnreadable
    isAfterUnreadable = isUnreadable(row)
    if (open && belongsTo(open, row)) {
      if (open.isTooLarge) open = { ...open, rows: [row] }
      else open.rows.push(row)
      open.isTooLarge ||= isFull(open)
      if (open.isTooLarge) yield close(open)
    } else {
      if (open && !open.isTooLarge) yield close(open)
      const group = groupOf(row)
      open = { group, rows: [row], isDoubtful: isDoubtful && group !== undefined, isTooLarge: false }
    }
  }
  if (open && !open.isTooLarge) yield close(open)
}

function groupOf({ item }: CatalogRow): string | undefined {
  return item[variantGroup] as string | undefined
}

function belongsTo(open: OpenItem, row: CatalogRow): boolean {
  // It may be a row of this product, or of the next one.
  if (isUnreadable(row)) return open.group !== undefined
  const group = groupOf(row)
  if (group === undefined || row.row.product) return false
  if (open.group !== undefined) return open.group === group
  const [parent] = open.rows
  if (!parent || parent.sku !== group || parent.row.product || parent.row.fault) return false
  open.group = group
  return true
}

function isFull({ rows }: OpenItem): boolean {
  return rows.length > maxVariants && (rows.length > maxHeld || rows.filter(hasSku).length > maxVariants)
}

function hasSku({ sku }: CatalogRow): boolean {
  return sku !== undefined
}

/** Returns a function that makes an item of rows, and finds products whose rows don't follow each other. */
function itemCloser(mapping: Mapping, known: readonly Field[] = []): (open: OpenItem) => CatalogItem {
  const products = new FirstRows()
  const attributes = attributeColumns(mapping)
  const defined = definedAttributes(mapping, known)
  let tooLarge: string | undefined
  return (open) => {
    const { group, rows } = open
    const isContinued = open.isTooLarge && tooLarge === group
    tooLarge = open.isTooLarge ? group : undefined
    const [head] = rows
    const key = group ?? head.sku
    const first = key === undefined || isContinued ? undefined : products.add(key, head.row.number)
    if (first !== undefined) addRepetition(open, mapping, first)
    if (open.isTooLarge) addTooMany(open, mapping)
    if (isContinued || (group === undefined && isFlat(head))) return flatItem(head)
    const item = variantItem(rows, { sku: key, mapping, attributes, defined })
    return { ...item, isReadable: item.isReadable && !open.isDoubtful && !open.isTooLarge }
  }
}

function isFlat(row: CatalogRow): boolean {
  if (row.row.product) return true
  return variantFields.every(({ name }) => row.item[name] === undefined)
}

function addRepetition({ group, rows }: OpenItem, mapping: Mapping, first: number): void {
  if (group !== undefined) {
    const message = `is that of row ${first} too; put the rows of a product directly below each other`
    const fault = { field: variantGroup, code: 'SEPARATED_GROUP', message }
    for (const row of rows) addToLaterRow(row, mapping, fault)
    return
  }
  // Two rows with the same SKU have a fault already.
  const [row] = rows
  if (row.faults.some(({ code }) => code === 'DUPLICATE_CODE')) return
  const message = `is the variant group of row ${first} too; choose another SKU, or enter it as the variant group`
  row.faults.push(groupFault(row, mapping, { field: 'code', code: 'DUPLICATE_CODE', message }))
}

/** Only the rows after the limit have the fault. Each of them is yielded when it is read. */
function addTooMany({ rows }: OpenItem, mapping: Mapping): void {
  const message = `has more than ${maxVariants} rows; a product can have ${maxVariants} variants`
  const fault = { field: variantGroup, code: 'TOO_MANY_VARIANTS', message }
  for (const row of rows.slice(-1)) addToLaterRow(row, mapping, fault)
}

type GroupFault = { field: string; code: string; message: string }

/** The name of the product is in an earlier row. */
function addToLaterRow(row: CatalogRow, mapping: Mapping, fault: GroupFault): void {
  row.faults = row.faults.filter(({ code, field }) => code !== 'REQUIRED' || field !== 'product')
  row.faults.push(groupFault(row, mapping, fault))
}

function groupFault({ row, item }: CatalogRow, mapping: Mapping, fault: GroupFault): RowFault {
  const { field } = fault
  return { ...fault, row: row.number, column: columnOf(mapping, field), value: shown(item[field]) }
}
