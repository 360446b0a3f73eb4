import type { Chunk, OpenChunk } from './chunk-queries.ts'

/** Items of a stored chunk, at most: the least that one transaction does. */
export const chunkItems = 200

/**
 * Joins the first of the open chunks with those that follow it without a gap, up to `maxItems`; the first is always taken.
 * One that has failed before is worked on alone, so that it fails no other. Undefined where there is none.
 */
export function joinChunks(open: OpenChunk[], maxItems: number): Chunk | undefined {
  const [first, ...others] = open
  if (!first) return undefined
  const { itemCount, failures, ...chunk } = first
  let [lastPosition, items] = [chunk.position, itemCount]
  for (const other of failures > 0 ? [] : others) {
    const follows = other.firstIndex === chunk.firstIndex + items
    if (!follows || other.failures > 0 || items + other.itemCount > maxItems) break
    lastPosition = other.position
    items += other.itemCount
  }
  return { ...chunk, lastPosition }
}
