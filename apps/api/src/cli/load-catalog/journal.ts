import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { recordOf } from '../../lib/shape.ts'
import { readLines } from './lines.ts'
import { type Stage, stages } from './stages.ts'
import { Stop } from './stop.ts'

/** A row as the journal knows it. */
export type RowMark = { line: number; mark: number }

export type Journal = {
  /** Whether all of these were done with the row, as it stands now, in an earlier run. */
  isDone(row: RowMark, wanted: readonly Stage[]): boolean
  done(row: RowMark, did: readonly Stage[]): void
  failed(row: RowMark, reasons: string[]): void
  close(): void
}

const title = 'purveyor load-catalog'
const highestLine = 2 ** 27

/**
 * Opens the journal of a vendor's loading, or begins it. Each row is written as it is done, so that a run which
 * ends anywhere is gone on with; one that failed is tried again. The vendor's id is of one database only: after a
 * reset nothing counts as done. Throws a Stop where the file cannot be written or is something else.
 */
export async function openJournal(file: string, vendorId: string): Promise<Journal> {
  const known = new DoneRows()
  const descriptor = openFile(file)
  try {
    const isNew = !(await readJournal(file, vendorId, known))
    const write = (entry: object) => append(file, descriptor, `${JSON.stringify(entry)}\n`)
    if (isNew) write({ journal: title, vendor: vendorId })
    else endLine(file, descriptor)
    return {
      isDone: (row, wanted) => known.has(row, bitsOf(wanted)),
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
  try {
    mkdirSync(dirname(file), { recursive: true })
    return openSync(file, 'a+')
  } catch (error) {
    throw unwritable(file, error)
  }
}

function append(file: string, descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text)
  } catch (error) {
    throw unwritable(file, error)
  }
}

function unwritable(file: string, error: unknown): Stop {
  return new Stop(
    `The journal ${file} cannot be written (${(error as Error).message}); name another by --journal.`
  )
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
    known.set({ line, mark }, bitsOf(Array.isArray(did) ? did : []))
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

/** What was done with each line, at five bytes a line. */
class DoneRows {
  private marks = new Uint32Array(1024)
  private bits = new Uint8Array(1024)

  set({ line, mark }: RowMark, bits: number): void {
    if (!Number.isInteger(line) || line < 0 || line > highestLine) return
    if (line >= this.bits.length) this.grow(line)
    this.marks[line] = mark
    this.bits[line] = bits
  }

  has({ line, mark }: RowMark, wanted: number): boolean {
    return this.marks[line] === mark && ((this.bits[line] ?? 0) & wanted) === wanted
  }

  private grow(line: number): void {
    const length = 2 ** Math.ceil(Math.log2(line + 1))
    const [marks, bits] = [this.marks, this.bits]
    this.marks = new Uint32Array(length)
    this.marks.set(marks)
    this.bits = new Uint8Array(length)
    this.bits.set(bits)
  }
}
