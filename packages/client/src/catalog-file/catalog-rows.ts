import { type AttributeDefinition, attributeFieldName, readAttribute } from './attribute-fields.ts'
import { type Field, fields, findField, variantGroup } from './fields.ts'
import { type FileRow, type RowSource, textOf } from './file-rows.ts'
import { FirstRows } from './first-rows.ts'
import { restoreFormula } from './formulas.ts'
import type { MappedColumn, Mapping } from './mapping.ts'
import { currencyOfColumn, type Market, unitOfColumn } from './market.ts'
import type { NumberReading } from './numbers.ts'
import { productOfLine } from './product-line.ts'
import { findUnclosedQuote } from './unclosed-quote.ts'
import { type ReadValue, readValue, UnreadableCell } from './values.ts'

/** What is wrong with a row. `column` is null if the whole row is wrong. */
export type RowFault = {
  row: number
  column: string | null
  field: string | null
  /** The text of the cell, shortened. */
  value: string
  code: string
  message: string
}

/** A category as it is written in a file. A list is either a path or several categories. */
export type CategoryText = string | string[]

/** A row of a catalog file, converted to an item of a bulk upload. */
export type CatalogRow = {
  row: FileRow
  /** The SKU, or undefined if the row has none. */
  sku: string | undefined
  /** The fields of the item, without its categories. Don't send it if there are faults. */
  item: Record<string, unknown>
  /** The text of the categories. Undefined if the row has none. */
  category: CategoryText | undefined
  faults: RowFault[]
}

const maxShown = 60

/** How the rows of a file become items. */
export type RowOptions = {
  /** The fields that the file can set. The default is those of flat items. */
  known?: readonly Field[] | undefined
  /** What the marketplace expects. Without it, currencies are ignored, and weights can't have units. */
  market?: Market | undefined
  /**
   * True if the service checks the items next. Values that it refuses itself are then left as they are in the file, and
   * required fields may be missing, so that its errors are the same for all kinds of files.
   */
  isCheckedNext?: boolean | undefined
}

/**
 * Yields the rows of a file as items, with the errors that can be found without the service: values that can't be
 * read, missing required values, and SKUs that an earlier row has. The same file, mapping and options always give the
 * same rows and errors.
 */
export async function* readCatalogRows(
  file: RowSource,
  mapping: Mapping,
  options: RowOptions = {}
): AsyncGenerator<CatalogRow> {
  const convert = rowConverter(file, mapping, options)
  const firstRows = new FirstRows()
  for await (const row of file.rows()) {
    const read = convert(row)
    const target = targetOf(read)
    const first = target === undefined ? undefined : firstRows.add(target, row.number)
    if (first !== undefined) read.faults.push(repeatedSku(read, mapping, first))
    yield read
  }
}

/** Returns what must be unique in a file: the SKU, or that of a variant of the product with this id. */
function targetOf({ sku, item: { product_id: productId } }: CatalogRow): string | undefined {
  return sku !== undefined && typeof productId === 'string' ? `${productId} ${sku}` : sku
}

/** Returns the text of a cell or field for a message, on one line and with at most 60 characters. */
export function shown(cell: unknown): string {
  const text = textOf(cell)
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text
}

/** Returns the name of the column that sets the field, or null if none does. */
export function columnOf(mapping: Mapping, field: string | null): string | null {
  return mapping.columns.find((column) => column.field === field && field !== null)?.column ?? null
}

type ReadColumn = MappedColumn & { reading: NumberReading }
type Converted = {
  field: Field
  columns: ReadColumn[]
  constant: unknown
  reading: NumberReading
  isCheckedNext: boolean
}

