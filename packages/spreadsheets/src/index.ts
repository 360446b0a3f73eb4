export {
  type Cell,
  type CellFaultCode,
  cellName,
  columnName,
  type FaultyCell,
  MAX_CELL_TEXT,
  MAX_COLUMNS,
  MAX_ROWS,
  type Row,
  type ValueCell,
  type ValueKind
} from './cells.ts'
export { SpreadsheetError, type SpreadsheetErrorCode } from './errors.ts'
export { defaultLimits, type Limits } from './limits.ts'
export { type ReadOptions, type RowBatch, readRows } from './read/read-rows.ts'
export type {
  ColumnFormat,
  ColumnOptions,
  Fill,
  SheetColumn,
  WrittenCell,
  WrittenSheet,
  WrittenWorkbook
} from './write/workbook.ts'
export { workbookStream } from './write/workbook-stream.ts'
