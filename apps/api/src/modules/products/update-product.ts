import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid, orNotFound } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import { type Answer, violates } from '../../http/transaction.ts'
import { deriveSlug, isSuffixed } from '../../lib/slug.ts'
import { changeDocuments } from './documents/document-changes.ts'
import type { DocumentEntry } from './documents/document-files.ts'
import type { PatchDraft } from './draft-patch.ts'
import { findProduct } from './read/read-queries.ts'
import type { Product } from './schema.ts'
import { changedTexts, isLive, stageTexts } from './staging/staging.ts'
import { changedPlainFields } from './write/plain-fields.ts'
import { readStored } from './write/read-stored.ts'
import type { LockedProduct } from './write/revision-queries.ts'
import { isSlugTaken } from './write/update-queries.ts'
import { changeVariants } from './write/variant-changes.ts'
import { type ProductChanges, writeChanges } from './write/write-changes.ts'

/** A change of a product; `documents` where the set is replaced. The files of its documents are stored already. */
export type ProductEdit = { id: string; draft: PatchDraft; documents: DocumentEntry[] | undefined }

/**
 * Updates a product (specification 3, 4.2): of a live one the moderated fields are staged, all else applies at once.
 * Every fault that the database knows is told together. What changes nothing writes nothing. Four round trips with
 * the transaction's own, but for one more with `If-Match` and with a slug that was taken before.
 */
export async function patchProduct(tx: Tx, caller: Caller, edit: ProductEdit): Promise<Answer<Product>> {
  const { vendorId } = caller
  const { assetOrigin } = caller
  const stored = await readStored(tx, vendorId, edit)
  const product = orNotFound(stored.product)
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id: edit.id, assetOrigin }))
  await requireMatch(caller, read)
  const { changes, faults } = await compare(tx, edit, { ...stored, product })
  if (faults.length > 0) throw invalid(faults)
  try {
    const writes = writeChanges(tx, caller, { product, changes })
    const [json] = await Promise.all([read(), ...writes])
    return { json, tagged: true }
  } catch (error) {
    if (violates(error, 'products__sku_vendor_id')) throw invalid([skuTaken])
    throw error
  }
}

const skuTaken = fault('/sku', 'SKU_TAKEN', 'is the SKU of another product')

type Stored = Awaited<ReturnType<typeof readStored>> & { product: LockedProduct }

/** What really changes, and every fault of it. */
async function compare(
  tx: Tx,
  { draft, documents }: ProductEdit,
  stored: Stored
): Promise<{ changes: ProductChanges; faults: Fault[] }> {
  const { product } = stored
  const live = isLive(product.status)
  const texts = live ? {} : changedTexts(product, draft.texts)
  const plain = changedPlainFields(stored.plain, draft.plain)
  const named = { ...product, ...texts, sku: plain.sku ?? product.sku }
  const variants = changeVariants({ ...draft, named: stored.namedVariants, all: stored.variantSkus })
  const files = changeDocuments(documents ?? [], stored.documents)
  const changes = {
    texts,
    staged: live ? stageTexts(product, product.pendingRevision, draft.texts) : undefined,
    plain,
    slug: draft.slug === undefined ? null : await newSlug(tx, named, draft.slug),
    terms: draft.terms,
    kinds: draft.kinds.filter((kind) => !isDeepStrictEqual(stored.terms?.[kind], draft.terms[kind])),
    variants: variants.changes,
    firstPosition: 1 + Math.max(-1, ...stored.variantSkus.map(({ position }) => position)),
    documents: files.changes
  }
  const faults = [
    ...(stored.skuTaken ? [skuTaken] : []),
    ...stored.termFaults,
    ...variants.faults,
    ...files.faults
  ]
  return { changes, faults }
}

/** The slug to give the product, a taken one with a suffix; null when it keeps its own. */
async function newSlug(tx: Tx, product: LockedProduct, sent: string | null): Promise<string | null> {
  const { id, name, sku, slug } = product
  const wanted = sent ?? deriveSlug(name, sku, id)
  if (wanted === slug) return null
  // What the wanted one became earlier: sent once more, it must not get the next suffix each time.
  if (isSuffixed(slug, wanted) && (await isSlugTaken(tx, wanted))) return null
  return wanted
}
