import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { categories, collections, tags, facets, facetValues } = demoIds

/** Examples of categories, collections, tags and facets. */
export const taxonomyExamples: Record<string, OperationExample> = {
  listCategories: { response: 'The category tree, for vendors' },
  getCategorySchema: { path: { id: categories.powerTools } },
  listCollections: { response: 'All collections, for vendors' },
  listTags: { response: 'All tags, for vendors' },
  listFacets: { response: 'All facets with their values, for vendors' },
  listPlatformCategories: { response: 'The category tree, with positions and times' },
  createCategory: {
    response: 'The new category',
    body: { name: 'Pliers', parentId: categories.handTools, position: 5 }
  },
  getCategory: { path: { id: categories.wrenches } },
  updateCategory: {
    response: 'The category with the changes',
    path: { id: categories.measuring },
    body: { name: 'Measuring Tools' }
  },
  mergeCategory: {
    response: 'The category into which the other one was merged',
    path: { id: categories.grinders },
    body: { intoId: categories.saws }
  },
  previewMergeCategory: {
    response: 'What merging the category would do',
    path: { id: categories.hearingProtection },
    body: { intoId: categories.respirators }
  },
  previewMoveCategory: {
    response: 'What moving the category would do',
    path: { id: categories.wrenches },
    body: { parentId: categories.powerTools }
  },
  deleteCategory: { response: 'The category was deleted', path: { id: categories.signs } },
  setCategoryImage: {
    response: 'The category with the new image',
    path: { id: categories.handTools },
    body: { file: 'hand-tools.png' }
  },
  deleteCategoryImage: { response: 'The category without an image', path: { id: categories.powerTools } },
  listPlatformCollections: { response: 'All collections, with times' },
  createCollection: { response: 'The new collection', body: { name: 'Winter Catalog' } },
  getCollection: { path: { id: collections.springCatalog } },
  updateCollection: {
    response: 'The collection with the changes',
    path: { id: collections.springCatalog },
    body: { name: 'Spring and Summer Catalog' }
  },
  mergeCollection: {
    response: 'The collection into which the other one was merged',
    path: { id: collections.tradeShowPicks },
    body: { intoId: collections.springCatalog }
  },
  deleteCollection: {
    response: 'The collection was deleted',
    path: { id: collections.contractorFavorites }
  },
  listPlatformTags: { response: 'All tags, with times' },
  createTag: { response: 'The new tag', body: { name: 'Refurbished' } },
  getTag: { path: { id: tags.new } },
  updateTag: { response: 'The tag with the changes', path: { id: tags.new }, body: { name: 'Just In' } },
  mergeTag: {
    response: 'The tag into which the other one was merged',
    path: { id: tags.madeInUsa },
    body: { intoId: tags.new }
  },
  deleteTag: { response: 'The tag was deleted', path: { id: tags.clearance } },
  listPlatformFacets: { response: 'All facets with their values, with times' },
  createFacet: { response: 'The new facet', body: { name: 'Drive' } },
  getFacet: { path: { id: facets.material } },
  updateFacet: {
    response: 'The facet with the changes',
    path: { id: facets.material },
    body: { name: 'Main Material' }
  },
  deleteFacet: { response: 'The facet and its values were deleted', path: { id: facets.finish } },
  listFacetValues: { path: { id: facets.material } },
  createFacetValue: {
    response: 'The new value of the facet',
    path: { id: facets.material },
    body: { name: 'Titanium', position: 5 }
  },
  getFacetValue: { path: { id: facetValues.brass } },
  updateFacetValue: {
    response: 'The value with the changes',
    path: { id: facetValues.brass },
    body: { name: 'Solid Brass' }
  },
  mergeFacetValue: {
    response: 'The value into which the other one was merged',
    path: { id: facetValues.stainlessSteel },
    body: { intoId: facetValues.steel }
  },
  deleteFacetValue: { response: 'The value was deleted', path: { id: facetValues.nylon } }
}
