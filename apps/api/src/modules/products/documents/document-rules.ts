import { decodeBase64 } from '../../../assets/base64.ts'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { recordOf } from '../../../lib/shape.ts'

/** The maximum size of a document's file, in bytes. */
export const DOCUMENT_BYTES = 10 * 1024 * 1024

/** The maximum size of a body that can contain documents, in bytes. */
export const documentsBodyLimit = 20 * 1024 * 1024

/** Returns the faults of the files of documents in a body. A file must be valid base64 and not too large. */
export function documentFaults(documents: unknown[]): Fault[] {
  return documents.flatMap((entry, index) => {
    const { base64Document } = recordOf(entry)
    // The schema reports values of a wrong type.
    if (typeof base64Document !== 'string') return []
    return fileFaults(`/documents/${index}/base64Document`, base64Document)
  })
}

function fileFaults(pointer: string, text: string): Fault[] {
  const decoded = decodeBase64(text, DOCUMENT_BYTES)
  if (decoded.ok) return []
  const code = decoded.code === 'TOO_LARGE' ? 'DOCUMENT_TOO_LARGE' : decoded.code
  return [fault(pointer, code, decoded.message)]
}
