import { type Fault, orNotFound } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { newId } from '../../../lib/ids.ts'
import type { StagedImage } from '../write/fields.ts'
import type { ImageSetForm, NewImageForm } from './image-input.ts'
import type { ImageSets } from './image-queries.ts'
import { addImage, maxImages, type ReplacingImage, removeImage, replaceImages } from './stage-images.ts'

/** The set that a change works on, and what it may refer to. */
type CurrentSet = { images: StagedImage[]; live: StagedImage[]; variantIds: string[] }

/** A change of a product's images, to be made on the set as it is found under the product's lock. */
export type ImageChange = {
  /** Ids of the new images, in the order of their files. */
  newIds: string[]
  /** What cannot be done on this set. */
  faults(current: CurrentSet): Fault[]
  apply(current: CurrentSet): StagedImage[]
  /** Sort orders that were said, by image. */
  sent: ReadonlyMap<string, number>
}

/** The proposed set once images are staged, else the live one. A variant that is gone meanwhile is left out. */
export function currentSet({ live, staged, variantIds }: ImageSets): CurrentSet {
  const images = staged?.map((image) => ({
    ...image,
    variantId: variantIds.includes(image.variantId ?? '') ? image.variantId : null
  }))
  return { images: images ?? live, live, variantIds }
}

/** One image more. */
export function addition({ alt, sortOrder, isPrimary, ...form }: NewImageForm): ImageChange {
  const id = newId()
  const variantId = form.variantId?.toLowerCase()
  return {
    newIds: [id],
    faults: (current) => [
      ...(current.images.length >= maxImages
        ? [fault('/file', 'TOO_MANY_IMAGES', `is one more than the ${maxImages} images of a product`)]
        : []),
      ...variantFaults('/variantId', variantId, current)
    ],
    apply: ({ images }) => addImage(images, { id, alt, sortOrder, isPrimary, variantId }),
    sent: new Map(sortOrder === undefined ? [] : [[id, sortOrder]])
  }
}

/** A new set; `files` is how many new images come with it. */
export function replacement({ metadata }: ImageSetForm, files: number): ImageChange {
  const newIds = Array.from({ length: files }, newId)
  const unused = newIds.values()
  const described: NonNullable<ImageSetForm['metadata']> = metadata ?? newIds.map(() => ({}))
  const entries: ReplacingImage[] = described.map(({ id, ...entry }) => ({
    ...entry,
    variantId: entry.variantId?.toLowerCase() ?? entry.variantId,
    isNew: id == null,
    id: id?.toLowerCase() ?? unused.next().value ?? newId()
  }))
  return {
    newIds,
    faults: (current) => {
      const known = new Set(keepable(current).map(({ id }) => id))
      return entries.flatMap(({ id, isNew, variantId }, index) => [
        ...(isNew || known.has(id)
          ? []
          : [fault(`/metadata/${index}/id`, 'UNKNOWN_IMAGE', 'is not the id of an image of this product')]),
        ...variantFaults(`/metadata/${index}/variantId`, variantId, current)
      ])
    },
    apply: (current) => replaceImages(keepable(current), entries),
    sent: new Map(entries.flatMap(({ id, sortOrder }) => (sortOrder == null ? [] : [[id, sortOrder]])))
  }
}

/** What a new set may keep: images of the current one, and live ones that the current one leaves out. */
function keepable({ images, live }: CurrentSet): StagedImage[] {
  const current = new Set(images.map(({ id }) => id))
  return [...images, ...live.filter(({ id }) => !current.has(id))]
}

/** One image less; 404 where the set does not have it. */
export function removal(id: string): ImageChange {
  return {
    newIds: [],
    faults: () => [],
    apply: ({ images, live }) => {
      orNotFound(images.find((image) => image.id === id))
      return removeImage(images, live, id)
    },
    sent: new Map()
  }
}

function variantFaults(place: string, id: string | null | undefined, { variantIds }: CurrentSet): Fault[] {
  if (id == null || variantIds.includes(id)) return []
  return [fault(place, 'UNKNOWN_VARIANT', 'is not the id of a variant of this product')]
}
