import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type JsonFault, JsonLines, parseJsonBody } from '@purveyor/json-stream'
import { listOf, recordOf } from '../../lib/shape.ts'

/** One line of a file. The `number` of the first line is 1. `bytes` is undefined if the line is too long. */
export type Line = { number: number; bytes: Buffer | undefined }

/** The maximum size of a line. The service accepts no larger request body, so a longer row can't be sent. */
const maxLineBytes = 1024 * 1024
const space = 0x20
const byteOrderMark = Buffer.from('\uFEFF')

/** Yields the lines of a file that aren't blank. Reads the file as a stream, so its size isn't limited. */
export function readLines(file: string): AsyncGenerator<Line> {
  return splitLines(createReadStream(file), maxLineBytes)
}

/** Splits a stream of bytes into lines. Removes a byte order mark at the beginning and skips blank lines. */
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

/** The product in a line of the file. `categoryPath` contains trimmed names, from the root down. */
export type Row = {
  sku: string
  name: string
  description: string | null
  brand: string | null
  categoryPath: string[]
  price: number | string
}

/**
 * A line with its row, or with the reasons why the line is invalid. `mark` is a hash of the line's content.
 */
export type ReadRow = { line: number; mark: number } & ({ row: Row } | { reasons: string[] })

/**
 * Parses one line. The JSON syntax is checked as strictly as in a request body. Fields are only checked for
 * presence and type, because the service checks all limits.
 */
export function readRow({ number, bytes }: Line): ReadRow {
  if (!bytes) return { line: number, mark: 0, reasons: [`is longer than ${maxLineBytes} bytes`] }
  const source = { line: number, mark: hash('sha256', bytes, 'buffer').readUInt32BE() }
  const parsed = parseJsonBody(bytes)
  if (!parsed.ok) return { ...source, reasons: parsed.faults.map(reason) }
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ...source, reasons: ['is not a JSON object'] }
  }
  const faults = fieldFaults(recordOf(value))
  if (faults.length > 0) return { ...source, reasons: faults }
  return { ...source, row: toRow(value as Row) }
}

type FieldRule = { is: (value: unknown) => boolean; expected: string }

const text: FieldRule = { is: (value) => typeof value === 'string', expected: 'a string' }
const textOrNull: FieldRule = {
  is: (value) => value === null || typeof value === 'string',
  expected: 'a string or null'
}

const rules: Record<keyof Row, FieldRule> = {
  sku: text,
  name: text,
  description: textOrNull,
  brand: textOrNull,
  categoryPath: { is: isPath, expected: 'an array of names that are not blank' },
  price: {
    is: (value) => typeof value === 'number' || typeof value === 'string',
    expected: 'a number or a string such as "12.50"'
  }
}

function fieldFaults(record: Record<string, unknown>): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    if (!Object.hasOwn(record, name)) return [`/${name} is missing`]
    return rule.is(record[name]) ? [] : [`/${name} must be ${rule.expected}`]
  })
}

function isPath(value: unknown): boolean {
  return Array.isArray(value) && listOf(value).every((name) => typeof name === 'string' && name.trim() !== '')
}

function toRow({ sku, name, description, brand, categoryPath, price }: Row): Row {
  return { sku, name, description, brand, categoryPath: categoryPath.map((step) => step.trim()), price }
}

function reason({ pointer, code, message }: JsonFault): string {
  // The message would contain a line number, which is always 1 within a single line.
  if (code === 'INVALID_JSON') return 'is not valid JSON'
  return pointer ? `${pointer} ${message}` : message
}
