import type { TSchema } from 'typebox'
import type { Handle } from '../../db/connect.ts'
import { treeText } from './category-tree.ts'
import { findTerm, listTerms, type TermTable, type View } from './queries.ts'
import * as schema from './schema.ts'

type Component = TSchema & { $id: string }

/**
 * Describes one kind of term (categories, collections, tags, facets or facet values): its table, paths and
 * schemas, and its names in the OpenAPI document and in events.
 */
export type Term = {
  table: TermTable
  /** The name of this kind as the type of an event's subject. In messages, underscores become spaces. */
  subject: 'category' | 'collection' | 'tag' | 'facet' | 'facet_value'
  /** The name of this kind in operation ids. */
  operation: string
  listOperation: string
  /** The path that lists and creates terms. If the path contains `:id`, this is the id of the facet. */
  listPath: `/platform/${string}`
  /** The path that reads, updates and deletes a term. */
  path: `/platform/${string}/:id`
  /** The component of a single term. */
  single: Component
  /** The component of the list. */
  list: Component
  /** The component of the body that creates a term. */
  created: Component
  /** The component of the body that updates a term. */
  patch: Component
  /**
   * Reads the list as JSON text. For facet values, `id` is the id of their facet. Returns undefined if this
   * facet doesn't exist.
   */
  readList(sql: Handle, list: { id: string; view: View }): Promise<string | undefined>
  /**
   * Summaries and descriptions for the OpenAPI document that differ from the defaults in
   * `platform-routes.ts`.
   */
  text: { list?: Text; create?: Text; get?: Text; update?: Text; delete: Text; merge?: Text }
}

type Text = { summary?: string; description: string }

/**
 * Returns a kind of term whose terms have only a name and a slug. Lists of these terms are sorted by name.
 */
function plainTerm(
  table: 'collections' | 'tags' | 'facets',
  names: Pick<Term, 'subject' | 'operation' | 'single' | 'list' | 'created' | 'patch'> & { deletion: string }
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

/** Categories as a kind of term. */
export const categoryTerm: Term = {
  table: 'categories',
  subject: 'category',
  operation: 'Category',
  listOperation: 'listPlatformCategories',
  listPath: '/platform/categories',
  path: '/platform/categories/:id',
  single: schema.PlatformCategory,
  list: schema.PlatformCategoryTree,
  created: schema.NewCategory,
  patch: schema.CategoryPatch,
  readList: async (sql, { view }) => treeText(await listTerms(sql, 'categories', view)),
  text: {
    list: {
      summary: 'Read the category tree',
      description: 'Returns the whole tree, sorted by position and then by name, with an ETag.'
    },
    create: {
      description:
        'A category without a parent is at the top level. The tree can have at most 12 levels; otherwise the ' +
        'response is 409 CATEGORY_TOO_DEEP. The default slug is generated from the name. If a ' +
        'slug is already used, a suffix such as -2 is added.'
    },
    get: {
      description:
        'Returns one category without its subcategories. Use its ETag for conditional reads and writes.'
    },
    update: {
      summary: 'Update or move a category',
      description:
        "Omitted fields stay unchanged. A new name doesn't change the slug. A new parentId moves the category with " +
        'all its subcategories; null moves it to the top level. If the new parent is the category itself or one of ' +
        'its subcategories, the response is 409 CATEGORY_CYCLE.'
    },
    delete: {
      description: 'Returns 409 IN_USE while the category has subcategories or products are assigned to it.'
    },
    merge: {
      description:
        'Its subcategories become those of the other category, and its products get the other category instead, which is ' +
        'returned. Filters by the other category include these products at once. The products themselves, their ' +
        'histories and their attributes follow in the background, some thousand per second. The id of the merged category ' +
        'stays valid: where a vendor still sends it, it stands for the other category. The attributes that only the ' +
        'merged category lists no longer apply. Preview the merge first. All reasons against it are in the errors of a 409 ' +
        'MERGE_REFUSED.'
    }
  }
}

/** Collections, tags and facets as kinds of terms. */
export const plainTerms: Term[] = [
  plainTerm('collections', {
    subject: 'collection',
    operation: 'Collection',
    single: schema.PlatformCollection,
    list: schema.PlatformCollectionList,
    created: schema.NewCollection,
    patch: schema.CollectionPatch,
    deletion: 'Also removes the collection from all products.'
  }),
  plainTerm('tags', {
    subject: 'tag',
    operation: 'Tag',
    single: schema.PlatformTag,
    list: schema.PlatformTagList,
    created: schema.NewTag,
    patch: schema.TagPatch,
    deletion: 'Also removes the tag from all products.'
  }),
  plainTerm('facets', {
    subject: 'facet',
    operation: 'Facet',
    single: schema.PlatformFacet,
    list: schema.PlatformFacetList,
    created: schema.NewFacet,
    patch: schema.FacetPatch,
    deletion: 'Also deletes the values of the facet and removes them from all products.'
  })
]

/** Facet values as a kind of term. */
export const facetValueTerm: Term = {
  table: 'facet_values',
  subject: 'facet_value',
  operation: 'FacetValue',
  listOperation: 'listFacetValues',
  listPath: '/platform/facets/:id/values',
  path: '/platform/facet-values/:id',
  single: schema.PlatformFacetValue,
  list: schema.PlatformFacetValueList,
  created: schema.NewFacetValue,
  patch: schema.FacetValuePatch,
  async readList(sql, { id, view }) {
    const facet = await findTerm(sql, 'facets', { id, ...view })
    return facet && JSON.stringify({ values: JSON.parse(facet).values })
  },
  text: {
    list: {
      summary: 'List the values of a facet',
      description: 'Returns all values, sorted by position and then by name, with an ETag.'
    },
    create: {
      summary: 'Add a value to a facet',
      description:
        'Slugs are unique within the facet. If a slug is already used, a suffix such as -2 is added.'
    },
    get: {
      description: 'Returns one value of a facet. Use its ETag for conditional reads and writes.'
    },
    update: { description: "Omitted fields stay unchanged. A value can't move to another facet." },
    delete: { description: 'Also removes the value from all products.' }
  }
}
