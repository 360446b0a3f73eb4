import { Type } from 'typebox'
import { createListSizes } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { callerOf } from '../../http/caller.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { Deleted, eitherOf, idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { vendorRead, vendorWrite } from '../../http/server/access.ts'
import { inTransaction, sendOutcome } from '../../http/transaction.ts'
import { ruleDepsOf } from './approval/rule-deps.ts'
import { definitionCache } from './attributes/definition-cache.ts'
import { createProduct } from './create-product.ts'
import { removeProduct, removeVariant } from './delete-product.ts'
import { newDocument } from './documents/document-changes.ts'
import { withDocumentFiles } from './documents/document-files.ts'
import { documentsBodyLimit } from './documents/document-rules.ts'
import { NewProduct } from './product-input.ts'
import { ProductPatch, patchFaults } from './product-patch.ts'
import { productReader, readProductPage } from './read/read-products.ts'
import { productFaults, withDescription } from './rules.ts'
import { Product, ProductListQuery, ProductPage, ProductRowPage, pageSizeFaults } from './schema.ts'
import { setStock, setStockUnderKey } from './set-stock.ts'
import { withdrawRevision } from './staging/withdraw-revision.ts'
import { requestWarnings } from './upc-warnings.ts'
import { patchProduct } from './update-product.ts'
import { draftProduct } from './write/new-products.ts'
import { withSlugs } from './write/slugs.ts'

const tagged = { tags: [tags.products] }
const params = idParams('The product')

/** `/vendor/products` (contract 2.1–2.5, 3, 4.1, 4.2, 4.9). */
export async function productRoutes(api: Api, deps: Deps): Promise<void> {
  addCreate(api, deps)
  addReads(api, deps)
  addUpdate(api, deps)
  addRemovals(api, deps)
}

function addCreate(api: Api, { sql, lookupPool, assets }: Deps): void {
  const attributes = definitionCache(sql)
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
          'The product needs approval (status PENDING_APPROVAL) before storefronts show it. An approval rule ' +
          'of the operator can decide immediately: the status is then PUBLISHED or DRAFT, and `moderation` ' +
          "contains the decision. Add images afterwards. The status, retail prices and the vendor can't be set.",
        body: ref(NewProduct),
        response: { 201: ref(Product) }
      }
    },
    async (request, reply) => {
      const { body } = request
      const warnings = await requestWarnings(sql, body)
      return withDocumentFiles(assets, body.documents ?? [], (documents, guard) => {
        const draft = draftProduct(body, documents.map(newDocument))
        return withSlugs(sql, [draft.fields.slug], (slugs) =>
          inTransaction(request, reply, async (tx, caller) => {
            slugs.restart()
            const rules = ruleDepsOf(request)
            const created = await guard(
              createProduct(tx, caller, { draft, slugs, rules, attributes, lookupPool })
            )
            return { ...created, warnings }
          })
        )
      })
    }
  )
}

function addReads(api: Api, deps: Deps): void {
  const readProduct = productReader(deps)
  const sizes = createListSizes()

  api.get(
    '/vendor/products',
    {
      config: { access: vendorRead, queryRules: pageSizeFaults },
      schema: {
        ...tagged,
        operationId: 'listProducts',
        summary: 'List products',
        description:
          'Returns complete products, newest first unless `sort` says otherwise. Pending images come without their ' +
          'data. Filters can be combined. estimatedTotalCount is exact if it is below 1,000. With view=row, the page ' +
          'contains compact rows for tables and synchronisation, up to 500. If no index has the order and more than ' +
          '50,000 products match, the response is 400 `TOO_MANY_TO_SORT`.',
        querystring: ProductListQuery,
        response: { 200: eitherOf(ProductPage, ProductRowPage) }
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
          'Returns the complete product with an ETag. While edits of a live product wait for approval, ' +
          'they are in pendingRevision, and the fields themselves have the live values.',
        params,
        response: { 200: ref(Product) }
      }
    },
    async (request, reply) => {
      const product = await readProduct({ vendorId: request.vendorId, id: request.params.id })
      return sendWithEtag(request, reply, orNotFound(product))
    }
  )
}

