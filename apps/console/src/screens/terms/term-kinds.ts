import type { CallOptions, PlatformFacetValue } from '@purveyor/client'
import type { SignedIn } from '../../session/session-context.tsx'
import { taxonomyTexts } from '../../texts/taxonomy.ts'

/** A collection, tag, facet or facet value of a list. `count` is the number of products, for a facet of all its values. */
export type Term = {
  id: string
  name: string
  slug: string
  count: number
  updatedAt: string
  position?: number
  /** Only facets have values. */
  values?: PlatformFacetValue[]
}

type Fields = { name: string; slug?: string; position?: number }
/** A term that can be changed and deleted. The client compares its version. */
export type StoredTerm = Omit<Term, 'count' | 'values'>

/** What the shared screen needs to know about a kind of terms. */
export type TermKind = {
  key: readonly string[]
  texts: { title: string; intro: string; create: string; empty: string; emptyText: string }
  list: (options: CallOptions) => Promise<Term[]>
  get: (id: string, options: CallOptions) => Promise<StoredTerm>
  create: (fields: Fields) => Promise<StoredTerm>
  update: (id: string, fields: Partial<Fields>, options: CallOptions) => Promise<StoredTerm>
  delete: (term: StoredTerm) => Promise<unknown>
  /** Facets can't be merged. */
  merge?: (id: string, intoId: string, options: CallOptions) => Promise<StoredTerm>
  hrefOf?: (id: string) => string
}

type Platform = SignedIn['purveyor']['platform']
const { kinds } = taxonomyTexts
const counted = { counts: true }

/** Returns the kinds of terms by their address. */
export function termKinds({
  collections,
  tags,
  facets
}: Platform): Record<'collections' | 'tags' | 'facets', TermKind> {
  return {
    collections: {
      key: ['collections'],
      texts: kinds.collections,
      list: async (options) => (await collections.list(counted, options)).collections.map(withCount),
      get: (id, options) => collections.get(id, options),
      create: (fields) => collections.create(fields),
      update: (id, fields, options) => collections.update(id, fields, options),
      delete: (term) => collections.delete(term),
      merge: (id, intoId, options) => collections.merge(id, { intoId }, options)
    },
    tags: {
      key: ['tags'],
      texts: kinds.tags,
      list: async (options) => (await tags.list(counted, options)).tags.map(withCount),
      get: (id, options) => tags.get(id, options),
      create: (fields) => tags.create(fields),
      update: (id, fields, options) => tags.update(id, fields, options),
      delete: (term) => tags.delete(term),
      merge: (id, intoId, options) => tags.merge(id, { intoId }, options)
    },
    facets: {
      key: ['facets'],
      texts: kinds.facets,
      list: async (options) =>
        (await facets.list(counted, options)).facets.map((facet) => ({
          ...facet,
          count: facet.values.reduce((sum, { productCount = 0 }) => sum + productCount, 0)
        })),
      get: (id, options) => facets.get(id, options),
      create: (fields) => facets.create(fields),
      update: (id, fields, options) => facets.update(id, fields, options),
      delete: (term) => facets.delete(term),
      hrefOf: (id) => `/facets/${id}`
    }
  }
}

/** Returns the values of a facet as a kind of terms. A new one is the last. */
export function valueKind({ facets, facetValues }: Platform, facetId: string): TermKind {
  return {
    key: ['facets', facetId],
    texts: kinds.values,
    list: async (options) => (await facets.listValues(facetId, counted, options)).values.map(withCount),
    get: (id, options) => facetValues.get(id, options),
    create: (fields) => facets.createValue(facetId, fields),
    update: (id, fields, options) => facetValues.update(id, fields, options),
    delete: (term) => facetValues.delete(term),
    merge: (id, intoId, options) => facetValues.merge(id, { intoId }, options)
  }
}

function withCount<T extends { productCount?: number }>(term: T): T & { count: number } {
  return { ...term, count: term.productCount ?? 0 }
}
