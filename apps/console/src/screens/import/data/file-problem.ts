/** Why a file can't be read. */
export type FileProblemCode =
  | 'EMPTY'
  | 'OLD_EXCEL'
  | 'ENCRYPTED'
  | 'WORKBOOK_TOO_LARGE'
  | 'GZIP'
  | 'PDF'
  | 'BINARY'
  | 'JSON_ARRAY'
  | 'JSON_LINES'
  | 'NO_ROWS'
  | 'UNCLOSED_QUOTE'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'NOT_READABLE'

/** A file can't be read. `row` is the number of the row, where one is the cause. */
export class FileProblem extends Error {
  readonly code: FileProblemCode
  readonly row: number | undefined

  constructor(code: FileProblemCode, row?: number) {
    super(code)
    this.code = code
    this.row = row
  }
}
