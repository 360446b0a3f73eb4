import { createFailedFile } from '../catalog-file/failed-file.ts'
import type { RowFile } from './row-file.ts'
import type { RowFault } from './send-chunks.ts'

/**
 * Writes the rows that failed to a file next to the file, with a column `_errors`. After a correction, the
 * file can be sent as it is. Returns its path: `stock.failed.csv` for `stock.csv`, `stock.failed.2.csv` for
 * that file, and so on.
 */
export async function writeFailedRows(
  { source, folders }: Pick<RowFile, 'source' | 'folders'>,
  faults: RowFault[],
  stateFolder: string
): Promise<string> {
  const found = new Map<number, RowFault[]>()
  for (const fault of faults) found.set(fault.row, [...(found.get(fault.row) ?? []), fault])
  const failed = await createFailedFile({ file: source, folders, stateFolder })
  try {
    for await (const row of source.rows()) {
      const own = found.get(row.number)
      if (own)
        await failed.write(
          row,
          own.map(({ column = null, value = '', ...fault }) => ({
            field: null,
            ...fault,
            column,
            value
          }))
        )
    }
    return await failed.finish()
  } catch (error) {
    await failed.discard()
    throw error
  }
}

/** Returns the number of different rows of the faults. */
export function failedRows(faults: RowFault[]): number {
  return new Set(faults.map(({ row }) => row)).size
}
