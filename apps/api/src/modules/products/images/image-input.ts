import { type Static, Type } from 'typebox'
import type { Fault } from '../../../errors.ts'
import { FilePart } from '../../../http/body/uploads.ts'
import { fault, repeatedFaults } from '../../../http/faults.ts'
import { input, line, named, optional, ref, Uuid } from '../../../http/schema.ts'
import { listOf, recordOf } from '../../../lib/shape.ts'
import { maxImages } from './stage-images.ts'

const alt = line({
  max: 500,
  description: 'Alternative text that describes the image',
  examples: ['A zinc-plated hex bolt']
})
const sortOrder = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description:
    'Images are sorted by this number. An image that is inserted moves the later ones. The default is the end.'
})
const isPrimary = Type.Boolean({
  description: 'Makes this the primary image. A product with images has exactly one, by default the first.'
})

/** The form that adds an image (contract 4.7). */
export const NewImageForm = input(
  {
    file: FilePart,
    alt: Type.Optional(alt),
    sortOrder: Type.Optional(sortOrder),
    isPrimary: Type.Optional(isPrimary),
    variantId: Type.Optional(Uuid)
  },
  { description: 'An image and its properties' }
)
export type NewImageForm = Static<typeof NewImageForm>

const ImageMetadata = named(
  'ImageMetadata',
  input(
    {
      id: optional(
        Type.String({
          format: 'uuid',
          description: 'An existing image, live or pending, that stays in the set'
        })
      ),
      alt: optional(alt),
      sortOrder: optional(sortOrder),
      isPrimary: optional(isPrimary),
      variantId: optional(Uuid)
    },
    {
      description:
        'An entry with an id retains an existing image; omitted fields stay unchanged. An entry ' +
        'without an id describes the next file.'
    }
  )
)

/** The form that replaces the set of images (contract 4.7). */
export const ImageSetForm = input(
  {
    images: Type.Optional(Type.Array(FilePart, { maxItems: maxImages, description: 'New images' })),
    metadata: Type.Optional(
      Type.Array(ref(ImageMetadata), {
        maxItems: maxImages,
        description:
          'The complete new set, in order. If it is omitted, the new set consists of the files, in order.'
      })
    )
  },
  { description: 'New images, and the complete new set in order' }
)
export type ImageSetForm = Static<typeof ImageSetForm>

/**
 * Returns the faults of a body that replaces the images: repeated ids, more than one primary image, files
 * without an entry in `metadata`, and new entries without a file.
 */
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
        fault(`/metadata/${index}/isPrimary`, 'SECOND_PRIMARY', 'must not be true for more than one image')
      ),
    ...undescribed.map((index) =>
      fault(`/images/${index}`, 'NOT_DESCRIBED', 'has no matching entry in metadata')
    ),
    ...(described > files
      ? [
          fault(
            '/metadata',
            'FILE_MISSING',
            `has more entries without an id (${described}) than the form has files (${files})`
          )
        ]
      : [])
  ]
}
