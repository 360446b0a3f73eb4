import { rm } from 'node:fs/promises'
import type { BulkUpdateAnswer, Purveyor } from '@purveyor/client'
import { textOf } from '@purveyor/client/catalog-file/file-rows'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { count, plural } from '../output/numbers.ts'
import { type Chunk, type Journal, journalPath, openJournal } from '../row-files/journal.ts'
import { fileOptions, type RowFile } from '../row-files/row-file.ts'
import { chunksOf, keyHasExpired, type RowFault, sendChunks } from '../row-files/send-chunks.ts'
import { unfinished } from '../row-files/unfinished.ts'
import { localTime } from '../time.ts'
import { type CheckedFile, sendableItems } from './check-file.ts'
import type { StockCommand } from './fields.ts'
import { columnOfField, type StockItem } from './read-item.ts'
import { alreadyApplied, interruptedTooLong } from './refusals.ts'

/** The number of rows in a request. */
export const chunkRows = 2000
/** For this time, a file of changes that was applied isn't applied again without `--again`. */
const remembersMs = 24 * 3_600_000

export type StockRun = {
  command: StockCommand
  context: Context
  client: Purveyor
  file: RowFile
  columns: ReadonlyMap<string, string>
  checked: CheckedFile
  values: Input['values']
}
/** The result of a request, or of all requests of a file. */
export type StockResult = { updated: number; unchanged: number; faults: RowFault[] }
type StockJournal = Journal<StockItem[], StockResult>

/** Returns what would happen to the rows, without changing anything. */
export async function tryStock(run: StockRun): Promise<StockResult> {
  const { context, client, file, columns, checked } = run
  const total = emptyResult()
  const progress = context.out.progress('Checking', sendableRows(checked))
  try {
    const items = sendableItems(file, columns, checked)
    for await (const chunk of chunksOf(items, { units: 0, index: 0, size: chunkRows })) {
      const answer = await client.products.bulkUpdate(bodyOf(chunk, true), { signal: context.signal })
      add(total, resultOf(answer, chunk, columns))
      progress.update(total.updated + total.unchanged + total.faults.length)
    }
  } finally {
    progress.stop()
  }
  return total
}

/**
 * Applies the rows of the file. What was sent is recorded in a journal, so that the same command continues
 * after an interruption and applies no row twice.
 */
export async function applyStock(run: StockRun, again: boolean): Promise<StockResult> {
  const { context, client, columns, checked } = run
  const { signal, out } = context
  const journal = await openStockJournal(run, again)
  const total = emptyResult()
  for (const result of journal.results) add(total, result)
  if (journal.begunChunks > 0) out.note(continuing(journal, checked))
  const progress = out.progress('Updating the stock', sendableRows(checked))
  const done = () => total.updated + total.unchanged + new Set(total.faults.map(({ row }) => row)).size
  try {
    progress.update(done())
    await sendChunks({
      journal,
      signal,
      chunksAfter: (units, index) =>
        chunksOf(sendableItems(run.file, columns, checked), { units, index, size: chunkRows }),
      async send(chunk, idempotencyKey) {
        const answer = await client.products.bulkUpdate(bodyOf(chunk, false), { idempotencyKey, signal })
        return resultOf(answer, chunk, columns)
      },
      onResult(result) {
        add(total, result)
        progress.update(done())
      }
    })
  } catch (error) {
    progress.stop()
    const state = `${count(done())} of ${plural(sendableRows(checked), 'row')} have a result.`
    const command = commandLine(['stock', run.command, run.file.path], run.values, Object.keys(fileOptions))
    throw await unfinished(context, error, { state, command, journal, hasResults: done() > 0 })
  } finally {
    progress.stop()
  }
  return total
}

/**
 * Opens the journal of the file. A finished journal, and one that is no longer needed to avoid a second
 * application, is replaced. Throws a `CommandError` if rows could be applied twice.
 */
async function openStockJournal({ command, context, client, file, columns }: StockRun, again: boolean) {
  const { url } = await context.connection()
  const { vendor } = await client.auth.me({ signal: context.signal })
  const parts = [url, vendor?.id ?? '', file.hash, ...[...columns].flat()]
  const path = journalPath(context.stateFolder, `stock-${command}`, parts)
  const journal: StockJournal = await openJournal(path)
  const { finishedAt, pending } = journal
  if (command === 'change' && !again && finishedAt && Date.now() - finishedAt.getTime() < remembersMs)
    throw alreadyApplied(file.name, finishedAt)
  const isExpired = !finishedAt && pending !== undefined && keyHasExpired(pending.begunAt)
  if (command === 'change' && isExpired) throw interruptedTooLong(file.name, journal)
  if (!finishedAt && !isExpired) return journal
  await rm(path)
  return openJournal<StockItem[], StockResult>(path)
}

function bodyOf({ body }: Chunk<StockItem[]>, isDryRun: boolean) {
  return { items: body, error_policy: 'reject_failed_items' as const, dry_run: isDryRun }
}

/** Returns the result of a request, with the failed items as rows of the file. */
function resultOf(
  { updated, unchanged, results }: BulkUpdateAnswer,
  { rows, body }: Chunk<StockItem[]>,
  columns: ReadonlyMap<string, string>
): StockResult {
  const faults = results.flatMap(({ index, errors }) =>
    errors.map(({ code, field, message }) => {
      const item: Record<string, unknown> = body[index] ?? {}
      const column = columnOfField(field, columns) ?? columnOfField('code', columns)
      return { row: rows[index]?.[0] ?? 0, column, value: textOf(item[field ?? 'code']), code, message }
    })
  )
  return { updated, unchanged, faults }
}

function emptyResult(): StockResult {
  return { updated: 0, unchanged: 0, faults: [] }
}

function add(total: StockResult, { updated, unchanged, faults }: StockResult): void {
  total.updated += updated
  total.unchanged += unchanged
  for (const fault of faults) total.faults.push(fault)
}

function sendableRows({ rows, faultyRows }: CheckedFile): number {
  return rows - faultyRows.size
}

function continuing({ begunUnits, pending, startedAt }: StockJournal, checked: CheckedFile): string {
  const sent = count(begunUnits - (pending?.units ?? 0))
  const rows = `${sent} of ${count(sendableRows(checked))} rows are already applied`
  return `Continuing the run that began at ${localTime(startedAt)}: ${rows}.`
}
