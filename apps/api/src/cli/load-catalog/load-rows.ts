import { access, constants, stat } from 'node:fs/promises'
import { countLines, readLines } from './lines.ts'
import { loadBatch } from './load-batch.ts'
import type { Loading } from './loading.ts'
import type { Options } from './options.ts'
import { type ReadRow, readRow } from './rows.ts'
import { Interrupted, Stop } from './stop.ts'
import { countFailure } from './tally.ts'

/** One page of the moderation queue holds a batch, and a crash leaves no more than that to be looked at again. */
const batchSize = 100

/** How many rows the file has, as far as they are wanted. Throws a Stop where it cannot be read. */
export async function countRows({ file, limit }: Options): Promise<number> {
  try {
    if (!(await stat(file)).isFile()) throw new Stop(`${file} is no file.`)
    await access(file, constants.R_OK)
    return await countLines(file, limit)
  } catch (error) {
    if (error instanceof Stop) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new Stop(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`)
  }
}

/** Loads the file's rows, a batch after the other. Throws a Stop or Interrupted where it does not come to the end. */
export async function loadRows(loading: Loading): Promise<void> {
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
