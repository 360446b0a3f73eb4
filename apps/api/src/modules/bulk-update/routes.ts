import type { FastifyRequest } from 'fastify'
import type { Api } from '../../deps.ts'
import { invalid, Problem, unavailable } from '../../errors.ts'
import { endingOf, StreamedBody, streamTimes } from '../../http/body/streamed-body.ts'
import { parameterFault } from '../../http/faults.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { vendorWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { Limit } from '../../lib/limit.ts'
import { readWorkbookCatalog } from '../bulk-items/workbook/catalog.ts'
import {
  diskIsFull,
  maxWorkbookBytes,
  type SpooledWorkbook,
  spoolWorkbook
} from '../bulk-items/workbook/spool-workbook.ts'
import { workbookContent, workbookTypes } from '../bulk-items/workbook/workbook-types.ts'
import { definitionCache } from '../products/attributes/definition-cache.ts'
import { marketplaceOf } from '../products/marketplace-queries.ts'
import { bulkUpdate } from './bulk-update.ts'
import { answerExample, BulkUpdate, BulkUpdateAnswer, UpdateQuery } from './schema.ts'
import { createUpdateReader } from './update-reader.ts'

const MiB = 1024 * 1024
const maxBytes = 64 * MiB
/** The maximum total size, in bytes, of the request bodies that this process holds in memory. */
const maxBufferedBytes = 256 * MiB
/** The size in bytes from which an update runs as background work, which gives way to other requests. */
const largeBody = MiB / 4
/** The same for workbooks, which are compressed. */
const largeWorkbook = largeBody / 8
/** The maximum number of workbooks that are received or read at the same time, in total and per vendor. */
const maxWorkbooks = { total: 16, perKey: 4 }
/** The part of the response timeout, in milliseconds, for applying the update after its body has arrived. */
const finishingMs = 60_000

/** `POST /vendor/products/bulk-update` (contract 4.5). */
export async function bulkUpdateRoutes(api: Api): Promise<void> {
  const reader = createUpdateReader()
  api.addHook('onClose', () => reader.close())
  const buffers = createBodyBuffers()
  const ending = endingOf(api)
  const definitions = definitionCache(api.deps.sql)
  const bodies = new WeakMap<FastifyRequest, Bytes>()
  const workbooks = createWorkbookFiles()

  api.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      buffers.release(request)
      workbooks.release(request)
    })
    done()
  })
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
      const body = new StreamedBody(request, payload, { maxBytes, ending })
      bodies.set(request, await buffers.read(request, body.chunks()))
      request.bodyHash = body.hash()
      // A placeholder. The real body is checked in a thread, after the Idempotency-Key.
      return { items: [{}] }
    }
  )
  api.addContentTypeParser(
    Object.values(workbookTypes),
    async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
      const body = new StreamedBody(request, payload, { maxBytes: maxWorkbookBytes, ending })
      await workbooks.receive(request, body.chunks())
      request.bodyHash = body.hash()
      return 'A workbook'
    }
  )

  api.post(
    '/vendor/products/bulk-update',
    {
      config: {
        access: vendorWrite,
        bodyIsStreamed: true,
        responseTimeoutMs: streamTimes.totalMs + finishingMs
      },
      schema: {
        tags: [tags.bulk],
        operationId: 'bulkUpdateProducts',
        summary: 'Update prices, stock and other fields of many products',
        description:
          'Updates up to 50,000 items in one request of at most 64 MiB, optionally compressed with gzip. Changes apply ' +
          'immediately and without approval; live products stay live.\n\n' +
          'An item refers to a product by product_id or code. Without product_id, code is the SKU of a product or, if ' +
          'no product has it, of a variant. With product_id, code is the SKU of one of its variants. vendor_price, ' +
          'amount, list_price, variant_weight, upc, is_active, manufacturer_part_number, unspsc and attributes change that ' +
          "variant, or the product's only variant. lead_time, manufacturer_name, commodity_code and category_ids " +
          'change the product. Omitted fields stay unchanged. null clears list_price, variant_weight, upc, lead_time, ' +
          'manufacturer_name, manufacturer_part_number, unspsc, commodity_code and category_ids, and sets is_active to ' +
          'true.\n\n' +
          'Each item is applied completely or fails. An unknown id or code makes its item fail. If several items ' +
          "refer to the same variant, or to the same product but to no variant, only the last one that doesn't fail " +
          'is applied; the earlier ones are SUPERSEDED, whatever fields they contain. If items for different variants set ' +
          'the same field of their product, the last value is stored. You can send rows of the export unchanged.\n\n' +
          'amount sets the stock on hand. amount_change adds to it, amount_expected makes the item fail if the stock ' +
          'on hand is another one, and as_of makes it fail if the count is outdated. If several items refer to the ' +
          'same variant and one of them has amount_change, all of them fail with DUPLICATE_TARGET.\n\n' +
          'The body can be a workbook (.xlsx or .ods) of at most 64 MiB. The first row of its first sheet has the names of ' +
          'the columns, and each other row is an item. Empty cells leave values unchanged. The results have the `row`, and ' +
          'errors the `cell`, such as D17. `ignored_columns` lists the columns that are not used.',
        querystring: UpdateQuery,
        body: { content: { 'application/json': { schema: ref(BulkUpdate) }, ...workbookContent } },
        response: {
          200: {
            description: 'The result of each item',
            content: { 'application/json': { schema: ref(BulkUpdateAnswer), example: answerExample } }
          }
        }
      }
    },
    async (request, reply) => {
      const { read, isLarge } = await readBody(request)
      if (!read.ok) {
        const { faults, faultCount, detail } = read
        if (read.isDiskFull) throw diskIsFull()
        throw new Problem('VALIDATION_FAILED', {
          faults,
          faultCount,
          ...(detail !== undefined && { detail })
        })
      }
      const update = () =>
        inTransaction<BulkUpdateAnswer>(request, reply, async (tx, caller) => {
          await request.accessCheck?.confirm()
          return {
            ...(await bulkUpdate(tx, caller, { ...read, definitions })),
            warnings: read.warnings ?? []
          }
        })
      return isLarge ? request.server.deps.pace.run(update) : update()
    }
  )

  async function readBody(request: FastifyRequest<{ Querystring: UpdateQuery }>) {
    const { query, vendorId } = request
    const workbook = workbooks.find(request)
    if (workbook) {
      const catalog = await readWorkbookCatalog(api.deps.sql)
      const { error_policy = 'reject_all', dry_run: dryRun = false } = query
      const marketplace = await marketplaceOf(api.deps.sql)
      const options = { vendorId, marketplace, catalog, rejectsAll: error_policy === 'reject_all', dryRun }
      const read = await reader.readWorkbook({ path: workbook.path, ...options }).finally(workbook.remove)
      return { read, isLarge: workbook.bytes >= largeWorkbook }
    }
    refuseQuery(query)
    const bytes = bodies.get(request) ?? new Uint8Array()
    // Read the size first: the bytes are transferred to the thread.
    const size = bytes.length
    bodies.delete(request)
    const marketplace = await marketplaceOf(api.deps.sql)
    return { read: await reader.read(bytes, vendorId, marketplace), isLarge: size >= largeBody }
  }
}

