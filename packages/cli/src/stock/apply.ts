import { rm } from 'node:fs/promises'
import type { Purveyor } from '@purveyor/client'
import { textOf } from '@purveyor/client/catalog-file/file-rows'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import {
  applyUpdates,
  tryUpdates,
  type UpdateJournal,
  type UpdateResult,
  type UpdateRun
} from '../row-files/apply-updates.ts'
import { journalPath, openJournal } from '../row-files/journal.ts'
import { fileOptions, type RowFile } from '../row-files/row-file.ts'
import { keyHasExpired } from '../row-files/send-chunks.ts'
import { type CheckedFile, sendableItems } from './check-file.ts'
import type { StockCommand } from './fields.ts'
import { columnOfField, type StockItem } from './read-item.ts'
import { alreadyApplied, interruptedTooLong } from './refusals.ts'

export { chunkRows } from '../row-files/apply-updates.ts'

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

/** Returns what would happen to the rows, without changing anything. */
export function tryStock(run: StockRun): Promise<UpdateResult> {
  return tryUpdates(updatesOf(run))
}

/**
 * Applies the rows of the file. What was sent is recorded in a journal, so that the same command continues
 * after an interruption and applies no row twice.
 */
export async function applyStock(run: StockRun, again: boolean): Promise<UpdateResult> {
  const journal = await openStockJournal(run, again)
  const command = commandLine(['stock', run.command, run.file.path], run.values, Object.keys(fileOptions))
  return applyUpdates(updatesOf(run), { journal, command })
}

function updatesOf({ context, client, file, columns, checked }: StockRun): UpdateRun<StockItem> {
  return {
    ...{ context, client, title: 'Updating the stock' },
    total: checked.rows - checked.faultyRows.size,
    items: () => sendableItems(file, columns, checked),
    faultOf({ code, field, message }, item, row) {
      const column = columnOfField(field, columns) ?? columnOfField('code', columns)
      const value = textOf((item as Record<string, unknown>)[field ?? 'code'])
      return { row, column, value, code, message }
    }
  }
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
  const journal: UpdateJournal<StockItem> = await openJournal(path)
  const { finishedAt, pending } = journal
  if (command === 'change' && !again && finishedAt && Date.now() - finishedAt.getTime() < remembersMs)
    throw alreadyApplied(file.name, finishedAt)
  const isExpired = !finishedAt && pending !== undefined && keyHasExpired(pending.begunAt)
  if (command === 'change' && isExpired) throw interruptedTooLong(file.name, journal)
  if (!finishedAt && !isExpired) return journal
  await rm(path)
  return openJournal<StockItem[], UpdateResult>(path)
}
