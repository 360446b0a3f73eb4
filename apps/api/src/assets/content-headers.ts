import { fileTypes } from './file-types.ts'
import { storagePathParts } from './storage-path.ts'

type ContentHeaders = { 'content-type': string; 'cache-control': string; 'content-disposition'?: string }

/**
 * Returns the headers with which the file at a storage path is served (contract 1.4). A bucket stores them
 * with the file, so that a response of the bucket has them too. The bytes under a path never change, so
 * public files can be cached forever.
 */
export function contentHeaders(path: string): ContentHeaders {
  const { folder, id, extension } = storagePathParts(path)
  const { contentType, inline } = fileTypes[extension]
  return {
    'content-type': contentType,
    'cache-control': folder === 'pending' ? 'private, no-store' : 'public, max-age=31536000, immutable',
    ...(!inline && { 'content-disposition': `attachment; filename="${id}.${extension}"` })
  }
}
