import { createReadStream } from 'node:fs'

/** One line of a file, counted from 1; `bytes` is undefined where it is longer than what is read. */
export type Line = { number: number; bytes: Buffer | undefined }

/** No request may be larger, so no row that is longer could be sent. */
export const longestLine = 1024 * 1024

const lineFeed = 0x0a
const space = 0x20
const byteOrderMark = Buffer.from('\uFEFF')

/** The lines of a file that hold anything but blanks, one at a time, however large the file is. */
export function readLines(file: string): AsyncGenerator<Line> {
  return splitLines(createReadStream(file), longestLine)
}

/** How many lines of the file hold anything but blanks, counted up to `most`. */
export async function countLines(file: string, most: number): Promise<number> {
  let count = 0
  for await (const _ of readLines(file)) {
    count++
    if (count >= most) break
  }
  return count
}

/** Splits bytes into lines wherever the pieces end; a byte order mark before the first is left aside. */
export async function* splitLines(pieces: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Line> {
  let number = 0
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length > longest) parts = []
    else parts.push(part)
  }
  const take = (): Line => {
    number++
    const line = { number, bytes: length > longest ? undefined : withoutMark(Buffer.concat(parts), number) }
    parts = []
    length = 0
    return line
  }
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      add(piece.subarray(start, end))
      start = end + 1
      const line = take()
      if (!isBlank(line)) yield line
    }
    add(piece.subarray(start))
  }
  const last = take()
  if (!isBlank(last)) yield last
}

function withoutMark(bytes: Buffer, number: number): Buffer {
  const marked = number === 1 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  return marked ? bytes.subarray(byteOrderMark.length) : bytes
}

function isBlank({ bytes }: Line): boolean {
  return bytes !== undefined && !bytes.some((byte) => byte > space)
}
