import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of the files and folders in a backup. */
export const names = {
  /** Describes the backup. It is written last, so a backup without it is incomplete. */
  manifest: 'manifest.json',
  /** The SHA-256 of all other files, in the format of `sha256sum`. */
  sums: 'SHA256SUMS',
  /** Is in the folder until the backup is complete. */
  incomplete: 'INCOMPLETE',
  /** PostgreSQL's data directory. */
  database: 'database',
  /** What the command of --rows has written. */
  rows: 'rows',
  assets: 'assets',
  /** The files of DATA_DIR that contain secrets. */
  secrets: 'secrets'
} as const

/** The files of DATA_DIR that a backup of the embedded database contains, if they exist. */
export const secretFiles = ['postgres.password', 'jwt-secret']

/** Lists the names in a folder, without the folder that a file system creates at its root. */
export async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== 'lost+found')
}

/** Returns the absolute path of a file in a backup, from its path in `SHA256SUMS`, which has slashes. */
export function pathIn(folder: string, path: string): string {
  return join(folder, ...path.split('/'))
}

/** A backup can't be made or restored. `message` is written for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
