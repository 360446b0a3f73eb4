import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { vendorWrite } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { inTransaction, sendOutcome } from '../../http/transaction.ts'
import { withDocumentFiles } from './documents/document-files.ts'
import { documentsBodyLimit } from './documents/document-rules.ts'
import { draftPatch } from './draft-patch.ts'
import { patchFaults } from './patch-rules.ts'
import { ProductPatch } from './product-patch.ts'
import { productReader } from './read/product-reader.ts'
import { removeVariant } from './remove-variant.ts'
import { withDescription } from './rules.ts'
import { Product } from './schema.ts'
import { setStock, stockAlone } from './set-stock.ts'
import { withdrawRevision } from './staging/withdraw-revision.ts'
import { patchProduct } from './update-product.ts'

/** Changes of products under `/vendor/products/:id` (specification 3, 4.2). */
export async function productUpdateRoutes(api: Api, deps: Deps): Promise<void> {
  const { assets } = deps
  const readProduct = productReader(deps)
  const tagged = { tags: [tags.products] }
  const params = idParams('The product')

  api.patch(
    '/vendor/products/:id',
    {
      bodyLimit: documentsBodyLimit,
      config: { access: vendorWrite, rules: withDescription(patchFaults) },
      schema: {
        ...tagged,
        operationId: 'updateProduct',
        summary: 'Update a product',
        description:
          'Fields left out stay as they are; null clears an optional one. On a live product (PUBLISHED, HIDDEN) name, ' +
          'shortDescription and description are staged in pendingRevision until the platform approves them; a value ' +
          'equal to the live one is taken out of it. Everything else, and everything in the other states, applies at ' +
          'once. Arrays of ids and documents replace the set; variants not listed stay as they are.',
        params,
        body: ref(ProductPatch),
        response: { 200: ref(Product) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const { body } = request
      const entries = stockAlone(request, body)
      if (entries)
        return sendOutcome(reply, {
          json: await setStock(request, { id, entries, readProduct }),
          tagged: true
        })
      const draft = draftPatch(body)
      return withDocumentFiles(assets, body.documents ?? [], (entries, guard) => {
        const documents = body.documents === undefined ? undefined : entries
        return inTransaction(request, reply, (tx, caller) =>
          guard(patchProduct(tx, caller, { id, draft, documents }))
        )
      })
    }
  )

  api.delete(
    '/vendor/products/:id/revision',
    {
      config: { access: vendorWrite },
      schema: {
        ...tagged,
        operationId: 'withdrawRevision',
        summary: 'Withdraw staged edits',
        description:
          'Takes back everything in pendingRevision. Without staged edits the product stays as it is.',
        params,
        response: { 200: ref(Product) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) => withdrawRevision(tx, caller, request.params.id))
  )

  api.delete(
    '/vendor/products/:id/variants/:variantId',
    {
      config: { access: vendorWrite },
      schema: {
        ...tagged,
        operationId: 'deleteVariant',
        summary: 'Remove a variant',
        description:
          'Only a variant that no order holds can be removed, else 409; isActive false retires one without removing it.',
        params: Type.Object({
          ...params.properties,
          variantId: Type.String({ format: 'uuid', description: "The variant's id" })
        }),
        response: { 200: ref(Product) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) => removeVariant(tx, caller, request.params))
  )
}
