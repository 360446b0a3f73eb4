import type { ImageMetadata, Product } from '@purveyor/client'

/** An image as the vendor sees it: live, or of the proposed set. */
export type ShownImage = {
  id: string
  /** Null for an image that was never live, whose file is private. */
  url: string | null
  alt: string
  isPrimary: boolean
  variantId: string | null
}

/** Returns the images of the proposed set, or the live ones if none are staged, in their order. */
export function imagesOf({ images, pendingRevision }: Product): ShownImage[] {
  const shown: readonly (ShownImage & { sortOrder: number })[] = pendingRevision?.images ?? images
  return shown.toSorted((one, other) => one.sortOrder - other.sortOrder)
}

/** Returns the set of images in this order, for a request. */
export function metadataOf(images: readonly ShownImage[]): ImageMetadata[] {
  return images.map(({ id, alt, isPrimary, variantId }) => ({ id, alt, isPrimary, variantId }))
}

/** Returns a set of images with those that were uploaded since: those of `current` that are not `known`. */
export function withAdded(
  images: readonly ShownImage[],
  known: ReadonlySet<string>,
  current: readonly ShownImage[]
): ShownImage[] {
  return [...images, ...current.filter(({ id }) => !known.has(id))]
}

/** Returns the images with another primary one. */
export function withPrimary(images: readonly ShownImage[], id: string): ShownImage[] {
  return images.map((image) => ({ ...image, isPrimary: image.id === id }))
}

/** Returns the images without one. If it was the primary one, the first of the others is. */
export function withoutImage(images: readonly ShownImage[], id: string): ShownImage[] {
  const rest = images.filter((image) => image.id !== id)
  const [first] = rest
  return first && !rest.some(({ isPrimary }) => isPrimary) ? withPrimary(rest, first.id) : rest
}
