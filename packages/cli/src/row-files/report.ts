import { count } from '../jobs/describe-job.ts'
import type { Output } from '../output/output.ts'
import type { RowFault } from './send-chunks.ts'

/** The number of faults that are shown. The file of the failed rows has all of them. */
const maxShown = 20

/** Shows the first faults as a table: where they are, such as `stock.csv:17:amount`, the value and the problem. */
export function showFaults(out: Output, file: string, faults: RowFault[]): void {
  const rows = faults.slice(0, maxShown).map(({ row, column, value, message }) => {
    return [[file, row, ...(column === undefined ? [] : [column])].join(':'), value ?? '', message]
  })
  out.table([{ title: 'Row' }, { title: 'Value' }, { title: 'Problem' }], rows)
  if (faults.length > maxShown) out.line(out.dim(`… and ${count(faults.length - maxShown)} more`))
}

/** Returns the number of different rows of the faults. */
export function failedRows(faults: RowFault[]): number {
  return new Set(faults.map(({ row }) => row)).size
}
