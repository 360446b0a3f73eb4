import type { StagedImage } from '../write/fields.ts'
import type { PendingImage } from '../write/image-queries.ts'
import type { StagedChange } from '../write/write-changes.ts'

/** Images that a product may have (contract 4.7). */
export const maxImages = 20

const greatestOrder = 2_147_483_647

/** What is said of a new image; what is left out follows from the set that it comes into. */
type NewImage = {
  id: string
  alt?: string | null
  variantId?: string | null
  sortOrder?: number | null
  isPrimary?: boolean | null
}

/** An entry of a set that replaces another one: a new image, or one of that set, which keeps what is left out. */
export type ReplacingImage = NewImage & { isNew: boolean }

/**
 * The set with one image more: at the place that its sortOrder says, else at the end. It is the primary one when that
 * is said, or when it is the first.
 */
export function addImage(set: readonly StagedImage[], image: NewImage): StagedImage[] {
  const sortOrder = image.sortOrder ?? (set.at(-1)?.sortOrder ?? -1) + 1
  const isPrimary = set.length === 0 || image.isPrimary === true
  const before = set.filter((one) => one.sortOrder < sortOrder)
  const after = set.filter((one) => one.sortOrder >= sortOrder)
  const added = { ...newImage(image), sortOrder, isPrimary }
  return numbered(
    [...before, added, ...after].map((one) => (isPrimary ? { ...one, isPrimary: one.id === added.id } : one))
  )
}

/**
 * The set that the entries describe, in their order or by the sortOrder they say. The primary image is the one that
 * says so, else the first that does not say that it is not. Kept entries name images of `set`, in no order.
 */
export function replaceImages(
  set: readonly StagedImage[],
  entries: readonly ReplacingImage[]
): StagedImage[] {
  const kept = new Map(set.map((image) => [image.id, image]))
  let next = 0
  const described = entries.map((entry) => {
    const sortOrder = entry.sortOrder ?? next
    next = sortOrder + 1
    const image = { ...newImage(entry), ...kept.get(entry.id) }
    return {
      ...image,
      alt: entry.alt === undefined ? image.alt : (entry.alt ?? ''),
      variantId: entry.variantId === undefined ? image.variantId : entry.variantId,
      sortOrder
    }
  })
  const placed = numbered(described.toSorted((a, b) => a.sortOrder - b.sortOrder))
  const said = new Map(entries.map(({ id, isPrimary }) => [id, isPrimary]))
  const primary =
    placed.find(({ id }) => said.get(id) === true) ??
    placed.find(({ id }) => said.get(id) !== false) ??
    placed[0]
  return placed.map((image) => ({ ...image, isPrimary: image === primary }))
}

/** The set without an image. When that was the primary one, the live primary image is it again, else the first. */
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
 * Whether a set shows what another one does. Numbers that nobody said do not matter as long as the order is the same;
 * `sent` holds those that were.
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

/** Puts a set into the staged edits beside what else is there; without one the images leave them. */
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

/** Raises numbers where needed so that each is above the one before; numbers from 0 where they would grow too large. */
function numbered(images: StagedImage[]): StagedImage[] {
  let next = 0
  const raised = images.map((image) => {
    const sortOrder = Math.max(image.sortOrder, next)
    next = sortOrder + 1
    return { ...image, sortOrder }
  })
  if (next - 1 <= greatestOrder) return raised
  return images.map((image, sortOrder) => ({ ...image, sortOrder }))
}
