import type { FastifyRequest } from 'fastify'
import type { Api } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { vendorWrite } from '../../http/access.ts'
import { tags } from '../../http/openapi.ts'
import { unavailable } from '../../http/problem.ts'
import { ref } from '../../http/schema.ts'
import { endingOf, StreamedBody, streamTimes } from '../../http/streamed-body.ts'
import { inTransaction } from '../../http/transaction.ts'
import { bulkUpdate } from './bulk-update.ts'
import { answerExample, BulkUpdate, BulkUpdateAnswer, updateExample } from './schema.ts'
import { createUpdateReader } from './update-reader.ts'

const MiB = 1024 * 1024
const maxBytes = 64 * MiB
/** Of all that are under way in this process. */
const maxHeld = 256 * MiB
/** From this size on an update gives way to other requests. */
const largeBody = MiB / 4
/** Beyond the time that a body may take, for the work after it. */
const finishingMs = 60_000

/** `POST /vendor/products/bulk-update` (contract 4.5). */
export async function bulkUpdateRoutes(api: Api): Promise<void> {
  const reader = createUpdateReader()
  api.addHook('onClose', () => reader.close())
  const held = createBodies()
  const ending = endingOf(api)
  const bodies = new WeakMap<FastifyRequest, Bytes>()

  api.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => held.release(request))
    done()
  })
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
      const body = new StreamedBody(request, payload, { maxBytes, ending })
      bodies.set(request, await held.read(request, body.chunks()))
      request.bodyHash = body.hash()
      // Passes for a body that is right: the real one is checked in a thread, after the Idempotency-Key.
      return { items: [{}] }
    }
  )

  api.post(
    '/vendor/products/bulk-update',
    {
      config: { access: vendorWrite, bodyIsStreamed: true, answerMs: streamTimes.totalMs + finishingMs },
      schema: {
        tags: [tags.bulk],
        operationId: 'bulkUpdateProducts',
        summary: 'Change many prices, stocks and plain fields',
        description:
          'Up to 50,000 items and 64 MiB (compressed by gzip too), applied at once and without approval: live products stay live. An item names ' +
          "a product by product_id, or by a code: alone the product's SKU, else a variant's; with product_id the SKU of " +
          'a variant of it. vendor_price, amount, manufacturer_part_number and unspsc go to that variant, or to the ' +
          "product's only one. A field left out stays; null clears manufacturer_name, manufacturer_part_number, unspsc, " +
          'commodity_code and category_ids. Each item is done as a whole or fails; unknown ids and codes are the ' +
          "item's errors. Of several items for one variant, or for one product where no variant is concerned, the last " +
          'that does not fail counts as a whole, and those before it are SUPERSEDED, whatever fields they give. Where ' +
          "items for several variants give a field of their product, the last one's value stays. Rows of the export are " +
          'taken as they are.',
        body: { ...ref(BulkUpdate), examples: [updateExample] },
        response: {
          200: {
            description: 'What became of each item',
            content: { 'application/json': { schema: ref(BulkUpdateAnswer), example: answerExample } }
          }
        }
      }
    },
    async (request, reply) => {
      const bytes = bodies.get(request) ?? new Uint8Array()
      // The bytes move to the thread.
      const size = bytes.length
      bodies.delete(request)
      const read = await reader.read(bytes, request.vendorId)
      if (!read.ok) {
        const { faults, faultCount } = read
        throw new Problem('VALIDATION_FAILED', { faults, faultCount })
      }
      const update = () =>
        inTransaction<BulkUpdateAnswer>(request, reply, async (tx, caller) => {
          await request.accessCheck?.confirm()
          return bulkUpdate(tx, caller, read)
        })
      return size < largeBody ? update() : request.server.deps.pace.run(update)
    }
  )
}

type Bytes = Uint8Array<ArrayBuffer>

/** Reads whole bodies. They stay in memory until they are answered, together at most `maxHeld` bytes. */
function createBodies() {
  let held = 0
  const lengths = new WeakMap<FastifyRequest, number>()
  return {
    async read(request: FastifyRequest, arriving: AsyncIterable<Buffer>): Promise<Bytes> {
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of arriving) {
        if (held + chunk.length > maxHeld) throw unavailable('Too many bulk updates are under way.')
        length += chunk.length
        held += chunk.length
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
      held -= lengths.get(request) ?? 0
      lengths.delete(request)
    }
  }
}
