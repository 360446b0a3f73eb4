import { decodeBase64 } from '../../../assets/base64.ts'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { recordOf } from '../../../lib/shape.ts'

/** Most bytes of a document's file. */
export const DOCUMENT_BYTES = 10 * 1024 * 1024

/** Most bytes of a body that may hold documents. */
export const documentsBodyLimit = 20 * 1024 * 1024

/** What is wrong with the content of documents: a new one needs a URL or a file, and a file is base64. */
export function documentFaults(documents: unknown[]): Fault[] {
  return documents.flatMap((entry, index) => {
    const { id, url, base64Document } = recordOf(entry)
    const place = `/documents/${index}`
    if (typeof base64Document === 'string') return fileFaults(`${place}/base64Document`, base64Document)
    // What is there with a wrong type is the schema's to tell.
    const isEmpty = (value: unknown) => value === undefined || value === null
    if (![id, url, base64Document].every(isEmpty)) return []
    return [fault(`${place}/url`, 'REQUIRED', 'is required unless base64Document is given')]
  })
}

function fileFaults(pointer: string, text: string): Fault[] {
  const decoded = decodeBase64(text, DOCUMENT_BYTES)
  if (decoded.ok) return []
  const code = decoded.code === 'TOO_LARGE' ? 'DOCUMENT_TOO_LARGE' : decoded.code
  return [fault(pointer, code, decoded.message)]
}
