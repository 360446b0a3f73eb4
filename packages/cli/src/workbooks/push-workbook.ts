import { openAsBlob } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import type { ImportJob, Job, Purveyor, WorkbookType } from '@purveyor/client'
import { findVendor } from '../catalog-file/market.ts'
import type { Context, Input } from '../command.ts'
import { ask, canAsk } from '../confirm.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { exists } from '../files.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { usageError } from '../options.ts'
import { count, plural } from '../output/numbers.ts'
import { repeatCommand } from '../push/command-line.ts'
import { type PushOptions, pushOptions } from '../push/options.ts'
import { saveBody } from '../request/show-response.ts'
import { findFailedJob, rememberFailed } from './failed-workbooks.ts'
import { showFaults, showWarnings } from './show-cells.ts'

const types: Record<string, WorkbookType> = {
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet'
}

/** The options of `purveyor push` that apply to workbooks. */
const applicable = new Set(['dry-run', 'on-existing', 'yes'])

/** True if the name of a file is that of a workbook. */
export function isWorkbook(file: string): boolean {
  return Object.hasOwn(types, extname(file).toLowerCase())
}

/**
 * Sends a workbook, whose rows the service reads itself, waits until they are processed, and reports. The failed rows are
 * written to a workbook next to it, with the reasons as notes. If such a workbook is pushed later, its upload continues the
 * job. Returns the exit code.
 */
export async function pushWorkbook(
  context: Context,
  file: string,
  { options, values }: { options: PushOptions; values: Input['values'] }
): Promise<ExitCode> {
  refuseOthers(values)
  const { cwd, out, signal } = context
  const { dryRun, onExisting } = options
  const path = resolve(cwd, file)
  if (!(await exists(path))) {
    throw new CommandError(`${file} does not exist.`, exitCodes.usage, { code: 'FILE_NOT_FOUND' })
  }
  const { url, vendor, client } = await findVendor(context)
  const retryOf = await findFailedJob(context, path, { client, url, vendorId: vendor.id })
  if (retryOf)
    out.note(`The workbook has the failed rows of the import job ${retryOf}, which this push continues.`)
  if (!(await isConfirmed(context, options, `Send ${basename(file)} to ${vendor.name} (${url})?`))) {
    out.note('Nothing was sent.')
    return exitCodes.interrupted
  }
  const contentType = types[extname(file).toLowerCase()]
  const job = await client.products.upload(await openAsBlob(path, { type: contentType ?? '' }), {
    ...{ contentType, dryRun, onExisting, fileName: basename(file), retryOf, signal }
  })
  noteIgnored(context, job)
  const state = await watchJob(context, job)
  const failedFile =
    state.items_failed > 0 ? await saveFailed(context, client, { file, id: job.id, values }) : null
  if (failedFile !== null) {
    const failed = { jobId: job.id, url, vendorId: vendor.id }
    // Nothing was stored by a dry run, so pushing its failed rows continues nothing.
    if (!dryRun) await rememberFailed(context.stateFolder, resolve(cwd, failedFile), failed)
    await showFaults(context, client, job.id)
  }
  if (state.items_with_warnings > 0) await showWarnings(context, client, state)
  showCounts(context, state, dryRun)
  const { items_total, items_created, items_updated, items_skipped, items_failed, items_with_warnings } =
    state
  out.result({
    job: job.id,
    retryOf: state.retry_of,
    items_total,
    items_created,
    items_updated,
    items_skipped,
    items_failed,
    items_with_warnings,
    failedFile
  })
  return items_failed > 0 ? exitCodes.partlyFailed : exitCodes.done
}

async function isConfirmed(
  context: Context,
  { yes, dryRun }: PushOptions,
  question: string
): Promise<boolean> {
  return yes || dryRun || !canAsk(context) || ask(context, question, true)
}

/** Throws a `CommandError` if an option is given that says how a CSV or NDJSON file is read. */
function refuseOthers(values: Input['values']): void {
  const other = Object.keys(values).find((name) => name in pushOptions && !applicable.has(name))
  if (other === undefined) return
  throw usageError(
    `\`--${other}\` does not apply to workbooks.`,
    'The service reads the columns of a workbook by their names.'
  )
}

function noteIgnored({ out }: Context, { ignoredColumns = [] }: Job): void {
  if (ignoredColumns.length > 0) out.note(`Columns that are not used: ${ignoredColumns.join(', ')}`)
}

function showCounts({ out }: Context, state: ImportJob, dryRun: boolean): void {
  const would = dryRun ? ' (dry run: nothing was changed)' : ''
  out.line(
    `${plural(state.items_total, 'product')}: ${count(state.items_created)} created, ${count(state.items_updated)} ` +
      `updated, ${count(state.items_skipped)} skipped, ${count(state.items_failed)} failed${would}`
  )
}

/** Writes the failed rows next to the file, and returns the name of that workbook. Never replaces a file. */
async function saveFailed(
  context: Context,
  client: Purveyor,
  { file, id, values }: { file: string; id: string; values: Input['values'] }
): Promise<string> {
  const failed = await freeName(context.cwd, file.replace(/(?:\.failed(?:\.\d+)?)?\.[^.]+$/, '.failed'))
  const { signal } = context
  const headers = { accept: types['.xlsx'] ?? '' }
  const path = `/vendor/import-jobs/${encodeURIComponent(id)}/report`
  await saveBody(context, await client.request('GET', path, { headers, as: 'response', signal }), failed)
  context.out.note(
    `Correct the rows in ${failed}, in which the faulty cells are coloured and have a note, and run ` +
      `\`${repeatCommand(failed, values)}\`.`
  )
  return failed
}

/** Returns the first of `<base>.xlsx`, `<base>.2.xlsx`, and so on that doesn't exist. */
async function freeName(cwd: string, base: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${base}.xlsx` : `${base}.${n}.xlsx`
    if (!(await exists(resolve(cwd, name)))) return name
  }
}
