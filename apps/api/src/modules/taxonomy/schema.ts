import { type Static, Type } from 'typebox'
import {
  count,
  input,
  line,
  named,
  nullable,
  optional,
  ref,
  slugText,
  Timestamp,
  Uuid
} from '../../http/schema.ts'

const term = (name: string, slug: string) => ({
  id: Uuid,
  name: Type.String({ examples: [name] }),
  slug: Type.String({ examples: [slug] })
})
const times = { createdAt: Timestamp, updatedAt: Timestamp }
const position = Type.Integer({
  description: 'Entries are sorted by position, then by name',
  examples: [0]
})

/** The number of products of a term in lists, if the request asks for it. */
const productCount = Type.Optional(
  count('With `counts=true`: the number of products, whatever their status', 120)
)

const category = {
  ...term('Bolts', 'bolts'),
  imageUrl: nullable(Type.String({ examples: ['https://assets.example/assets/categories/bolts.webp'] })),
  parentId: nullable(Uuid)
}

/** The schema of the children of a node: an array of nodes whose schema is the given component. */
function children(component: string) {
  return Type.Unsafe<unknown[]>({ type: 'array', items: { $ref: `${component}#` } })
}

/** A category as vendors see it (contract 4.10). Products refer to it by its id, in `categoryIds`. */
const CategoryNode = named(
  'CategoryNode',
  Type.Object({ ...category, children: children('CategoryNode') }),
  'A category with its children'
)
export const CategoryTree = named(
  'CategoryTree',
  Type.Object({ categories: Type.Array(ref(CategoryNode)) }),
  'The category tree'
)
export type CategoryTree = Static<typeof CategoryTree>

/** A category as the operator sees it. */
export const PlatformCategory = named(
  'PlatformCategory',
  Type.Object({ ...category, position, ...times }),
  'A category'
)
export type PlatformCategory = Static<typeof PlatformCategory>

const PlatformCategoryNode = named(
  'PlatformCategoryNode',
  Type.Object({
    ...category,
    position,
    productCount,
    totalProductCount: Type.Optional(
      count('With `counts=true`: the number of products in the category or in one below it', 480)
    ),
    ...times,
    children: children('PlatformCategoryNode')
  }),
  'A category with its position and its children'
)
export const PlatformCategoryTree = named(
  'PlatformCategoryTree',
  Type.Object({ categories: Type.Array(ref(PlatformCategoryNode)) }),
  'The category tree'
)

const collection = term('Spring sale', 'spring-sale')
export const Collection = named(
  'Collection',
  Type.Object(collection),
  'A collection to which products can belong'
)
export const CollectionList = named(
  'CollectionList',
  Type.Object({ collections: Type.Array(ref(Collection)) }),
  'All collections'
)
export const PlatformCollection = named(
  'PlatformCollection',
  Type.Object({ ...collection, productCount, ...times }),
  'A collection'
)
export const PlatformCollectionList = named(
  'PlatformCollectionList',
  Type.Object({ collections: Type.Array(ref(PlatformCollection)) }),
  'All collections'
)

const tag = term('Stainless', 'stainless')
export const Tag = named('Tag', Type.Object(tag), 'A tag that products can have')
export const TagList = named('TagList', Type.Object({ tags: Type.Array(ref(Tag)) }), 'All tags')
export const PlatformTag = named(
  'PlatformTag',
  Type.Object({ ...tag, productCount, ...times }, { description: 'A tag' })
)
export const PlatformTagList = named(
  'PlatformTagList',
  Type.Object({ tags: Type.Array(ref(PlatformTag)) }),
  'All tags'
)

const facet = term('Size', 'size')
const value = term('M8', 'm8')

/**
 * A facet value in the `values` of its facet. Unlike a facet value in a product, it doesn't contain the
 * facet.
 */
