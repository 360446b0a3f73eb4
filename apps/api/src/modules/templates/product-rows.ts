import type { WrittenCell } from '@purveyor/spreadsheets'
import { isRecord } from '../../lib/shape.ts'
import type { AttributeLevel } from '../products/attributes/definition.ts'
import {
  attributeValue,
  type CellValue,
  JsonNumber,
  parseExactly,
  textValue,
  yesOrNo
} from './attribute-cells.ts'
import type { FieldColumn } from './field-columns.ts'
import type { TemplateColumn } from './template-columns.ts'
import type { RowKey, StoredRow } from './template-queries.ts'

/** The number of variants that are read at a time. Their descriptions are in memory together. */
const pageSize = 200

/** The JSON of a row (`StoredRow`). */
type Values = {
  fields: Record<string, unknown>
  categoryIds: string[]
  product: Record<string, unknown>
  variant: Record<string, unknown>
}

type Reading = {
  list: (page: { after: RowKey | undefined; limit: number }) => Promise<StoredRow[]>
  /** Returns the text of a category in a cell. */
  categoryText: (id: string) => string
  /** Ends the reading when it is aborted. */
  signal: AbortSignal
}

/**
 * Yields a row of cells for each variant. Fields of the product are only in its first row. The rows are read in pages, one
 * page when it is needed.
 */
export async function* productRows(
  columns: readonly TemplateColumn[],
  { list, categoryText, signal }: Reading
): AsyncGenerator<WrittenCell[]> {
  let after: RowKey | undefined
  for (;;) {
    signal.throwIfAborted()
    const page = await list({ after, limit: pageSize })
    for (const row of page) {
      const isFirst = row.productId !== after?.productId
      yield cellsOf(columns, parseExactly(row.json) as Values, { isFirst, categoryText })
      after = row
    }
    if (page.length < pageSize) return
  }
}

type Context = Pick<Reading, 'categoryText'> & { isFirst: boolean }

function cellsOf(columns: readonly TemplateColumn[], values: Values, context: Context): WrittenCell[] {
  const maps = { PRODUCT: readMap(columns, values, 'PRODUCT'), VARIANT: readMap(columns, values, 'VARIANT') }
  const cells = columns.flatMap((column, index): WrittenCell[] => {
    if (!column.field) {
      const { level, code } = column.attribute.attribute
      const value = level === 'VARIANT' || context.isFirst ? maps[level].cells.get(code) : undefined
      return value ? [{ column: index + 1, ...value }] : []
    }
    const cell = fieldCell(column.field, values, context)
    return cell ? [{ column: index + 1, ...cell }] : []
  })
  const lost = [...(context.isFirst ? maps.PRODUCT.lost : []), ...maps.VARIANT.lost]
  const [first, ...others] = cells
  if (lost.length === 0 || !first) return cells
  return [{ ...first, fill: 'warning', note: lostNote(lost) }, ...others]
}

function lostNote(keys: string[]): string {
  const names = keys.slice(0, 5).join(', ')
  return (
    `The attributes are not filled in, because these have no column or do not fit in a cell: ${names}. ` +
    'If you leave the columns of attributes empty, all attributes stay as they are. If you fill them in, they replace ' +
    'all attributes.'
  )
}

/**
 * Returns the cells of a map of attributes by their codes. An upload replaces the whole map, so if one of its values can't be
 * in the sheet, there are no cells, and `lost` has the keys of such values.
 */
function readMap(
  columns: readonly TemplateColumn[],
  { product, variant }: Values,
  level: AttributeLevel
): { cells: Map<string, CellValue>; lost: string[] } {
  const map = level === 'PRODUCT' ? product : variant
  const cells = new Map<string, CellValue>()
  const lost: string[] = []
  for (const [key, value] of Object.entries(isRecord(map) ? map : {})) {
    if (value === null || value === '') continue
    const found = columns.find(
      ({ attribute }) => attribute?.attribute.code === key && attribute.attribute.level === level
    )
    const cell = found?.attribute && attributeValue(found.attribute.attribute, value)
    if (cell) cells.set(key, cell)
    else lost.push(key)
  }
  return { cells: lost.length === 0 ? cells : new Map(), lost }
}

type FieldCell = CellValue & Pick<WrittenCell, 'note' | 'fill'>

function fieldCell(
  field: FieldColumn,
  values: Values,
  { isFirst, categoryText }: Context
): FieldCell | undefined {
  if (field.isUnfilled !== undefined || (field.of === 'product' && !isFirst)) return undefined
  if (field.type === 'category') {
    const text = values.categoryIds.map(categoryText).join('; ')
    return text === '' ? undefined : textOrNote(text)
  }
  const value = values.fields[field.name]
  if (typeof value === 'boolean') return { kind: 'text', text: yesOrNo(value) }
  const text = value instanceof JsonNumber ? value.text : value
  if (typeof text !== 'string' || text === '') return undefined
  const isNumber = field.type === 'money' || field.type === 'number' || field.type === 'whole'
  return isNumber ? { kind: 'number', text } : textOrNote(text)
}

function textOrNote(text: string): FieldCell {
  const note = 'The text is too long for a cell. If you leave the cell empty, the text stays as it is.'
  return textValue(text) ?? { kind: 'empty', text: '', fill: 'warning', note }
}
