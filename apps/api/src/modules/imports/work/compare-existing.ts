import type { Tx } from '../../../db/connect.ts'
import { LostRace } from '../../../db/races.ts'
import { mapInSlices } from '../../../lib/slices.ts'
import { type ItemFault, itemFault } from '../../bulk-items/item-fields.ts'
import { metadataFields, uploadTargets } from '../../products/fields/flat-fields.ts'
import type { NewProduct } from '../../products/product-input.ts'
import { changeOfPatch, newSlug } from '../../products/update-product.ts'
import type { Edit } from '../../products/write/plan/edit.ts'
import { editsOfPatch, locatedAt, type PatchEdit } from '../../products/write/plan/patch-edits.ts'
import { stockNames } from '../../products/write/plan/patch-faults.ts'
import { type PlannedEdit, type PlannedProduct, planEdits } from '../../products/write/plan/plan-queries.ts'
import { plannedChange } from '../../products/write/plan/planned-change.ts'
import { lockVariantsOfEdits } from '../../products/write/plan/target-queries.ts'
import { lockProductsToEdit, type ProductToEdit } from '../../products/write/stored-queries.ts'
import type { ProductChange } from '../../products/write/write-changes.ts'
import type { PreparedFields } from '../receive/upload-item.ts'
import { type Chunk, listItems } from './chunk-queries.ts'
import { listProductParts, type ProductParts } from './stored-product-queries.ts'

/** An item of a chunk, and the vendor's product with the same SKU. */
export type Target = { indexInChunk: number; productId: string }

/**
 * A change of an existing product, and the item that makes it: its index, and its values if it has the fields of a new
 * product.
 */
export type ExistingChange = {
  indexInChunk: number
  product: ProductToEdit
  change: ProductChange
  body: NewProduct | undefined
}

/** An item with the locked product that it updates, and the edits that it makes. */
type Update = { indexInChunk: number; product: ProductToEdit; edits: PatchEdit[] } & (
  | { body: undefined; item: PreparedFields }
  | { body: NewProduct; parts: ProductParts }
)

type Planned = { edits: PlannedEdit[]; product: PlannedProduct | undefined }

/** The fields that flat items set. The SKU only finds the product. */
const editedTargets = [
  ...uploadTargets.filter(({ name }) => name !== 'sku').map(({ of, name }) => ({ of, name })),
  ...metadataFields.filter(({ isSet }) => isSet).map(({ of, field }) => ({ of, name: field }))
]

/** The number of edits that are planned in one statement, so that parsing the result takes little time. */
const editsAtOnce = 1_000

/**
 * Locks the products that the items update, and compares each item with its product. Returns the changes to
 * make by the rules for product updates (contract 3, 4.2), and the errors of items that can't update their
 * product.
 */
export async function compareExisting(
  tx: Tx,
  vendorId: string,
  { chunk, targets }: { chunk: Chunk; targets: Target[] }
): Promise<{ changes: ExistingChange[]; faults: Map<number, ItemFault[]> }> {
  const updates = await listUpdates(tx, vendorId, { chunk, targets })
  const changes: ExistingChange[] = []
  const faults = new Map<number, ItemFault[]>()
  for (const slice of slicesOf(updates)) {
    const compared = await mapInSlices(await planSlice(tx, vendorId, slice), ({ update, planned }) =>
      update.body ? changeOfProduct(tx, update, planned) : changeOfFields(update, planned)
    )
    for (const [n, { change, errors }] of compared.entries()) {
      const { indexInChunk, product, body } = slice[n] as Update
      if (errors.length > 0) faults.set(indexInChunk, errors)
      else changes.push({ indexInChunk, product, change, body })
    }
  }
  return { changes, faults }
}

async function listUpdates(
  tx: Tx,
  vendorId: string,
  { chunk, targets }: { chunk: Chunk; targets: Target[] }
): Promise<Update[]> {
  const [items, products] = await Promise.all([
    listItems(tx, vendorId, { ...chunk, indexes: targets.map(({ indexInChunk }) => indexInChunk) }),
    lockProductsToEdit(
      tx,
      vendorId,
      targets.map(({ productId }) => productId)
    )
  ])
  const itemOf = new Map(items.map(({ indexInChunk, item }) => [indexInChunk, item]))
  const productOf = new Map(products.map((product) => [product.id, product]))
  const updates = targets.map(({ indexInChunk, productId }) => {
    const [item, product] = [itemOf.get(indexInChunk), productOf.get(productId)]
    // The product was deleted or its SKU was changed after it was found.
    if (!item || 'errors' in item || !product || product.sku !== item.sku) throw new LostRace()
    return { indexInChunk, product, item }
  })
  const withParts = updates.flatMap(({ item, product: { id } }) =>
    'product' in item ? [{ id, withDocuments: item.product.documents !== undefined }] : []
  )
  const parts = withParts.length > 0 ? await listProductParts(tx, vendorId, withParts) : []
  const partsOf = new Map(parts.map((part) => [part.productId, part]))
  return updates.map(({ item, ...update }): Update => {
    const { id } = update.product
    if (!('product' in item)) return { ...update, item, body: undefined, edits: [{ edit: editOf(item) }] }
    const edits = editsOfPatch(id, item.product, { bySku: true })
    return {
      ...update,
      body: item.product,
      edits,
      parts: partsOf.get(id) ?? { productId: id, skus: [], documents: [] }
    }
  })
}

