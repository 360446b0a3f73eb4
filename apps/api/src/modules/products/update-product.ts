import { isDeepStrictEqual } from 'node:util'
import type { Sql, Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Answer, violates } from '../../http/transaction.ts'
import { deriveSlug, isSuffixed } from '../../lib/slug.ts'
import type { RuleDeps } from './approval/apply-rules.ts'
import { isEvaluated, readAfterRules } from './approval/read-after-rules.ts'
import { changeDocuments } from './documents/document-changes.ts'
import type { DocumentEntry } from './documents/document-files.ts'
import type { ProductPatch } from './product-patch.ts'
import { findProduct } from './read/read-queries.ts'
import type { Product } from './schema.ts'
import { skuTaken } from './sku-taken.ts'
import { compareFields } from './write/compare-fields.ts'
import { refuseStock, type StockFaults } from './write/compare-stock.ts'
import { changeVariants, touchesSkus } from './write/compare-variants.ts'
import { listDocuments } from './write/document-queries.ts'
import { type PlainFields, plainFieldsOf, type TermIds, type Texts } from './write/fields.ts'
import { listTakenSlugs } from './write/product-queries.ts'
import { termIdsOf, unknownTermFaults } from './write/references.ts'
import type { ReservedSlugs } from './write/slugs.ts'
import {
  findOtherWithSku,
  findTermIds,
  lockStoredProducts,
  type StoredProduct
} from './write/stored-queries.ts'
import { listVariantSkus, listVariants } from './write/variant-queries.ts'
import { type ProductChange, writeChanges } from './write/write-changes.ts'

/** The changes that a valid body requests, grouped by how they are applied. */
type Draft = {
  fields: PlainFields & Partial<Texts>
  /** Null if the slug is to be derived from the name, undefined if the slug stays unchanged. */
  slug: string | null | undefined
  terms: TermIds
  /** The kinds of terms that the body contains. */
  kinds: (keyof TermIds)[]
  variants: NonNullable<ProductPatch['variants']>
  variantStock: NonNullable<ProductPatch['variantStock']>
  documents: DocumentEntry[] | undefined
}

/** Converts a valid body to the changes that it requests. */
export function draftOf(patch: ProductPatch, documents: DocumentEntry[] | undefined): Draft {
  const { name, shortDescription, description, categoryIds, collectionIds, tagIds, facetValueIds } = patch
  const lists = { categoryIds, collectionIds, tagIds, facetValueIds }
  return {
    fields: {
      ...(name !== undefined && { name }),
      ...(shortDescription !== undefined && { shortDescription }),
      ...(description !== undefined && { description }),
      ...plainFieldsOf(patch)
    },
    slug: patch.slug,
    terms: termIdsOf(lists),
    kinds: (Object.keys(lists) as (keyof TermIds)[]).filter((kind) => lists[kind] !== undefined),
    variants: patch.variants ?? [],
    variantStock: patch.variantStock ?? [],
    documents
  }
}

/**
 * An update of a product, with sanitised HTML. `documents` are the documents of the patch with their stored
 * files, or undefined if the documents stay unchanged.
 */
type ProductEdit = {
  id: string
  patch: ProductPatch
  documents: DocumentEntry[] | undefined
  rules: RuleDeps
  slugs: ReservedSlugs
  /** Reads which product has a taken SKU, when the transaction can't read any more. */
  lookupPool: Sql
}

/**
 * Updates a product (contract 3, 4.2). Moderated fields of a live product are staged, all others apply
 * immediately. Throws 400 with all faults that depend on stored data. If there are none, throws 409 with all
 * entries of `variantStock` that conflict with the stored stock. Values equal to the stored ones are not
 * written.
 *
 * An update takes four round trips, including those of the transaction. It takes one more if the request has
 * `If-Match`, and one more if the current slug is the requested slug followed by a numeric suffix, to find
 * out whether the requested slug is still taken, and at least two more if an approval rule decides. If the slug
 * changes, the transaction is run twice, because the new slug must be reserved before it.
 */
export async function patchProduct(
  tx: Tx,
  caller: Caller,
  { id, patch, documents, rules, slugs, lookupPool }: ProductEdit
): Promise<Answer<Product>> {
  const { vendorId, assetOrigin } = caller
  const draft = draftOf(patch, documents)
  const { product: found, ...stored } = await readStored(tx, vendorId, { id, draft })
  const product = orNotFound(found)
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  await requireMatch(caller, read)
  const { change, ...refused } = await compareDraft(tx, draft, { ...stored, product })
  refuseStock(refused)
  try {
    const writes = writeChanges(tx, { vendorId, origin: caller }, withReservedSlugs([change], slugs))
    const answer = isEvaluated(change)
      ? readAfterRules(tx, rules, { origin: caller, productId: product.id, read })
      : read()
    const [json] = await Promise.all([answer, ...writes])
    return { json, tagged: true }
  } catch (error) {
    const { sku } = draft.fields
    if (sku === undefined || !violates(error, 'products__sku_vendor_id')) throw error
    throw invalid([skuTaken(await findOtherWithSku(lookupPool, vendorId, { id, sku }))])
  }
}

