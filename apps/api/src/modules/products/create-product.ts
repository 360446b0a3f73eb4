import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { fault } from '../../http/faults.ts'
import type { Answer } from '../../http/transaction.ts'
import { newDocument } from './documents/document-changes.ts'
import type { DocumentEntry } from './documents/document-files.ts'
import type { NewProduct } from './product-input.ts'
import { findProduct } from './read/read-queries.ts'
import type { Product } from './schema.ts'
import { draftProduct, insertDrafts } from './write/new-products.ts'
import { unknownTermFaults } from './write/references.ts'

/**
 * Creates a product from a valid body, which waits for approval (contract 3, 4.1): its HTML is sanitised, the files
 * of its documents are stored. A taken SKU and unknown ids are told together.
 * All statements are sent together, three round trips with the transaction's own: what refuses the product makes those
 * behind it fail too, and then only the refusal counts.
 */
export async function createProduct(
  tx: Tx,
  caller: Caller,
  { body, documents }: { body: NewProduct; documents: DocumentEntry[] }
): Promise<Answer<Product>> {
  const { vendorId, assetOrigin } = caller
  const draft = draftProduct(body, documents.map(newDocument))
  const { id, ids, fields } = draft
  const faultsOfTerms = unknownTermFaults(tx, ids)
  const { inserted, parts } = insertDrafts(tx, vendorId, [draft])
  const recorded = recordEvent(tx, caller, {
    type: 'product.created',
    vendorId,
    subject: { type: 'product', id },
    details: { sku: fields.sku }
  })
  const written = Promise.all([findProduct(tx, vendorId, { id, assetOrigin }), ...parts, recorded])
  // Where the checks refuse the product, what failed behind them says nothing more.
  written.catch(() => {})
  const [count, faults] = await Promise.all([inserted, faultsOfTerms])
  if (count === 0) faults.unshift(fault('/sku', 'SKU_TAKEN', 'is the SKU of another product'))
  if (faults.length > 0) throw invalid(faults)
  const [json] = await written
  return { json: orNotFound(json), status: 201, tagged: true, location: `/api/v1/vendor/products/${id}` }
}
