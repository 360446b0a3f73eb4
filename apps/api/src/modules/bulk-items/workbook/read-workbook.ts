import { columnName, type Row, readRows, SpreadsheetError } from '@purveyor/spreadsheets'
import { readCatalogItems } from '../../../../../../packages/client/src/catalog-file/catalog-items.ts'
import type { CatalogRow, RowFault } from '../../../../../../packages/client/src/catalog-file/catalog-rows.ts'
import { columnOf } from '../../../../../../packages/client/src/catalog-file/catalog-rows.ts'
import { CategoryIndex } from '../../../../../../packages/client/src/catalog-file/category-index.ts'
import { type FileMode, fitUpdate } from '../../../../../../packages/client/src/catalog-file/field-sets.ts'
import { variantGroup } from '../../../../../../packages/client/src/catalog-file/fields.ts'
import type { FileRow, RowSource } from '../../../../../../packages/client/src/catalog-file/file-rows.ts'
import { setCategories } from '../../../../../../packages/client/src/catalog-file/item-categories.ts'
import type { CatalogItem } from '../../../../../../packages/client/src/catalog-file/variant-item.ts'
import {
  productNames,
  variantNames
} from '../../../../../../packages/client/src/catalog-file/variant-names.ts'
import { type BodyFault, ItemBatch, type ItemKind, type SheetItem } from '../item-batch.ts'
import type { ItemFault } from '../item-fields.ts'
import {
  defaultOptions,
  type ReadAnswer,
  type ReadEnd,
  type ReadLimits,
  type ReadNeed
} from '../read-items.ts'
import type { WorkbookCatalog } from './catalog.ts'
import { cellMessages } from './cell-messages.ts'
import { cellText } from './cell-text.ts'
import { readHeader, refuseSecondHeader, type SheetHeader } from './header.ts'
import { WorkbookRefusal } from './refusal.ts'
import { rowsOf, sheetColumns } from './sheet-cells.ts'

/** Items of which a workbook consists: new products, or changes of products. `isInBody` is that of `ItemBatch`. */
export type WorkbookSource = {
  path: string
  mode: FileMode
  kind: ItemKind
  limits: ReadLimits
  isInBody: boolean
}

/**
 * Reads the first sheet of a workbook step by step, as `readItems` reads other bodies, in bounded memory. Its first row has
 * the names of the columns. Rows of one product become one item with variants, as in the import of the console. A workbook
 * that can't be read is refused as a whole, also if this shows only after some of its rows.
 */
export async function* readWorkbook(source: WorkbookSource): AsyncGenerator<ReadNeed, ReadEnd, ReadAnswer> {
  try {
    return yield* readSheet(source)
  } catch (error) {
    const faults = faultsOf(error)
    if (faults) return refused(faults)
    if (isDiskError(error)) return { ...refused([]), isDiskFull: true }
    throw error
  }
}

async function* readSheet({
  path,
  mode,
  kind,
  limits,
  isInBody
}: WorkbookSource): AsyncGenerator<ReadNeed, ReadEnd, ReadAnswer> {
  const { catalog } = yield { need: 'catalog' }
  if (!catalog) throw new Error('A workbook needs the definitions of the marketplace.')
  const { definitions, market } = catalog
  const rows = filledRows(path)
  try {
    const { value: first } = await rows.next()
    if (!first) throw noRows('The workbook has no cells. Enter the names of the columns in the first row.')
    const header = readHeader(first, { mode, definitions })
    const { mapping, known } = header
    const ignored = new Set(header.ignored)
    const sheet = { columns: sheetColumns(mapping, definitions), messageOf: cellMessages(definitions) }
    const batch = new ItemBatch({ kind, limits, isInBody, sheet })
    const file: RowSource = {
      ...{ format: 'sheet', delimiter: ',', columns: header.columns },
      rows: () => fileRows(rows, header, ignored)
    }
    const categories = indexOf(catalog)
    for await (const item of readCatalogItems(file, mapping, { known, market, isCheckedNext: true })) {
      if (batch.total >= limits.items) return refused([tooMany(limits.items)])
      if (!setCategories(item, mapping, (written) => categories.find(written))) keepCategoryText(item)
      if (mode === 'update') fitUpdate(item.item)
      batch.addSheetItem(sheetItem(item, { header, mode }))
      if (batch.isFull) yield* batch.flush()
    }
    yield* batch.flush()
    if (batch.total === 0)
      throw noRows('The sheet has no rows below its header. Enter a product in each row.')
    const { total, faults, faultCount } = batch
    const options = defaultOptions(isInBody ? 'reject_all' : 'reject_failed_items')
    return { total, options, faults, faultCount, ignoredColumns: [...ignored] }
  } finally {
    await rows.return(undefined)
  }
}

/** Yields the rows that have a cell with text. */
async function* filledRows(path: string): AsyncGenerator<Row, undefined> {
  for await (const { rows } of readRows(path))
    for (const row of rows) if (row.cells.some(({ text }) => text.trim() !== '')) yield row
}

