import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type JsonFault, JsonLines, parseJsonBody } from '@purveyor/json-stream'
import { listOf, recordOf } from '../../lib/shape.ts'

/** One line of a file, counted from 1; `bytes` is undefined where it is longer than what is read. */
export type Line = { number: number; bytes: Buffer | undefined }

/** No request may be larger, so no row that is longer could be sent. */
const maxLineBytes = 1024 * 1024
const space = 0x20
const byteOrderMark = Buffer.from('\uFEFF')

/** The lines of a file that hold anything but blanks, one at a time, however large the file is. */
export function readLines(file: string): AsyncGenerator<Line> {
  return splitLines(createReadStream(file), maxLineBytes)
}

/** Splits bytes into lines wherever the pieces end; a byte order mark before the first is left aside. */
export async function* splitLines(pieces: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  const lines = new JsonLines(maxBytes)
  async function* all() {
    for await (const piece of pieces) yield* lines.push(piece)
    yield* lines.end()
  }
  for await (const { number, bytes, isTooLong } of all()) {
    const isMarked = number === 1 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    const content = isMarked ? bytes.subarray(byteOrderMark.length) : bytes
    if (isTooLong) yield { number, bytes: undefined }
    else if (content.some((byte) => byte > space)) yield { number, bytes: content }
  }
}

/** A product as a line of the file gives it. Names of categories, from the root down, are trimmed. */
export type Row = {
  sku: string
  name: string
  description: string | null
  brand: string | null
  categoryPath: string[]
  price: number | string
}

/** A line with its row, or with all that is wrong with it. `mark` tells a line from what it was before an edit. */
export type ReadRow = { line: number; mark: number } & ({ row: Row } | { reasons: string[] })

/**
 * Reads one line as strictly as the service reads a body. Only what keeps it from being sent is a fault here: JSON,
 * missing fields and types; bounds are for the service to judge.
 */
export function readRow({ number, bytes }: Line): ReadRow {
  if (!bytes) return { line: number, mark: 0, reasons: [`is longer than ${maxLineBytes} bytes`] }
  const place = { line: number, mark: hash('sha256', bytes, 'buffer').readUInt32BE() }
  const parsed = parseJsonBody(bytes)
  if (!parsed.ok) return { ...place, reasons: parsed.faults.map(reason) }
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ...place, reasons: ['is not a JSON object'] }
  }
  const faults = fieldFaults(recordOf(value))
  if (faults.length > 0) return { ...place, reasons: faults }
  return { ...place, row: toRow(value as Row) }
}

type FieldRule = { is: (value: unknown) => boolean; what: string }

const text: FieldRule = { is: (value) => typeof value === 'string', what: 'text' }
const textOrNull: FieldRule = {
  is: (value) => value === null || typeof value === 'string',
  what: 'text or null'
}

const rules: Record<keyof Row, FieldRule> = {
  sku: text,
  name: text,
  description: textOrNull,
  brand: textOrNull,
  categoryPath: { is: isPath, what: 'an array of names, none of them blank' },
  price: {
    is: (value) => typeof value === 'number' || typeof value === 'string',
    what: 'a number or decimal text'
  }
}

function fieldFaults(record: Record<string, unknown>): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    if (!Object.hasOwn(record, name)) return [`/${name} is missing`]
    return rule.is(record[name]) ? [] : [`/${name} must be ${rule.what}`]
  })
}

function isPath(value: unknown): boolean {
  return Array.isArray(value) && listOf(value).every((name) => typeof name === 'string' && name.trim() !== '')
}

function toRow({ sku, name, description, brand, categoryPath, price }: Row): Row {
  return { sku, name, description, brand, categoryPath: categoryPath.map((step) => step.trim()), price }
}

function reason({ pointer, code, message }: JsonFault): string {
  // The message tells a place in the text, whose only line is this one.
  if (code === 'INVALID_JSON') return 'is not valid JSON'
  return pointer ? `${pointer} ${message}` : message
}
