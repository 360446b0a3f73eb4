import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describeDiskError, writeNewFile } from './copy-file.ts'
import { BackupError, names } from './layout.ts'
import { sha256Of } from './sums.ts'

const format = 1

/** The number of files in a part of a backup, and their size. */
export type Size = { files: number; bytes: number }

/** The rows of the embedded database. `folders` has all folders of the data directory, also empty ones. */
export type DatabasePart = Size & { postgresql: string; stopLsn: string; folders: string[] }

/**
 * Describes a backup. `consistentAt` is the time to which the rows are restored, or null if the backup has no
 * rows of the embedded database.
 */
export type Manifest = {
  format: number
  version: string
  schemaVersion: number
  startedAt: string
  endedAt: string
  consistentAt: string | null
  database: DatabasePart | null
  /** What the command of `--rows` has written. */
  rows: (Size & { command: string }) | null
  assets: Size & { store: string; storeId: string | null }
  secrets: string[]
  /** The number of files in `SHA256SUMS`, and the hash of this file. */
  sums: { files: number; sha256: string }
}

/** Writes the manifest, with a hash of itself. */
export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'format'>,
  signal: AbortSignal
): Promise<void> {
  const complete = { format, ...manifest }
  const text = `${JSON.stringify({ ...complete, checksum: checksumOf(complete) }, null, 2)}\n`
  await writeNewFile(join(folder, names.manifest), [Buffer.from(text)], { signal })
}

function checksumOf(manifest: object): string {
  return sha256Of(JSON.stringify(manifest))
}

/**
 * Reads the manifest. Throws a BackupError if the folder has no complete backup that this release can
 * read.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  if (await exists(join(folder, names.incomplete)))
    throw new BackupError(
      `The backup in ${folder} is incomplete: it is still running, or it was interrupted. Use another backup.`
    )
  const { checksum, ...manifest } = parse(await readText(folder), folder)
  if (manifest.format !== format)
    throw new BackupError(
      `The backup in ${folder} has the format ${manifest.format}, but this release reads only the format ${format}. ` +
        `Restore it with the release that made it (${manifest.version}).`
    )
  if (checksumOf(manifest) !== checksum) throw damaged(folder)
  return manifest
}

async function readText(folder: string): Promise<string> {
  const path = join(folder, names.manifest)
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new BackupError(`${folder} contains no backup: the file ${names.manifest} is missing.`)
    throw describeDiskError(error, `${path} cannot be read`)
  }
}

function parse(text: string, folder: string): Manifest & { checksum: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && 'format' in value)
      return value as Manifest & { checksum: unknown }
  } catch {}
  throw damaged(folder)
}

function damaged(folder: string): BackupError {
  return new BackupError(`The file ${names.manifest} in ${folder} is damaged. Use another backup.`)
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
