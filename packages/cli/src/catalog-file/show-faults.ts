import type { Context } from '../command.ts'
import { plural } from '../output/numbers.ts'
import type { Column } from '../output/output.ts'

/** An error of a row, as far as it is shown. Without a column, the whole row is wrong. */
export type ShownFault = {
  row: number
  column?: string | null | undefined
  value?: string | undefined
  message: string
}

/** The first errors of a file, and the numbers of all errors and of the rows that have them. */
export type ShownFaults = { first: readonly ShownFault[]; total: number; rows: number }

const maxShown = 20
const columns: Column[] = [
  { title: 'Row', align: 'right', isFixed: true },
  ...[{ title: 'Column' }, { title: 'Value' }, { title: 'Problem', wraps: true }]
]

/** Shows the first twenty errors: as a table on a terminal, elsewhere as lines that begin with `file:row:column`. */
export function showFirstFaults({ out, stdout }: Context, file: string, faults: ShownFaults): void {
  const first = faults.first.slice(0, maxShown)
  if (stdout.isTTY) {
    const rows = first.map(({ row, column, value, message }) => [
      String(row),
      column ?? '',
      value ?? '',
      message
    ])
    out.table(columns, rows)
  } else for (const fault of first) out.line(faultLine(file, fault))
  const more = faults.total - first.length
  if (more > 0)
    out.line(out.dim(`… and ${plural(more, 'more error')} (${plural(faults.rows, 'row')} in total)`))
}

/** Returns an error in the form `catalog.csv:17:Cost: "abc" must be a number`. */
export function faultLine(file: string, { row, column, value, message }: ShownFault): string {
  const location = [file, row, ...(column ? [column] : [])].join(':')
  return `${location}: ${column && value ? `"${value}" ` : ''}${message}`
}

/** Says where the failed rows are, and what to do with them. */
export function showFailedFile({ out }: Context, path: string, nextStep: string): void {
  out.line()
  out.paragraph(`All failed rows, with the reasons, are in ${out.bold(path)}.`)
  out.paragraph(nextStep)
}

/** Returns the sentence that says how to send failed rows after their correction. */
export function correctAndRun(command: string): string {
  return `Correct them there, and run \`${command}\`.`
}
