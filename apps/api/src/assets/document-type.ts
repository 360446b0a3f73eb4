import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer } from 'file-type'
import { type FileExtension, isFileExtension } from './file-types.ts'

/** Enough bytes to detect a type. The limit also bounds the time that a hostile document can take. */
const maxBytesRead = 64 * 1024

/**
 * Returns the extension with which a document is stored. It depends only on the content of the document
 * (contract 2.5). It is `txt` for text of an unknown type and `bin` for anything else that isn't recognised.
 */
export async function documentExtension(bytes: Uint8Array): Promise<FileExtension> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, maxBytesRead))
  if (found) return isFileExtension(found.ext) ? found.ext : 'bin'
  return isUtf8(bytes) && !bytes.includes(0) ? 'txt' : 'bin'
}
