import type { Sql, Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { Answer } from '../../http/transaction.ts'
import type { RuleDeps } from './approval/apply-rules.ts'
import { readAgain } from './approval/read-after-rules.ts'
import { matchRules } from './approval/rule-queries.ts'
import { newAttributeFaults } from './attributes/check-writes.ts'
import type { DefinitionCache } from './attributes/definition-cache.ts'
import { derivedValues } from './attributes/refresh-attributes.ts'
import { findProduct } from './read/read-queries.ts'
import type { Product } from './schema.ts'
import { skuTaken } from './sku-taken.ts'
import { replaceDerivedValues } from './write/derived-value-queries.ts'
import { insertDrafts, type ProductDraft } from './write/new-products.ts'
import { unknownTermFaults } from './write/references.ts'
import type { ReservedSlugs } from './write/slugs.ts'
import { findOtherWithSku } from './write/stored-queries.ts'

type NewProductInput = {
  draft: ProductDraft
  slugs: ReservedSlugs
  rules: RuleDeps
  attributes: DefinitionCache
  /** Reads which product has a taken SKU, when the transaction can't read any more. */
  lookupPool: Sql
}

/**
 * Creates a product (contract 3, 4.1). Its status is PENDING_APPROVAL, unless an approval rule decides on it. The
 * HTML must already be sanitised, and the files of the documents must already be stored. `slugs` should have a
 * slug for the slug of the draft. Throws 400 with all faults that depend on stored data: a taken SKU, unknown ids
 * and wrong attributes.
 *
 * All statements are pipelined, so that creating a product takes three round trips, including those of the
 * transaction, and two more if a rule decides. If a check fails, the statements after it may fail as a
 * consequence. The response then reports only the result of the checks.
 */
export async function createProduct(
  tx: Tx,
  caller: Caller,
  { draft, slugs, rules, attributes, lookupPool }: NewProductInput
): Promise<Answer<Product>> {
  const { vendorId, assetOrigin } = caller
  const { id, ids } = draft
  const definitions = await attributes.current(tx)
  const [slug = draft.fields.slug] = slugs.take([draft.fields.slug])
  const fields = { ...draft.fields, slug }
  const termFaults = unknownTermFaults(tx, ids)
  const attributeFaults = newAttributeFaults(tx, attributes, { definitions, draft })
  const { inserted, parts } = insertDrafts(tx, vendorId, { drafts: [{ ...draft, fields }], origin: caller })
  const derived = derivedValues(definitions, {
    id,
    vendorId,
    categoryIds: ids.categoryIds,
    ...contentOf(draft)
  })
  const filed =
    derived.length > 0 ? replaceDerivedValues(tx, { productIds: [id], derived, origin: caller }) : undefined
  const recorded = recordEvent(tx, caller, {
    type: 'product.created',
    vendorId,
    subject: { type: 'product', id },
    details: { sku: fields.sku }
  })
  const read = async () => orNotFound(await findProduct(tx, vendorId, { id, assetOrigin }))
  const written = Promise.all([read(), matchRules(tx, [id]), ...parts, filed, recorded])
  // If a check fails, the later statements may be rejected as a consequence. This prevents an unhandled
  // rejection; the error to report is that of the check.
  written.catch(() => {})
  const [count, ...found] = await Promise.all([inserted, termFaults, attributeFaults])
  const faults = found.flat()
  if (count === 0)
    faults.unshift(skuTaken(await findOtherWithSku(lookupPool, vendorId, { id, sku: fields.sku })))
  if (faults.length > 0) throw invalid(faults)
  const [answer, matches] = await written
  const json = await readAgain(tx, rules, { origin: caller, matches, answer, read })
  return { json, status: 201, tagged: true, location: `/api/v1/vendor/products/${id}` }
}

/** The attributes of a new product, as the checks of stored products read them. */
function contentOf({ fields, variants }: ProductDraft) {
  return {
    attributes: fields.attributes ?? {},
    variants: variants.map(({ attributes }) => ({ attributes: attributes ?? {} }))
  }
}
