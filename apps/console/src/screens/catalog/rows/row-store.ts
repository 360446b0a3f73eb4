import type { ListProductsQuery, ProductRow, ProductRowPage } from '@purveyor/client'
import { pageOf, pageSize, RowPages } from './row-pages.ts'

/** Reads a page of compact rows. */
export type ReadPage = (query: ListProductsQuery, signal: AbortSignal) => Promise<ProductRowPage>

/** The number of pages whose rows are in memory. The rows of others are dropped; their cursors are not. */
const maxLoaded = 150
/** This number of pages is read in advance, however far the view is. Beyond it, pages near the view are read. */
const maxEager = 400
const readAhead = 20
/** Browsers can't scroll in elements that are much higher. */
export const maxRows = 450_000

/**
 * The products that match the filters, as rows that are read in the background, page after page. If a part near the end
 * is shown first, pages are read from the end too. Listeners are called when a row in view or the number of rows changes.
 */
export class RowStore {
  readonly #read: ReadPage
  readonly #head = new RowPages()
  /** The pages from the end backward. Row 0 is the last one. They are dropped when `head` is complete. */
  readonly #tail = new RowPages()
  #estimate: number | undefined
  #isComplete = false
  #view = { first: 0, last: 50 }
  /** The rows up to this one are needed by someone who waits. */
  #wanted = 0
  #error: unknown
  #version = 0
  readonly #running = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #waiters = new Set<() => void>()
  #abort = new AbortController()

