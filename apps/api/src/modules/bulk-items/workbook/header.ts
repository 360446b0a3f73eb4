import { cellName, columnName, type Row } from '@purveyor/spreadsheets'
import {
  type FileMapping,
  mapFileColumns
} from '../../../../../../packages/client/src/catalog-file/attribute-columns.ts'
import type { AttributeDefinition } from '../../../../../../packages/client/src/catalog-file/attribute-fields.ts'
import { columnNames } from '../../../../../../packages/client/src/catalog-file/csv-header.ts'
import type { FileMode } from '../../../../../../packages/client/src/catalog-file/field-sets.ts'
import type { Field } from '../../../../../../packages/client/src/catalog-file/fields.ts'
import { maxColumns } from '../../../../../../packages/client/src/catalog-file/file-rows.ts'
import {
  emptyMap,
  guessMapping,
  type Mapping
} from '../../../../../../packages/client/src/catalog-file/mapping.ts'
import { quoted } from '../item-fields.ts'
import { type WorkbookFault, WorkbookRefusal } from './refusal.ts'

/** The columns of a sheet, and the fields that they can set. */
export type SheetHeader = {
  columns: string[]
  mapping: Mapping
  known: readonly Field[]
  /** The names of the columns that are not used. */
  ignored: string[]
  /** True if the header has a name for the column. `column` starts at 1. */
  hasName(column: number): boolean
}

type Known = { mode: FileMode; definitions: readonly AttributeDefinition[] }

/** Maps the columns of a header to fields, as the import of the console does. Throws a `WorkbookRefusal` if that is not possible. */
export function readHeader(row: Row, { mode, definitions }: Known): SheetHeader {
  const cells = textsOf(row)
  const columns = columnNames(cells)
  if (columns.length > maxColumns)
    throw refusal(
      'TOO_MANY_COLUMNS',
      `The header in row ${row.number} has ${columns.length} columns. The maximum is ${maxColumns}.`
    )
  const mapped = mapFileColumns(columns, emptyMap(), { mode, definitions })
  const { mapping, known } = mapped
  if (mapping.columns.every(({ field }) => field === null)) throw noHeader(row)
  refuse(row, mapped)
  const ignored = mapping.columns
    .filter(({ column, field, index }) => field === null && !column.startsWith('_') && cells[index]?.trim())
    .map(({ column }) => column)
  const hasName = (column: number) => (cells[column - 1] ?? '').trim() !== ''
  return { columns, mapping, known, ignored, hasName }
}

/** Throws a `WorkbookRefusal` if the row after the header is another header. */
export function refuseSecondHeader(row: Row, { known }: SheetHeader): void {
  const filled = row.cells.flatMap(({ kind, text }) => (kind === 'text' && text.trim() !== '' ? [text] : []))
  const { mapping } = guessMapping(columnNames(filled), emptyMap(), known)
  const count = mapping.columns.filter(({ field }) => field !== null).length
  if (count < 2 || count * 2 < row.cells.length) return
  const message = `Row ${row.number} looks like a second header. Delete one of the two rows.`
  throw refusal('SECOND_HEADER_ROW', message, cellName(1, row.number))
}

function textsOf({ number, cells }: Row): string[] {
  const texts: string[] = []
  for (const cell of cells) {
    if (cell.kind === 'fault') throw refusal(cell.code, cell.text, cellName(cell.column, number))
    texts[cell.column - 1] = cell.text.replaceAll('\0', '')
  }
  return Array.from(texts, (text) => text ?? '')
}

function noHeader({ number }: Row): WorkbookRefusal {
  return refusal(
    'NO_HEADER_ROW',
    `Row ${number} is the first row with cells, but has no name of a field, such as SKU. Enter the names of the columns there, ` +
      'or delete the rows above the header.',
    cellName(1, number)
  )
}

function refuse(row: Row, { mapping, missing, repeated, ambiguous }: FileMapping): void {
  const indexOf = (column: string) => mapping.columns.find((one) => one.column === column)?.index ?? 0
  const cellOf = (column: string) => cellName(indexOf(column) + 1, row.number)
  const faults: WorkbookFault[] = [
    ...missing.map(({ field, columns }) => {
      const doubtful = columns.map((column) => `${quoted(column)} (${cellOf(column)})`).join(', ')
      const advice = doubtful === '' ? '' : ` If ${doubtful} has it, rename the column to ${field}.`
      return { code: 'MISSING_COLUMN', message: `No column has the required field ${field}.${advice}` }
    }),
    ...repeated.map(({ field, columns: [first = '', ...others] }) => ({
      code: 'REPEATED_COLUMN',
      message: `The columns ${[first, ...others].map((column) => `${columnName(indexOf(column) + 1)} (${quoted(column)})`).join(' and ')} all have the field ${field}. Rename or delete all but one.`,
      cell: cellOf(others[0] ?? first)
    })),
    ...ambiguous.map(({ column, codes }) => {
      const names = codes.map((code) => `${column} [${code}]`).join(' or ')
      const message = `Several attributes are named ${quoted(column)}. Name the column ${names}.`
      return { code: 'AMBIGUOUS_COLUMN', message, cell: cellOf(column) }
    })
  ]
  if (faults.length > 0) throw new WorkbookRefusal(faults)
}

function refusal(code: string, message: string, cell?: string): WorkbookRefusal {
  return new WorkbookRefusal([{ code, message, ...(cell !== undefined && { cell }) }])
}
