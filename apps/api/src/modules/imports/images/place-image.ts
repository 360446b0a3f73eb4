import { addImage } from '../../products/images/stage-images.ts'
import type { StagedImage } from '../../products/write/fields.ts'

/**
 * The set of a product's images with a fetched one more: behind those it has, but before those of its own item that
 * stand `later` in the item's list and came sooner. The first of a set is its primary image, also when it comes last.
 */
export function placeImage(
  set: readonly StagedImage[],
  { id, later }: { id: string; later: readonly string[] }
): StagedImage[] {
  const next = set.find((image) => later.includes(image.id))
  const leads = next !== undefined && next === set[0] && next.isPrimary
  return addImage(set, { id, sortOrder: next?.sortOrder ?? null, isPrimary: leads })
}