function rowConverter(
  file: RowSource,
  mapping: Mapping,
  { known = fields, market, isCheckedNext = false }: RowOptions
): (row: FileRow) => CatalogRow {
  const quoteFault = quoteChecker(file, mapping)
  // Spreadsheets write semicolons in countries with decimal commas.
  const decimalComma = file.format === 'csv' && file.delimiter === ';'
  const reading: NumberReading = { decimalComma, market }

  const converted: Converted[] = known
    .map((field) => ({
      field,
      columns: mapping.columns
        .filter((column) => column.field === field.name)
        .map((column) => ({ ...column, reading: { ...reading, columnUnit: unitOf(field, column) } })),
      constant: mapping.map.constants[field.name],
      reading: { market },
      isCheckedNext
    }))
    .filter(
      ({ field, columns, constant }) => columns.length > 0 || constant !== undefined || field.isRequired
    )
  return (row) => {
    if (row.fault) return { ...emptyRow(row), faults: [rowFault(row, row.fault)] }
    if (row.product) return productRow(row, row.product, market)
    const fault = quoteFault(row)
    if (fault) return { ...emptyRow(row), faults: [fault] }
    const result = emptyRow(row)
    for (const one of converted) setField(result, one)
    return result
  }
}

function quoteChecker(
  { format, columns, delimiter }: RowSource,
  mapping: Mapping
): (row: FileRow) => RowFault | undefined {
  if (format !== 'csv') return () => undefined
  const priceIndex = mapping.columns.findIndex(({ field }) => field === 'vendor_price')
  const message = 'contains the beginning of another row; close the quote (") with which the cell begins'
  return (row) => {
    const cells = row.cells as string[]
    const index = findUnclosedQuote(cells, { width: columns.length, delimiter, priceIndex })
    if (index === undefined) return undefined
    const { column = null, field = null } = mapping.columns[index] ?? {}
    return { row: row.number, column, field, value: shown(cells[index]), code: 'UNCLOSED_QUOTE', message }
  }
}

function emptyRow(row: FileRow): CatalogRow {
  return { row, sku: undefined, item: {}, category: undefined, faults: [] }
}

/** Returns the currency or the unit that the name of a column has. */
function unitOf({ kind }: Field, { column }: MappedColumn): string | undefined {
  if (kind === 'money') return currencyOfColumn(column)
  return kind === 'weight' ? unitOfColumn(column) : undefined
}

function productRow(row: FileRow, product: Record<string, unknown>, market: Market | undefined): CatalogRow {
  const { item, category, faults } = productOfLine(product, market)
  const sku = typeof item.sku === 'string' ? item.sku.trim() : undefined
  const found = faults.map(({ field, value, ...fault }): RowFault => {
    const location = { row: row.number, column: field, field }
    return { ...location, value: shown(value), ...fault }
  })
  return { ...emptyRow(row), sku: sku || undefined, item, category, faults: found }
}

function setField(result: CatalogRow, { field, columns, constant, reading, isCheckedNext }: Converted): void {
  const values: unknown[] = []
  const attributes: Record<string, unknown> = {}
  for (const column of columns) {
    const cell = cellOf(result.row, column)
    const read = isAttributeValue(field, cell)
      ? { ok: true as const, value: cell }
      : readValue(field.kind, cell, column.reading)
    if (!read.ok && isCheckedNext && isRefusedByService(field, cell, read)) values.push(textOf(cell))
    else if (!read.ok) {
      result.faults.push(cellFault(result.row, column, read))
      const text = cell instanceof UnreadableCell ? cell.text : textOf(cell)
      // Reports show it. The service doesn't process items with faults.
      if (isCheckedNext && text !== '' && isShown(field)) values.push(text)
    } else if (read.value === undefined) continue
    else if (field.kind === 'attribute') attributes[column.column] = read.value
    else values.push(read.value)
  }
  if (field.kind === 'attribute') {
    if (Object.keys(attributes).length > 0) result.item[field.name] = attributes
    return
  }
  const hasFault = result.faults.some((fault) => fault.field === field.name)
  const value =
    values.length > 1 ? values.join('///') : (values[0] ?? constantValue(field, constant, reading))
  if (value === undefined) {
    if (field.isRequired && !hasFault && !isCheckedNext)
      result.faults.push(emptyFault(result.row, field, columns[0]))
    return
  }
  if (field.attribute)
    setAttribute(result, field.attribute, { value, reading: columns[0]?.reading ?? reading })
  else if (field.kind === 'categories') result.category = value as CategoryText
  else result.item[field.name] = value
  if (field.name === 'code') result.sku = String(value).trim()
}