  constructor(read: ReadPage) {
    this.#read = read
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#abort.signal.aborted) this.#abort = new AbortController()
    this.#pump()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#abort.abort()
    }
  }

  readonly version = () => this.#version

  /** The number of rows. Undefined until the first page was read. It is an estimate until `isExact`. */
  get count(): number | undefined {
    if (this.#isComplete) return Math.min(this.#head.length, maxRows)
    if (this.#estimate === undefined) return undefined
    return Math.min(maxRows, Math.max(this.#estimate, this.#head.length + this.#tail.length))
  }

  get isExact(): boolean {
    return this.#isComplete
  }

  get error(): unknown {
    return this.#error
  }

  /** True if the rows in view were read from the end, so that they keep their distance from it. */
  get isNearEnd(): boolean {
    return this.#view.first >= this.#head.length && this.#tail.length > 0
  }

  /** The latest change of the rows that were read first. All other rows were read later. */
  firstChange: string | undefined
  /** The latest change of all rows that were read. */
  latestChange: string | undefined

  readonly rowAt = (index: number): ProductRow | undefined => {
    const found = this.#head.find(index)
    if (found) return this.#head.pages[found.page]?.rows?.[found.offset]
    const fromEnd = this.#tail.find((this.count ?? 0) - 1 - index)
    if (!fromEnd) return undefined
    const rows = this.#tail.pages[fromEnd.page]?.rows
    return rows?.[rows.length - 1 - fromEnd.offset]
  }

  /** Says which rows are shown. They are read first. */
  readonly view = (first: number, last: number): void => {
    this.#view = { first, last }
    this.#pump()
  }

  /** How often the rows were refreshed. */
  refreshes = 0

  /** Reads all rows that were read before again when they are shown. */
  refresh(): void {
    this.refreshes++
    for (const page of [...this.#head.pages, ...this.#tail.pages]) page.isStale = true
    this.#pump()
  }

  retry(): void {
    this.#error = undefined
    this.#changed()
    this.#pump()
  }

  /** Changes rows that are loaded, such as those that were saved. */
  patch(changes: ReadonlyMap<string, Partial<ProductRow>>): void {
    for (const page of [...this.#head.pages, ...this.#tail.pages]) {
      if (!page.rows?.some(({ id }) => changes.has(id))) continue
      page.rows = page.rows.map((row) => (changes.has(row.id) ? { ...row, ...changes.get(row.id) } : row))
    }
    this.#changed()
  }

  /** Yields the rows from one index to another one, page by page. Reads those that aren't loaded. */
  async *between(first: number, last: number): AsyncGenerator<readonly ProductRow[], void, undefined> {
    this.#wanted = Math.max(this.#wanted, last)
    let index = first
    while (index <= last) {
      const found = this.#head.find(index)
      if (!found) {
        if (this.#isComplete) return
        await this.#untilRead()
        continue
      }
      const page = this.#head.pages[found.page]
      const rows = page?.rows ?? (await this.#read(this.#queryOf(found.page), this.#abort.signal)).products
      const part = rows.slice(found.offset, found.offset + last - index + 1)
      if (part.length === 0) return
      index += part.length
      yield part
    }
  }

  #untilRead(): Promise<void> {
    this.#pump()
    if (this.#error) return Promise.reject(this.#error)
    return new Promise((resolve) => this.#waiters.add(resolve))
  }

  #queryOf(index: number): ListProductsQuery {
    const next = this.#head.pages[index + 1]?.cursors.startCursor
    const previous = this.#head.pages[index - 1]?.cursors.endCursor
    // Read backward, the first page doesn't contain newer products, which would move all rows.
    if (index === 0 && next) return { last: this.#head.pages[0]?.count ?? pageSize, before: next }
    return { first: pageSize, ...(previous && { after: previous }) }
  }

  #pump(): void {
    if (this.#error || this.#abort.signal.aborted || this.#listeners.size === 0) return
    const stale = this.#missingInView()
    if (stale !== undefined) this.#start(`page ${stale}`, () => this.#readAgain(stale))
    if (this.#isTailNeeded()) this.#start('tail', () => this.#readTail())
    if (this.#isHeadNeeded()) this.#start('head', () => this.#readHead())
  }

  /** Returns the first page in view whose rows aren't loaded or may have changed. */
  #missingInView(): number | undefined {
    const first = this.#head.find(this.#view.first)?.page
    if (first === undefined) return undefined
    const last = this.#head.find(this.#view.last)?.page ?? this.#head.pages.length - 1
    for (const index of [first, last, first + 1, last + 1, first - 1]) {
      const page = this.#head.pages[index]
      if (page && (!page.rows || (page.isStale && index >= first && index <= last))) return index
    }
    return undefined
  }

  #isHeadNeeded(): boolean {
    if (this.#isComplete || this.#head.length >= maxRows) return false
    const { length } = this.#head.pages
    return (
      length < maxEager || Math.max(this.#view.last, this.#wanted) > this.#head.length - readAhead * pageSize
    )
  }

  /** True if the view is nearer to the end than to the rows that were read from the beginning. */
  #isTailNeeded(): boolean {
    const { count } = this
    if (this.#isComplete || count === undefined || count >= maxRows) return false
    const start = count - this.#tail.length
    const { first, last } = this.#view
    return last > this.#head.length && first < start && start - first < last - this.#head.length
  }

  #start(key: string, work: () => Promise<void>): void {
    if (this.#running.has(key)) return
    this.#running.add(key)
    const { signal } = this.#abort
    work()
      .catch((error: unknown) => {
        if (signal.aborted) return
        this.#error = error
        this.#changed()
      })
      .finally(() => {
        this.#running.delete(key)
        for (const resume of this.#waiters) resume()
        this.#waiters.clear()
        this.#pump()
      })
  }

  async #readHead(): Promise<void> {
    const { length } = this.#head.pages
    const answer = await this.#read(this.#queryOf(length), this.#abort.signal)
    if (length !== this.#head.pages.length) return
    const start = this.#head.length
    this.#head.push(pageOf(answer))
    if (length === 0) this.#begin(answer)
    else this.#noteChanges(answer.products)
    if (!answer.pageInfo.hasNextPage) this.#complete()
    this.#drop()
    if (start <= this.#view.last || this.#isComplete) this.#changed()
  }

  #begin({ products, estimatedTotalCount }: ProductRowPage): void {
    this.#estimate = estimatedTotalCount ?? products.length
    this.#noteChanges(products)
    this.firstChange = this.latestChange
    this.#changed()
  }

  #noteChanges(products: readonly ProductRow[]): void {
    for (const { updatedAt } of products)
      if (this.latestChange === undefined || updatedAt > this.latestChange) this.latestChange = updatedAt
  }

  #complete(): void {
    this.#isComplete = true
    this.#tail.clear()
  }

  async #readTail(): Promise<void> {
    const before = this.#tail.pages.at(-1)?.cursors.startCursor
    const answer = await this.#read({ last: pageSize, ...(before && { before }) }, this.#abort.signal)
    if (this.#isComplete) return
    this.#tail.push(pageOf(answer))
    this.#changed()
  }

  async #readAgain(index: number): Promise<void> {
    const old = this.#head.pages[index]
    const page = pageOf(await this.#read(this.#queryOf(index), this.#abort.signal))
    this.#noteChanges(page.rows ?? [])
    if (!old || this.#head.pages[index] !== old) return
    const end = page.rows?.findIndex(({ id }) => id === old.lastId) ?? -1
    const isCut = end < 0 || (index === this.#head.pages.length - 1 && page.cursors.hasNextPage)
    const rows = end < 0 ? page.rows : page.rows?.slice(0, end + 1)
    // The cursors of the old page still separate it from the next one.
    const replaced = isCut ? page : { ...page, rows, count: rows?.length ?? 0, cursors: old.cursors }
    this.#head.replace(index, { ...replaced, lastId: replaced.rows?.at(-1)?.id }, { isCut })
    if (isCut) this.#isComplete = !page.cursors.hasNextPage
    this.#drop()
    this.#changed()
  }

  /** Drops the rows of the pages that are farthest from the view. */
  #drop(): void {
    if (this.#head.pages.filter(({ rows }) => rows).length <= maxLoaded) return
    const near = this.#head.find(Math.min(this.#view.first, this.#head.length - 1))?.page ?? 0
    const first = this.#head.pages.findIndex(({ rows }) => rows)
    const last = this.#head.pages.findLastIndex(({ rows }) => rows)
    const farthest = this.#head.pages[near - first > last - near ? first : last]
    if (farthest) farthest.rows = undefined
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}
