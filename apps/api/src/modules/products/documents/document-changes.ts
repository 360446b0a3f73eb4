import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import type { DocumentChanges, DocumentFields, StoredDocument } from '../write/document-queries.ts'
import type { DocumentEntry } from './document-files.ts'

/**
 * The set that replaces the stored one (contract 4.2): an entry with an id keeps what it leaves out, its file
 * too. Every fault stands at its entry; documents that stay as they are stand in no list.
 */
export function changeDocuments(
  entries: DocumentEntry[],
  stored: StoredDocument[]
): { changes: DocumentChanges; faults: Fault[] } {
  const byId = new Map(stored.map((document) => [document.id, document]))
  const kept = new Map<string, StoredDocument>()
  const created: DocumentFields[] = []
  const faults: Fault[] = []
  for (const [index, entry] of entries.entries()) {
    if (!entry.id) {
      created.push(newDocument(entry, index))
      continue
    }
    const before = byId.get(entry.id.toLowerCase())
    if (!before) {
      const message = 'is not the id of a document of this product'
      faults.push(fault(`/documents/${index}/id`, 'UNKNOWN_DOCUMENT', message))
      continue
    }
    const after = mergeDocument(before, entry, index)
    if (after.url === null && after.path === null) {
      const message = 'is required: the document has no stored file'
      faults.push(fault(`/documents/${index}/url`, 'REQUIRED', message))
    }
    kept.set(before.id, after)
  }
  const changed = [...kept.values()].filter((after) => !isDeepStrictEqual(after, byId.get(after.id)))
  const removed = stored.map(({ id }) => id).filter((id) => !kept.has(id))
  return { changes: { created, updated: changed, removed }, faults }
}

/** A new document from an entry, which was checked to have a title and a type, in its place of the array. */
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