const ValueOfFacet = named('ValueOfFacet', Type.Object(value), 'A value that its facet offers')
export const Facet = named(
  'Facet',
  Type.Object({ ...facet, values: Type.Array(ref(ValueOfFacet)) }),
  'A facet with the values that it offers'
)
export const FacetList = named(
  'FacetList',
  Type.Object({ facets: Type.Array(ref(Facet)) }),
  'All facets with their values'
)

export const PlatformFacetValue = named(
  'PlatformFacetValue',
  Type.Object({ ...value, facetId: Uuid, position, productCount, ...times }),
  'A value of a facet'
)

export const PlatformFacetValueList = named(
  'PlatformFacetValueList',
  Type.Object({ values: Type.Array(ref(PlatformFacetValue)) }),
  'All values of the facet'
)

export const PlatformFacet = named(
  'PlatformFacet',
  Type.Object({ ...facet, values: Type.Array(ref(PlatformFacetValue)), ...times }),
  'A facet with its values'
)
export const PlatformFacetList = named(
  'PlatformFacetList',
  Type.Object({ facets: Type.Array(ref(PlatformFacet)) }),
  'All facets with their values'
)

const name = line({ min: 1, max: 255 })
const slug = slugText()
const newFields = { name, slug: optional(slug) }
/**
 * The fields of all bodies that update a term. A slug can't be null. An omitted slug stays unchanged, even if
 * the name changes.
 */
const patchFields = { name: Type.Optional(name), slug: Type.Optional(slug) }
const positionField = {
  position: optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'Entries are sorted by position, then by name. The default is 0.'
    })
  )
}
const parentField = {
  parentId: optional(Type.String({ ...Uuid, description: 'Null puts the category at the top level' }))
}

/**
 * The body that creates a category, collection, tag, facet or facet value. The type has all fields of the
 * body of a category. The other bodies have only some of these fields.
 */
export type NewTerm = Static<typeof NewCategory>
/**
 * The body that updates a category, collection, tag, facet or facet value. The type has all fields of the
 * body of a category. The other bodies have only some of these fields.
 */
export type TermPatch = Static<typeof CategoryPatch>

const categoryFields = { ...parentField, ...positionField }
export const NewCategory = named(
  'NewCategory',
  input({ ...newFields, ...categoryFields }, { output: PlatformCategory }),
  'A category to create'
)
export const CategoryPatch = named(
  'CategoryPatch',
  input({ ...patchFields, ...categoryFields }, { output: PlatformCategory }),
  'The fields of a category to change. Omitted fields stay unchanged.'
)

export const NewCollection = named(
  'NewCollection',
  input(newFields, { output: PlatformCollection }),
  'A collection to create'
)
export const CollectionPatch = named(
  'CollectionPatch',
  input(patchFields, { output: PlatformCollection }),
  'The fields of a collection to change. Omitted fields stay unchanged.'
)

export const NewTag = named('NewTag', input(newFields, { output: PlatformTag }), 'A tag to create')
export const TagPatch = named(
  'TagPatch',
  input(patchFields, { output: PlatformTag }),
  'The fields of a tag to change. Omitted fields stay unchanged.'
)

export const NewFacet = named('NewFacet', input(newFields, { output: PlatformFacet }), 'A facet to create')
export const FacetPatch = named(
  'FacetPatch',
  input(patchFields, { output: PlatformFacet }),
  'The fields of a facet to change. Omitted fields stay unchanged.'
)

export const NewFacetValue = named(
  'NewFacetValue',
  input({ ...newFields, ...positionField }, { output: PlatformFacetValue }),
  'A value to add to the facet'
)
export const FacetValuePatch = named(
  'FacetValuePatch',
  input({ ...patchFields, ...positionField }, { output: PlatformFacetValue }),
  'The fields of a facet value to change. Omitted fields stay unchanged.'
)

/** The body that merges a category, collection, tag or facet value into another one. */
export const Merge = named(
  'Merge',
  Type.Object(
    { intoId: Type.String({ ...Uuid, description: 'The one that the products get instead' }) },
    { additionalProperties: false }
  ),
  'Into which other one something is merged'
)
