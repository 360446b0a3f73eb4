import type { Sql, Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Answer, violates } from '../../http/transaction.ts'
import { deriveSlug, isSuffixed } from '../../lib/slug.ts'
import type { RuleDeps } from './approval/apply-rules.ts'
import { isEvaluated, readAfterRules } from './approval/read-after-rules.ts'
import { patchAttributeFaults, refreshAfter } from './attributes/check-writes.ts'
import type { DefinitionCache } from './attributes/definition-cache.ts'
import { changeDocuments } from './documents/document-changes.ts'
import type { DocumentEntry } from './documents/document-files.ts'
import { termKinds } from './fields/terms.ts'
import type { ProductPatch } from './product-patch.ts'
import { findProduct } from './read/read-queries.ts'
import type { Product } from './schema.ts'
import { skuTaken } from './sku-taken.ts'
import { listDocuments } from './write/document-queries.ts'
import { hasStockCondition } from './write/plan/edit.ts'
import { editsOfPatch, locatedAt } from './write/plan/patch-edits.ts'
import {
  editFaults,
  type PatchFaults,
  refuse,
  skuFaults,
  stockNames,
  touchesSkus
} from './write/plan/patch-faults.ts'
import { planEdits } from './write/plan/plan-queries.ts'
import { plannedChange } from './write/plan/planned-change.ts'
import { lockVariantsOfEdits } from './write/plan/target-queries.ts'
import { listTakenSlugs } from './write/product-queries.ts'
import { termIdsOf, unknownTermFaults } from './write/references.ts'
import type { ReservedSlugs } from './write/slugs.ts'
import { findOtherWithSku, lockProductsToEdit, type ProductToEdit } from './write/stored-queries.ts'
import { listVariantSkus, type VariantFields } from './write/variant-queries.ts'
import { type ProductChange, writeChanges } from './write/write-changes.ts'

/**
 * An update of a product, with sanitised HTML. `documents` are the documents of the patch with their stored
 * files, or undefined if the documents stay unchanged.
 */
type ProductEdit = {
  id: string
  patch: ProductPatch
  documents: DocumentEntry[] | undefined
  rules: RuleDeps
  definitions: DefinitionCache
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
  { id, patch, documents, rules, definitions, slugs, lookupPool }: ProductEdit
): Promise<Answer<Product>> {
  const { vendorId, assetOrigin } = caller
  const attributeFaults = patchAttributeFaults(tx, definitions, { id, patch })
  const [{ product: stored, ...parts }, foundFaults] = await Promise.all([
    planPatch(tx, vendorId, { id, patch, documents }),
    attributeFaults
  ])
  const product = orNotFound(stored)
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  await requireMatch(caller, read)
  const { change, ...refused } = changeOfPatch(product, { ...parts, patch, documents })
  const slug =
    patch.slug === undefined ? undefined : await newSlug(tx, { ...product, ...change.fields }, patch.slug)
  refuse({ ...refused, faults: [...refused.faults, ...foundFaults] })
  try {
    const writes = writeChanges(
      tx,
      { vendorId, origin: caller },
      withReservedSlugs([{ ...change, slug }], slugs)
    )
    const refreshed = refreshAfter(tx, definitions, { changes: [change], origin: caller })
    const answer = async () => {
      if (refreshed) await refreshed
      return isEvaluated(change)
        ? readAfterRules(tx, rules, { origin: caller, productId: product.id, read })
        : read()
    }
    const [json] = await Promise.all([answer(), ...writes])
    return { json, tagged: true }
  } catch (error) {
    const { sku } = patch
    if (sku === undefined || !violates(error, 'products__sku_vendor_id')) throw error
    throw invalid([skuTaken(await findOtherWithSku(lookupPool, vendorId, { id, sku }))])
  }
}

type Patch = Pick<ProductEdit, 'id' | 'patch' | 'documents'>

