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
 * Every method throws a 503 problem if the store fails (disk full, missing permission, I/O error, bucket that
 * can't be reached), and an Error if its argument isn't a storage path.
 */
export type AssetStore = {
  /** Stores a new file and returns its path. The file is complete and durable when this returns. */
  put(folder: Folder, extension: FileExtension, bytes: Uint8Array): Promise<string>
  /**
   * Stores a pending image under a new public path and returns that path. The file is durable when this
   * returns. Each call returns a different path. The pending file stays until the sweeper removes it. Throws
   * an Error with the code ENOENT if the pending file doesn't exist.
   */
  publish(pendingPath: string): Promise<string>
  /**
   * Stores a file of a backup under the path that it had. Replaces a file with this path. The file is
   * complete and synced to disk when this returns.
   */
  restore(path: string, bytes: Uint8Array): Promise<void>
  /** Returns the size and the modification time of a file, or undefined if the file doesn't exist. */
  stat(path: string): Promise<Omit<StoredFile, 'path'> | undefined>
  /**
   * Returns a stream of the file's bytes, or undefined if the file doesn't exist. The caller must read the
   * stream to its end or destroy it. The stream ends only after all bytes: if they can't be read completely,
   * it fails.
   */
  read(path: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes the file if it exists. */
  remove(path: string): Promise<void>
  /**
   * Lists all files in no particular order. A file that is stored or removed during the listing may be
   * included or missing.
   */
  list(): AsyncIterable<StoredFile>
  /** Removes what interrupted writes have left behind, if it was last changed before the given time. */
  removeDrafts(before: Date): Promise<void>
}

/**
 * The ids stored in an asset store. `id` is the store's confirmed id. `draft` is a new id that isn't
 * confirmed yet, although the database may already contain it.
 */
export type StoreIds = { id: string | undefined; draft: string | undefined }

/**
 * An asset store with its location, and with the id by which a database recognises it (docs/decisions/0012).
 */
export type AssetLocation = {
  store: AssetStore
  /** Names the location in messages, such as "asset folder /var/lib/purveyor/assets". */
  name: string
  /** What the operator can do if this is the wrong location. Parts of sentences, in the imperative. */
  advice: {
    /** Use the location that belongs to the database. */
    useRight: string
    /** Bring back the files that belong to the database. */
    restore: string
    /** Use a location that no other database uses. Continues "set DATABASE_URL to that database, or". */
    useOther: string
  }
  ids: {
    /** Reads the ids of the store. An id that doesn't exist is undefined. */
    read(): Promise<StoreIds>
    /** Durably stores the id as the draft. Replaces an earlier draft. */
    writeDraft(id: string): Promise<void>
    /** Durably makes the draft the id of the store. Does nothing if another process has already done so. */
    confirmDraft(): Promise<void>
  }
  /**
   * Moves the whole store, whose id is `id`, to another location, and returns the name of that location.
   * Undefined if the store can't be moved.
   */
  moveAside?(id: string): Promise<string>
  /** Returns a sentence that tells the operator why the location can't be used, if the error says so. */
  explain(error: unknown): string | undefined
}

/**
 * Called after an operation of a store has failed. `operation` is the name of the method, such as "put".
 * `error` is the error of the disk or of the bucket.
 */
export type OnStoreError = (operation: string, error: unknown) => void