/**
 * Returns the edit that a flat item (contract 4.4) makes. The UNSPSC code of the product changes only if it has no other
 * variants.
 */
function editOf(item: PreparedFields): Edit {
  const {
    sku,
    description,
    metadata,
    categoryIds,
    unspc,
    attributes,
    productAttributes,
    hasAttributes,
    stock
  } = item
  const { unspc: variantUnspc, ...ofVariant } = attributes ?? {}
  const values: Record<'product' | 'variant', Record<string, unknown>> = {
    product: { description, metadata, categoryIds, attributes: productAttributes },
    variant: { unspc: variantUnspc, attributes: hasAttributes && ofVariant }
  }
  for (const { of, name } of editedTargets) values[of][name] = item[name as keyof PreparedFields]
  return {
    code: sku,
    ...values,
    ...(unspc !== undefined && { singleProduct: { unspc } }),
    ...(stock !== undefined && { stock })
  }
}

/** Divides updates into slices with about `editsAtOnce` edits. */
function slicesOf(updates: Update[]): Update[][] {
  const slices: Update[][] = []
  let count = editsAtOnce
  for (const update of updates) {
    if (count >= editsAtOnce) {
      slices.push([])
      count = 0
    }
    slices.at(-1)?.push(update)
    count += update.edits.length
  }
  return slices
}

/** Compares the edits of updates with the stored values, and returns what each update changes. */
async function planSlice(
  tx: Tx,
  vendorId: string,
  updates: Update[]
): Promise<{ update: Update; planned: Planned }[]> {
  const edits = updates.flatMap(({ edits, product: { id }, body }) =>
    edits.map(({ edit }) => ({ edit, id, ...(!body && { codeMatch: 'PRODUCT_SKU' as const }) }))
  )
  const source = {
    edits: tx`${tx.json(edits.map(({ edit }) => edit))}::jsonb`,
    hasStockConditions: false,
    located: locatedAt(edits)
  }
  const [, plan] = await Promise.all([
    lockVariantsOfEdits(tx, vendorId, source),
    planEdits(tx, vendorId, { ...source, fields: 'ALL', names: stockNames })
  ])
  const productOf = new Map(plan.products.map((product) => [product.id, product]))
  let next = 0
  return updates.map((update) => {
    const start = next
    next += update.edits.length
    const planned = { edits: plan.edits.slice(start, next), product: productOf.get(update.product.id) }
    return { update, planned }
  })
}

type Compared = { change: ProductChange; errors: ItemFault[] }

function changeOfFields({ product, edits: [first] }: Update, planned: Planned): Compared {
  const given = { ...first?.edit.product, ...first?.edit.singleProduct }
  const change = plannedChange(product, { given, planned: planned.product, edits: planned.edits })
  return { change, errors: planned.edits.flatMap(({ faults }) => faults.map(targetFault)) }
}

/** Returns the error of a flat item that doesn't determine which variant of its product to update. */
function targetFault({ code }: { code: string }): ItemFault {
  const message =
    code === 'NO_VARIANT'
      ? 'is the SKU of a product that has no variant to update'
      : 'is the SKU of a product with several variants, none of which has this SKU; use bulk update to change a variant'
  return { code, field: 'code', message }
}

/**
 * Returns the change that an item with the fields of `POST /vendor/products` makes, by the rules of
 * `PATCH /vendor/products/{id}` (contract 4.2, 4.4). A variant of an item updates the stored variant with the same
 * SKU, or else it is created. Documents whose files have not been stored yet have no path.
 */
async function changeOfProduct(
  tx: Tx,
  { product, edits, body, parts }: Extract<Update, { body: NewProduct }>,
  planned: Planned
): Promise<Compared> {
  const known = edits.flatMap((edit, n) => {
    const plan = planned.edits[n]
    const isNew = plan?.faults.some(({ code }) => code === 'UNKNOWN_VARIANT') ?? false
    return plan && !isNew ? [{ edit, plan }] : []
  })
  const idOf = new Map(known.map(({ edit, plan }) => [edit.variantIndex, plan.variantId]))
  const variants = body.variants?.map((variant, index) => ({ ...variant, id: idOf.get(index) }))
  const { change, faults } = changeOfPatch(product, {
    edits: known.map(({ edit }) => edit),
    plan: { edits: known.map(({ plan }) => plan), products: planned.product ? [planned.product] : [] },
    patch: { ...body, variants },
    documents: documentsOf(body),
    variantSkus: parts.skus,
    storedDocuments: parts.documents,
    otherWithSku: undefined,
    termFaults: []
  })
  const slug =
    body.slug === undefined ? undefined : await newSlug(tx, { ...product, ...change.fields }, body.slug)
  const errors = faults.flatMap((one) => ('pointer' in one ? [itemFault(one)] : [])).map(withoutVariantStock)
  return { change: { ...change, ...(slug !== undefined && { slug }) }, errors }
}

/** Returns the documents of an item without files, or undefined if the documents stay unchanged. */
function documentsOf({ documents }: NewProduct) {
  if (documents === undefined) return undefined
  return (documents ?? []).map(({ base64Document: _, ...entry }) => ({ ...entry, file: undefined }))
}

/** Replaces the advice to send `variantStock`, which items of an upload don't have. */
function withoutVariantStock(error: ItemFault): ItemFault {
  if (error.code !== 'INITIAL_INVENTORY_SET') return error
  return { ...error, message: error.message.replace('use variantStock', 'use bulk update') }
}
