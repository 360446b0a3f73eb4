import { tmpdir } from 'node:os'
import type { Row } from '../cells.ts'
import { SpreadsheetError } from '../errors.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { openOds } from '../ods/read-ods.ts'
import { openXlsx } from '../xlsx/read-xlsx.ts'
import { Archive } from './archive.ts'
import { rejectOtherFiles } from './file-kind.ts'
import { RowBatches } from './row-batches.ts'

/** How to read a workbook. */
export type ReadOptions = {
  /** The name of the sheet to read. By default, the first sheet that has cells and isn't hidden is read. */
  sheet?: string
  /** If there is no sheet with the name, reads the first one instead of throwing an error. */
  isSheetOptional?: boolean
  /** The folder for a temporary file with the texts of the workbook. */
  folder?: string
  limits?: Partial<Limits>
}

/** Some rows of a sheet, in ascending order. */
export type RowBatch = { sheet: string; rows: Row[] }

/**
 * Yields the rows of one sheet of an .xlsx or .ods file in batches, in bounded memory. Yields nothing if the sheet is empty.
 * Rows without cells are left out; the others have their numbers. Hidden rows and columns are read like others. Throws a
 * `SpreadsheetError` if the file can't be read. The XML is checked as it is read, so this can happen after some batches.
 */
export async function* readRows(
  path: string,
  options: ReadOptions = {}
): AsyncGenerator<RowBatch, void, undefined> {
  const limits = { ...defaultLimits, ...options.limits }
  await rejectOtherFiles(path)
  const archive = await Archive.open(path, limits)
  try {
    const isOds =
      !archive.has('[Content_Types].xml') && (archive.has('content.xml') || archive.has('mimetype'))
    const workbook = await (isOds ? openOds : openXlsx)(archive, limits.sheets)
    const wanted = options.sheet === undefined ? undefined : await workbook.findSheet(options.sheet)
    if (options.sheet !== undefined && wanted === undefined && !options.isSheetOptional)
      throw new SpreadsheetError(
        'SHEET_NOT_FOUND',
        `The workbook has no sheet with the name "${options.sheet}".`
      )
    const batches = new RowBatches(limits)
    let first: string | undefined
    for await (const { sheet, rows } of workbook.read(wanted, options.folder ?? tmpdir())) {
      if (rows.length === 0) continue
      first ??= sheet
      if (sheet !== first) return
      for (const batch of batches.of(rows)) yield { sheet, rows: batch }
    }
  } finally {
    archive.close()
  }
}
