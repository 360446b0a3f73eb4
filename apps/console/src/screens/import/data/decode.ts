import { FileProblem, type FileProblemCode } from './file-problem.ts'

/** The kinds of files that aren't text, by their first bytes. */
const binaries: [bytes: number[], code: FileProblemCode][] = [
  [[0x1f, 0x8b], 'GZIP'],
  [[0x25, 0x50, 0x44, 0x46], 'PDF']
]
const marks: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be']
]

/**
 * Returns the encoding of a file: that of its byte order mark, else the chosen one, else UTF-8 if all bytes are valid
 * UTF-8, else Windows-1252. Throws a `FileProblem` if the file isn't text.
 */
export async function findEncoding(
  file: Blob,
  chosen: string | undefined
): Promise<{ encoding: string; isGuessed: boolean }> {
  if (file.size === 0) throw new FileProblem('EMPTY')
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  const begins = (bytes: number[]) => bytes.every((byte, index) => start[index] === byte)
  const binary = binaries.find(([bytes]) => begins(bytes))
  if (binary) throw new FileProblem(binary[1])
  const mark = marks.find(([bytes]) => begins(bytes))
  if (mark) return { encoding: mark[1], isGuessed: false }
  if (start.includes(0) && !chosen?.startsWith('utf-16')) throw new FileProblem('BINARY')
  if (chosen !== undefined) return { encoding: chosen, isGuessed: false }
  const isUtf8 = await isValidUtf8(file)
  return { encoding: isUtf8 ? 'utf-8' : 'windows-1252', isGuessed: !isUtf8 }
}

async function isValidUtf8(file: Blob): Promise<boolean> {
  try {
    for await (const _ of readText(file, 'utf-8', true));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Yields the text of a file without its byte order mark, with line feeds as line ends. */
export async function* readText(file: Blob, encoding: string, fatal = false): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  const reader = file.stream().getReader()
  let isAfterReturn = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      // A line end of two characters can be split between two pieces.
      const unread = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text
      if (text !== '') isAfterReturn = text.endsWith('\r')
      if (unread !== '') yield unread.includes('\r') ? unread.replace(/\r\n?/g, '\n') : unread
      if (done) return
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
