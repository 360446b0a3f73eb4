import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer } from 'file-type'
import { type FileExtension, isFileExtension } from './file-types.ts'

/** So much tells the type; more would let a document choose how long it takes. */
const looked = 64 * 1024

/**
 * The extension that a document is stored with, by its content alone (contract 2.5): `txt` for any other text,
 * `bin` for what is not known.
 */
export async function documentExtension(bytes: Uint8Array): Promise<FileExtension> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, looked))
  if (found) return isFileExtension(found.ext) ? found.ext : 'bin'
  return isUtf8(bytes) && !bytes.includes(0) ? 'txt' : 'bin'
}
