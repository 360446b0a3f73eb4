import { relative } from 'node:path'
import { correctAndRun, showFailedFile, showFirstFaults } from '../catalog-file/show-faults.ts'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { headline, showCounters } from '../output/summary.ts'
import type { UpdateResult } from '../row-files/apply-updates.ts'
import { failedRows, writeFailedRows } from '../row-files/failed-file.ts'
import { columnsFor, showColumns } from '../row-files/named-columns.ts'
import { openRowFile, type RowFile } from '../row-files/row-file.ts'
import type { RowFault } from '../row-files/send-chunks.ts'
import { applyStock, tryStock } from './apply.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import { type StockCommand, stockFields } from './fields.ts'

/** Runs `purveyor stock set FILE` or `purveyor stock change FILE`. */
export async function runStock(command: StockCommand, context: Context, input: Input): Promise<ExitCode> {
  const [path = '-'] = input.positionals
  const isDryRun = input.values['dry-run'] === true
  const file = await openRowFile(context, path, input)
  try {
    const columns = columnsFor(file, stockFields[command], input)
    const client = await context.client()
    showColumns(context, columns)
    const checked = await checkFile(file, columns.of, context.signal)
    if (checked.rows === 0) {
      throw new CommandError(`${file.name} has no rows.`, exitCodes.usage, { code: 'FILE_INVALID' })
    }
    const run = { command, context, client, file, columns: columns.of, checked, values: input.values }
    const result = isDryRun ? await tryStock(run) : await applyStock(run, input.values.again === true)
    const faults = [...checked.faults, ...result.faults].sort((a, b) => a.row - b.row)
    const failedFile =
      faults.length > 0 ? await writeFailedRows(file, faults, context.stateFolder) : undefined
    report(context, { command, file, input, isDryRun }, { ...result, checked, faults, failedFile })
    return faults.length > 0 ? exitCodes.partlyFailed : exitCodes.done
  } finally {
    await file.close()
  }
}

type Reported = { command: StockCommand; file: RowFile; input: Input; isDryRun: boolean }
type Results = UpdateResult & { checked: CheckedFile; faults: RowFault[]; failedFile: string | undefined }

function report(context: Context, { command, file, input, isDryRun }: Reported, results: Results): void {
  const { out } = context
  const { checked, updated, unchanged, faults, failedFile } = results
  const failed = failedRows(faults)
  const notSent = checked.faultyRows.size
  out.result({
    ...{ file: file.name, dryRun: isDryRun, rows: checked.rows, updated, unchanged, failed },
    ...{ errors: faults, failedFile: failedFile ?? null }
  })
  if (failed > 0) {
    showFirstFaults(context, file.name, { first: faults, total: faults.length, rows: failed })
    for (const advice of adviceFor(faults)) out.paragraph(advice)
    out.line()
  }
  out.line(headline(out, { failed, isDryRun }))
  showCounters(out, [
    { name: isDryRun ? 'Would be updated' : 'Updated', value: updated },
    { name: 'Unchanged', value: unchanged },
    { name: 'Refused by the service', value: failed - notSent },
    { name: 'Not sent', value: notSent, note: 'errors in the file' }
  ])
  if (failedFile === undefined) return
  const path = relative(context.cwd, failedFile) || failedFile
  showFailedFile(
    context,
    path,
    correctAndRun(commandLine(['stock', command, path], input.values, ['column', 'delimiter']))
  )
}

const advice: Partial<Record<string, string>> = {
  UNKNOWN_PRODUCT:
    'Unknown SKUs: check them with `purveyor pull`, or create the products with `purveyor push`.',
  CODE_AMBIGUOUS: 'SKUs of several products: add a column product_id with the id of the product.',
  VARIANT_REQUIRED: 'Products with several variants: write the SKU of a variant instead.',
  STOCK_CONFLICT:
    'Stock that has changed: if your number is still right, write the current stock as expected.',
  INSUFFICIENT_STOCK: 'Stock below 0: count the pieces, and set the count with `purveyor stock set`.',
  STOCK_OUTDATED: 'Outdated counts: the variants were shipped or counted later. Count them again.'
}

function adviceFor(faults: RowFault[]): string[] {
  return [...new Set(faults.map(({ code }) => code))].flatMap((code) => advice[code] ?? [])
}