function addUpdate(api: Api, deps: Deps): void {
  const { sql, lookupPool, assets } = deps
  const definitions = definitionCache(sql)
  const readProduct = productReader(deps)

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
          'Omitted fields stay unchanged, and null clears an optional field. If the product is live ' +
          '(PUBLISHED or HIDDEN), changes of name, shortDescription and description are staged in ' +
          'pendingRevision until the operator approves them. A value equal to the live one is removed from ' +
          'pendingRevision. All other changes apply immediately. Arrays of ids and documents replace the ' +
          'existing set. Variants that are not listed stay unchanged.\n\n' +
          'An entry of variantStock can require a certain stock on hand (expected), change the stock by a ' +
          'difference (change) and say when it was counted (asOf). If the stock does not allow an entry, the ' +
          'response is 409 and nothing changes. errors then lists all such entries, each with the current value.',
        params,
        body: ref(ProductPatch),
        response: { 200: ref(Product) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const { body } = request
      if (changesOnlyStock(request)) {
        const entries = body.variantStock ?? []
        const { idempotency } = request
        if (!idempotency) {
          const json = await setStock(sql, callerOf(request), { id, entries, readProduct })
          return sendOutcome(reply, { json, tagged: true })
        }
        await request.accessCheck?.confirmIfOld()
        const stored = await setStockUnderKey(sql, callerOf(request), { id, entries, idempotency })
        if (stored) return sendOutcome(reply, { stored: { ...stored, replayed: false } })
      }
      const warnings = await requestWarnings(sql, body)
      return withDocumentFiles(assets, body.documents ?? [], (stored, guard) => {
        const documents = body.documents === undefined ? undefined : stored
        return withSlugs(sql, [], (slugs) =>
          inTransaction(request, reply, async (tx, caller) => {
            slugs.restart()
            const rules = ruleDepsOf(request)
            const edit = { id, patch: body, documents, slugs, rules, definitions, lookupPool }
            return { ...(await guard(patchProduct(tx, caller, edit))), warnings }
          })
        )
      })
    }
  )
}

/** Adds the routes that remove a product, or a part of it. */
function addRemovals(api: Api, { sql }: Deps): void {
  api.delete(
    '/vendor/products/:id/revision',
    {
      config: { access: vendorWrite },
      schema: {
        ...tagged,
        operationId: 'withdrawRevision',
        summary: 'Withdraw staged edits',
        description: 'Discards everything in pendingRevision. If there are no staged edits, nothing changes.',
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
        summary: 'Delete a variant',
        description:
          "If an order contains the variant, it can't be deleted (409 IN_USE). Set isActive to false to " +
          'stop selling it.',
        params: Type.Object({
          ...params.properties,
          variantId: Type.String({ format: 'uuid', description: "The variant's id" })
        }),
        response: { 200: ref(Product) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) =>
        removeVariant(tx, caller, {
          ...request.params,
          rules: ruleDepsOf(request),
          definitions: definitionCache(sql)
        })
      )
  )

  api.delete(
    '/vendor/products/:id',
    {
      config: { access: vendorWrite },
      schema: {
        ...tagged,
        operationId: 'deleteProduct',
        summary: 'Delete a product',
        description: "The SKU and slug can be used again. Orders that contain the product don't change.",
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, (tx, caller) => removeProduct(tx, caller, request.params.id))
  )
}

type StockRequest = { body: ProductPatch; headers: { [name: string]: unknown } }

/** True if a request changes only stock and has no header that requires a transaction around the change. */
function changesOnlyStock({ body, headers }: StockRequest): boolean {
  const { variantStock, ...others } = body
  if (!variantStock || Object.keys(others).length > 0) return false
  return headers['if-match'] === undefined
}
