import type { TSchema } from 'typebox'
import { CollectionPatch, FacetPatch, NewCollection, NewFacet, NewTag, TagPatch } from './input-schema.ts'
import {
  PlatformCollection,
  PlatformCollectionList,
  PlatformFacet,
  PlatformFacetList,
  PlatformTag,
  PlatformTagList
} from './schema.ts'
import type { TermTable } from './term-queries.ts'

type Component = TSchema & { $id: string }

/** One kind of term: its table, its URL, and its names in the OpenAPI document and in events. */
export type Term = {
  table: TermTable
  path: '/platform/collections' | '/platform/tags' | '/platform/facets'
  noun: 'collection' | 'tag' | 'facet'
  operations: { list: string; create: string; get: string; update: string; delete: string }
  one: Component
  list: Component
  created: typeof NewCollection
  patch: typeof CollectionPatch
  /** What happens to products when one is deleted. */
  deletion: string
}

export const terms: Term[] = [
  {
    table: 'collections',
    path: '/platform/collections',
    noun: 'collection',
    operations: {
      list: 'listPlatformCollections',
      create: 'createCollection',
      get: 'getCollection',
      update: 'updateCollection',
      delete: 'deleteCollection'
    },
    one: PlatformCollection,
    list: PlatformCollectionList,
    created: NewCollection,
    patch: CollectionPatch,
    deletion: 'Products leave the collection.'
  },
  {
    table: 'tags',
    path: '/platform/tags',
    noun: 'tag',
    operations: {
      list: 'listPlatformTags',
      create: 'createTag',
      get: 'getTag',
      update: 'updateTag',
      delete: 'deleteTag'
    },
    one: PlatformTag,
    list: PlatformTagList,
    created: NewTag,
    patch: TagPatch,
    deletion: 'Products lose the tag.'
  },
  {
    table: 'facets',
    path: '/platform/facets',
    noun: 'facet',
    operations: {
      list: 'listPlatformFacets',
      create: 'createFacet',
      get: 'getFacet',
      update: 'updateFacet',
      delete: 'deleteFacet'
    },
    one: PlatformFacet,
    list: PlatformFacetList,
    created: NewFacet,
    patch: FacetPatch,
    deletion: 'Its values go with it, and products lose them.'
  }
]
