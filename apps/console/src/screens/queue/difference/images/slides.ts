import type { ComparedImage } from './compare-images.ts'

/** An image in the larger view. `side` is undefined for the images of a new product. */
export type Slide = { compared: ComparedImage; side: 'before' | 'after' | undefined; count: number }

/**
 * Returns the order in which the larger view shows images: at each index the old image and then the new one, so that a
 * step flips between the two.
 */
export function slidesOf(before: ComparedImage[], after: ComparedImage[], hasSides: boolean): Slide[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [old, next] = [before[index], after[index]]
    const slides: Slide[] = []
    if (old) slides.push({ compared: old, side: 'before', count: before.length })
    if (next) slides.push({ compared: next, side: hasSides ? 'after' : undefined, count: after.length })
    return slides
  }).flat()
}
