import type { Readable } from 'node:stream'
import type { FileExtension } from './file-types.ts'
import type { Folder } from './storage-path.ts'

export type StoredFile = { path: string; bytes: number; modifiedAt: Date }

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where files lie, by storage path (`images/<uuid>.<extension>`; contract 1.4). A path is written once and
 * its bytes never change. A row may refer to a file for up to an hour after `put` or `publish` gave its path: later
 * a file without a row is swept.
 *
 * Every method throws a 503 problem when the store cannot do its work (disk full, no rights, an I/O error), and an
 * Error when it is given what is no storage path.
 */
export type AssetStore = {
  /** Stores a new file and answers its path. It is durable, and whole, before that. */
  put(folder: Folder, extension: FileExtension, bytes: Uint8Array): Promise<string>
  /**
   * Stores a pending image once more as a public one and answers the new path, durable before that. The pending file
   * stays until the sweeper takes it. Each call gives another path.
   */
  publish(pendingPath: string): Promise<string>
  stat(path: string): Promise<Omit<StoredFile, 'path'> | undefined>
  /** The file's bytes, or undefined when there is none. Who takes the stream reads or destroys it. */
  read(path: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes the file if there is one. */
  remove(path: string): Promise<void>
  /** Every file, in no order. Those stored or removed meanwhile may or may not be among them. */
  list(): AsyncIterable<StoredFile>
  /** Removes what interrupted writes left behind before that time. */
  removeDrafts(before: Date): Promise<void>
}
