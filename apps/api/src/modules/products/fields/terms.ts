/**
 * The lists of a product's terms. Each has the table that links products to terms of this kind, the column of this
 * table that contains the term's id, and the name of the terms in descriptions.
 */
export const termTables = {
  categoryIds: { table: 'product_categories', column: 'category_id', noun: 'categories' },
  collectionIds: { table: 'product_collections', column: 'collection_id', noun: 'collections' },
  tagIds: { table: 'product_tags', column: 'tag_id', noun: 'tags' },
  facetValueIds: { table: 'product_facet_values', column: 'facet_value_id', noun: 'facet values' }
}

/** The ids of a product's categories, collections, tags and facet values, each list in display order. */
export type TermIds = { [kind in keyof typeof termTables]: string[] }

/** The names of the lists of a product's terms. */
export const termKinds = Object.keys(termTables) as (keyof TermIds)[]

type PerTermKind<T> = { [kind in keyof TermIds]: T }

/** Returns an object with a value for each kind of term. */
export function forTermKinds<T>(make: (kind: keyof TermIds) => T): PerTermKind<T> {
  return Object.fromEntries(termKinds.map((kind) => [kind, make(kind)])) as PerTermKind<T>
}
