// The floor server: each route only runs a frozen statement (floors/) and sends the result. It has no
// authentication, validation, limits or logging.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../apps/api/src/db/connect.ts'
import { Fastify } from '../apps/api/test/packages.ts'
import {
  readCategoryState,
  readOrderPage,
  readProductPage,
  readProductRows,
  readShippingMethods
} from './floors/lists.ts'
import { type QuotedCart, readQuotes } from './floors/quotes.ts'
import { hasProduct } from './queries.ts'

/**
 * The message that the parent process sends at the start. `assetFolder` is the folder of the service's
 * assets.
 */
export type FloorSetting = { databaseUrl: string; assetOrigin: string; assetFolder: string }

const json = 'application/json; charset=utf-8'

// This process must end with its parent.
process.on('disconnect', () => process.exit(0))

process.once('message', async ({ databaseUrl, assetOrigin, assetFolder }: FloorSetting) => {
  const sql = connect(databaseUrl, { max: 20 })
  const app = Fastify()
  const texts = new Map<number, string>()

  /** Runs one prepared select by primary key and sends a cached text of the given size. */
  app.get<{ Params: { id: string; bytes: string } }>('/texts/:id/:bytes', async ({ params }, reply) => {
    const bytes = Number(params.bytes)
    const text = texts.get(bytes) ?? JSON.stringify('x'.repeat(bytes - 2))
    texts.set(bytes, text)
    if (!(await hasProduct(sql, params.id))) throw new Error(`There is no product ${params.id}`)
    return reply.type(json).send(text)
  })

  /** Sends a page of 24 products. */
  app.get<{ Params: { vendorId: string; end: 'first' | 'last' } }>(
    '/products/:vendorId/:end(first|last)',
    async ({ params: { vendorId, end } }, reply) => {
      const page = { vendorId, assets: assetOrigin, isLast: end === 'last', limit: 24 }
      return reply.type(json).send(await readProductPage(sql, page))
    }
  )

  /** Sends the first compact rows of the products. */
  app.get<{ Params: { vendorId: string }; Querystring: { limit: string } }>(
    '/products/:vendorId/rows',
    async ({ params: { vendorId }, query }, reply) => {
      const page = { vendorId, assets: assetOrigin, limit: Number(query.limit) }
      return reply.type(json).send(await readProductRows(sql, page))
    }
  )

  /** Sends a page of 24 orders. */
  app.get<{ Params: { vendorId: string }; Querystring: { key?: string[]; status?: string } }>(
    '/orders/:vendorId',
    async ({ params: { vendorId }, query }, reply) =>
      reply.type(json).send(await readOrderPage(sql, { vendorId, assets: assetOrigin, ...query }))
  )

  /** Sends what a cart costs. */
  app.post<{ Body: QuotedCart }>('/quotes', async ({ body }, reply) =>
    reply.type(json).send(await readQuotes(sql, body))
  )

  /** Streams a file of the service from the disk. */
  app.get<{ Params: { '*': string } }>('/files/*', async ({ params }, reply) => {
    const file = join(assetFolder, params['*'])
    const { size } = await stat(file)
    return reply.type('image/jpeg').header('content-length', size).send(createReadStream(file))
  })

  /** Runs the statement that detects changes of the category tree, and sends a cached text or 304. */
  app.get<{ Params: { bytes: string } }>('/categories/:bytes', async ({ params, headers }, reply) => {
    await readCategoryState(sql)
    if (headers['if-none-match']) return reply.code(304).send()
    const bytes = Number(params.bytes)
    const text = texts.get(bytes) ?? JSON.stringify('x'.repeat(bytes - 2))
    texts.set(bytes, text)
    return reply.type(json).send(text)
  })

  app.get<{ Params: { vendorId: string } }>('/shipping-methods/:vendorId', async ({ params }, reply) =>
    reply.type(json).send(await readShippingMethods(sql, params.vendorId))
  )

  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ url })
})
