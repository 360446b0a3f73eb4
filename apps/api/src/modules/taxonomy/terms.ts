import type { TSchema } from 'typebox'
import type { Handle } from '../../db/connect.ts'
import { treeText } from './category-tree.ts'
import { findTerm, listTerms, type TermTable, type View } from './queries.ts'
import * as schema from './schema.ts'

type Component = TSchema & { $id: string }

/** One kind of term: its table, its URLs, its schemas, and its names in the OpenAPI document and in events. */
export type Term = {
  table: TermTable
  /** What it is called in events; with blanks, in text. */
  subject: 'category' | 'collection' | 'tag' | 'facet' | 'facet_value'
  /** What it is called in the ids of operations. */
  operation: string
  listOperation: string
  /** Where its terms are listed and created; `id` is then that of the facet. */
  listPath: `/platform/${string}`
  /** Where one is read, updated and deleted. */
  path: `/platform/${string}/:id`
  one: Component
  list: Component
  created: Component
  patch: Component
  /** Reads the list as JSON text; undefined if there is no such facet. */
  readList(sql: Handle, list: { id: string; view: View }): Promise<string | undefined>
  /** Summaries and descriptions that differ from those of other terms. */
  text: { list?: Text; create?: Text; get?: Text; update?: Text; delete: Text }
}

type Text = { summary?: string; description: string }

/** The kinds that have a name and a slug, and are listed by name. */
function plainTerm(
  table: 'collections' | 'tags' | 'facets',
  names: Pick<Term, 'subject' | 'operation' | 'one' | 'list' | 'created' | 'patch'> & { deletion: string }
): Term {
  const { deletion, ...rest } = names
  return {
    ...rest,
    table,
    listOperation: `listPlatform${names.operation}s`,
    listPath: `/platform/${table}`,
    path: `/platform/${table}/:id`,
    readList: async (sql, { view }) => `{"${table}":${await listTerms(sql, table, view)}}`,
    text: { delete: { description: deletion } }
  }
}

export const categoryTerm: Term = {
  table: 'categories',
  subject: 'category',
  operation: 'Category',
  listOperation: 'listPlatformCategories',
  listPath: '/platform/categories',
  path: '/platform/categories/:id',
  one: schema.PlatformCategory,
  list: schema.PlatformCategoryTree,
  created: schema.NewCategory,
  patch: schema.CategoryPatch,
  readList: async (sql, { view }) => treeText(await listTerms(sql, 'categories', view)),
  text: {
    list: {
      summary: 'Read the tree of categories',
      description: 'The whole tree, by position and then name, with an ETag.'
    },
    create: {
      description:
        'Without a parent it stands at the top. The tree may have 12 levels; deeper is 409 CATEGORY_TOO_DEEP. ' +
        'Without a slug it gets one from its name; a taken one gets -2, -3, …'
    },
    get: {
      description: 'One category without those below it, and an ETag for conditional reads and writes.'
    },
    update: {
      summary: 'Update or move a category',
      description:
        'Fields left out stay as they are; the slug does not follow the name. A new parentId moves the category ' +
        'with all below it, null moves it to the top; below itself is 409 CATEGORY_CYCLE.'
    },
    delete: {
      description: 'Refused with 409 IN_USE while products are filed under it or categories stand below it.'
    }
  }
}

export const plainTerms: Term[] = [
  plainTerm('collections', {
    subject: 'collection',
    operation: 'Collection',
    one: schema.PlatformCollection,
    list: schema.PlatformCollectionList,
    created: schema.NewCollection,
    patch: schema.CollectionPatch,
    deletion: 'Products leave the collection.'
  }),
  plainTerm('tags', {
    subject: 'tag',
    operation: 'Tag',
    one: schema.PlatformTag,
    list: schema.PlatformTagList,
    created: schema.NewTag,
    patch: schema.TagPatch,
    deletion: 'Products lose the tag.'
  }),
  plainTerm('facets', {
    subject: 'facet',
    operation: 'Facet',
    one: schema.PlatformFacet,
    list: schema.PlatformFacetList,
    created: schema.NewFacet,
    patch: schema.FacetPatch,
    deletion: 'Its values go with it, and products lose them.'
  })
]

export const facetValueTerm: Term = {
  table: 'facet_values',
  subject: 'facet_value',
  operation: 'FacetValue',
  listOperation: 'listFacetValues',
  listPath: '/platform/facets/:id/values',
  path: '/platform/facet-values/:id',
  one: schema.PlatformFacetValue,
  list: schema.PlatformFacetValueList,
  created: schema.NewFacetValue,
  patch: schema.FacetValuePatch,
  async readList(sql, { id, view }) {
    const facet = await findTerm(sql, 'facets', { id, assetOrigin: view.assetOrigin })
    return facet && JSON.stringify({ values: JSON.parse(facet).values })
  },
  text: {
    list: {
      summary: 'List the values of a facet',
      description: 'All values by position and then name, with an ETag.'
    },
    create: {
      summary: 'Add a value to a facet',
      description: 'Slugs are unique within the facet: one that it has already gets -2, -3, …'
    },
    get: { description: 'One value of a facet, and an ETag for conditional reads and writes.' },
    update: { description: 'Fields left out stay as they are; a value stays in its facet.' },
    delete: { description: 'Products lose the value.' }
  }
}
