import type { PageInfo, ProductRow } from '@purveyor/client'

/** The largest page of the API. */
export const pageSize = 500

/** The number of pages whose rows are in memory. The rows of others are dropped; their cursors are not. */
const maxLoaded = 150

/** A page of rows as the API returns it. */
export type ListedRows<Row> = {
  products: Row[]
  pageInfo: PageInfo
  estimatedTotalCount: number | null
}

/** A page of the list. Its rows can be dropped, and are read again by its cursors. */
export type RowPage<Row = ProductRow> = {
  rows: readonly Row[] | undefined
  count: number
  lastId: string | undefined
  cursors: PageInfo
  /** True if its rows may have changed since they were read. */
  isStale: boolean
}

/** Returns a page that was read. */
export function pageOf<Row extends ProductRow>({ products, pageInfo }: ListedRows<Row>): RowPage<Row> {
  return {
    rows: products,
    count: products.length,
    lastId: products.at(-1)?.id,
    cursors: pageInfo,
    isStale: false
  }
}

/** The pages of a list, from its beginning or from its end. Finds the page of a row by its distance from there. */
export class RowPages<Row = ProductRow> {
  readonly pages: RowPage<Row>[] = []
  #starts: number[] = []
  /** The number of rows in all pages. */
  length = 0

  push(page: RowPage<Row>): void {
    this.pages.push(page)
    this.#starts.push(this.length)
    this.length += page.count
  }

  /** Replaces a page, and removes all pages after it if they no longer follow it. */
  replace(index: number, page: RowPage<Row>, { isCut }: { isCut: boolean }): void {
    const kept = isCut ? [] : this.pages.slice(index + 1)
    this.pages.length = index
    this.#starts.length = index
    this.length = this.pages.reduce((sum, { count }) => sum + count, 0)
    for (const one of [page, ...kept]) this.push(one)
  }

  clear(): void {
    this.pages.length = 0
    this.#starts = []
    this.length = 0
  }

  /** Returns the index of the page that has a row, and the offset of the row in it. */
  find(row: number): { page: number; offset: number } | undefined {
    if (row < 0 || row >= this.length) return undefined
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= row) low = middle
      else high = middle - 1
    }
    return { page: low, offset: row - (this.#starts[low] ?? 0) }
  }

  /** Drops the rows of the page that is farthest from a row, if too many are in memory. */
  drop(row: number): void {
    if (this.pages.filter(({ rows }) => rows).length <= maxLoaded) return
    const near = this.find(Math.min(row, this.length - 1))?.page ?? 0
    const first = this.pages.findIndex(({ rows }) => rows)
    const last = this.pages.findLastIndex(({ rows }) => rows)
    const farthest = this.pages[near - first > last - near ? first : last]
    if (farthest) farthest.rows = undefined
  }
}
