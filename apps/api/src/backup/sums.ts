import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BackupFile, type FileSum, writeNewFile } from './copy-file.ts'
import { BackupError, names } from './layout.ts'

const line = /^([0-9a-f]{64}) {2}(.+)$/

/**
 * Writes `SHA256SUMS`, in the format of the program `sha256sum`, and returns its size and hash. The files are
 * sorted by path.
 */
export async function writeSums(folder: string, files: BackupFile[], signal: AbortSignal): Promise<FileSum> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return await writeNewFile(join(folder, names.sums), batches(sorted), { signal })
}

function* batches(files: BackupFile[], size = 1000): Iterable<Uint8Array> {
  for (let start = 0; start < files.length; start += size) {
    const batch = files.slice(start, start + size)
    yield Buffer.from(batch.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''))
  }
}

/**
 * Reads the path and the SHA-256 of each file from `SHA256SUMS`. Throws a BackupError if a line is
 * damaged.
 */
export async function* readSums(folder: string): AsyncIterable<{ path: string; sha256: string }> {
  const stream = createReadStream(join(folder, names.sums))
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [, sha256, path] = line.exec(text) ?? []
    if (sha256 === undefined || path === undefined || !isInside(path))
      throw new BackupError(`The file ${names.sums} in ${folder} is damaged. Use another backup.`)
    yield { sha256, path }
  }
}

// Restoring must not write outside of the data folder, whatever the file contains.
function isInside(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\'))
}

/** Returns the SHA-256 of a text in hexadecimal digits. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
