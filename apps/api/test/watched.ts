import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'

/** A changed field, as the moderation queue shows it. */
export type ShownChange = { field: string; variantId?: string; live: unknown; proposed: unknown }

/** An entry of kind CHANGE in the moderation queue. */
export type ChangeEntry = {
  kind: string
  version: number
  submittedAt: string
  product: { id: string; status: string }
  changes: ShownChange[]
}

type WatchedField = string | { field: string; threshold?: number }

/**
 * Returns helpers for tests of watched fields. A helper acts as one of the operators that `now` returns when the
 * helper is called: `admin` can change the settings, and `operator` can decide.
 */
export function watchedCalls(now: () => { t: TestApp; admin: string; operator: string }) {
  const read = (query: string) =>
    now().t.call(`GET /platform/moderation?kind=CHANGE&first=100${query}`, { as: now().operator })

  /** Returns all entries of kind CHANGE in the queue, in order. */
  async function entries(query = ''): Promise<ChangeEntry[]> {
    const found: ChangeEntry[] = []
    let after = ''
    do {
      const { status, text, body } = await read(`${query}${after}`)
      assert.equal(status, 200, text)
      found.push(...body.entries)
      after = body.pageInfo.hasNextPage ? `&after=${body.pageInfo.endCursor}` : ''
    } while (after)
    return found
  }

  return {
    entries,
    /** Sets the watched fields. */
    async watch(...fields: WatchedField[]): Promise<void> {
      const watchedFields = fields.map((field) => (typeof field === 'string' ? { field } : field))
      const { t, admin } = now()
      const answer = await t.call('PATCH /platform/settings', { as: admin, body: { watchedFields } })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.body.watchedFields, watchedFields)
    },
    /** Returns the entry of a product, or undefined if there is none. */
    async entryOf(id: string): Promise<ChangeEntry | undefined> {
      return (await entries()).find(({ product }) => product.id === id)
    },
    accept: (id: string, version: number) =>
      now().t.call(`POST /platform/products/${id}/change/accept`, { as: now().operator, body: { version } }),
    hide: (id: string, version: number, body: object = { reason: 'The price is too high' }) =>
      now().t.call(`POST /platform/products/${id}/change/hide`, {
        as: now().operator,
        body: { version, ...body }
      }),
    decide: (items: object[]) =>
      now().t.call('POST /platform/moderation/decisions', { as: now().operator, body: { items } })
  }
}
