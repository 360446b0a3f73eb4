import type { StagedImage } from '../write/fields.ts'
import type { PendingImage } from '../write/image-queries.ts'
import type { StagedChange } from '../write/write-changes.ts'

/** The maximum number of images of a product (contract 4.7). */
export const maxImages = 20

const maxSortOrder = 2_147_483_647

/** The fields of a new image. Defaults for omitted fields depend on the set that the image is added to. */
type NewImage = {
  id: string
  alt?: string | null
  variantId?: string | null
  sortOrder?: number | null
  isPrimary?: boolean | null
}

/**
 * An entry of a new set: a new image if `isNew` is true, otherwise an existing one. Omitted fields of an
 * existing image stay unchanged.
 */
export type ReplacingImage = NewImage & { isNew: boolean }

/**
 * Returns the set with a new image added. `sortOrder` determines the place of the new image. Without
 * `sortOrder`, the new image is the last. It becomes the primary image if `isPrimary` is true or the set was
 * empty.
 */
export function addImage(set: readonly StagedImage[], image: NewImage): StagedImage[] {
  const sortOrder = image.sortOrder ?? (set.at(-1)?.sortOrder ?? -1) + 1
  const isPrimary = set.length === 0 || image.isPrimary === true
  const before = set.filter((one) => one.sortOrder < sortOrder)
  const after = set.filter((one) => one.sortOrder >= sortOrder)
  const added = { ...newImage(image), sortOrder, isPrimary }
  return withRisingOrder(
    [...before, added, ...after].map((one) => (isPrimary ? { ...one, isPrimary: one.id === added.id } : one))
  )
}

/**
 * Returns the set that the entries describe, sorted by `sortOrder`. An entry without `sortOrder` follows the
 * entry before it. The primary image is the first one whose entry has `isPrimary` true. If no entry has it
 * true, the first image whose entry omits `isPrimary` becomes primary. If there is no such image either, the
 * first image becomes primary. `set` contains the existing images that entries can refer to.
 */
export function replaceImages(
  set: readonly StagedImage[],
  entries: readonly ReplacingImage[]
): StagedImage[] {
  const existing = new Map(set.map((image) => [image.id, image]))
  let next = 0
  const described = entries.map((entry) => {
    const sortOrder = entry.sortOrder ?? next
    next = sortOrder + 1
    const image = { ...newImage(entry), ...existing.get(entry.id) }
    return {
      ...image,
      alt: entry.alt === undefined ? image.alt : (entry.alt ?? ''),
      variantId: entry.variantId === undefined ? image.variantId : entry.variantId,
      sortOrder
    }
  })
  const sorted = withRisingOrder(described.toSorted((a, b) => a.sortOrder - b.sortOrder))
  const requested = new Map(entries.map(({ id, isPrimary }) => [id, isPrimary]))
  const primary =
    sorted.find(({ id }) => requested.get(id) === true) ??
    sorted.find(({ id }) => requested.get(id) !== false) ??
    sorted[0]
  return sorted.map((image) => ({ ...image, isPrimary: image === primary }))
}

/**
 * Returns the set without the image with this id. If this was the primary image, another image becomes
 * primary: the primary image of the live set if the remaining set contains it, otherwise the first image.
 */
export function removeImage(
  set: readonly StagedImage[],
  live: readonly StagedImage[],
  id: string
): StagedImage[] {
  const rest = set.filter((image) => image.id !== id)
  if (rest.some(({ isPrimary }) => isPrimary)) return rest
  const livePrimary = live.find(({ isPrimary }) => isPrimary)?.id
  const primary = rest.find((image) => image.id === livePrimary) ?? rest[0]
  return rest.map((image) => ({ ...image, isPrimary: image === primary }))
}

/**
 * True if two sets have the same images with the same fields, in the same order. `sent` maps image ids to the
 * sort orders that the request contains. A sort order is compared only if the request contains it.
 */
export function isSameSet(
  set: readonly StagedImage[],
  other: readonly StagedImage[],
  sent: ReadonlyMap<string, number> = new Map()
): boolean {
  return (
    set.length === other.length &&
    set.every((image, index) => {
      const match = other[index]
      return (
        match !== undefined &&
        image.id === match.id &&
        image.alt === match.alt &&
        image.variantId === match.variantId &&
        image.isPrimary === match.isPrimary &&
        (sent.get(image.id) ?? match.sortOrder) === match.sortOrder
      )
    })
  )
}

/**
 * Returns a change that stages the set `images`. `added` contains the new images of this set. If `images` is undefined, the
 * change removes the images from the staged edits. Staged edits of other fields stay unchanged.
 */
export function stageImages(
  { revisedFields }: { revisedFields: string[] | null },
  images: StagedImage[] | undefined,
  added: PendingImage[]
): StagedChange {
  const others = (revisedFields ?? []).filter((field) => field !== 'images')
  return {
    stages: images ? { images } : {},
    unstages: images ? [] : ['images'],
    changed: ['images'],
    isWithdrawn: !images && others.length === 0,
    added
  }
}

function newImage({ id, alt, variantId }: NewImage): StagedImage {
  return { id, isNew: true, variantId: variantId ?? null, alt: alt ?? '', sortOrder: 0, isPrimary: false }
}

/**
 * Raises sort orders where needed, so that each is greater than the one before. If a sort order would exceed
 * `maxSortOrder`, the images are numbered from 0 instead.
 */
function withRisingOrder(images: StagedImage[]): StagedImage[] {
  let next = 0
  const raised = images.map((image) => {
    const sortOrder = Math.max(image.sortOrder, next)
    next = sortOrder + 1
    return { ...image, sortOrder }
  })
  if (next - 1 <= maxSortOrder) return raised
  return images.map((image, sortOrder) => ({ ...image, sortOrder }))
}
