import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { listOf, recordOf } from '../../lib/shape.ts'
import { FatalError } from './errors.ts'
import { type Stage, stages } from './options.ts'
import { readLines } from './rows.ts'

/** A row in the journal: its line number and a hash of the line's content (`mark`). */
type RowMark = { line: number; mark: number }

export type Journal = {
  /** True if an earlier run did all of the `wanted` stages with the current content of the row. */
  isDone(row: RowMark, wanted: readonly Stage[]): boolean
  /** Records that the stages of a row are done. */
  done(row: RowMark, did: readonly Stage[]): void
  /** Records that a row failed. */
  failed(row: RowMark, reasons: string[]): void
  close(): void
}

const title = 'purveyor load-catalog'
const maxLine = 2 ** 27

/**
 * The progress of the rows, indexed by line number. An entry contains the mark of the row and, in its lowest
 * bits, one bit per stage, which is set if the stage is done. A million rows take 8 MB.
 */
type DoneRows = number[]
const radix = 2 ** stages.length

/**
 * Opens or creates the journal of a vendor's run. Each row is recorded when it is done, so that the next run
 * continues where this run ends. The next run also tries failed rows again. A journal belongs to one vendor
 * id. After a reset of the database, the vendor has another id, so a journal from before the reset is
 * refused. Throws a FatalError if the file can't be written or isn't a journal of this vendor.
 */
export async function openJournal(file: string, vendorId: string): Promise<Journal> {
  const known: DoneRows = []
  const descriptor = openFile(file)
  try {
    const isNew = !(await readJournal(file, vendorId, known))
    const write = (entry: object) => append(file, descriptor, `${JSON.stringify(entry)}\n`)
    if (isNew) write({ journal: title, vendor: vendorId })
    else endLine(file, descriptor)
    return {
      isDone({ line, mark }, wanted) {
        const bits = bitsOf(wanted)
        const row = known[line] ?? 0
        return Math.floor(row / radix) === mark && ((row % radix) & bits) === bits
      },
      done: ({ line, mark }, did) => write({ line, mark, did }),
      failed: ({ line, mark }, reasons) => write({ line, mark, failed: reasons }),
      close: () => closeSync(descriptor)
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function openFile(file: string): number {
  return writing(file, () => {
    mkdirSync(dirname(file), { recursive: true })
    return openSync(file, 'a+')
  })
}

function append(file: string, descriptor: number, text: string): void {
  writing(file, () => writeSync(descriptor, text))
}

/** Runs an operation that writes to the journal. Throws a FatalError if the operation fails. */
function writing<T>(file: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    const { message } = error as Error
    throw new FatalError(
      `The journal ${file} cannot be written (${message}). Set another file with --journal.`
    )
  }
}

/** Reads an existing journal into `known`. Returns false if the journal is still empty. */
async function readJournal(file: string, vendorId: string, known: DoneRows): Promise<boolean> {
  let isFirst = true
  for await (const { bytes } of readLines(file)) {
    const entry = readEntry(bytes)
    if (isFirst) checkTitle(file, vendorId, entry)
    isFirst = false
    const { line, mark, did } = entry
    if (typeof line !== 'number' || typeof mark !== 'number') continue
    if (!Number.isInteger(line) || line < 0 || line > maxLine) continue
    known[line] = mark * radix + bitsOf(listOf(did))
  }
  return !isFirst
}

function checkTitle(file: string, vendorId: string, { journal, vendor }: Record<string, unknown>): void {
  if (journal !== title)
    throw new FatalError(`${file} is not a journal of this command. Set another file with --journal.`)
  if (vendor === vendorId) return
  throw new FatalError(
    `The journal ${file} belongs to another vendor or database. Set another file with --journal.`
  )
}

/**
 * Parses a line of the journal. Returns an empty object, which has no effect, if a crash truncated the line.
 */
function readEntry(bytes: Buffer | undefined): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(bytes?.toString() ?? ''))
  } catch {
    return {}
  }
}

/**
 * Appends a line break if a crash left the last line incomplete. The next entry then starts on a new line.
 */
function endLine(file: string, descriptor: number): void {
  const last = Buffer.alloc(1)
  const { size } = fstatSync(descriptor)
  readSync(descriptor, last, 0, 1, size - 1)
  if (last.toString() !== '\n') append(file, descriptor, '\n')
}

function bitsOf(did: readonly unknown[]): number {
  return stages.reduce((bits, stage, index) => (did.includes(stage) ? bits | (1 << index) : bits), 0)
}