/**
 * Locks a product and, in the same round trip, reads the parts of the product that the draft changes. Orders
 * and updates of stock lock only variants, so the variants that the draft refers to are locked too. This
 * ensures that the parts can't change after they are read.
 */
async function readStored(tx: Tx, vendorId: string, { id, draft }: { id: string; draft: Draft }) {
  const { fields, terms, kinds, variants, variantStock, documents } = draft
  const productId = id
  const ids = [
    ...variants.flatMap((entry) => entry.id ?? []),
    ...variantStock.map(({ variantId }) => variantId)
  ]
  const [[product], storedTerms, referencedVariants, variantSkus, storedDocuments, otherWithSku, termFaults] =
    await Promise.all([
      lockStoredProducts(tx, vendorId, [id]),
      kinds.length > 0 ? findTermIds(tx, vendorId, id) : undefined,
      ids.length > 0 ? listVariants(tx, vendorId, { productId, ids }) : [],
      touchesSkus(variants) ? listVariantSkus(tx, vendorId, { productId }) : [],
      documents ? listDocuments(tx, vendorId, { productId }) : [],
      fields.sku === undefined ? undefined : findOtherWithSku(tx, vendorId, { id, sku: fields.sku }),
      unknownTermFaults(tx, terms)
    ])
  return {
    product,
    terms: storedTerms,
    referencedVariants,
    variantSkus,
    storedDocuments,
    otherWithSku,
    termFaults
  }
}

/** A locked product with those of its parts that a draft changes. */
export type Stored = Omit<Awaited<ReturnType<typeof readStored>>, 'product'> & { product: StoredProduct }

/**
 * Compares a draft with the stored product. Returns the values that differ, all faults, and the conflicts with
 * the stored stock.
 */
export async function compareDraft(
  tx: Tx,
  draft: Draft,
  stored: Stored
): Promise<StockFaults & { change: ProductChange }> {
  const { product } = stored
  const { fields = {}, staged } = compareFields(product, draft.fields)
  const variants = changeVariants({
    ...draft,
    referenced: stored.referencedVariants,
    all: stored.variantSkus
  })
  const documents = changeDocuments(draft.documents ?? [], stored.storedDocuments)
  const updated = { ...product, ...fields }
  const slug = draft.slug === undefined ? undefined : await newSlug(tx, updated, draft.slug)
  const terms = draft.kinds
    .filter((kind) => !isDeepStrictEqual(stored.terms?.[kind], draft.terms[kind]))
    .map((kind) => [kind, draft.terms[kind]])
  return {
    change: {
      product,
      fields,
      ...(staged && { staged }),
      ...(slug !== undefined && { slug }),
      ...(terms.length > 0 && { terms: Object.fromEntries(terms) }),
      variants: variants.changes,
      ...(draft.documents && { documents: documents.changes })
    },
    faults: [
      ...(stored.otherWithSku === undefined ? [] : [skuTaken(stored.otherWithSku)]),
      ...stored.termFaults,
      ...variants.faults,
      ...documents.faults
    ],
    conflicts: variants.conflicts
  }
}

/** Replaces the slugs that changes request by reserved ones. Throws if one isn't reserved (`withSlugs`). */
export function withReservedSlugs(changes: ProductChange[], slugs: ReservedSlugs): ProductChange[] {
  const given = slugs.take(changes.flatMap(({ slug }) => slug ?? []))
  return changes.map((change) =>
    change.slug === undefined ? change : { ...change, slug: given.shift() ?? '' }
  )
}

type SlugSource = Pick<StoredProduct, 'id' | 'name' | 'sku' | 'slug'>

/** Returns the slug that the product should get, or undefined if it keeps its slug. */
async function newSlug(
  tx: Tx,
  { id, name, sku, slug }: SlugSource,
  sent: string | null
): Promise<string | undefined> {
  const wanted = sent ?? deriveSlug(name, sku, id)
  if (wanted === slug) return undefined
  // The current slug is the requested one with a suffix from an earlier request. It must not get another
  // suffix each time.
  if (isSuffixed(slug, wanted) && (await listTakenSlugs(tx, [wanted])).length > 0) return undefined
  return wanted
}
