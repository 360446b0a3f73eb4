import { counted, number } from './counted.ts'

const products = (count: number) => counted(count, 'product', 'products')

/** The operator's screens of categories, collections, tags and facets. */
export const taxonomy = {
  categories: 'Categories',
  categoriesIntro: 'Where customers browse, and which attributes products need there.',
  newCategory: 'New category',
  newChild: 'New subcategory',
  search: 'Search categories',
  noMatch: 'No category matches',
  empty: 'No categories yet',
  emptyText: 'Create the first category. Products and attributes are then assigned to it.',
  emptyViewer: 'Categories appear here when an editor has created them.',
  choose: 'Choose a category',
  chooseText: 'Its name, its image and its attributes are then shown here.',
  gone: 'This category does not exist',
  goneText: 'It may have been deleted, or merged into another one.',
  toTree: 'All categories',
  tree: 'Category tree',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  count: (own: number, total: number) =>
    own === total
      ? products(total)
      : `${products(total)}, ${number.format(own)} of them in this category itself`,
  noProducts: 'No products',
  inProducts: (count: number) => (count === 1 ? 'product' : 'products'),
  nameOfNew: 'Name of the new category',
  nameOf: (name: string) => `Name of “${name}”`,
  created: (name: string) => `“${name}” was created`,
  renamed: (name: string) => `Renamed to “${name}”`,
  changedMeanwhile: (name: string) =>
    `Someone has renamed it to “${name}” in the meantime. Your name was not saved.`,
  reordered: (name: string, position: number, count: number) => `“${name}” is now ${position} of ${count}`,
  picked: (name: string) => `“${name}” is picked up. Choose its new parent, and press Ctrl+V.`,
  keysTitle: 'Keys',
  keys: [
    ['↑ ↓ → ←', 'Go through the tree, open and close'],
    ['Enter', 'Show the category'],
    ['F2', 'Rename'],
    ['Insert', 'New subcategory'],
    ['Alt ↑ ↓', 'Move among its siblings'],
    ['Ctrl X, Ctrl V', 'Move below another category'],
    ['Delete', 'Delete']
  ],

  // One category.

  tabs: { label: 'Views', details: 'Details', attributes: 'Attributes' },
  actions: (name: string) => `Actions for ${name}`,
  name: 'Name',
  slug: 'Slug',
  namePlaceholder: 'Name, then Enter',
  slugHint: 'The address in the shop. It stays when the name changes.',
  position: 'Position',
  positionHint: 'Smaller numbers come first. Equal ones are sorted by name.',
  image: 'Image',
  noImage: 'No image yet',
  imageOf: (name: string) => `Image of ${name}`,
  imageSaved: 'The image was saved',
  imageRemoved: 'The image was removed',
  saved: (name: string) => `“${name}” was saved`,
  fields: { name: 'the name', slug: 'the slug', position: 'the position' },
  move: 'Move to…',
  merge: 'Merge into…',

  // Moving and merging.

  moveTitle: (name: string) => `Move “${name}”`,
  moveText:
    'The category moves with everything below it. Its products inherit the attributes of the new parent.',
  parent: 'New parent',
  topLevel: 'Top level',
  moveSubmit: 'Move',
  moved: (name: string) => `“${name}” was moved`,
  mergeTitle: (name: string) => `Merge “${name}”`,
  mergeText: "Its products and subcategories go to the other category. This can't be undone.",
  into: 'Merge into',
  mergeSubmit: 'Merge',
  merged: (name: string, into: string) => `“${name}” was merged into “${into}”`,
  mergeEffect: (name: string, count: number, into: string) =>
    count === 0 ? `“${name}” has no products.` : `${products(count)} of “${name}” will be in “${into}”.`,
  children: (count: number) => `${counted(count, 'subcategory moves', 'subcategories move')} along.`,
  aliasText: 'Vendors who still send the merged category get the other one.',
  refused: "It can't be merged yet",
  gained: (name: string, requirement: string) => `${name} will be asked for (${requirement.toLowerCase()})`,
  lost: (name: string) => `${name} is no longer asked for`,
  changed: (name: string, before: string, after: string) =>
    `${name}: ${before.toLowerCase()} becomes ${after.toLowerCase()}`,
  attributesOf: 'Attributes',
  sameAttributes: 'The attributes stay the same.',

  // Deleting.

  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteCategoryText: 'It has no products and no subcategories, so nothing else changes.',
  deleteUsed: (own: number, children: number) => {
    const parts = [
      ...(own > 0 ? [products(own)] : []),
      ...(children > 0 ? [counted(children, 'subcategory', 'subcategories')] : [])
    ]
    return `It still has ${parts.join(' and ')}. Merge it into another category, or move them first.`
  },
  deleteSubmit: 'Delete',
  deleted: (name: string) => `“${name}” was deleted`,
  deleteChanged: 'Someone has changed it in the meantime. Look at it again, and then delete it.',

  // Collections, tags and facets.

  kinds: {
    collections: {
      title: 'Collections',
      intro: 'Groups of products that the shop shows together, such as a seasonal catalog.',
      create: 'New collection',
      empty: 'No collections yet',
      emptyText: 'Create one, and vendors can add their products to it.'
    },
    tags: {
      title: 'Tags',
      intro: 'Short labels that vendors choose for their products.',
      create: 'New tag',
      empty: 'No tags yet',
      emptyText: 'Create one, and vendors can add it to their products.'
    },
    facets: {
      title: 'Facets',
      intro: 'What customers filter by, such as the material, with the values that vendors choose from.',
      create: 'New facet',
      empty: 'No facets yet',
      emptyText: 'Create one with its values, and vendors can assign these to their products.'
    },
    values: {
      title: 'Values',
      intro: 'In the order in which customers see them.',
      create: 'New value',
      empty: 'No values yet',
      emptyText: 'Add the values that customers can filter by.'
    }
  },
  searchNames: 'Search names and slugs',
  noName: 'Nothing matches',
  noNameText: 'Change the search.',
  products: 'Products',
  values: 'Values',
  updated: 'Changed',
  editTitle: (name: string) => `Edit “${name}”`,
  create: 'Create',
  createHint: 'If empty, it is made from the name.',
  deleteTerm: (count: number) =>
    count === 0 ? 'No product has it.' : `It is removed from ${products(count)}.`,
  deleteFacet: (values: number, count: number) =>
    `${values === 1 ? 'Its value is' : `Its ${number.format(values)} values are`} deleted with it${count === 0 ? '.' : `, and removed from products (${counted(count, 'assignment', 'assignments')}).`}`,
  mergeTermText: (name: string, count: number) =>
    count === 0
      ? `No product has “${name}”. It is deleted.`
      : `${counted(count, 'product gets', 'products get')} the other one instead, and “${name}” is deleted. This can't be undone.`,
  allFacets: 'All facets',
  facetGone: 'This facet does not exist',
  edit: 'Edit'
}
