import { hash } from 'node:crypto'
import { access, constants, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Writable } from 'node:stream'
import { openJournal } from './journal.ts'
import { type Loading, loadBatch } from './load-batch.ts'
import type { Options } from './options.ts'
import { countFailure, newTally, type Progress, reportText, showProgress } from './report.ts'
import { openApprovals, openCategories } from './resources.ts'
import { type ReadRow, readLines, readRow } from './rows.ts'
import { connectService } from './service.ts'
import { signIn } from './session.ts'
import { Interrupted, Stop } from './stop.ts'
import { readCommission } from './verification.ts'

/** Where a run takes place. */
type Surroundings = {
  /** Aborted when the person asks to stop. */
  signal: AbortSignal
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
  /** Where journals are kept that were given no name. */
  journalFolder: string
  /** What is typed to run it again. */
  command: string
}

/**
 * Loads the file into the service and reports. Answers the exit code: 0; 1 when a row failed or the service gave
 * up; 130 when it was interrupted. Throws a Stop where it cannot begin.
 */
export async function loadCatalog(options: Options, around: Surroundings): Promise<number> {
  const { signal, stdout, stderr } = around
  const total = await countRows(options)
  let progress: Progress | undefined
  const tell = (note: string) => (progress ? progress.note(note) : void stderr.write(`${note}\n`))
  const send = connectService({ url: options.url, signal, tell })
  const vendor = await signIn(send, options.vendor, { realm: 'vendor' })
  const operator = await signIn(send, options.operator, { realm: 'platform' })
  const vendorId = String(vendor.vendorId)
  const categories = await openCategories(operator)
  const commissionPercent = options.stages.includes('verify') ? await readCommission(operator, vendorId) : '0'
  const file = options.journal ?? join(around.journalFolder, journalName(options.file, vendorId))
  const journal = await openJournal(file, vendorId)
  const approvals = openApprovals(operator, vendorId)
  const tally = newTally()
  stdout.write(`Loading ${options.file} into ${options.url}\n`)
  progress = showProgress(stderr, total)
  signal.addEventListener('abort', () => tell('finishing the calls under way'), { once: true })
  const start = performance.now()
  const account = { send, vendor, categories, approvals, commissionPercent }
  const ending = await endingOf(loadRows({ options, signal, ...account, journal, progress, tally })).finally(
    () => {
      progress.end()
      journal.close()
    }
  )
  const ms = performance.now() - start
  stdout.write(
    `${reportText({ tally, stages: options.stages, categories: categories.made(), ms, journal: file })}\n`
  )
  if (ending) stderr.write(`\n${ending.message}\nTo go on where it stopped:\n\n  ${around.command}\n`)
  if (ending instanceof Interrupted) return 130
  return ending || tally.failed > 0 ? 1 : 0
}

function journalName(file: string, vendorId: string): string {
  return `${basename(file)}-${hash('sha256', `${file}\n${vendorId}`).slice(0, 12)}.ndjson`
}

async function endingOf(run: Promise<void>): Promise<Stop | Interrupted | undefined> {
  try {
    await run
    return undefined
  } catch (error) {
    if (error instanceof Stop || error instanceof Interrupted) return error
    throw error
  }
}

/** One page of the moderation queue holds a batch, and a crash leaves no more than that to be looked at again. */
const batchSize = 100

/** How many rows the file has, as far as they are wanted. Throws a Stop where it cannot be read. */
async function countRows({ file, limit }: Options): Promise<number> {
  try {
    if (!(await stat(file)).isFile()) throw new Stop(`${file} is no file.`)
    await access(file, constants.R_OK)
    let count = 0
    for await (const _ of readLines(file)) if (++count >= limit) break
    return count
  } catch (error) {
    if (error instanceof Stop) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new Stop(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`)
  }
}

/** Loads the file's rows, a batch after the other. Throws a Stop or Interrupted where it does not come to the end. */
async function loadRows(loading: Loading): Promise<void> {
  for await (const batch of batches(loading)) {
    if (loading.signal.aborted) throw new Interrupted()
    const rows = batch.flatMap((read) => (isOver(read, loading) || 'reasons' in read ? [] : [read]))
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

/** Counts a line with which there is nothing to do: an earlier run did it, or it holds no row. */
function isOver(read: ReadRow, { journal, options, progress, tally }: Loading): boolean {
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
