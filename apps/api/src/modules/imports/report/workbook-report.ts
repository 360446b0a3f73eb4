import type { Readable } from 'node:stream'
import { MAX_CELL_TEXT, type SheetColumn, type WrittenCell, workbookStream } from '@purveyor/spreadsheets'
import type { Sql } from '../../../db/connect.ts'
import { invalid } from '../../../errors.ts'
import { parameterFault } from '../../../http/faults.ts'
import { isRecord } from '../../../lib/shape.ts'
import { listCategoryNames, readMarket } from '../../bulk-items/workbook/catalog-queries.ts'
import { definitionCache } from '../../products/attributes/definition-cache.ts'
import type { AttributeDefinitions } from '../../products/attributes/definitions.ts'
import { attributeValue, type CellValue, JsonNumber } from '../../templates/attribute-cells.ts'
import { CategoryTexts } from '../../templates/category-texts.ts'
import { type FieldType, fieldColumns } from '../../templates/field-columns.ts'
import { attributesOf } from '../../templates/template-attributes.ts'
import {
  nameableKeys,
  type TemplateAttribute,
  type TemplateColumn,
  templateColumns
} from '../../templates/template-columns.ts'
import { templateWorkbook } from '../../templates/template-workbook.ts'
import { openItems, type ReportQuery } from './report.ts'
import { lineKey, type SheetItem, sheetItem } from './sheet-items.ts'

/** The maximum number of rows of a workbook. */
export const maxRows = 100_000
/** The maximum number of categories for whose attributes there are columns, even if no item has them. */
const maxCategories = 50
/** The maximum number of columns for fields that templates don't have. */
const maxOthers = 100

/** Columns that a template has, and that the report has even if no item has a value. */
const usualFields = ['code', 'product', 'category_ids', 'vendor_price']

/**
 * Opens the report of a job as an .xlsx file: the items as they were sent, with the columns of a template and the faulty
 * cells marked. Reads the items twice, first to find out which columns they need, so the job must have ended. Throws 404 if
 * there is no such job, and 400 if there are too many rows.
 */
export async function openWorkbookReport(sql: Sql, query: ReportQuery): Promise<Readable> {
  const [definitions, categories, units] = await Promise.all([
    definitionCache(sql).latest(),
    listCategoryNames(sql),
    readMarket(sql)
  ])
  const { first, last } = fieldColumns(units)
  const fields = new Set([...first, ...last].map(({ name }) => name))
  const found = await findKeys(sql, query, fields)
  const texts = new CategoryTexts(categories)
  const columns = columnsFor(found, { definitions, units, texts })
  const layout = layoutOf(columns, found.keys)
  const items = await openItems(sql, query)
  const workbook = templateWorkbook({
    ...{ columns, units, before: [errorColumn], after: layout.others },
    categories: categories.map(({ id }) => ({ id, text: texts.textOf(id) })),
    pathOf: (id) => texts.pathOf(id),
    rows: (async function* () {
      for await (const batch of items)
        for (const item of batch) yield* rowsOf(sheetItem(item, fields), { layout, texts })
    })()
  })
  return workbookStream(workbook)
}

/** Uploads ignore columns whose names begin with `_`. */
const errorColumn: SheetColumn = {
  ...{ header: '_errors', width: 40, format: 'text', wraps: true },
  note: 'What to correct in this row. The column is ignored when you send the file again.'
}

type FoundKeys = { keys: Set<string>; categoryIds: Set<string> }

/** Returns the keys of all values and errors, and the categories of the items. */
async function findKeys(sql: Sql, query: ReportQuery, fields: ReadonlySet<string>): Promise<FoundKeys> {
  const found: FoundKeys = { keys: new Set(usualFields), categoryIds: new Set() }
  let count = 0
  for await (const batch of await openItems(sql, query)) {
    for (const one of batch) {
      const { rows, faults } = sheetItem(one, fields)
      count += rows.length
      for (const row of rows) addKeys(row, found)
      for (const { key } of faults) if (key !== null) found.keys.add(key)
    }
    if (count > maxRows) {
      const message = `would have more than ${maxRows.toLocaleString('en')} rows as a workbook; ask for NDJSON or CSV`
      throw invalid([parameterFault('Accept', 'TOO_MANY', message)])
    }
  }
  return found
}

function addKeys(row: Map<string, unknown>, { keys, categoryIds }: FoundKeys): void {
  for (const key of row.keys()) keys.add(key)
  for (const id of idsOf(row.get('category_ids'))) categoryIds.add(id)
}

/** Returns the ids of a list of categories: a list, or a text with commas. */
function idsOf(value: unknown): string[] {
  const listed = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return listed.flatMap((id) => (typeof id === 'string' && id.trim() !== '' ? [id.trim().toLowerCase()] : []))
}

type Marketplace = {
  definitions: AttributeDefinitions
  units: Parameters<typeof fieldColumns>[0]
  texts: CategoryTexts
}

