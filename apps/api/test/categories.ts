import { type Platform, platformCalls } from './platform-calls.ts'

/** The path of the operator's endpoints for categories, relative to /api/v1. */
export const path = '/platform/categories'

/**
 * Returns helpers that call the operator's endpoints for categories. A helper acts as one of the users that
 * `now` returns when the helper is called.
 */
export function categoryCalls(now: () => Platform) {
  const calls = platformCalls(path, now)
  return {
    ...calls,
    /** Creates a chain of categories, each the parent of the next, and returns their ids from the top. */
    async chain(length: number): Promise<string[]> {
      const ids: string[] = []
      for (let level = 0; level < length; level++)
        ids.push(await calls.made({ parentId: ids.at(-1) ?? null }))
      return ids
    }
  }
}
