import type { Tx } from '../../../db/connect.ts'
import type { Fault } from '../../../errors.ts'
import type { Origin } from '../../../events.ts'
import type { ProductPatch } from '../product-patch.ts'
import type { ProductDraft } from '../write/new-products.ts'
import type { ProductChange } from '../write/write-changes.ts'
import { attributeMapFaults, productAttributeFaults } from './check-attributes.ts'
import type { DefinitionCache } from './definition-cache.ts'
import type { AttributeDefinitions } from './definitions.ts'
import { listCategoryIds } from './issue-queries.ts'
import { refreshAttributes } from './refresh-attributes.ts'

type PointerFault = Extract<Fault, { pointer: string }>

/**
 * Returns the faults of the attributes of a new product: wrong values, and required attributes that are missing. `definitions`
 * are the current ones of the cache. Throws `LostRace` if they have changed. Call this function after the statement that
 * locks the categories has been sent, and before those that insert anything.
 */
export async function newAttributeFaults(
  tx: Tx,
  cache: DefinitionCache,
  {
    definitions,
    draft: { fields, variants, ids }
  }: { definitions: AttributeDefinitions; draft: Pick<ProductDraft, 'fields' | 'variants' | 'ids'> }
): Promise<PointerFault[]> {
  const product = { attributes: fields.attributes, variants }
  const hasAny = [product, ...variants].some(({ attributes }) => attributes)
  if (ids.categoryIds.length === 0 && !hasAny) return []
  // The lock on the categories has given the transaction its id.
  await (ids.categoryIds.length > 0 ? cache.confirmWritten(tx, definitions) : cache.confirm(tx, definitions))
  return definitions.isEmpty ? [] : productAttributeFaults(definitions.effective(ids.categoryIds), product)
}

/**
 * Returns the faults of the attributes that an update contains. An update that contains the attributes of the product or of
 * a variant has to contain all required ones, and so has a new variant. Other attributes aren't checked.
 */
export async function patchAttributeFaults(
  tx: Tx,
  cache: DefinitionCache,
  { id, patch }: { id: string; patch: ProductPatch }
): Promise<PointerFault[]> {
  const { categoryIds: sent } = patch
  const isChecked = touchesAttributes(patch)
  if (!isChecked && sent === undefined) return []
  // Without attributes, only `refreshAfter` needs the definitions. It doesn't have to wait for them then.
  const [definitions, stored] = await Promise.all([
    cache.inTransaction(tx),
    isChecked && sent === undefined ? listCategoryIds(tx, id) : undefined
  ])
  if (!isChecked || definitions.isEmpty) return []
  const effective = definitions.effective(stored ?? sent?.map((one) => one.toLowerCase()) ?? [])
  const ofProduct =
    patch.attributes === undefined
      ? []
      : attributeMapFaults(effective, patch.attributes, {
          ...{ level: 'PRODUCT', pointer: '/attributes', isComplete: true }
        })
  const ofVariants = (patch.variants ?? []).flatMap((entry, index) =>
    entry.id && entry.attributes === undefined
      ? []
      : attributeMapFaults(effective, entry.attributes, {
          ...{ level: 'VARIANT', pointer: `/variants/${index}/attributes`, isComplete: true }
        })
  )
  return [...ofProduct, ...ofVariants]
}

function touchesAttributes({ attributes, variants }: ProductPatch): boolean {
  return (
    attributes !== undefined || (variants ?? []).some((entry) => !entry.id || entry.attributes !== undefined)
  )
}

/** True if a change can change the issues of the product: see `refreshAfter`. */
export function changesIssues({ fields, terms, variants }: ProductChange): boolean {
  const { updated = [], created = [], removed = [] } = variants ?? {}
  return (
    fields?.attributes !== undefined ||
    terms?.categoryIds !== undefined ||
    created.length > 0 ||
    removed.length > 0 ||
    updated.some(({ attributes }) => attributes !== undefined)
  )
}

/**
 * Stores the issues of the products whose attributes, categories or variants have been changed in this transaction, and
 * files them under the facet values that follow from their attributes. Call this function after the statements of
 * `writeChanges` have been sent, and before the products are read. If no product needs it, sends nothing and returns
 * undefined.
 */
export function refreshAfter(
  tx: Tx,
  cache: DefinitionCache,
  { changes, origin }: { changes: ProductChange[]; origin: Origin }
): Promise<void> | undefined {
  const productIds = changes.filter(changesIssues).map(({ product }) => product.id)
  return productIds.length === 0 ? undefined : refreshConfirmed(tx, cache, { productIds, origin })
}

async function refreshConfirmed(
  tx: Tx,
  cache: DefinitionCache,
  products: { productIds: string[]; origin: Origin }
): Promise<void> {
  const definitions = await cache.inTransaction(tx)
  if (!definitions.isEmpty) await refreshAttributes(tx, definitions, products)
}