/** Throws 400 if a JSON update has options as query parameters. They belong in the body. */
function refuseQuery(query: UpdateQuery): void {
  const message = 'is a query parameter for workbooks only; for JSON, send it in the body'
  const faults = Object.keys(query).map((name) => parameterFault(name, 'UNKNOWN_PARAMETER', message))
  if (faults.length > 0) throw invalid(faults)
}

/**
 * Receives workbooks into temporary files. `release` removes the file of a request; call it when the response was sent or the
 * client has disconnected.
 */
function createWorkbookFiles() {
  const limit = new Limit(maxWorkbooks)
  const files = new WeakMap<FastifyRequest, { key: string; workbook?: SpooledWorkbook }>()
  return {
    async receive(request: FastifyRequest, body: AsyncIterable<Buffer>): Promise<void> {
      const key = request.vendorId
      if (!limit.tryTake({ key })) throw unavailable('Too many bulk updates are running. Try again later.')
      const file: { key: string; workbook?: SpooledWorkbook } = { key }
      files.set(request, file)
      const workbook = await spoolWorkbook(body)
      // The client may have disconnected in the meantime.
      if (files.get(request) === file) file.workbook = workbook
      else await workbook.remove()
    },
    find: (request: FastifyRequest) => files.get(request)?.workbook,
    release(request: FastifyRequest): void {
      const file = files.get(request)
      if (!file) return
      files.delete(request)
      limit.release({ key: file.key })
      file.workbook?.remove()
    }
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Creates a reader of request bodies that holds at most `maxBufferedBytes` of bodies in memory. Throws a 503
 * if a body would exceed this limit. A body counts until its response has been sent.
 */
function createBodyBuffers() {
  let bufferedBytes = 0
  const lengths = new WeakMap<FastifyRequest, number>()
  return {
    async read(request: FastifyRequest, body: AsyncIterable<Buffer>): Promise<Bytes> {
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of body) {
        if (bufferedBytes + chunk.length > maxBufferedBytes)
          throw unavailable('Too many bulk updates are running. Try again later.')
        length += chunk.length
        bufferedBytes += chunk.length
        lengths.set(request, length)
        chunks.push(chunk)
      }
      const bytes = new Uint8Array(length)
      let start = 0
      for (const chunk of chunks) {
        bytes.set(chunk, start)
        start += chunk.length
      }
      return bytes
    },
    release(request: FastifyRequest): void {
      bufferedBytes -= lengths.get(request) ?? 0
      lengths.delete(request)
    }
  }
}
