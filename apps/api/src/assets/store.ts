import type { Readable } from 'node:stream'
import type { FileExtension } from './file-types.ts'
import type { Folder } from './storage-path.ts'

export type StoredFile = { path: string; bytes: number; modifiedAt: Date }

/** The bytes from `start` to `end`, including the byte at `end`. */
export type ByteRange = { start: number; end: number }

/**
 * Stores files by storage path (`images/<uuid>.<extension>`; contract 1.4). A stored file never changes.
 * After `put` or `publish`, the caller has one hour to commit a row that refers to the file. The sweeper
 * removes a file that is older than an hour if no row refers to it.
 *
 * Every method throws a 503 problem if the store fails (disk full, missing permission, I/O error), and an
 * Error if its argument isn't a storage path.
 */
export type AssetStore = {
  /** Stores a new file and returns its path. The file is complete and synced to disk when this returns. */
  put(folder: Folder, extension: FileExtension, bytes: Uint8Array): Promise<string>
  /**
   * Stores a pending image under a new public path and returns that path. The file is synced to disk when
   * this returns. Each call returns a different path. The pending file stays until the sweeper removes it.
   */
  publish(pendingPath: string): Promise<string>
  /**
   * Stores a file of a backup under the path that it had. Replaces a file with this path. The file is complete
   * and synced to disk when this returns.
   */
  restore(path: string, bytes: Uint8Array): Promise<void>
  /** Returns the size and the modification time of a file, or undefined if the file doesn't exist. */
  stat(path: string): Promise<Omit<StoredFile, 'path'> | undefined>
  /**
   * Returns a stream of the file's bytes, or undefined if the file doesn't exist. The caller must read the
   * stream to its end or destroy it.
   */
  read(path: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes the file if it exists. */
  remove(path: string): Promise<void>
  /**
   * Lists all files in no particular order. A file that is stored or removed during the listing may be
   * included or missing.
   */
  list(): AsyncIterable<StoredFile>
  /** Removes temporary files of interrupted writes that were last changed before the given time. */
  removeDrafts(before: Date): Promise<void>
}
