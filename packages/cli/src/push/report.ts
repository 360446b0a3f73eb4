import { relative } from 'node:path'
import type { ImportJob, Job, Purveyor } from '@purveyor/client'
import type { RowFault } from '@purveyor/client/catalog-file/catalog-rows'
import { FileChanged } from '../catalog-file/file-version.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import { correctAndRun, showFailedFile } from '../catalog-file/show-faults.ts'
import { showWarnings, warningsCommand } from '../catalog-file/show-warnings.ts'
import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { plural } from '../output/numbers.ts'
import type { CategoryChoices } from './category-choices.ts'
import type { Checked } from './check.ts'
import { unknownOf } from './choose-categories.ts'
import { type Collected, collectFailures } from './collect-failures.ts'
import { collectWarnings } from './collect-warnings.ts'
import { diffCommand, repeatCommand } from './command-line.ts'
import type { PushOptions } from './options.ts'
import { showFaults } from './show-faults.ts'
import { showResult, type Waiting } from './show-result.ts'

/** A push whose rows have been processed. Without a job, all rows had errors and nothing was sent. */
export type Finished = {
  client: Purveyor
  catalog: Catalog
  options: PushOptions
  values: Input['values']
  /** The folders for the file of the failed rows. The first that can be written to is used. */
  folders: string[]
  checked: Checked
  choices: CategoryChoices
  job: Job | undefined
  state: ImportJob | undefined
}

/** Writes the failed rows to a file, and shows the result of a push. Returns the exit code. */
export async function report(context: Context, finished: Finished): Promise<ExitCode> {
  const { out } = context
  const { catalog, checked, state, values } = finished
  const hasUnknown = finished.choices.unknown.size > 0
  const hasFailed = checked.unsendable > 0 || hasUnknown || (state?.items_failed ?? 0) > 0
  const failures = hasFailed ? await collect(context, finished) : undefined
  const warnings = await findWarnings(context, finished)
  const waiting = state && (await findWaiting(context, finished.client, state))
  if (failures && failures.refused.rows > 0) {
    out.line(out.yellow(`${plural(failures.refused.rows, 'row')} refused by the service:`))
    showFaults(context, catalog.file, failures.refused)
    out.line()
  }
  showWarnings(context, catalog.file.name, {
    first: warnings,
    command: warningsCommand(state?.queue_id ?? '')
  })
  const compare = diffCommand(nameOf(context, finished), values)
  if (state) {
    const failedRows = checked.unsendable + (failures?.refusedRows ?? state.items_failed)
    showResult(out, { job: state, notSent: checked.unsendable, failedRows, waiting, compare })
  }
  if (failures) {
    const path = relative(context.cwd, failures.path) || failures.path
    showFailedFile(context, path, nextStep(path, { context, finished, failures }))
  }
  out.result(resultOf(finished, { failures, warnings, waiting }))
  if (state?.status === 'FAILED' || state?.status === 'CANCELLED') return exitCodes.failed
  return hasFailed ? exitCodes.partlyFailed : exitCodes.done
}

/** Returns the failed rows. Undefined if the file has changed since it was sent, so that they can't be read. */
async function collect(context: Context, finished: Finished): Promise<Collected | undefined> {
  const { catalog, job } = finished
  try {
    const sendsUnknown = finished.options.dryRun
    return await collectFailures(catalog, job, { ...context, ...finished, sendsUnknown })
  } catch (error) {
    if (!job || !(error instanceof FileChanged)) throw error
    const { name } = catalog.file
    context.out.note(`${name} has changed since it was sent, so its failed rows can't be written to a file.`)
    context.out.note(`\`purveyor jobs failures ${job.id}\` shows the rows that the service has refused.`)
    return undefined
  }
}

/** Returns the first warnings of the job. None if the file has changed since it was sent, so that its rows can't be named. */
async function findWarnings({ signal }: Context, finished: Finished): Promise<RowFault[]> {
  const { catalog, client, job, state, choices, options } = finished
  if (!job || !state?.items_with_warnings) return []
  try {
    return await collectWarnings(catalog, { client, job, signal, choices, sendsUnknown: options.dryRun })
  } catch (error) {
    if (error instanceof FileChanged) return []
    throw error
  }
}

/** Returns the file as the user can name it in another command. */
function nameOf({ cwd }: Context, { catalog: { file } }: Finished): string {
  return file.name === 'stdin' ? 'FILE' : relative(cwd, file.path)
}

type Failed = { context: Context; finished: Finished; failures: Collected }

/** Says how to go on with the failed rows. If only their SKUs exist already, there is nothing to correct. */
function nextStep(path: string, { context, finished, failures: { faults } }: Failed): string {
  const { catalog, values } = finished
  const main = faults.mainCode()
  if (main?.code !== 'SKU_TAKEN' || main.rows !== faults.total)
    return correctAndRun(repeatCommand(path, values))
  const file = catalog.file.name === 'stdin' ? path : nameOf(context, finished)
  return `To update these products, run \`${repeatCommand(file, { ...values, 'on-existing': 'update' })}\`.`
}

/** Returns how many of the products that a job has created wait for approval. */
async function findWaiting(
  { signal }: Context,
  client: Purveyor,
  { queue_id, dry_run, items_created }: ImportJob
): Promise<Waiting | undefined> {
  if (dry_run || items_created === 0) return undefined
  const query = { bulkImportJobId: queue_id, status: 'PENDING_APPROVAL', first: 1 } as const
  const { estimatedTotalCount } = await client.products.list(query, { signal }).page()
  const products = Math.min(estimatedTotalCount ?? 0, items_created)
  return { products, isEstimate: products >= 1000 && products < items_created }
}

type Found = { failures: Collected | undefined; warnings: RowFault[]; waiting: Waiting | undefined }

function resultOf(
  { catalog, options, checked, choices, state }: Finished,
  { failures, warnings, waiting }: Found
) {
  const { file, mapping } = catalog
  const columns = mapping.columns.filter(({ column }) => !column.startsWith('_'))
  return {
    file: file.name,
    dryRun: options.dryRun,
    onExisting: options.onExisting,
    columns: Object.fromEntries(columns.map(({ column, field }) => [column, field])),
    rows: checked.rows,
    sent: state?.items_total ?? 0,
    jobId: state?.queue_id ?? null,
    status: state?.status ?? null,
    created: state?.items_created ?? 0,
    updated: state?.items_updated ?? 0,
    skipped: state?.items_skipped ?? 0,
    cancelled: state?.items_cancelled ?? 0,
    failed: (state?.items_failed ?? 0) + checked.unsendable,
    unknownCategories: unknownOf(choices),
    warnings: state?.items_with_warnings ?? 0,
    warningList: warnings,
    waitForApproval: waiting?.products ?? 0,
    images: { total: state?.images_total ?? 0, failed: state?.images_failed ?? 0 },
    failedFile: failures?.path ?? null,
    errorCount: failures?.faults.total ?? 0,
    errors: failures?.faults.first ?? []
  }
}