/** Returns the columns of the template that the items need. */
function columnsFor(
  { keys, categoryIds }: FoundKeys,
  { definitions, units, texts }: Marketplace
): TemplateColumn[] {
  const all = definitions.data.attributes
  const known = [...categoryIds].filter((id) => texts.has(id))
  const usual = known.length > maxCategories ? [] : attributesOf(definitions, known)
  const listed = new Set(usual.map(({ attribute }) => attribute.code))
  const others = all
    .filter(({ code }) => keys.has(`attributes/${code}`) && !listed.has(code))
    .map(
      (attribute): TemplateAttribute => ({
        ...{ attribute, requirement: 'OPTIONAL', enforcedFrom: null, categoryId: '', categoryIds: [] }
      })
    )
  const codes = new Set(all.map(({ code }) => code))
  const free = [...keys]
    .flatMap((key) => (key.startsWith('attributes/') ? [key.slice('attributes/'.length)] : []))
    .filter((code) => !codes.has(code))
  const freeKeys = nameableKeys(free.slice(0, maxOthers), all)
  return templateColumns({ attributes: [...usual, ...others], all, units, freeKeys }).filter(
    ({ field }) => field === undefined || keys.has(field.name)
  )
}

/** Where the values of the keys are. */
type Layout = {
  columns: Map<string, { index: number; header: string; column?: TemplateColumn }>
  others: SheetColumn[]
}

function layoutOf(columns: TemplateColumn[], keys: ReadonlySet<string>): Layout {
  const known = columns.map((column, index) => {
    const key = column.field ? column.field.name : `attributes/${column.attribute.attribute.code}`
    return [key, { index: index + 2, column, header: (column.field ?? column.attribute).header }] as const
  })
  const layout: Layout = { columns: new Map(known), others: [] }
  for (const key of keys) {
    if (layout.columns.has(key) || layout.others.length >= maxOthers) continue
    const header = key.startsWith('other/') ? key.slice('other/'.length) : key.replace('/', '.')
    layout.columns.set(key, { index: columns.length + 2 + layout.others.length, header })
    layout.others.push({
      header,
      format: 'text',
      width: key === lineKey ? 60 : 20,
      ...(note(key) && { note: note(key) })
    })
  }
  return layout
}

function note(key: string): string {
  return key === lineKey
    ? 'A line that is not a JSON object.'
    : 'Workbooks cannot have this field. Correct items with it in the report as JSON or NDJSON.'
}

type Rendering = { layout: Layout; texts: CategoryTexts }

function* rowsOf({ rows, faults }: SheetItem, { layout, texts }: Rendering): Generator<WrittenCell[]> {
  for (const [index, row] of rows.entries()) {
    const own = faults.filter((one) => one.row === index)
    const marks = new Map<number, string[]>()
    const messages: string[] = []
    for (const { key, fault } of own) {
      const location = key === null ? undefined : layout.columns.get(key)
      const at = location ?? layout.columns.get('code')
      const subject = location?.header ?? fault.field ?? 'The item'
      const message = `${subject} ${fault.message}.`
      messages.push(message)
      if (at) marks.set(at.index, [...(marks.get(at.index) ?? []), message])
    }
    const cells = new Map<number, WrittenCell>()
    const text = messages.join('\n')
    if (text !== '') cells.set(1, { column: 1, ...textCell(text) })
    for (const [key, value] of row) {
      const location = layout.columns.get(key)
      if (location)
        cells.set(location.index, { column: location.index, ...cellOf(location.column, value, texts) })
    }
    for (const [column, notes] of marks) {
      const cell = cells.get(column) ?? { column, kind: 'empty', text: '' }
      cells.set(column, { ...cell, fill: 'fault', note: notes.join('\n') })
    }
    yield [...cells.values()].sort((one, other) => one.column - other.column)
  }
}

/** Returns the cell with a value as it was sent. */
function cellOf(column: TemplateColumn | undefined, value: unknown, texts: CategoryTexts): CellValue {
  if (column?.attribute) {
    return attributeValue(column.attribute.attribute, value) ?? textCell(JSON.stringify(plainJson(value)))
  }
  const type = column?.field?.type
  if (type === 'category') {
    const ids = idsOf(value)
    if (ids.length > 0 && ids.every((id) => texts.has(id)))
      return textCell(ids.map((id) => texts.textOf(id)).join('; '))
  }
  if (type === 'yesNo' && (value === 'Y' || value === 'N')) return textCell(value === 'Y' ? 'Yes' : 'No')
  const text = value instanceof JsonNumber ? value.text : value
  if (typeof text === 'string')
    return numberFormats[type ?? 'text']?.test(text) ? { kind: 'number', text } : textCell(text)
  if (typeof value === 'boolean' && type === 'yesNo') return textCell(value ? 'Yes' : 'No')
  return textCell(JSON.stringify(plainJson(value)))
}

/** The values of fields that are numbers in cells. The format of columns with whole numbers would round others. */
const numberFormats: { [type in FieldType]?: RegExp } = {
  money: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
  number: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
  whole: /^-?(?:0|[1-9]\d*)$/
}

/** Replaces the numbers of `parseExactly` by usual ones. */
function plainJson(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map(plainJson)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainJson(one)]))
}

/** A text that is too long for a cell is shortened. Its row can't be sent again as it is. */
function textCell(text: string): CellValue & { fill?: 'warning'; note?: string } {
  if (text.length <= MAX_CELL_TEXT) return { kind: 'text', text }
  const note =
    'The text is too long for a cell, and was shortened. Correct the item in the report as JSON or NDJSON.'
  return { kind: 'text', text: `${text.slice(0, MAX_CELL_TEXT - 1)}…`.toWellFormed(), fill: 'warning', note }
}
