import type { ListProductsQuery, ProductRow } from '@purveyor/client'
import { type ListedRows, pageOf, pageSize, type RowPage, RowPages } from './row-pages.ts'

/** The part of a list that a page contains. */
export type PageCursor = Pick<ListProductsQuery, 'first' | 'after' | 'last' | 'before'>

/** Reads a page of compact rows. */
export type ReadPage<Row> = (page: PageCursor, signal: AbortSignal) => Promise<ListedRows<Row>>

/** This number of pages is read in advance, however far the view is. Beyond it, pages near the view are read. */
const maxEager = 400
const readAhead = 20
/** Browsers can't scroll in elements that are much higher. */
export const maxRows = 400_000

/**
 * The products that match the filters, as rows that are read in the background, page after page. If a part near the end
 * is shown first, pages are read from the end too. Listeners are called when a row in view or the number of rows changes.
 */
export class RowStore<Row extends ProductRow = ProductRow> {
  readonly #read: ReadPage<Row>
  readonly #head = new RowPages<Row>()
  /** The pages from the end backward. Row 0 is the last one. They are dropped when `head` is complete. */
  readonly #tail = new RowPages<Row>()
  #estimate: number | undefined
  #isComplete = false
  #view = { first: 0, last: 50 }
  /** The last rows of the parts that someone waits for. */
  readonly #wanted = new Set<{ last: number }>()
  #error: unknown
  #version = 0
  readonly #running = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #waiters = new Set<() => void>()
  #abort = new AbortController()

  constructor(read: ReadPage<Row>) {
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

  readonly rowAt = (index: number): Row | undefined => {
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
    for (const page of this.#head.pages) page.isStale = true
    this.#tail.clear()
    this.#pump()
  }

  retry(): void {
    this.#error = undefined
    this.#changed()
    this.#pump()
  }

  /** Changes rows that are loaded, such as those that were saved. */
  patch(changes: ReadonlyMap<string, Partial<Row>>): void {
    for (const page of [...this.#head.pages, ...this.#tail.pages]) {
      if (!page.rows?.some(({ id }) => changes.has(id))) continue
      page.rows = page.rows.map((row) => (changes.has(row.id) ? { ...row, ...changes.get(row.id) } : row))
    }
    this.#changed()
  }

  /** Returns rows as they were read last, where they are loaded. */
  latest(rows: Iterable<Row>): Row[] {
    const loaded = [...this.#head.pages, ...this.#tail.pages].flatMap((page) => page.rows ?? [])
    const byId = new Map(loaded.map((row) => [row.id, row]))
    return Array.from(rows, (row) => byId.get(row.id) ?? row)
  }

  /** True for a row that was read from the end. Its index can change until `isExact`. */
  isFromEnd(index: number): boolean {
    return index >= this.#head.length && this.rowAt(index) !== undefined
  }

  /** Yields the rows from one index to another one, page by page. They are read also after the list was left. */
  async *between(first: number, last: number): AsyncGenerator<readonly Row[], void, undefined> {
    const part = { last }
    this.#wanted.add(part)
    const release = this.subscribe(() => {})
    try {
      yield* this.#readBetween(first, last)
    } finally {
      this.#wanted.delete(part)
      release()
    }
  }

  async *#readBetween(first: number, last: number): AsyncGenerator<readonly Row[], void, undefined> {
    let index = first
    let previous = new Set<string>()
    while (index <= last) {
      const found = this.#head.find(index)
      const page = found && this.#head.pages[found.page]
      if (!page) {
        if (this.#isComplete) return
        await this.#untilRead()
        continue
      }
      const known = page.isStale ? undefined : page.rows
      const rows = known ?? (await this.#read(this.#queryOf(found.page), this.#abort.signal)).products
      // After rows were deleted, a page that is read again has some of the next one.
      const part = rows.slice(found.offset, found.offset + last - index + 1)
      const added = part.filter(({ id }) => !previous.has(id))
      previous = new Set(part.map(({ id }) => id))
      index += page.count - found.offset
      if (added.length > 0) yield added
    }
  }

  #untilRead(): Promise<void> {
    this.#pump()
    if (this.#error) return Promise.reject(this.#error)
    return new Promise((resolve) => this.#waiters.add(resolve))
  }

  #queryOf(index: number): PageCursor {
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
    if (this.#isComplete) return false
    if ([...this.#wanted].some(({ last }) => last >= this.#head.length)) return true
    if (this.#head.length >= maxRows) return false
    const isNearView = this.#view.last > this.#head.length - readAhead * pageSize
    return this.#head.pages.length < maxEager || isNearView
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

  /** Reads a page. It is stale already if the rows were refreshed while it was read. */
  async #readPage(query: PageCursor): Promise<{ answer: ListedRows<Row>; page: RowPage<Row> }> {
    const { refreshes } = this
    const answer = await this.#read(query, this.#abort.signal)
    return { answer, page: { ...pageOf(answer), isStale: this.refreshes > refreshes } }
  }

  async #readHead(): Promise<void> {
    const { length } = this.#head.pages
    const query = this.#queryOf(length)
    const { answer, page } = await this.#readPage(query)
    // The pages before it were replaced in the meantime.
    if (length !== this.#head.pages.length || query.after !== this.#queryOf(length).after) return
    const start = this.#head.length
    this.#head.push(page)
    if (length === 0) this.#begin(answer)
    else this.#noteChanges(answer.products)
    if (!answer.pageInfo.hasNextPage) this.#complete()
    this.#head.drop(this.#view.first)
    if (start <= this.#view.last || this.#isComplete) this.#changed()
  }

  #begin({ products, estimatedTotalCount }: ListedRows<Row>): void {
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
    const { page } = await this.#readPage({ last: pageSize, ...(before && { before }) })
    // The list was read to its end, or refreshed, in the meantime.
    if (this.#isComplete || page.isStale) return
    this.#tail.push(page)
    this.#changed()
  }

  async #readAgain(index: number): Promise<void> {
    const old = this.#head.pages[index]
    const { page } = await this.#readPage(this.#queryOf(index))
    this.#noteChanges(page.rows ?? [])
    if (!old || this.#head.pages[index] !== old) return
    const end = page.rows?.findIndex(({ id }) => id === old.lastId) ?? -1
    const isCut = end < 0 || (index === this.#head.pages.length - 1 && page.cursors.hasNextPage)
    const rows = end < 0 ? page.rows : page.rows?.slice(0, end + 1)
    // The cursors of the old page still separate it from the next one.
    const replaced = isCut ? page : { ...page, rows, count: rows?.length ?? 0, cursors: old.cursors }
    this.#head.replace(index, { ...replaced, lastId: replaced.rows?.at(-1)?.id }, { isCut })
    if (isCut) this.#isComplete = !page.cursors.hasNextPage
    this.#head.drop(this.#view.first)
    this.#changed()
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}
