import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { syncFolder } from '../assets/durable-files.ts'
import { forEachOf } from '../lib/for-each.ts'
import { BackupError, pathIn } from './layout.ts'

/** The size and the SHA-256, in hexadecimal digits, of a file. */
export type FileSum = { bytes: number; sha256: string }

/** A file in a backup. `path` is relative to the backup, with slashes. */
export type BackupFile = FileSum & { path: string }

const chunkBytes = 1024 * 1024
const minChunkBytes = 16 * 1024
const syncConcurrency = 8

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * Returns the content of a file, or undefined if the file doesn't exist. If the file grows in the meantime,
 * the content may be longer than the file was at first.
 */
export async function readChunks(path: string): Promise<Readable | undefined> {
  try {
    const file = await open(path, 'r')
    const { size } = await file.stat()
    // A buffer of this size is allocated for each read, and most files are small.
    return file.createReadStream({ highWaterMark: Math.min(chunkBytes, Math.max(size, minChunkBytes)) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw describeDiskError(error, `${path} cannot be read`)
  }
}

/** Returns the size and the hash of a file, or undefined if it doesn't exist. */
export async function findSum(path: string, signal: AbortSignal): Promise<FileSum | undefined> {
  const chunks = await readChunks(path)
  if (!chunks) return undefined
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of readable(chunks, path)) {
    signal.throwIfAborted()
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Returns the size and the hash of a file. Throws a BackupError if it doesn't exist or can't be read. */
export async function sumFile(path: string, signal: AbortSignal): Promise<FileSum> {
  const sum = await findSum(path, signal)
  if (sum) return sum
  throw new BackupError(`${path} is missing.`)
}

/**
 * Writes a new file, which only its owner can read, and its folders. Doesn't sync it to disk: `syncAll` does
 * so for many files at once. Throws a BackupError if the file can't be written.
 */
export async function writeNewFile(
  path: string,
  chunks: Chunks,
  { signal, onBytes }: { signal: AbortSignal; onBytes?: (bytes: number) => void }
): Promise<FileSum> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await create(path).catch((error) => {
    if (chunks instanceof Readable) chunks.destroy()
    throw error
  })
  try {
    for await (const chunk of readable(chunks, path)) {
      signal.throwIfAborted()
      hash.update(chunk)
      bytes += chunk.length
      await writing(path, () => file.writeFile(chunk))
      onBytes?.(chunk.length)
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function create(path: string): Promise<FileHandle> {
  return await writing(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return await open(path, 'wx', 0o600)
  })
}

/** Syncs files of a folder, and the names in all folders that contain them, to disk. */
export async function syncAll(
  folder: string,
  { paths, folders = [] }: { paths: readonly string[]; folders?: readonly string[] }
): Promise<void> {
  await forEachOf(paths, syncConcurrency, (path) => syncFile(pathIn(folder, path)))
  const parents = new Set(['.', ...folders])
  for (const path of paths)
    for (let at = dirname(path); at !== '.' && !parents.has(at); at = dirname(at)) parents.add(at)
  for (const parent of parents) await syncNames(pathIn(folder, parent))
}

/** Syncs the names in a folder to disk. */
export async function syncNames(folder: string): Promise<void> {
  await writing(folder, () => syncFolder(folder))
}

async function syncFile(path: string): Promise<void> {
  await writing(path, async () => {
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
  })
}

async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw describeDiskError(error, `${path} cannot be written`)
  }
}

async function* readable(chunks: Chunks, target: string): AsyncIterable<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    throw describeDiskError(error, `The content of ${target} cannot be read`)
  }
}

/**
 * Returns a BackupError for an error of the operating system, such as a full disk, and any other error
 * unchanged.
 */
export function describeDiskError(error: unknown, what: string): unknown {
  if (error instanceof BackupError) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`${what}: the disk is full. Free some space, or use another folder.`)
  if (code === 'EACCES' || code === 'EPERM')
    return new BackupError(`${what}: permission denied. Run the command as the user that runs the service.`)
  return new BackupError(`${what} (${code}).`, { cause: error })
}
