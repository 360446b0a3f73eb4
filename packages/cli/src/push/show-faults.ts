import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import type { RowFault } from '../catalog-file/catalog-rows.ts'
import type { Context } from '../command.ts'
import { count, plural } from '../jobs/describe-job.ts'
import type { FaultList } from './fault-list.ts'

const maxShown = 20

const hints: Record<string, string> = {
  SKU_TAKEN:
    'Products with these SKUs exist already. Add `--on-existing update` to update them, or `--on-existing skip` to ' +
    'leave them as they are.',
  VARIANT_REQUIRED:
    'These products have several variants. Send them as NDJSON with `variants`, or use the SKUs of variants.',
  RUINED_NUMBER:
    'Spreadsheets shorten long numbers. Import the columns with codes as text, and enter these values again.',
  SPREADSHEET_ERROR: 'Replace the formulas in the spreadsheet by their values, and save it again.'
}

/** Shows the first twenty errors: as a table on a terminal, elsewhere as lines that begin with `file:row:column`. */
export function showFaults({ out, stdout }: Context, file: CatalogFile, list: FaultList): void {
  const first = list.first.slice(0, maxShown)
  if (stdout.isTTY) {
    const columns = [
      { title: 'Row', align: 'right' as const },
      { title: 'Column' },
      { title: 'Value' },
      { title: 'Problem' }
    ]
    out.table(
      columns,
      first.map((fault) => [String(fault.row), fault.column ?? '', fault.value, fault.message])
    )
  } else for (const fault of first) out.line(faultLine(file, fault))
  const more = list.total - first.length
  if (more > 0)
    out.line(out.dim(`… and ${plural(more, 'more error')} (${plural(list.rows, 'row')} in total)`))
  const main = list.mainCode()
  const hint = main && hints[main.code]
  if (main && hint) out.line(`${main.rows === list.rows ? '' : `${count(main.rows)} of these rows: `}${hint}`)
}

/** Returns an error in the form `catalog.csv:17:Cost: "abc" must be a number`. */
export function faultLine({ name }: CatalogFile, { row, column, value, message }: RowFault): string {
  const location = [name, row, ...(column === null ? [] : [column])].join(':')
  return `${location}: ${column === null || value === '' ? '' : `"${value}" `}${message}`
}