/** True for values of attributes in NDJSON that are sent as they are: true, false and lists. */
function isAttributeValue({ attribute }: Field, cell: unknown): boolean {
  if (!attribute || cell === null || cell instanceof UnreadableCell) return false
  return typeof cell === 'boolean' || typeof cell === 'object'
}

function setAttribute(
  { item }: CatalogRow,
  attribute: AttributeDefinition,
  { value, reading }: { value: unknown; reading: NumberReading }
): void {
  const read = typeof value === 'string' ? readAttribute(attribute, value, reading) : value
  item.attributes = { ...(item.attributes as Record<string, unknown>), [attribute.code]: read }
}

/** Returns the value of a row for a field of the file. */
export function cellValue({ item, category }: CatalogRow, field: string): unknown {
  if (field === 'category_ids') return category
  const attributes = (item.attributes ?? {}) as Record<string, unknown>
  const code = Object.keys(attributes).find((one) => attributeFieldName(one) === field)
  return code === undefined ? item[field] : attributes[code]
}

/** True for a value that the service refuses too. Other faults are those of spreadsheets, which the service can't see. */
function isRefusedByService(field: Field, cell: unknown, { code }: ReadValue & { ok: false }): boolean {
  if (cell instanceof UnreadableCell) return false
  return code === 'INVALID_NUMBER' || code === 'INVALID_TYPE' || field.kind === 'yes-or-no'
}

/** True if a text that can't be read may be the value of the field. The SKU and the variant group say what the item is. */
function isShown({ name, kind }: Field): boolean {
  return kind !== 'attribute' && kind !== 'categories' && name !== 'code' && name !== variantGroup
}

/** Returns the value of a cell. Cells of CSV files may have an apostrophe that keeps spreadsheets from calculating them. */
export function cellOf({ cells, line }: FileRow, { index }: MappedColumn): unknown {
  const cell = cells[index]
  return typeof cell === 'string' && line === undefined ? restoreFormula(cell) : cell
}

function constantValue({ kind }: Field, constant: unknown, reading: NumberReading): unknown {
  const read = readValue(kind, constant, reading)
  return read.ok ? read.value : undefined
}

/**
 * Returns one sentence for each constant of a map that its field can't have. `market` is what the marketplace expects,
 * if it is known already.
 */
export function constantProblems(constants: Record<string, unknown>, market?: Market): string[] {
  return Object.entries(constants).flatMap(([name, constant]) => {
    const field = findField(name)
    // A unit of weights is no problem yet if the unit of the marketplace isn't known.
    const isKnown = market !== undefined || field?.kind !== 'weight'
    const read = field && isKnown ? readValue(field.kind, constant, { market }) : undefined
    return read && !read.ok ? [`The constant ${name} of the map ${read.message}.`] : []
  })
}

function rowFault({ number, line }: FileRow, { code, message }: { code: string; message: string }): RowFault {
  return { row: number, column: null, field: null, value: shown(line), code, message }
}

function cellFault(
  row: FileRow,
  { column, field, index }: MappedColumn,
  { code, message }: { code: string; message: string }
): RowFault {
  return { row: row.number, column, field, value: shown(row.cells[index]), code, message }
}

function emptyFault(row: FileRow, field: Field, column: MappedColumn | undefined): RowFault {
  const location = { row: row.number, column: column?.column ?? null, field: field.name }
  return {
    ...location,
    value: '',
    code: 'REQUIRED',
    message: column ? 'is required' : `${field.name} is required`
  }
}

function repeatedSku({ row, sku = '', item }: CatalogRow, mapping: Mapping, first: number): RowFault {
  const column = row.product ? 'sku' : columnOf(mapping, 'code')
  const field = Object.hasOwn(item, 'code') ? 'code' : 'sku'
  const message = `is the SKU of row ${first} too; one file can have each SKU once`
  return { row: row.number, column, field, value: shown(sku), code: 'DUPLICATE_CODE', message }
}
