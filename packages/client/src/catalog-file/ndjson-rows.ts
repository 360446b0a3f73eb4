import { DecodingError } from './decoding-error.ts'

/** A line of an NDJSON file: its value if it is a JSON object, or the reason why it isn't. */
export type NdjsonRow = { number: number; line: string } & (
  | { record: Record<string, unknown> }
  | { reason: string }
)

const maxLineLength = 1024 * 1024

/** Yields the lines that aren't blank. Lines are numbered from 1, blank lines included. */
export async function* readNdjson(texts: AsyncIterable<string>): AsyncGenerator<NdjsonRow> {
  let last = 0
  try {
    for await (const { number, line, isTooLong } of splitLines(texts)) {
      last = number
      if (isTooLong) yield { number, line, reason: `is longer than ${maxLineLength} characters` }
      else if (line.trim() !== '') yield { number, line, ...parseLine(line) }
    }
  } catch (error) {
    if (error instanceof DecodingError) error.row = last + 1
    throw error
  }
}

function parseLine(line: string): { record: Record<string, unknown> } | { reason: string } {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { reason: 'is not a JSON object' }
    }
    return { record: value as Record<string, unknown> }
  } catch {
    return { reason: 'is not valid JSON' }
  }
}

type Line = { number: number; line: string; isTooLong: boolean }

async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = ''
  let number = 0
  let isTooLong = false
  for await (const text of texts) {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = rest + text.slice(start, end)
      yield {
        number: ++number,
        line: lineWithoutReturn(line),
        isTooLong: isTooLong || line.length > maxLineLength
      }
      rest = ''
      isTooLong = false
      start = end + 1
    }
    rest += text.slice(start)
    if (rest.length > maxLineLength) {
      rest = rest.slice(0, 100)
      isTooLong = true
    }
  }
  if (rest !== '') yield { number: ++number, line: lineWithoutReturn(rest), isTooLong }
}

function lineWithoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
