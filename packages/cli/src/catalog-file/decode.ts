import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { DecodingError } from '@purveyor/client/catalog-file/decoding-error'

/** The kinds of files that aren't text, by their first bytes. */
const binaries: [bytes: number[], what: string, hint: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook', 'Save the sheet as "CSV UTF-8" and push the CSV file.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel workbook', 'Save the sheet as "CSV UTF-8" and push the CSV file.'],
  [[0x1f, 0x8b], 'compressed with gzip', 'Decompress the file first, for example with gunzip.'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document', 'Ask for the catalog as a CSV file.']
]

/** The encoding of a file, the length of its byte order mark, or what the file is if it isn't text. */
export type Encoding =
  | { kind: 'text'; encoding: string; markBytes: number }
  | { kind: 'not-text'; what: string; hint: string }

/**
 * Determines the encoding of a file. A byte order mark decides, then `requested`, then UTF-8. Throws a RangeError
 * if `requested` isn't the name of an encoding.
 */
export async function findEncoding(path: string, requested: string | undefined): Promise<Encoding> {
  const encoding = new TextDecoder(requested ?? 'utf-8').encoding
  const start = await readStart(path, 4096)
  const begins = (bytes: number[]) => bytes.every((byte, index) => start[index] === byte)
  if (begins([0xef, 0xbb, 0xbf])) return { kind: 'text', encoding: 'utf-8', markBytes: 3 }
  if (begins([0xff, 0xfe])) return { kind: 'text', encoding: 'utf-16le', markBytes: 2 }
  if (begins([0xfe, 0xff])) return { kind: 'text', encoding: 'utf-16be', markBytes: 2 }
  const binary = binaries.find(([bytes]) => begins(bytes))
  if (binary) return { kind: 'not-text', what: binary[1], hint: binary[2] }
  if (start.includes(0) && !encoding.startsWith('utf-16')) {
    const hint = 'If it is UTF-16, add --encoding utf-16le. Otherwise save it as "CSV UTF-8".'
    return { kind: 'not-text', what: 'not UTF-8 text: it contains zero bytes', hint }
  }
  return { kind: 'text', encoding, markBytes: 0 }
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Yields the text of a file without its byte order mark, in constant memory. Throws a DecodingError at the first
 * line that isn't valid UTF-8, after it has yielded the text before this line.
 */
export async function* readText(
  path: string,
  { encoding, markBytes }: { encoding: string; markBytes: number }
): AsyncGenerator<string> {
  const chunks = createReadStream(path, { start: markBytes, highWaterMark: 64 * 1024 })
  yield* encoding === 'utf-8' ? decodeUtf8(chunks) : decodeOther(chunks, encoding)
}

async function* decodeOther(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* decodeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = endOfLastCharacter(bytes)
    yield* validText(bytes.subarray(0, end))
    rest = Buffer.from(bytes.subarray(end))
  }
  yield* validText(rest)
}

function* validText(bytes: Buffer): Generator<string> {
  if (bytes.length === 0) return
  if (isUtf8(bytes)) {
    yield bytes.toString('utf8')
    return
  }
  const start = startOfInvalidLine(bytes)
  if (start > 0) yield bytes.toString('utf8', 0, start)
  throw new DecodingError('is not valid UTF-8')
}

/** Returns the end of the last complete character. The last 1 to 3 bytes may belong to an incomplete one. */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function startOfInvalidLine(bytes: Buffer): number {
  let start = 0
  for (;;) {
    const end = bytes.indexOf(0x0a, start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return start
    start = end + 1
  }
}
