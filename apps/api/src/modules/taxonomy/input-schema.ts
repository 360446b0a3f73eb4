import { Type } from 'typebox'
import { input, line, named, optional, slugText, Uuid } from '../../http/schema.ts'
import {
  PlatformCategory,
  PlatformCollection,
  PlatformFacet,
  PlatformFacetValue,
  PlatformTag
} from './schema.ts'

const name = line({ min: 1, max: 255 })
const slug = slugText()
/** A slug cannot be cleared: left out it stays, even when the name changes. */
const patch = { name: Type.Optional(name), slug: Type.Optional(slug) }
const position = optional(
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Lower ones stand first; 0 unless given' })
)
const parentId = optional(Type.String({ ...Uuid, description: 'Null for the top of the tree' }))

export const NewCategory = named(
  'NewCategory',
  input({ name, slug: optional(slug), parentId, position }, { output: PlatformCategory })
)
export const CategoryPatch = named(
  'CategoryPatch',
  input({ ...patch, parentId, position }, { output: PlatformCategory })
)

export const NewCollection = named(
  'NewCollection',
  input({ name, slug: optional(slug) }, { output: PlatformCollection })
)
export const CollectionPatch = named('CollectionPatch', input(patch, { output: PlatformCollection }))

export const NewTag = named('NewTag', input({ name, slug: optional(slug) }, { output: PlatformTag }))
export const TagPatch = named('TagPatch', input(patch, { output: PlatformTag }))

export const NewFacet = named('NewFacet', input({ name, slug: optional(slug) }, { output: PlatformFacet }))
export const FacetPatch = named('FacetPatch', input(patch, { output: PlatformFacet }))

export const NewFacetValue = named(
  'NewFacetValue',
  input({ name, slug: optional(slug), position }, { output: PlatformFacetValue })
)
export const FacetValuePatch = named(
  'FacetValuePatch',
  input({ ...patch, position }, { output: PlatformFacetValue })
)
