import { resolve } from 'node:path'
import type { ImportJob, Job, Purveyor } from '@purveyor/client'
import { usedAttributes } from '@purveyor/client/catalog-file/attribute-columns'
import type { Doubt } from '@purveyor/client/catalog-file/mapping'
import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import { foldersOf } from '../catalog-file/failed-file.ts'
import { refuseReplacing, writeMap } from '../catalog-file/map-file.ts'
import { connectVendor, readDefinitions } from '../catalog-file/market.ts'
import { type Catalog, mapColumns } from '../catalog-file/open-catalog.ts'
import type { Context, Input } from '../command.ts'
import { ask, canAsk } from '../confirm.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { findJob } from '../jobs/find-job.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { count, plural } from '../output/numbers.ts'
import { keyHasExpired } from '../row-files/send-chunks.ts'
import { localTime } from '../time.ts'
import { updateFromFile } from '../update/update-from-file.ts'
import { askDoubt } from './ask.ts'
import { CategoryChoices } from './category-choices.ts'
import { type Checked, checkRows } from './check.ts'
import { openChoices, refuseUnknown, showUnknown } from './choose-categories.ts'
import { collectFailures } from './collect-failures.ts'
import { repeatedOptions } from './command-line.ts'
import { type Journal, type JournalEntry, openJournal } from './journal.ts'
import type { PushOptions } from './options.ts'
import { type Finished, report } from './report.ts'
import { sendRows } from './send.ts'
import { showFaults } from './show-faults.ts'
import { noteAttributes, noteStock, noteUndefined, noteUpdate, showMapping } from './show-mapping.ts'

/** Results that may have become outdated are shown again for this long. */
const resultLifeMs = 60 * 60 * 1000

/** What a push works with. */
type Push = {
  context: Context
  client: Purveyor
  /** The name of the vendor and the address of the service. */
  target: string
  catalog: Catalog
  options: PushOptions
  values: Input['values']
  journal: Journal
}

/** Sends the rows of a file, waits until they are processed, and reports. Returns the exit code. */
export async function push(
  context: Context,
  file: CatalogFile,
  { options, values }: { options: PushOptions; values: Input['values'] }
): Promise<ExitCode> {
  const { url, vendor, client, market } = await connectVendor(context)
  const ask = async (doubt: Doubt) => canAsk(context) && !options.yes && askDoubt(context, doubt, file)
  const update = updateOf(values)
  const definitions = await readDefinitions(client, context.signal)
  const mapped = await mapColumns(context, file, values, { market, definitions, ask, update })
  const { mapping } = mapped
  const catalog = { ...mapped, file, market }
  showMapping(context.out, catalog)
  if (catalog.mode === 'update') noteUpdate(context.out)
  noteUndefined(context.out, catalog, definitions)
  if (catalog.mode === 'update' || options.onExisting === 'update') {
    noteStock(context.out, catalog)
    noteAttributes(context.out, catalog)
  }
  if (options.saveMap) {
    const map = typeof values.map === 'string' ? resolve(context.cwd, values.map) : undefined
    await refuseReplacing(options.saveMap, mapping, map)
    await writeMap(options.saveMap, mapping, [])
  }
  const { dryRun, onExisting } = options
  if (catalog.mode === 'update') {
    const command = { words: ['push'], options: repeatedOptions }
    return updateFromFile(context, { client, url, vendor, catalog, command, values, ...options })
  }
  const journal = openJournal(context.stateFolder, {
    contentHash: file.contentHash,
    options: {
      columns: mapping.columns,
      map: mapping.map,
      market,
      attributes: usedAttributes(catalog),
      format: file.format,
      delimiter: file.delimiter,
      dryRun,
      onExisting
    },
    ...{ url, account: vendor.id }
  })
  const target = `${vendor.name} (${url})`
  return journal.locked(file.name, () => run({ context, client, target, catalog, options, values, journal }))
}

async function run(push: Push): Promise<ExitCode> {
  const earlier = await findEarlier(push)
  const choices = earlier
    ? new CategoryChoices(() => ({ ok: true, ids: [] }), earlier.categories)
    : await openChoices(push.context, push.client, push.catalog, push.values)
  const sendsUnknown = push.options.dryRun
  const checked = await checkRows(push.catalog, { ...push.context, choices, sendsUnknown })
  if (checked.rows === 0) throw nothingToSend(push.catalog.file)
  const isRefused = choices.unknown.size > 0 && !push.options.dryRun
  showChecked(push, checked, isRefused)
  await showUnknown(push.context, push.catalog, { ...push, choices })
  if (isRefused) throw await refused(push, { choices, checked })
  if (checked.sendable === 0) return finish(push, { checked, choices, job: undefined, state: undefined })
  if (!earlier && !(await isConfirmed(push, checked))) {
    push.context.out.note('Nothing was sent.')
    return exitCodes.interrupted
  }
  const job = await findOrSend(push, { earlier, choices, checked })
  const state = await watchJob(push.context, job, 'Run the same command again to wait for the result.')
  const code = await finish(push, { checked, choices, job, state })
  await push.journal.remove()
  return code
}