/** The maximum number of names of columns that are reported as not used. */
const maxIgnored = 1000

/** Yields the rows below the header. Adds columns with cells but without a name to `ignored`. */
async function* fileRows(
  rows: AsyncGenerator<Row>,
  header: SheetHeader,
  ignored: Set<string>
): AsyncGenerator<FileRow> {
  const { columns } = header.mapping
  let isFirst = true
  // Not with `for await`, which would end the generator.
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    const row = next.value
    const cells: unknown[] = Array.from({ length: columns.length })
    for (const cell of row.cells) {
      const field = columns[cell.column - 1]?.field ?? null
      if (field !== null) cells[cell.column - 1] = cellText(cell, { row: row.number, field })
      else if (!header.hasName(cell.column) && ignored.size < maxIgnored)
        ignored.add(`column ${columnName(cell.column)}`)
    }
    if (isFirst) refuseSecondHeader(row, header)
    isFirst = false
    if (cells.some((cell) => cell !== undefined)) yield { number: row.number, cells }
  }
}

let lastIndex: { key: string; index: CategoryIndex } | undefined

/** Uploads that are read one after the other in a thread share an index, because it can be large. */
function indexOf({ categories, categoriesKey: key }: WorkbookCatalog): CategoryIndex {
  if (lastIndex?.key !== key) lastIndex = { key, index: new CategoryIndex(categories) }
  return lastIndex.index
}

/**
 * Leaves the text of a category that can't be used in the item. The report then shows it, and the item fails again if it is
 * sent again unchanged.
 */
function keepCategoryText({ item, category = '' }: CatalogItem): void {
  const text = typeof category === 'string' ? category : category.join(' > ')
  if (item.variants === undefined) item.category_ids = text
  else item.categoryIds = [text]
}

type Reading = { header: SheetHeader; mode: FileMode }

function sheetItem(item: CatalogItem, { header, mode }: Reading): SheetItem {
  const faults = item.rows.flatMap((row) =>
    row.faults
      // Of several changes of a product, the last one is applied.
      .filter(({ code }) => mode === 'create' || code !== 'DUPLICATE_CODE')
      .map((fault) => itemFault(item, row, { fault, header }))
  )
  // A row that can't be read may be one of the product above or below it.
  const isDoubtful = !item.isReadable && item.rows.every((row) => row.faults.length === 0)
  const errors = isDoubtful ? [besideUnreadable] : faults
  const isUnknown = isDoubtful || (item.item.variants === undefined && Object.hasOwn(item.item, variantGroup))
  return { item: item.item, errors, rows: rowsOf(item), isUnknown: isUnknown && errors.length > 0 }
}

const besideUnreadable: ItemFault = {
  code: 'UNREADABLE_ROW',
  field: null,
  message: 'was not read, because a row beside it may belong to it and can not be read'
}

function itemFault(
  item: CatalogItem,
  row: CatalogRow,
  { fault, header }: { fault: RowFault; header: SheetHeader }
): ItemFault {
  const { code, message, column } = fault
  const index = header.columns.indexOf(column ?? columnOf(header.mapping, 'code') ?? '')
  const cell = `${columnName(Math.max(index, 0) + 1)}${row.row.number}`
  return { code, field: fieldOf(item, row, fault.field), message, cell }
}

/** Returns the field of the item that a field of the file sets. */
function fieldOf(item: CatalogItem, row: CatalogRow, field: string | null): string | null {
  if (item.item.variants === undefined) return field === variantGroup ? 'code' : field
  if (field === null) return null
  if (field === variantGroup) return 'sku'
  if (field === 'category_ids') return 'categoryIds'
  const index = item.variants.indexOf(row)
  const variantField = variantNames[field]
  if (variantField !== undefined && index >= 0) return `variants/${index}/${variantField}`
  return productNames[field] ?? field
}

function noRows(message: string): WorkbookRefusal {
  return new WorkbookRefusal([{ code: 'NO_ROWS', message }])
}

function tooMany(max: number): BodyFault {
  return { pointer: '', code: 'TOO_MANY', message: `must have at most ${max} items` }
}

/** Returns the errors of the workbook that an error stands for, or undefined if it is another error. */
function faultsOf(error: unknown): BodyFault[] | undefined {
  const inBody = (one: { code: string; message: string; cell?: string }) => ({ ...one, pointer: '' })
  if (error instanceof WorkbookRefusal) return error.faults.map(inBody)
  if (!(error instanceof SpreadsheetError)) return undefined
  const { code, message, cell } = error
  return [inBody({ code, message, ...(cell !== undefined && { cell }) })]
}

function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))
}

function refused(faults: BodyFault[]): ReadEnd {
  return {
    ...{ total: 0, options: defaultOptions('reject_all'), faults, faultCount: faults.length },
    ...(faults[0] && { detail: detailOf(faults[0]) })
  }
}

/** Other messages of faults begin with the name of the field. */
function detailOf({ code, message }: BodyFault): string {
  return code === 'TOO_MANY' ? `The workbook ${message}.` : message
}
