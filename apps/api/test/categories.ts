import { type Platform, platformCalls } from './platform-calls.ts'

/** Where the operator keeps categories. */
export const path = '/platform/categories'

/** The calls of the operator's categories. */
export function categoryCalls(now: () => Platform) {
  const calls = platformCalls(path, now)
  return {
    ...calls,
    /** Creates categories below each other; the first is at the top. */
    async chain(length: number): Promise<string[]> {
      const ids: string[] = []
      for (let level = 0; level < length; level++)
        ids.push(await calls.made({ parentId: ids.at(-1) ?? null }))
      return ids
    }
  }
}
