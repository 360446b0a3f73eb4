import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import type { DocumentChanges, DocumentFields, StoredDocument } from '../write/document-queries.ts'
import type { DocumentEntry } from './document-files.ts'

/**
 * Compares the entries of an update with the stored documents of the product (contract 4.2), and returns the
 * changes and faults. The entries are the complete new set: documents without an entry are removed. An entry
 * with an id updates a stored document: fields that the entry omits, and a file that it doesn't replace, stay
 * unchanged. `changes` contains only documents that are created, updated or removed.
 */
export function changeDocuments(
  entries: DocumentEntry[],
  stored: StoredDocument[]
): { changes: DocumentChanges; faults: Fault[] } {
  const byId = new Map(stored.map((document) => [document.id, document]))
  const existing = new Map<string, StoredDocument>()
  const created: DocumentFields[] = []
  const faults: Fault[] = []
  for (const [index, entry] of entries.entries()) {
    if (!entry.id) {
      created.push(newDocument(entry, index))
      continue
    }
    const before = byId.get(entry.id.toLowerCase())
    if (!before) {
      const message = 'must be the id of a document of this product'
      faults.push(fault(`/documents/${index}/id`, 'UNKNOWN_DOCUMENT', message))
      continue
    }
    existing.set(before.id, mergeDocument(before, entry, index))
  }
  const changed = [...existing.values()].filter((after) => !isDeepStrictEqual(after, byId.get(after.id)))
  const removed = stored.map(({ id }) => id).filter((id) => !existing.has(id))
  return { changes: { created, updated: changed, removed }, faults }
}

/** Converts a validated entry without an id into a new document. `index` is the default sort order. */
export function newDocument(entry: DocumentEntry, index: number): DocumentFields {
  const { title, type, url, sortOrder, file } = entry as DocumentEntry & { title: string; type: string }
  return {
    title,
    type,
    url: url ?? null,
    sortOrder: sortOrder ?? index,
    path: file?.path ?? null,
    size: file?.size ?? null
  }
}

/**
 * Returns the stored document with the changes of the entry applied. `index` becomes the sort order if the
 * entry sets the sort order to null.
 */
function mergeDocument(before: StoredDocument, entry: DocumentEntry, index: number): StoredDocument {
  return {
    id: before.id,
    title: entry.title ?? before.title,
    type: entry.type ?? before.type,
    url: entry.url === undefined ? before.url : entry.url,
    sortOrder: entry.sortOrder === undefined ? before.sortOrder : (entry.sortOrder ?? index),
    path: entry.file?.path ?? before.path,
    size: entry.file?.size ?? before.size
  }
}
