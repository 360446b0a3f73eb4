import type { Cell, Row } from '../cells.ts'

/** Rows of one sheet. */
export type SheetRows = { sheet: string; rows: RepeatedRow[] }

/**
 * A row that stands for `repeat` equal rows with ascending numbers. Only .ods files have repeated rows and cells. They are
 * expanded one row at a time, because a few bytes of a file can stand for millions of cells.
 */
export type RepeatedRow = Omit<Row, 'cells'> & { cells: RepeatedCell[]; repeat?: number }

/** A cell that stands for `repeat` equal cells, in this column and in those after it. */
export type RepeatedCell = Cell & { repeat?: number }

/** A workbook that is open. */
export type OpenWorkbook = {
  /** Returns the exact name of the sheet with a name in any case, or undefined if there is none. */
  findSheet(name: string): Promise<string | undefined>
  /**
   * Yields the rows of a sheet. If it is undefined, yields the rows of all sheets that aren't hidden, one sheet after the
   * other. Temporary files are created in `folder`.
   */
  read(sheet: string | undefined, folder: string): AsyncGenerator<SheetRows>
}

/** True if two names of sheets are the same. As in Excel, upper and lower case are the same. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
