import { relative } from 'node:path'
import { foldersOf } from '../catalog-file/failed-file.ts'
import { correctAndRun, showFailedFile, showFirstFaults } from '../catalog-file/show-faults.ts'
import { showWarnings } from '../catalog-file/show-warnings.ts'
import type { Context } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { plural } from '../output/numbers.ts'
import { headline, showCounters } from '../output/summary.ts'
import type { UpdateResult } from '../row-files/apply-updates.ts'
import { failedRows, writeFailedRows } from '../row-files/failed-file.ts'
import { type RowFault, rowRange } from '../row-files/send-chunks.ts'
import type { CheckedUpdate } from './check-update.ts'
import type { FileUpdate } from './update-from-file.ts'

/** How many rows with unknown SKUs are listed. */
const maxListed = 200

/** Shows the result of an update, and writes the failed rows to a file. Returns the exit code. */
export async function reportUpdate(
  context: Context,
  { catalog, command, values, dryRun }: FileUpdate,
  { checked, result }: { checked: CheckedUpdate; result: UpdateResult }
): Promise<ExitCode> {
  const { out } = context
  const { file, mapping } = catalog
  const faults = [...checked.faults, ...result.faults].sort((one, other) => one.row - other.row)
  const failed = failedRows(faults)
  const source = { source: file, folders: foldersOf(context, file) }
  const failedFile = failed > 0 ? await writeFailedRows(source, faults, context.stateFolder) : null
  const warned = failedRows(result.warnings)
  const columns = mapping.columns.filter(({ column }) => !column.startsWith('_'))
  out.result({
    ...{ file: file.name, dryRun, mode: 'update' },
    columns: Object.fromEntries(columns.map(({ column, field }) => [column, field])),
    ...{ rows: checked.rows, updated: result.updated, unchanged: result.unchanged, failed },
    ...{ failedFile, errorCount: faults.length, errors: faults },
    ...{ warnings: warned, warningList: result.warnings }
  })
  if (failed > 0) {
    showFirstFaults(context, file.name, { first: faults, total: faults.length, rows: failed })
    for (const advice of adviceFor(faults)) out.paragraph(advice)
    out.line()
  }
  showWarnings(context, file.name, { first: result.warnings })
  out.line(headline(out, { failed, isDryRun: dryRun }))
  showCounters(out, [
    { name: dryRun ? 'Would be updated' : 'Updated', value: result.updated },
    { name: 'Unchanged', value: result.unchanged },
    { name: 'Refused by the service', value: failed - checked.faultyRows },
    { name: 'Not sent', value: checked.faultyRows, note: 'errors in the file' },
    { name: 'With warnings', value: warned }
  ])
  if (failedFile === null) return exitCodes.done
  const path = relative(context.cwd, failedFile) || failedFile
  showFailedFile(context, path, correctAndRun(commandLine([...command.words, path], values, command.options)))
  return exitCodes.partlyFailed
}

const advice: Partial<Record<string, string>> = {
  CODE_AMBIGUOUS: 'SKUs of several products: add a column product_id with the id of the product.',
  VARIANT_REQUIRED: 'Products with several variants: write the SKU of a variant instead.',
  WRONG_CURRENCY: 'Prices are only accepted in the currency of the marketplace: convert them before.'
}

function adviceFor(faults: RowFault[]): string[] {
  const unknown = faults.filter(({ code }) => code === 'UNKNOWN_PRODUCT').map(({ row }) => row)
  const others = [...new Set(faults.map(({ code }) => code))].flatMap((code) => advice[code] ?? [])
  return unknown.length === 0 ? others : [unknownAdvice(unknown), ...others]
}

function unknownAdvice(rows: number[]): string {
  const isCut = rows.length > maxListed
  const listed = `${rowRange(rows.slice(0, maxListed))}${isCut ? ' and more' : ''}`
  return (
    `Unknown SKUs in ${plural(rows.length, 'row')} (${listed}): no product or variant of yours has them. Compare them ` +
    'with `purveyor pull`, or create the products with a file that has their names.'
  )
}
