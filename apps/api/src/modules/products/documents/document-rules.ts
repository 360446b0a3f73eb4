import { decodeBase64 } from '../../../assets/base64.ts'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { recordOf } from '../../../lib/shape.ts'

/** The maximum size of a document's file, in bytes. */
export const DOCUMENT_BYTES = 10 * 1024 * 1024

/** The maximum size of a body that can contain documents, in bytes. */
export const documentsBodyLimit = 20 * 1024 * 1024

/**
 * Returns the faults of the documents in a body. A new document must have a URL or a file. A file must be
 * valid base64 and not too large.
 */
export function documentFaults(documents: unknown[]): Fault[] {
  return documents.flatMap((entry, index) => {
    const { id, url, base64Document } = recordOf(entry)
    const pointer = `/documents/${index}`
    if (typeof base64Document === 'string') return fileFaults(`${pointer}/base64Document`, base64Document)
    // The schema reports values of a wrong type.
    const isEmpty = (value: unknown) => value === undefined || value === null
    if (![id, url, base64Document].every(isEmpty)) return []
    return [fault(`${pointer}/url`, 'REQUIRED', 'is required unless base64Document is sent')]
  })
}

function fileFaults(pointer: string, text: string): Fault[] {
  const decoded = decodeBase64(text, DOCUMENT_BYTES)
  if (decoded.ok) return []
  const code = decoded.code === 'TOO_LARGE' ? 'DOCUMENT_TOO_LARGE' : decoded.code
  return [fault(pointer, code, decoded.message)]
}
