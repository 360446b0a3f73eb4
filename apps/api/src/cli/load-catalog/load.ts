import { hash } from 'node:crypto'
import { access, constants, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Writable } from 'node:stream'
import { FatalError, Interrupted } from './errors.ts'
import { openJournal } from './journal.ts'
import { type Loading, loadBatch } from './load-batch.ts'
import type { Options } from './options.ts'
import { countFailure, newTally, type Progress, reportText, showProgress } from './report.ts'
import { openApprovals, openCategories } from './resources.ts'
import { type ReadRow, readLines, readRow } from './rows.ts'
import { connectService } from './service.ts'
import { signIn } from './session.ts'
import { readCommission } from './verification.ts'

/** What the caller provides to a run. */
type Environment = {
  /** Aborts when the user interrupts the run. */
  signal: AbortSignal
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
  /** The folder for journals. It isn't used if the option `--journal` is set. */
  journalFolder: string
  /** The command line that starts the same run again. It is printed if the run stops early. */
  command: string
}

/**
 * Loads the file into the service and prints a report. Returns the exit code: 0, or 1 if a row or the whole
 * run failed, or 130 if the run was interrupted. Throws a FatalError if the run can't start.
 */
export async function loadCatalog(options: Options, environment: Environment): Promise<number> {
  const { signal, stdout, stderr } = environment
  const total = await countRows(options)
  let progress: Progress | undefined
  const notify = (note: string) => (progress ? progress.note(note) : void stderr.write(`${note}\n`))
  const send = connectService({ url: options.url, signal, notify })
  const vendor = await signIn(send, options.vendor, { realm: 'vendor' })
  const operator = await signIn(send, options.operator, { realm: 'platform' })
  const vendorId = String(vendor.vendorId)
  const categories = await openCategories(operator)
  const commissionPercent = options.stages.includes('verify') ? await readCommission(operator, vendorId) : '0'
  const file = options.journal ?? join(environment.journalFolder, journalName(options.file, vendorId))
  const journal = await openJournal(file, vendorId)
  const approvals = openApprovals(operator, vendorId)
  const tally = newTally()
  stdout.write(`Loading ${options.file} into ${options.url}\n`)
  progress = showProgress(stderr, total)
  signal.addEventListener('abort', () => notify('finishing the running requests'), { once: true })
  const start = performance.now()
  const service = { send, vendor, categories, approvals, commissionPercent }
  const error = await errorOf(loadRows({ options, signal, ...service, journal, progress, tally })).finally(
    () => {
      progress.end()
      journal.close()
    }
  )
  const ms = performance.now() - start
  stdout.write(
    `${reportText({ tally, stages: options.stages, categories: categories.created(), ms, journal: file })}\n`
  )
  if (error)
    stderr.write(`\n${error.message}\nTo continue where it stopped, run:\n\n  ${environment.command}\n`)
  if (error instanceof Interrupted) return 130
  return error || tally.failed > 0 ? 1 : 0
}

function journalName(file: string, vendorId: string): string {
  return `${basename(file)}-${hash('sha256', `${file}\n${vendorId}`).slice(0, 12)}.ndjson`
}

/** Returns the error that ended the run, or undefined if it completed. Rethrows unexpected errors. */
async function errorOf(run: Promise<void>): Promise<FatalError | Interrupted | undefined> {
  try {
    await run
    return undefined
  } catch (error) {
    if (error instanceof FatalError || error instanceof Interrupted) return error
    throw error
  }
}

/** The number of rows in a batch. A batch fits on one page of the moderation queue. */
const batchSize = 100

/**
 * Counts the rows of the file, at most as many as the option `--limit` allows. Throws a FatalError if the
 * file can't be read.
 */
async function countRows({ file, limit }: Options): Promise<number> {
  try {
    if (!(await stat(file)).isFile()) throw new FatalError(`${file} is not a file.`)
    await access(file, constants.R_OK)
    let count = 0
    for await (const _ of readLines(file)) if (++count >= limit) break
    return count
  } catch (error) {
    if (error instanceof FatalError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new FatalError(
      code === 'ENOENT' ? `The file ${file} does not exist.` : `The file ${file} cannot be read: ${message}.`
    )
  }
}

/**
 * Loads the file in batches. Throws a FatalError or Interrupted if the run stops before the end of the file.
 */
async function loadRows(loading: Loading): Promise<void> {
  for await (const batch of batches(loading)) {
    if (loading.signal.aborted) throw new Interrupted()
    const rows = batch.flatMap((read) => (countIfSkipped(read, loading) || 'reasons' in read ? [] : [read]))
    await loadBatch(loading, rows)
  }
}

async function* batches({ options: { file, limit } }: Loading): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = []
  let count = 0
  for await (const line of readLines(file)) {
    batch.push(readRow(line))
    count++
    if (batch.length === batchSize || count === limit) {
      yield batch
      batch = []
    }
    if (count === limit) return
  }
  if (batch.length > 0) yield batch
}

/**
 * Returns true if a line must be skipped because it isn't a valid row or because an earlier run loaded it.
 * Counts such a line in the tally.
 */
function countIfSkipped(read: ReadRow, { journal, options, progress, tally }: Loading): boolean {
  if ('reasons' in read) {
    countFailure(tally, { line: read.line, sku: undefined, reasons: read.reasons })
    journal.failed(read, read.reasons)
  } else if (journal.isDone(read, options.stages)) {
    tally.doneBefore++
  } else {
    return false
  }
  progress.advance(1)
  return true
}
