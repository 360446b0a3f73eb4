import { PurveyorError } from './errors.ts'
import type { PageInfo } from './generated/schemas.ts'

interface PageOf {
  pageInfo: PageInfo
}

/**
 * A list that is read page by page. `for await` yields the items of all pages. With `last` or `before` in the
 * query, pages and items come in the reverse order.
 */
export class Pages<Item, Page extends PageOf> implements AsyncIterable<Item> {
  readonly #read: (cursor: object) => Promise<Page>
  readonly #key: string
  readonly #isBackward: boolean

  constructor(read: (cursor: object) => Promise<Page>, key: string, isBackward: boolean) {
    this.#read = read
    this.#key = key
    this.#isBackward = isBackward
  }

  /** Returns the first page: the response as it is. */
  page(): Promise<Page> {
    return this.#read({})
  }

  /** Yields the responses, one page after the other. */
  async *byPage(): AsyncGenerator<Page, void, undefined> {
    for (let cursor: object | undefined = {}; cursor; ) {
      const page: Page | undefined = await this.#read(cursor)
      if (!page?.pageInfo)
        throw new PurveyorError(`The response isn't a page of ${this.#key}. Check the url of the client.`)
      yield page
      cursor = this.#next(page.pageInfo)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.byPage()) {
      const items = (page as unknown as Record<string, Item[]>)[this.#key] ?? []
      yield* this.#isBackward ? [...items].reverse() : items
    }
  }

  #next({ hasNextPage, endCursor, hasPreviousPage, startCursor }: PageInfo): object | undefined {
    if (this.#isBackward) return hasPreviousPage && startCursor ? { before: startCursor } : undefined
    return hasNextPage && endCursor ? { after: endCursor } : undefined
  }
}
