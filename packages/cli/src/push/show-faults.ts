import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import { showFirstFaults } from '../catalog-file/show-faults.ts'
import type { Context } from '../command.ts'
import { count } from '../jobs/describe-job.ts'
import type { FaultList } from './fault-list.ts'

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

/** Shows the first twenty errors, and a hint if most rows have the same one. */
export function showFaults(context: Context, file: CatalogFile, list: FaultList): void {
  showFirstFaults(context, file.name, list)
  const main = list.mainCode()
  const hint = main && hints[main.code]
  if (main && hint)
    context.out.paragraph(`${main.rows === list.rows ? '' : `${count(main.rows)} of these rows: `}${hint}`)
}
