import type { Item } from './changes.ts'
import { Spool } from './spool.ts'

/** The item that push would send for a row. */
export type FileItem = { row: number; item: Item }

/** The items of a file, found by SKU. The items are on disk; only their SKUs are in memory. */
export class FileItems {
  private readonly spool: Spool
  private readonly rows: number[] = []
  private readonly indexOf = new Map<string, number>()
  private readonly found: boolean[] = []
  /** True if an item has images or documents, which can't be compared. */
  hasFiles = false

  private constructor(spool: Spool) {
    this.spool = spool
  }

  static async create(): Promise<FileItems> {
    return new FileItems(await Spool.create())
  }

  get size(): number {
    return this.rows.length
  }

  /** The SKUs of all items in the order of the file. */
  skus(): IterableIterator<string> {
    return this.indexOf.keys()
  }

  /** Adds an item, whose SKU no other item has. */
  async add(sku: string, { row, item }: FileItem): Promise<void> {
    this.indexOf.set(sku, await this.spool.add(item))
    this.rows.push(row)
    this.found.push(false)
    this.hasFiles ||= [item.images, item.documents].some((files) => files !== undefined && files !== null)
  }

  /** Returns the item with this SKU and marks it as found. */
  async find(sku: string): Promise<FileItem | undefined> {
    const index = this.indexOf.get(sku)
    if (index === undefined) return undefined
    this.found[index] = true
    return { row: this.rows[index] ?? 0, item: (await this.spool.read(index)) as Item }
  }

  /** Yields the items that were never found. */
  async *missing(): AsyncGenerator<FileItem> {
    for (const [index, row] of this.rows.entries()) {
      if (!this.found[index]) yield { row, item: (await this.spool.read(index)) as Item }
    }
  }

  remove(): Promise<void> {
    return this.spool.remove()
  }
}
