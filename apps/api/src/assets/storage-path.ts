import { newId } from '../lib/ids.ts'
import { type FileExtension, type ImageExtension, isFileExtension, isImageExtension } from './file-types.ts'

/**
 * The folders of the asset store. The files in `images` and `documents` are public. The files in `pending`
 * are images that await approval. They are never served.
 */
export const folders = ['images', 'documents', 'pending'] as const
export type Folder = (typeof folders)[number]

/** The parts of a storage path such as `images/0196….webp`. */
type StoragePath = { folder: Folder; id: string; extension: FileExtension }

const FORM =
  /^(images|documents|pending)\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.([a-z]{3,4})$/

/**
 * Returns the parts of a storage path, or undefined for any other text. Only a path that `newStoragePath`
 * could have created is accepted, so that no untrusted text becomes a path on disk.
 */
export function parseStoragePath(text: string): StoragePath | undefined {
  const [, folder = '', id = '', extension = ''] = FORM.exec(text) ?? []
  if (!isFileExtension(extension)) return undefined
  if (folder !== 'documents' && !isImageExtension(extension)) return undefined
  return { folder: folder as Folder, id, extension }
}

/** Like `parseStoragePath`, but throws if the text isn't a storage path. */
export function storagePathParts(path: string): StoragePath {
  const parts = parseStoragePath(path)
  if (!parts) throw new Error(`Not a storage path: ${JSON.stringify(path).slice(0, 100)}`)
  return parts
}

/** Returns the parts of the storage path of a pending image. Throws if it's any other path. */
export function pendingParts(path: string): StoragePath & { extension: ImageExtension } {
  const { folder, id, extension } = storagePathParts(path)
  if (folder === 'pending' && isImageExtension(extension)) return { folder, id, extension }
  throw new Error(`Only pending images can be published, not ${path}.`)
}

/** Returns a unique path for a new file. */
export function newStoragePath(folder: Folder, extension: FileExtension): string {
  return `${folder}/${newId()}.${extension}`
}
