import { pageSize } from './row-pages.ts'
import type { RowStore } from './row-store.ts'

/**
 * Returns where a product is now that was at an index before; undefined if it isn't near. If no row is loaded there, it is
 * assumed not to have moved.
 */
export function indexOf({ rowAt }: Pick<RowStore, 'rowAt'>, id: string, before: number): number | undefined {
  if ((rowAt(before)?.id ?? id) === id) return before
  for (let distance = 1; distance <= pageSize; distance++) {
    const found = [before - distance, before + distance].find((index) => rowAt(index)?.id === id)
    if (found !== undefined) return found
  }
  return undefined
}
