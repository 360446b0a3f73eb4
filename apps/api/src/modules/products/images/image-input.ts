import { type Static, Type } from 'typebox'
import type { Fault } from '../../../errors.ts'
import { fault, repeatedFaults } from '../../../http/faults.ts'
import { input, line, named, optional, ref, Uuid } from '../../../http/schema.ts'
import { FilePart } from '../../../http/uploads.ts'
import { listOf, recordOf } from '../../../lib/shape.ts'
import { maxImages } from './stage-images.ts'

const alt = line({ max: 500, description: 'What the image shows', examples: ['A zinc-plated hex bolt'] })
const sortOrder = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'Its place; the others make room. At the end unless given'
})
const isPrimary = Type.Boolean({ description: 'One image is the primary one: the first, unless said' })

/** The form that adds an image (contract 4.7). */
export const NewImageForm = input({
  file: FilePart,
  alt: Type.Optional(alt),
  sortOrder: Type.Optional(sortOrder),
  isPrimary: Type.Optional(isPrimary),
  variantId: Type.Optional(Uuid)
})
export type NewImageForm = Static<typeof NewImageForm>

const ImageMetadata = named(
  'ImageMetadata',
  input(
    {
      id: optional(Type.String({ format: 'uuid', description: 'Keeps this image, live or pending' })),
      alt: optional(alt),
      sortOrder: optional(sortOrder),
      isPrimary: optional(isPrimary),
      variantId: optional(Uuid)
    },
    { description: 'A kept image keeps what is left out; an entry without an id describes the next file' }
  )
)

/** The form that replaces the set of images (contract 4.7). */
export const ImageSetForm = input({
  images: Type.Optional(Type.Array(FilePart, { maxItems: maxImages, description: 'New images' })),
  metadata: Type.Optional(
    Type.Array(ref(ImageMetadata), {
      maxItems: maxImages,
      description: 'The set in the wanted order. Without it the set is the files in theirs'
    })
  )
})
export type ImageSetForm = Static<typeof ImageSetForm>

/** What a new set says wrongly by itself: ids and primaries that repeat, files and entries that do not fit. */
export function imageSetFaults(body: unknown): Fault[] {
  const { images, metadata } = recordOf(body)
  if (!Array.isArray(metadata)) return []
  const entries = metadata.map(recordOf)
  const files = listOf(images).length
  const described = entries.filter(({ id }) => id === undefined || id === null).length
  const ids = entries.map(({ id }) => (typeof id === 'string' ? id.toLowerCase() : undefined))
  const primaries = entries.flatMap((entry, index) => (entry.isPrimary === true ? [index] : []))
  const undescribed = Array.from({ length: Math.max(0, files - described) }, (_, index) => described + index)
  return [
    ...repeatedFaults('/metadata', ids, { field: 'id', code: 'REPEATED_ID' }),
    ...primaries
      .slice(1)
      .map((index) =>
        fault(`/metadata/${index}/isPrimary`, 'SECOND_PRIMARY', 'may be said of one image only')
      ),
    ...undescribed.map((index) => fault(`/images/${index}`, 'NOT_DESCRIBED', 'has no entry in the metadata')),
    ...(described > files
      ? [fault('/metadata', 'FILE_MISSING', `describes ${described} files, but ${files} were sent`)]
      : [])
  ]
}
