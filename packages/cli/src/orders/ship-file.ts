import { relative } from 'node:path'
import { correctAndRun, showFailedFile, showFirstFaults } from '../catalog-file/show-faults.ts'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { headline, showCounters } from '../output/summary.ts'
import { failedRows, writeFailedRows } from '../row-files/failed-file.ts'
import { columnsFor, showColumns } from '../row-files/named-columns.ts'
import { openRowFile } from '../row-files/row-file.ts'
import { type ShipResult, type ShipRun, sendShipments } from './send-shipments.ts'
import { shipmentFields } from './shipment-fields.ts'
import { readShipments } from './shipment-file.ts'

/** Runs `purveyor orders ship --file FILE`. */
export async function shipFile(context: Context, input: Input): Promise<ExitCode> {
  const { values, positionals } = input
  if (positionals.length > 0) throw usageError('With --file, the orders are in the file.', 'Leave out ORDER.')
  for (const name of ['item', 'tracking', 'tracking-url']) {
    if (values[name] !== undefined) throw usageError(`With --file, --${name} isn't possible.`)
  }
  const carrier = typeof values.carrier === 'string' ? values.carrier : undefined
  const file = await openRowFile(context, String(values.file), input)
  try {
    const columns = columnsFor(file, shipmentFields(carrier !== undefined), input)
    const client = await context.client()
    showColumns(context, columns)
    const read = await readShipments(file, columns.of, carrier)
    if (read.rows === 0) {
      throw new CommandError(`${file.name} has no rows.`, exitCodes.usage, { code: 'FILE_INVALID' })
    }
    const { shipments } = read
    const run = {
      context,
      client,
      file,
      columns: columns.of,
      shipments,
      values,
      again: values.again === true
    }
    const result = await sendShipments(run)
    const faults = [...read.faults, ...result.faults].sort((a, b) => a.row - b.row)
    const failedFile =
      faults.length > 0 ? await writeFailedRows(file, faults, context.stateFolder) : undefined
    report(run, { created: result.created, faults, failedFile })
    return faults.length > 0 ? exitCodes.partlyFailed : exitCodes.done
  } finally {
    await file.close()
  }
}

type Results = ShipResult & { failedFile: string | undefined }

function report({ context, file, values }: ShipRun, { created, faults, failedFile }: Results): void {
  const { out } = context
  const failed = failedRows(faults)
  out.result({
    ...{ file: file.name, shipped: created.length, failedRows: failed },
    ...{ shipments: created, errors: faults, failedFile: failedFile ?? null }
  })
  if (failed > 0) {
    showFirstFaults(context, file.name, { first: faults, total: faults.length, rows: failed })
    out.line()
  }
  out.line(headline(out, { failed, isDryRun: false }))
  showCounters(out, [{ name: 'Shipments', value: created.length }])
  if (failedFile === undefined) return
  const path = relative(context.cwd, failedFile) || failedFile
  const options = ['file', 'carrier', 'again', 'column', 'delimiter']
  showFailedFile(
    context,
    path,
    correctAndRun(commandLine(['orders', 'ship'], { ...values, file: path }, options))
  )
}
