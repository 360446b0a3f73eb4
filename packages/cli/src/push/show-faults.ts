import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import { showFirstFaults } from '../catalog-file/show-faults.ts'
import type { Context } from '../command.ts'
import { count, plural } from '../output/numbers.ts'
import type { FaultList } from './fault-list.ts'

/** From the next row on, errors that `oneLine` names are shown as one line if most rows have them. */
const maxRepeated = 3

const oneLine: Record<string, string> = { SKU_TAKEN: 'a product with the same SKU exists already' }

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
  const main = list.mainCode()
  const collapsed = main && main.rows > maxRepeated ? oneLine[main.code] : undefined
  if (collapsed && main) {
    context.out.line(`${plural(main.rows, 'row')}: ${collapsed}`)
    const first = list.first.filter(({ code }) => code !== main.code)
    const total = list.total - main.rows
    if (total > 0) showFirstFaults(context, file.name, { first, total, rows: list.rows })
  } else showFirstFaults(context, file.name, list)
  const hint = main && hints[main.code]
  if (main && hint)
    context.out.paragraph(`${main.rows === list.rows ? '' : `${count(main.rows)} of these rows: `}${hint}`)
}
