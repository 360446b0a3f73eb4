import type { BulkUpdateAnswer, BulkUpdateItem, Purveyor } from '@purveyor/client'
import { maxWarnings } from '../catalog-file/show-warnings.ts'
import type { Context } from '../command.ts'
import { count, plural } from '../output/numbers.ts'
import { localTime } from '../time.ts'
import type { Chunk, Journal } from './journal.ts'
import { chunksOf, type RowFault, sendChunks } from './send-chunks.ts'
import { unfinished } from './unfinished.ts'

/** The number of rows in a request. */
export const chunkRows = 2000

/** An error of an item, as the service returns it. */
export type ItemError = BulkUpdateAnswer['results'][number]['errors'][number]

/** A file whose rows are sent as the items of bulk updates. */
export type UpdateRun<Item> = {
  context: Context
  client: Purveyor
  /** What is shown beside the progress bar. */
  title: string
  /** The number of items. */
  total: number
  /** Reads the items from the file, each time that it is called. */
  items(): AsyncIterable<{ item: Item; rows: number[] }>
  /** Returns an error of an item as that of its row. */
  faultOf(error: ItemError, item: Item, row: number): RowFault
}
/** The result of a request, or of all requests of a file. */
export type UpdateResult = {
  updated: number
  unchanged: number
  faults: RowFault[]
  /** The first warnings about values that were accepted, but may be wrong. */
  warnings: RowFault[]
}
export type UpdateJournal<Item> = Journal<Item[], UpdateResult>

type OnAnswer<Item> = (answer: BulkUpdateAnswer, chunk: Chunk<Item[]>) => void | Promise<void>

/** Returns what would happen to the items, without changing anything. `onAnswer` is called with each response. */
export async function tryUpdates<Item>(
  run: UpdateRun<Item>,
  onAnswer?: OnAnswer<Item>
): Promise<UpdateResult> {
  const { context, client } = run
  const total = emptyResult()
  const progress = context.out.progress('Checking', run.total)
  try {
    for await (const chunk of chunksOf(run.items(), { units: 0, index: 0, size: chunkRows })) {
      const answer = await client.products.bulkUpdate(bodyOf(chunk, true), { signal: context.signal })
      add(total, resultOf(run, answer, chunk))
      await onAnswer?.(answer, chunk)
      progress.update(total.updated + total.unchanged + total.faults.length)
    }
  } finally {
    progress.stop()
  }
  return total
}

/**
 * Applies the items. What was sent is recorded in a journal, so that the same command, `command`, continues after an
 * interruption and applies no item twice.
 */
export async function applyUpdates<Item>(
  run: UpdateRun<Item>,
  { journal, command }: { journal: UpdateJournal<Item>; command: string }
): Promise<UpdateResult> {
  const { context, client } = run
  const { signal, out } = context
  const total = emptyResult()
  for (const result of journal.results) add(total, result)
  if (journal.begunChunks > 0) out.note(continuing(journal, run.total))
  const progress = out.progress(run.title, run.total)
  const done = () => total.updated + total.unchanged + new Set(total.faults.map(({ row }) => row)).size
  try {
    progress.update(done())
    await sendChunks({
      journal,
      signal,
      chunksAfter: (units, index) => chunksOf(run.items(), { units, index, size: chunkRows }),
      async send(chunk, idempotencyKey) {
        const answer = await client.products.bulkUpdate(bodyOf(chunk, false), { idempotencyKey, signal })
        return resultOf(run, answer, chunk)
      },
      onResult(result) {
        add(total, result)
        progress.update(done())
      }
    })
  } catch (error) {
    progress.stop()
    const state = `${count(done())} of ${plural(run.total, 'row')} have a result.`
    throw await unfinished(context, error, { state, command, journal, hasResults: done() > 0 })
  } finally {
    progress.stop()
  }
  return total
}

function bodyOf<Item>({ body }: Chunk<Item[]>, isDryRun: boolean) {
  const items = body as BulkUpdateItem[]
  return { items, error_policy: 'reject_failed_items' as const, dry_run: isDryRun }
}

/** Returns the result of a request, with the failed items as rows of the file. */
function resultOf<Item>(
  { faultOf }: UpdateRun<Item>,
  { updated, unchanged, results, warnings = [] }: BulkUpdateAnswer,
  { rows, body }: Chunk<Item[]>
): UpdateResult {
  const atRows = (index: number, errors: readonly ItemError[]) => {
    const item = body[index]
    return item === undefined ? [] : errors.map((error) => faultOf(error, item, rows[index]?.[0] ?? 0))
  }
  return {
    ...{ updated, unchanged },
    faults: results.flatMap(({ index, errors }) => atRows(index, errors)),
    warnings: warnings.flatMap(({ index, ...warning }) => atRows(index, [warning]))
  }
}

function emptyResult(): UpdateResult {
  return { updated: 0, unchanged: 0, faults: [], warnings: [] }
}

/** Journals of earlier versions have no warnings. */
type StoredResult = Omit<UpdateResult, 'warnings'> & Partial<UpdateResult>

function add(total: UpdateResult, { updated, unchanged, faults, warnings = [] }: StoredResult): void {
  total.updated += updated
  total.unchanged += unchanged
  for (const fault of faults) total.faults.push(fault)
  total.warnings.push(...warnings.slice(0, maxWarnings - total.warnings.length))
}

function continuing<Item>({ begunUnits, pending, startedAt }: UpdateJournal<Item>, total: number): string {
  const sent = count(begunUnits - (pending?.units ?? 0))
  const rows = `${sent} of ${count(total)} rows are already applied`
  return `Continuing the run that began at ${localTime(startedAt)}: ${rows}.`
}