/**
 * Locks a product and, in the same round trip, compares the update with the stored values and reads what else its check
 * needs. Orders and updates of stock lock only variants, so the variants that the update refers to are locked too. This
 * ensures that the values can't change after they are read.
 */
async function planPatch(tx: Tx, vendorId: string, { id, patch, documents }: Patch) {
  const edits = editsOfPatch(id, patch)
  const variants = patch.variants ?? []
  const source = {
    edits: tx`${tx.json(edits.map(({ edit }) => edit))}::jsonb`,
    hasStockConditions: edits.some(({ edit }) => hasStockCondition(edit)),
    located: locatedAt(edits.map(() => ({ id })))
  }
  const hasVariants = edits.some(({ edit }) => edit.variantId !== undefined)
  const hasTerms = termKinds.some((kind) => patch[kind] !== undefined)
  // The statement that compares the product's own fields locks the product too, which saves a statement.
  const locksProduct = edits.length > 0 && !hasVariants && !hasTerms
  const [locked, , plan, variantSkus, storedDocuments, otherWithSku, termFaults] = await Promise.all([
    locksProduct ? undefined : lockProductsToEdit(tx, vendorId, [id]),
    hasVariants && lockVariantsOfEdits(tx, vendorId, source),
    planEdits(tx, vendorId, { ...source, fields: 'ALL', names: stockNames, locksProduct }),
    touchesSkus(variants) ? listVariantSkus(tx, vendorId, { productId: id }) : [],
    documents ? listDocuments(tx, vendorId, { productId: id }) : [],
    patch.sku === undefined ? undefined : findOtherWithSku(tx, vendorId, { id, sku: patch.sku }),
    unknownTermFaults(tx, termIdsOf(patch))
  ])
  const [product] = locked ?? plan.products
  return { product, edits, plan, variantSkus, storedDocuments, otherWithSku, termFaults }
}

/** An update that was compared with the stored values. */
type Planned = Omit<Awaited<ReturnType<typeof planPatch>>, 'product'> & Omit<Patch, 'id'>

/** Returns the change that an update makes, all its faults, and its conflicts with the stored stock. */
export function changeOfPatch(
  product: ProductToEdit,
  { edits, plan, patch, documents, variantSkus, storedDocuments, otherWithSku, termFaults }: Planned
): PatchFaults & { change: ProductChange } {
  const variants = patch.variants ?? []
  const given = edits[0]?.edit.product ?? {}
  const change = plannedChange(product, { given, planned: plan.products[0], edits: plan.edits })
  const { changes, faults: documentFaults } = changeDocuments(documents ?? [], storedDocuments)
  const { faults, conflicts } = editFaults(edits, plan.edits, variants)
  const created = variants
    .filter(({ id }) => !id)
    .map(({ id: _, price: __, ...fields }) => fields as VariantFields)
  const firstPosition = 1 + Math.max(-1, ...variantSkus.map(({ position }) => position))
  return {
    change: {
      ...change,
      variants: { ...change.variants, created, firstPosition },
      ...(documents && { documents: changes })
    },
    faults: [
      ...(otherWithSku === undefined ? [] : [skuTaken(otherWithSku)]),
      ...termFaults,
      ...faults,
      ...skuFaults(variants, variantSkus),
      ...documentFaults
    ],
    conflicts
  }
}

/** Replaces the slugs that changes request by reserved ones. Throws if one isn't reserved (`withSlugs`). */
export function withReservedSlugs(changes: ProductChange[], slugs: ReservedSlugs): ProductChange[] {
  const reserved = slugs.take(changes.flatMap(({ slug }) => slug ?? []))
  return changes.map((change) =>
    change.slug === undefined ? change : { ...change, slug: reserved.shift() ?? '' }
  )
}

type SlugSource = Pick<ProductToEdit, 'id' | 'name' | 'sku' | 'slug'>

/**
 * Returns the slug that the product should get, or undefined if it keeps its slug. `sent` is null if the slug is to be
 * derived from the name.
 */
export async function newSlug(
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
