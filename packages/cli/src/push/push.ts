import { dirname, resolve } from 'node:path'
import { type ImportJob, type Job, NotFound, type Purveyor } from '@purveyor/client'
import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import { refuseReplacing, writeMap } from '../catalog-file/map-file.ts'
import { type Catalog, mapColumns } from '../catalog-file/open-catalog.ts'
import type { Context, Input } from '../command.ts'
import { ask, canAsk } from '../confirm.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { count, plural } from '../output/numbers.ts'
import { keyHasExpired } from '../row-files/send-chunks.ts'
import { localTime } from '../time.ts'
import { askDoubt } from './ask.ts'
import { CategoryChoices } from './category-choices.ts'
import { type Checked, checkRows } from './check.ts'
import { openChoices, refuseUnknown } from './choose-categories.ts'
import { type Journal, type JournalEntry, openJournal } from './journal.ts'
import type { PushOptions } from './options.ts'
import { type Finished, report } from './report.ts'
import { sendRows } from './send.ts'
import { showFaults } from './show-faults.ts'
import { noteStock, showMapping } from './show-mapping.ts'

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
  const { url, vendor, client } = await connect(context)
  const mapping = await mapColumns(context, file, values, (doubt) =>
    canAsk(context) && !options.yes ? askDoubt(context, doubt, file) : Promise.resolve(false)
  )
  const catalog = { file, mapping }
  showMapping(context.out, catalog)
  if (options.onExisting === 'update') noteStock(context.out, catalog)
  if (options.saveMap) {
    const map = typeof values.map === 'string' ? resolve(context.cwd, values.map) : undefined
    await refuseReplacing(options.saveMap, mapping, map)
    await writeMap(options.saveMap, mapping, [])
  }
  const { dryRun, onExisting } = options
  const journal = openJournal(context.stateFolder, {
    contentHash: file.contentHash,
    options: {
      columns: mapping.columns,
      map: mapping.map,
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

async function connect(context: Context) {
  const [{ url }, client] = await Promise.all([context.connection(), context.client()])
  const { vendor } = await client.auth.me({ signal: context.signal })
  if (vendor) return { url, vendor, client }
  throw new CommandError('Only members of a vendor can push a catalog.', exitCodes.access, {
    code: 'NO_VENDOR',
    hint: 'Sign in with an account of a vendor: `purveyor login`.'
  })
}

async function run(push: Push): Promise<ExitCode> {
  const earlier = await findEarlier(push)
  const choices = earlier
    ? new CategoryChoices(() => ({ ok: true, ids: [] }), earlier.categories)
    : await openChoices(push.context, push.client, push.catalog)
  const checked = await checkRows(push.catalog, { ...push.context, choices })
  if (checked.rows === 0) throw nothingToSend(push.catalog.file)
  showChecked(push, checked, choices.unknown.size > 0)
  await refuseUnknown(push.context, push.catalog, { ...push, choices, faults: checked.faults })
  if (checked.sendable === 0) return finish(push, { checked, job: undefined, state: undefined })
  if (!earlier && !(await isConfirmed(push, checked))) {
    push.context.out.note('Nothing was sent.')
    return exitCodes.interrupted
  }
  const job = await findOrSend(push, { earlier, choices, checked })
  const state = await watchJob(push.context, job, 'Run the same command again to wait for the result.')
  const code = await finish(push, { checked, job, state })
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
  const job = earlier.phase === 'queued' ? await findJob(context, client, earlier.jobId) : undefined
  if (earlier.phase === 'queued' ? !job : keyHasExpired(new Date(earlier.startedAt))) return false
  if (options.dryRun) return age < resultLifeMs
  if (options.onExisting !== 'update') return true
  return (await journal.isLatest()) && (age < resultLifeMs || isRunning(job))
}

function isRunning(job: ImportJob | undefined): boolean {
  return job !== undefined && job.finished_at === null
}

async function findJob({ signal }: Context, client: Purveyor, id: string): Promise<ImportJob | undefined> {
  try {
    return await client.importJobs.get(id, {}, { signal })
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
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
  const sending = { ...push, choices, earlier, rows: checked.sendable }
  return sendRows(sending)
}

function finish(push: Push, done: { checked: Checked; job: Job | undefined; state: ImportJob | undefined }) {
  const { context, catalog, client, options, values } = push
  const folders = catalog.file.isCopy ? [context.cwd] : [dirname(catalog.file.path), context.cwd]
  const finished: Finished = { ...done, client, catalog, options, values, folders }
  return report(context, finished)
}
