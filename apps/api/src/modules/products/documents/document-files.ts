import { decodeBase64 } from '../../../assets/base64.ts'
import { documentExtension } from '../../../assets/document-type.ts'
import type { AssetStore } from '../../../assets/store.ts'
import { Problem } from '../../../errors.ts'
import type { DocumentPatch } from '../product-patch.ts'
import type { DocumentFile } from '../write/document-queries.ts'
import { DOCUMENT_BYTES } from './document-rules.ts'

/** A document in the body of a request. Its file, if the body contains one, is already stored. */
export type DocumentEntry = Omit<DocumentPatch, 'base64Document'> & { file: DocumentFile | undefined }

/**
 * Stores the files of documents and then calls `work`, which writes the rows that refer to them. If a file
 * can't be stored, `work` throws a `Problem`, or it runs no transaction, the stored files are removed. If the process crashes, the
 * asset sweeper removes them later.
 *
 * `work` must pass the promise of its transaction's callback to `guard`, which notices a `Problem`. If the
 * transaction is retried, `work` must do so for each retry.
 */
export async function withDocumentFiles<T>(
  assets: AssetStore,
  documents: DocumentPatch[],
  work: (entries: DocumentEntry[], guard: <R>(run: Promise<R>) => Promise<R>) => Promise<T>
): Promise<T> {
  const entries = await storeFiles(assets, documents)
  let areUnused = true
  const guard = async <R>(run: Promise<R>) => {
    areUnused = false
    try {
      return await run
    } catch (error) {
      // Only a Problem shows that the transaction is rolled back. After another error, such as a lost
      // connection, it may have been committed.
      areUnused = error instanceof Problem
      throw error
    }
  }
  try {
    return await work(entries, guard)
  } finally {
    if (areUnused) await removeFiles(assets, entries)
  }
}

/**
 * Stores the files of documents and returns the documents with their files. If a file can't be stored, removes
 * the other files and throws the error.
 */
export async function storeFiles(assets: AssetStore, documents: DocumentPatch[]): Promise<DocumentEntry[]> {
  const results = await Promise.allSettled(documents.map((document) => storeFile(assets, document)))
  const stored = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return stored
  await removeFiles(assets, stored)
  throw failed.reason
}

async function storeFile(assets: AssetStore, document: DocumentPatch): Promise<DocumentEntry> {
  const { base64Document, ...entry } = document
  if (typeof base64Document !== 'string') return { ...entry, file: undefined }
  const decoded = decodeBase64(base64Document, DOCUMENT_BYTES)
  if (!decoded.ok) throw new Error('The base64 of a document was not validated')
  const { bytes } = decoded
  const path = await assets.put('documents', await documentExtension(bytes), bytes)
  return { ...entry, file: { path, size: bytes.length } }
}

/** Removes files. If a file can't be removed now, the asset sweeper removes it later. */
export async function removeFiles(assets: AssetStore, entries: DocumentEntry[]): Promise<void> {
  const paths = entries.flatMap(({ file }) => file?.path ?? [])
  await Promise.allSettled(paths.map((path) => assets.remove(path)))
}
