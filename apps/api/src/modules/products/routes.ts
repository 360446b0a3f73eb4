import { createListSizes } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { vendorRead, vendorWrite } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { Deleted, idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { inTransaction } from '../../http/transaction.ts'
import { createProduct, draftProduct } from './create-product.ts'
import { removeProduct } from './delete-product.ts'
import { withDocumentFiles } from './documents/document-files.ts'
import { documentsBodyLimit } from './documents/document-rules.ts'
import { NewProduct } from './product-input.ts'
import { readProductPage } from './read/list-products.ts'
import { productReader } from './read/product-reader.ts'
import { productFaults, withDescription } from './rules.ts'
import { Product, ProductListQuery, ProductPage } from './schema.ts'

/** `/vendor/products` (specification 2.1–2.5, 3, 4.1, 4.9). */
export async function productRoutes(api: Api, deps: Deps): Promise<void> {
  const readProduct = productReader(deps)
  const tagged = { tags: [tags.products] }
  const params = idParams('The product')
  const sizes = createListSizes()

  api.post(
    '/vendor/products',
    {
      bodyLimit: documentsBodyLimit,
      config: { access: vendorWrite, rules: withDescription(productFaults) },
      schema: {
        ...tagged,
        operationId: 'createProduct',
        summary: 'Create a product',
        description:
          'The product waits for approval (PENDING_APPROVAL) before storefronts show it. Images are added afterwards; ' +
          'status, retail prices and the vendor are not taken.',
        body: ref(NewProduct),
        response: { 201: ref(Product) }
      }
    },
    (request, reply) => {
      const draft = draftProduct(request.body)
      return withDocumentFiles(deps.assets, request.body.documents ?? [], (documents, guard) =>
        inTransaction(request, reply, (tx, caller) => guard(createProduct(tx, caller, { draft, documents })))
      )
    }
  )

  api.get(
    '/vendor/products',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listProducts',
        summary: 'List products',
        description:
          'Newest first, whole products; pending images come without their data. Filters can be combined. ' +
          'estimatedTotalCount is exact below 1,000.',
        querystring: ProductListQuery,
        response: { 200: ref(ProductPage) }
      }
    },
    async (request, reply) => sendJson(reply, await readProductPage(deps, sizes, request))
  )

  api.get(
    '/vendor/products/:id',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getProduct',
        summary: 'Read a product',
        description:
          'The whole product with an ETag. While edits of a live product wait for approval, pendingRevision holds ' +
          'them and the fields themselves stay as they are live.',
        params,
        response: { 200: ref(Product) }
      }
    },
    async (request, reply) => {
      const product = await readProduct({ vendorId: request.vendorId, id: request.params.id })
      return sendTagged(request, reply, orNotFound(product))
    }
  )

  api.delete(
    '/vendor/products/:id',
    {
      config: { access: vendorWrite },
      schema: {
        ...tagged,
        operationId: 'deleteProduct',
        summary: 'Delete a product',
        description: 'Its SKU and slug are free again; orders that hold it keep what they show of it.',
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) => removeProduct(tx, caller, request.params.id))
  )
}
