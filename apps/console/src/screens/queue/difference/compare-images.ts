import type { PendingImage } from '@purveyor/client'
import { compareLists } from './compare-lists.ts'

/** A live or a proposed image. The `url` of a new image is null, because its file is private until it is approved. */
export type EntryImage = Pick<PendingImage, 'id' | 'url' | 'variantId' | 'alt' | 'isPrimary'>

/** An image with what changes about it. */
export type ComparedImage = {
  image: EntryImage
  /** Its index in its set. */
  index: number
  change: 'added' | 'removed' | 'none'
  /** Its index in the other set, if its order changes. */
  movedTo?: number
  movedFrom?: number
  /** Its alternative text before, if that changes. */
  altBefore?: string
  /** True if only one of the sets has it as the primary image, or for another variant. */
  changesPrimary: boolean
  changesVariant: boolean
}

/** Returns the live and the proposed images, each set in its order, with what changes about each image. */
export function compareImages(
  live: EntryImage[],
  proposed: EntryImage[]
): { before: ComparedImage[]; after: ComparedImage[]; isSame: boolean } {
  const before: ComparedImage[] = []
  const after: ComparedImage[] = []
  const rows = compareLists(live, proposed, ({ id }) => id)
  for (const row of rows) {
    const only = { changesPrimary: false, changesVariant: false }
    if (row.kind === 'removed')
      before.push({ image: row.before, index: row.from, change: 'removed', ...only })
    if (row.kind === 'added') after.push({ image: row.after, index: row.to, change: 'added', ...only })
    if (row.kind !== 'both') continue
    const { before: old, after: image, from, to, isMoved } = row
    const both = {
      change: 'none' as const,
      changesPrimary: old.isPrimary !== image.isPrimary,
      changesVariant: old.variantId !== image.variantId
    }
    before.push({ image: old, index: from, ...both, ...(isMoved && { movedTo: to }) })
    const altBefore = old.alt === image.alt ? {} : { altBefore: old.alt }
    after.push({ image, index: to, ...both, ...(isMoved && { movedFrom: from }), ...altBefore })
  }
  const isSame = after.every((one) => one.change === 'none' && one.movedFrom === undefined && !hasOther(one))
  before.sort((one, other) => one.index - other.index)
  return { before, after, isSame: isSame && before.length === after.length }
}

function hasOther({ altBefore, changesPrimary, changesVariant }: ComparedImage): boolean {
  return altBefore !== undefined || changesPrimary || changesVariant
}
