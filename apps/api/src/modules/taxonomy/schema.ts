import { type Static, Type } from 'typebox'
import { input, line, named, nullable, optional, ref, slugText, Timestamp, Uuid } from '../../http/schema.ts'

const term = (name: string, slug: string) => ({
  id: Uuid,
  name: Type.String({ examples: [name] }),
  slug: Type.String({ examples: [slug] })
})
const times = { createdAt: Timestamp, updatedAt: Timestamp }
const position = Type.Integer({ description: 'Lower ones stand first; equal ones by name', examples: [0] })

const category = {
  ...term('Bolts', 'bolts'),
  imageUrl: nullable(Type.String({ examples: ['https://assets.example/assets/categories/bolts.webp'] })),
  parentId: nullable(Uuid)
}

/** What stands below a node of the tree: nodes of the same kind, to any depth. */
function children(component: string) {
  return Type.Unsafe<unknown[]>({ type: 'array', items: { $ref: `${component}#` } })
}

/** A category as vendors see it (contract 1: the tree to look up ids for `categoryIds`). */
const CategoryNode = named('CategoryNode', Type.Object({ ...category, children: children('CategoryNode') }))
export const CategoryTree = named('CategoryTree', Type.Object({ categories: Type.Array(ref(CategoryNode)) }))
export type CategoryTree = Static<typeof CategoryTree>

/** A category as the operator sees it. */
export const PlatformCategory = named('PlatformCategory', Type.Object({ ...category, position, ...times }))
export type PlatformCategory = Static<typeof PlatformCategory>

const PlatformCategoryNode = named(
  'PlatformCategoryNode',
  Type.Object({ ...category, position, ...times, children: children('PlatformCategoryNode') })
)
export const PlatformCategoryTree = named(
  'PlatformCategoryTree',
  Type.Object({ categories: Type.Array(ref(PlatformCategoryNode)) })
)

const collection = term('Spring sale', 'spring-sale')
export const Collection = named('Collection', Type.Object(collection))
export const CollectionList = named(
  'CollectionList',
  Type.Object({ collections: Type.Array(ref(Collection)) })
)
export const PlatformCollection = named('PlatformCollection', Type.Object({ ...collection, ...times }))
export const PlatformCollectionList = named(
  'PlatformCollectionList',
  Type.Object({ collections: Type.Array(ref(PlatformCollection)) })
)

const tag = term('Stainless', 'stainless')
export const Tag = named('Tag', Type.Object(tag))
export const TagList = named('TagList', Type.Object({ tags: Type.Array(ref(Tag)) }))
export const PlatformTag = named('PlatformTag', Type.Object({ ...tag, ...times }))
export const PlatformTagList = named('PlatformTagList', Type.Object({ tags: Type.Array(ref(PlatformTag)) }))

const facet = term('Size', 'size')
const value = term('M8', 'm8')

/** A value as it stands in its facet; products show it with its facet beside it. */
const ValueOfFacet = named('ValueOfFacet', Type.Object(value))
export const Facet = named('Facet', Type.Object({ ...facet, values: Type.Array(ref(ValueOfFacet)) }))
export const FacetList = named('FacetList', Type.Object({ facets: Type.Array(ref(Facet)) }))

export const PlatformFacetValue = named(
  'PlatformFacetValue',
  Type.Object({ ...value, facetId: Uuid, position, ...times })
)

export const PlatformFacetValueList = named(
  'PlatformFacetValueList',
  Type.Object({ values: Type.Array(ref(PlatformFacetValue)) })
)

export const PlatformFacet = named(
  'PlatformFacet',
  Type.Object({ ...facet, values: Type.Array(ref(PlatformFacetValue)), ...times })
)
export const PlatformFacetList = named(
  'PlatformFacetList',
  Type.Object({ facets: Type.Array(ref(PlatformFacet)) })
)

const name = line({ min: 1, max: 255 })
const slug = slugText()
const written = { name, slug: optional(slug) }
/** A slug cannot be cleared: left out it stays, even when the name changes. */
const patched = { name: Type.Optional(name), slug: Type.Optional(slug) }
const rank = {
  position: optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'Lower ones stand first; 0 unless given'
    })
  )
}
const parent = {
  parentId: optional(Type.String({ ...Uuid, description: 'Null for the top of the tree' }))
}

/** The fields that a new term of any kind, or a patch of one, can have. */
export type NewTerm = Static<typeof NewCategory>
export type TermPatch = Static<typeof CategoryPatch>

const ofCategory = { output: PlatformCategory }
export const NewCategory = named('NewCategory', input({ ...written, ...parent, ...rank }, ofCategory))
export const CategoryPatch = named('CategoryPatch', input({ ...patched, ...parent, ...rank }, ofCategory))

export const NewCollection = named('NewCollection', input(written, { output: PlatformCollection }))
export const CollectionPatch = named('CollectionPatch', input(patched, { output: PlatformCollection }))

export const NewTag = named('NewTag', input(written, { output: PlatformTag }))
export const TagPatch = named('TagPatch', input(patched, { output: PlatformTag }))

export const NewFacet = named('NewFacet', input(written, { output: PlatformFacet }))
export const FacetPatch = named('FacetPatch', input(patched, { output: PlatformFacet }))

const ofValue = { output: PlatformFacetValue }
export const NewFacetValue = named('NewFacetValue', input({ ...written, ...rank }, ofValue))
export const FacetValuePatch = named('FacetValuePatch', input({ ...patched, ...rank }, ofValue))
