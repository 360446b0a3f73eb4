import type { Tx } from '../../db/connect.ts'
import { LostRace } from '../../db/races.ts'
import { type Origin, recordEvent, withSource } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { Answer } from '../../http/transaction.ts'
import type { DefinitionCache } from '../products/attributes/definition-cache.ts'
import { lockProductsOfEdits, lockVariantsOfEdits } from '../products/write/plan/target-queries.ts'
import { updateProducts } from '../products/write/product-queries.ts'
import { replaceTerms } from '../products/write/term-queries.ts'
import { updateVariants } from '../products/write/variant-queries.ts'
import { findAttributeFaults, refreshUpdated, withFaults } from './attribute-edits.ts'
import {
  forceCustomPlans,
  itemsOf,
  planUpdates,
  stageItems,
  type UpdateOutcome,
  type UpdatePlan,
  updatePricesAndStock
} from './bulk-update-queries.ts'
import type { UpdateSheet } from './read-updates.ts'
import type { BulkUpdateAnswer } from './schema.ts'

/**
 * `items`: a JSON array of `Edit`, which only the database parses. `hasStockConditions`: true if any
 * item has a `stockChange`, `stockExpected` or `stockAsOf`. `hasAttributes`: true if any item has attributes. `sheet` is
 * set if the items come from a workbook.
 */
export type PreparedUpdates = {
  items: string
  onlyPriceAndStock: boolean
  hasStockConditions: boolean
  hasAttributes: boolean
  dryRun: boolean
  sheet?: UpdateSheet
}

/**
 * Applies a bulk update (contract 4.5) immediately and without approval. The number of statements doesn't
 * depend on the number of items. Rows that don't change aren't written.
 */
export async function bulkUpdate(
  tx: Tx,
  caller: Caller,
  { onlyPriceAndStock, ...updates }: PreparedUpdates & { definitions: DefinitionCache }
): Promise<Answer<BulkUpdateAnswer>> {
  return onlyPriceAndStock ? updatePriceAndStock(tx, caller, updates) : updateFields(tx, caller, updates)
}

type Updates = Omit<PreparedUpdates, 'onlyPriceAndStock'> & { definitions: DefinitionCache }

/**
 * Applies an update whose items set only prices and stock, in a single statement. If another transaction
 * deletes a variant or changes its SKU while the statement runs, throws `LostRace`, so that the update is run
 * again.
 */
async function updatePriceAndStock(
  tx: Tx,
  caller: Caller,
  { items, hasStockConditions, dryRun, sheet }: Updates
): Promise<Answer<BulkUpdateAnswer>> {
  const [, outcome] = await Promise.all([
    forceCustomPlans(tx),
    updatePricesAndStock(tx, caller.vendorId, {
      ...{ edits: tx`${items}::text::jsonb`, hasStockConditions, dryRun, sheet },
      origin: withSource(caller, 'BULK_UPDATE')
    })
  ])
  if (outcome.isLost) throw new LostRace('A variant was deleted or its SKU was changed during the update.')
  if (!dryRun && outcome.updated > 0) await record(tx, caller, outcome)
  return { json: outcome.answer }
}

/**
 * Applies an update whose items may set any field: locks the products, compares them with the items, and
 * writes the changes.
 */
async function updateFields(
  tx: Tx,
  caller: Caller,
  { items: text, hasStockConditions, hasAttributes, dryRun, sheet, definitions: cache }: Updates
): Promise<Answer<BulkUpdateAnswer>> {
  const { vendorId } = caller
  const items = await stageItems(tx, text)
  const sent = { edits: itemsOf(tx, items), hasStockConditions }
  const [definitions, , located] = await Promise.all([
    cache.inTransaction(tx),
    forceCustomPlans(tx),
    lockProductsOfEdits(tx, vendorId, { ...sent, dryRun })
  ])
  const faults = hasAttributes
    ? await findAttributeFaults(tx, vendorId, { ...sent, located, definitions })
    : []
  const edits = { ...sent, edits: withFaults(tx, sent.edits, faults) }
  const update = { ...edits, dryRun, sheet, located, isStaged: items === 'STAGED' }
  const [, plan] = await Promise.all([
    dryRun ? undefined : lockVariantsOfEdits(tx, vendorId, update),
    planUpdates(tx, vendorId, update)
  ])
  const origin = withSource(caller, 'BULK_UPDATE')
  if (!dryRun) await Promise.all(write(tx, caller, { ...plan, origin }))
  if (!dryRun && plan.products && !definitions.isEmpty) {
    await refreshUpdated(tx, definitions, { products: plan.products, origin })
  }
  return { json: plan.answer }
}

/**
 * Sends the statements that write the changes, without waiting for results in between. The database runs them
 * in this order, so that products are updated after their variants.
 */
function write(tx: Tx, caller: Caller, plan: UpdatePlan & { origin: Origin }): Promise<void>[] {
  const { vendorId } = caller
  const { variants, products, categories, origin } = plan
  const writes = [
    variants && updateVariants(tx, vendorId, { updates: variants, origin }),
    categories && replaceTerms(tx, vendorId, { updates: categories, kinds: ['categoryIds'], origin }),
    products && updateProducts(tx, vendorId, { updates: products, origin }),
    plan.updated > 0 && record(tx, caller, plan)
  ]
  return writes.filter((one) => one !== undefined && one !== false)
}

function record(tx: Tx, caller: Caller, { updated, unchanged, failed }: UpdateOutcome): Promise<void> {
  const { vendorId } = caller
  return recordEvent(tx, caller, {
    type: 'product.bulk_updated',
    vendorId,
    subject: { type: 'vendor', id: vendorId },
    details: { updated, unchanged, failed }
  })
}
