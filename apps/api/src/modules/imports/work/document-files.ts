import type { AssetStore } from '../../../assets/store.ts'
import { newDocument } from '../../products/documents/document-changes.ts'
import { type DocumentEntry, removeFiles, storeFiles } from '../../products/documents/document-files.ts'
import type { NewProduct } from '../../products/product-input.ts'
import type { DocumentFields } from '../../products/write/document-queries.ts'

type NewDocuments = NonNullable<NewProduct['documents']>

/** The number of products whose files are stored concurrently. */
const maxConcurrent = 8

/**
 * The files of documents that one transaction stores. Call `remove` if the transaction fails. If the process
 * crashes, the asset sweeper removes the files later.
 */
export class DocumentFiles {
  private readonly assets: AssetStore
  private readonly entries: DocumentEntry[] = []

  constructor(assets: AssetStore) {
    this.assets = assets
  }

  /**
   * Stores the files in lists of documents, and returns the lists in the same order. Throws a 503 problem if
   * the asset store fails.
   */
  async store(lists: NewDocuments[]): Promise<DocumentFields[][]> {
    const stored: DocumentFields[][] = []
    let next = 0
    const work = async () => {
      for (let n = next++; n < lists.length; n = next++) {
        const entries = await storeFiles(this.assets, lists[n] ?? [])
        this.entries.push(...entries)
        stored[n] = entries.map(newDocument)
      }
    }
    // Waits for all files, so that `remove` finds them even if one of them can't be stored.
    const results = await Promise.allSettled(Array.from({ length: maxConcurrent }, work))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return stored
  }

  async remove(): Promise<void> {
    await removeFiles(this.assets, this.entries)
  }
}
