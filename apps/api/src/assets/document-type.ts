import { isUtf8 } from 'node:buffer'
import { type FileExtension, isFileExtension } from './file-types.ts'

/**
 * How many bytes of a document are read to detect its type. This limit also bounds the time that detection
 * takes for a hostile document.
 */
const maxBytesRead = 64 * 1024

/**
 * Returns the extension with which a document is stored. The extension depends only on the content of the
 * document (contract 2.5). It is `txt` for text of an unknown type and `bin` for anything else that isn't
 * recognised.
 */
export async function documentExtension(bytes: Uint8Array): Promise<FileExtension> {
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = await fileTypeFromBuffer(bytes.subarray(0, maxBytesRead))
  if (detected) return isFileExtension(detected.ext) ? detected.ext : 'bin'
  return isUtf8(bytes) && !bytes.includes(0) ? 'txt' : 'bin'
}