/** Returns the entry of an earlier run of this command that hasn't ended, unless it can't or shouldn't be continued. */
async function findEarlier(push: Push): Promise<JournalEntry | undefined> {
  const { context, journal } = push
  const earlier = await journal.read()
  if (!earlier || !(await canContinue(push, earlier))) return undefined
  const what = earlier.phase === 'queued' ? `, the import job ${earlier.jobId}` : ''
  context.out.note(`Continuing the push that began at ${localTime(earlier.startedAt)}${what}.`)
  return earlier
}

/**
 * False if the job or the key of the earlier run has expired. An update is also sent again if it began long ago or if
 * another file was pushed since, because then the products may have changed. A dry run is repeated after an hour.
 */
async function canContinue(
  { context, client, journal, options }: Push,
  earlier: JournalEntry
): Promise<boolean> {
  const age = Date.now() - Date.parse(earlier.startedAt)
  const job = earlier.phase === 'queued' ? await findJob(client, earlier.jobId, context.signal) : undefined
  if (earlier.phase === 'queued' ? !job : keyHasExpired(new Date(earlier.startedAt))) return false
  if (options.dryRun) return age < resultLifeMs
  if (options.onExisting !== 'update') return true
  return (await journal.isLatest()) && (age < resultLifeMs || isRunning(job))
}

function isRunning(job: ImportJob | undefined): boolean {
  return job !== undefined && job.finished_at === null
}

function nothingToSend(file: CatalogFile): CommandError {
  const message = `${file.name} has no rows${file.format === 'csv' ? ' after its header' : ''}.`
  return new CommandError(message, exitCodes.usage, { code: 'FILE_INVALID' })
}

function showChecked(
  { context, catalog: { file } }: Push,
  { rows, sendable, faults }: Checked,
  isRefused: boolean
): void {
  const { out } = context
  if (faults.rows === 0) return
  const others = sendable === 0 ? ' Nothing can be sent.' : ` ${plural(sendable, 'row')} can be sent.`
  const have = faults.rows === 1 ? 'has' : 'have'
  const found = `${count(faults.rows)} of ${plural(rows, 'row')} ${have} errors.`
  out.line(out.yellow(`${found}${isRefused ? '' : others}`))
  showFaults(context, file, faults)
  out.line()
}

async function isConfirmed({ context, options, target }: Push, { sendable }: Checked): Promise<boolean> {
  if (options.yes || options.dryRun || !canAsk(context)) return true
  return ask(context, `Send ${plural(sendable, 'row')} to ${target}?`, true)
}

type Decided = { earlier: JournalEntry | undefined; choices: CategoryChoices; checked: Checked }

async function findOrSend(push: Push, { earlier, choices, checked }: Decided): Promise<Job> {
  if (earlier?.phase === 'queued') return push.client.importJobs.job(earlier.jobId)
  const sending = { ...push, choices, earlier, items: checked.items }
  return sendRows(sending)
}

type Done = Pick<Finished, 'checked' | 'choices' | 'job' | 'state'>

function finish(push: Push, done: Done): Promise<ExitCode> {
  const { context, catalog, client, options, values } = push
  const folders = foldersOf(context, catalog.file)
  return report(context, { ...done, client, catalog, options, values, folders })
}

/** Writes the rows with errors to a file, and returns the error to throw because categories can't be used. */
async function refused(
  { context, catalog, options, values }: Push,
  { choices, checked: { faults } }: { choices: CategoryChoices; checked: Checked }
): Promise<CommandError> {
  const folders = foldersOf(context, catalog.file)
  const collecting = { ...context, folders, choices, sendsUnknown: false }
  const { path } = await collectFailures(catalog, undefined, collecting)
  return refuseUnknown(context, catalog, { choices, options, faults, values, failedFile: path })
}

/** A file without names of products can only change products that exist. It is sent so unless an option contradicts. */
function updateOf(values: Input['values']): 'never' | 'if-clear' | 'yes' {
  const onExisting = values['on-existing']
  if (onExisting === undefined) return 'if-clear'
  return onExisting === 'update' ? 'yes' : 'never'
}
