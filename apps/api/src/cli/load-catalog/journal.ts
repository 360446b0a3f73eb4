import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { listOf, recordOf } from '../../lib/shape.ts'
import { type Stage, stages } from './options.ts'
import { readLines } from './rows.ts'
import { Stop } from './stop.ts'

/** A row as the journal knows it. */
type RowMark = { line: number; mark: number }

export type Journal = {
  /** Whether all of these were done with the row, as it stands now, in an earlier run. */
  isDone(row: RowMark, wanted: readonly Stage[]): boolean
  done(row: RowMark, did: readonly Stage[]): void
  failed(row: RowMark, reasons: string[]): void
  close(): void
}

const title = 'purveyor load-catalog'
const maxLine = 2 ** 27

/** By line, its mark and then a bit for each stage that it went through: one number, so that a million cost 8 MB. */
type DoneRows = number[]
const radix = 2 ** stages.length

/**
 * Opens the journal of a vendor's loading, or begins it. Each row is written as it is done, so that a run which
 * ends anywhere is gone on with; one that failed is tried again. The vendor's id is of one database only: after a
 * reset nothing counts as done. Throws a Stop where the file cannot be written or is something else.
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

function writing<T>(file: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    const { message } = error as Error
    throw new Stop(`The journal ${file} cannot be written (${message}); name another by --journal.`)
  }
}

/** Notes what an existing journal holds; false where it is new. */
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
  if (journal !== title) throw new Stop(`${file} is no journal of this command; name another by --journal.`)
  if (vendor === vendorId) return
  throw new Stop(`The journal ${file} is about another vendor or database; name another by --journal.`)
}

/** A line that a crash cut short counts for nothing. */
function readEntry(bytes: Buffer | undefined): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(bytes?.toString() ?? ''))
  } catch {
    return {}
  }
}

/** Ends a last line that a crash cut short, so that the next entry has one of its own. */
function endLine(file: string, descriptor: number): void {
  const last = Buffer.alloc(1)
  const { size } = fstatSync(descriptor)
  readSync(descriptor, last, 0, 1, size - 1)
  if (last.toString() !== '\n') append(file, descriptor, '\n')
}

function bitsOf(did: readonly unknown[]): number {
  return stages.reduce((bits, stage, index) => (did.includes(stage) ? bits | (1 << index) : bits), 0)
}
