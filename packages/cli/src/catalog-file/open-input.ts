import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context, Input } from '../command.ts'
import { textOption } from '../options.ts'
import { type CatalogFile, type FileSource, openCatalogFile, unreadable } from './catalog-file.ts'

/** An open file. `close` removes the copy of stdin, if there is one. */
export type OpenInput = { file: CatalogFile; close(): Promise<void> }

type Surroundings = Pick<Context, 'cwd' | 'stdin' | 'signal'>

/**
 * Opens the file that a command names, with its options `--delimiter` and `--encoding`, and `-` for stdin. Stdin and
 * pipes are copied to a temporary file. Throws a `CommandError` with the exit code `usage` if the file can't be read.
 */
export async function openInput(
  { cwd, stdin, signal }: Surroundings,
  name: string,
  values: Input['values']
): Promise<OpenInput> {
  const options = { delimiter: textOption(values.delimiter), encoding: textOption(values.encoding) }
  if (name === '-') {
    if (stdin.isTTY) throw unreadable('Nothing is sent to stdin.', 'Name a file instead of -.')
    return openCopy(stdin, { name: 'stdin', ...options }, signal)
  }
  const path = resolve(cwd, name)
  if (!(await isPipe(path)))
    return { file: await openCatalogFile({ path, ...options }), close: async () => {} }
  const label = path.startsWith('/dev/') ? 'input' : basename(path)
  return openCopy(createReadStream(path), { name: label, ...options }, signal)
}

/**
 * A pipe, such as that of `<(gunzip -c catalog.csv.gz)` in a shell, can be read only once. The shell names it by its
 * number in `/dev/fd`. Folders such as `/dev/shm` have ordinary files.
 */
async function isPipe(path: string): Promise<boolean> {
  if (/^\/dev\/(fd\/|std)/.test(path)) return true
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

async function openCopy(
  input: NodeJS.ReadableStream,
  source: Omit<FileSource, 'path'>,
  signal: AbortSignal
): Promise<OpenInput> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'stdin')
    await pipeline(input, createWriteStream(path, { mode: 0o600 }), { signal })
    return { file: await openCatalogFile({ path, isCopy: true, ...source }), close }
  } catch (error) {
    await close()
    throw error
  }
}
