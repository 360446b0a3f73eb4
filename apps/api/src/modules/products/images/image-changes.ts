import { type Fault, orNotFound } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { newId } from '../../../lib/ids.ts'
import type { StagedImage } from '../write/fields.ts'
import type { ImageSetForm, NewImageForm } from './image-input.ts'
import type { ImageSets } from './image-queries.ts'
import { addImage, maxImages, type ReplacingImage, removeImage, replaceImages } from './stage-images.ts'

/**
 * `images` is the set that a change is applied to: the proposed set, or the live set if no images are staged.
 * `live` is the live set. `variantIds` are the ids of the product's variants, which images can refer to.
 */
type CurrentSet = { images: StagedImage[]; live: StagedImage[]; variantIds: string[] }

/** A change of a product's images. It is applied to the current set after the product has been locked. */
export type ImageChange = {
  /** The ids of the new images, in the order of their files. */
  newIds: string[]
  /** Returns the faults that the change would have if it were applied to the current set. */
  faults(current: CurrentSet): Fault[]
  /** Returns the images after the change. */
  apply(current: CurrentSet): StagedImage[]
  /** The sort orders that the request contains, by image id. */
  sent: ReadonlyMap<string, number>
}

/**
 * Returns the proposed images if images are staged, otherwise the live ones. If the variant of an image was
 * deleted, its `variantId` becomes null.
 */
export function currentSet({ live, staged, variantIds }: ImageSets): CurrentSet {
  const images = staged?.map((image) => ({
    ...image,
    variantId: variantIds.includes(image.variantId ?? '') ? image.variantId : null
  }))
  return { images: images ?? live, live, variantIds }
}

/** A change that adds one image. */
export function addition({ alt, sortOrder, isPrimary, ...form }: NewImageForm): ImageChange {
  const id = newId()
  const variantId = form.variantId?.toLowerCase()
  return {
    newIds: [id],
    faults: (current) => [
      ...(current.images.length >= maxImages
        ? [fault('/file', 'TOO_MANY_IMAGES', `would exceed the limit of ${maxImages} images per product`)]
        : []),
      ...variantFaults('/variantId', variantId, current)
    ],
    apply: ({ images }) => addImage(images, { id, alt, sortOrder, isPrimary, variantId }),
    sent: new Map(sortOrder === undefined ? [] : [[id, sortOrder]])
  }
}

/**
 * A change that replaces the set of images. `files` is the number of uploaded files, each of which becomes a
 * new image.
 */
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
      const reusableIds = new Set(reusable(current).map(({ id }) => id))
      return entries.flatMap(({ id, isNew, variantId }, index) => [
        ...(isNew || reusableIds.has(id)
          ? []
          : [fault(`/metadata/${index}/id`, 'UNKNOWN_IMAGE', 'must be the id of an image of this product')]),
        ...variantFaults(`/metadata/${index}/variantId`, variantId, current)
      ])
    },
    apply: (current) => replaceImages(reusable(current), entries),
    sent: new Map(entries.flatMap(({ id, sortOrder }) => (sortOrder == null ? [] : [[id, sortOrder]])))
  }
}

/**
 * Returns the existing images that the entries of a new set can refer to: the images of the current set, and
 * the live images.
 */
function reusable({ images, live }: CurrentSet): StagedImage[] {
  const current = new Set(images.map(({ id }) => id))
  return [...images, ...live.filter(({ id }) => !current.has(id))]
}

/** A change that removes one image. Applying it throws 404 if the image is not in the current set. */
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

function variantFaults(pointer: string, id: string | null | undefined, { variantIds }: CurrentSet): Fault[] {
  if (id == null || variantIds.includes(id)) return []
  return [fault(pointer, 'UNKNOWN_VARIANT', 'must be the id of a variant of this product')]
}
