import type { ProductPatch, VariantPatch, VariantStock } from './product-patch.ts'
import type { Texts } from './staging/staging.ts'
import { type PlainFields, plainFieldsOf } from './write/plain-fields.ts'
import { termIdsOf } from './write/references.ts'
import type { TermIds } from './write/write-queries.ts'

/** What a valid body asks for, by how it is applied. Fields left out of the body stand nowhere in it. */
export type PatchDraft = {
  texts: Partial<Texts>
  plain: PlainFields
  /** Null: the slug that the name gives. */
  slug: string | null | undefined
  terms: TermIds
  /** The kinds of terms that are replaced. */
  kinds: (keyof TermIds)[]
  variants: VariantPatch[]
  variantStock: VariantStock[]
}

/** Reads a valid body, whose HTML is sanitised already. */
export function draftPatch(body: ProductPatch): PatchDraft {
  const { name, shortDescription, description, categoryIds, collectionIds, tagIds, facetValueIds } = body
  const lists = { categoryIds, collectionIds, tagIds, facetValueIds }
  return {
    texts: {
      ...(name !== undefined && { name }),
      ...(shortDescription !== undefined && { shortDescription }),
      ...(description !== undefined && { description })
    },
    plain: plainFieldsOf(body),
    slug: body.slug,
    terms: termIdsOf(lists),
    kinds: (Object.keys(lists) as (keyof TermIds)[]).filter((kind) => lists[kind] !== undefined),
    variants: body.variants ?? [],
    variantStock: body.variantStock ?? []
  }
}
