// The floor server: each route only runs the service's statement and sends the result. It has no
// authentication, validation, limits or logging.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../apps/api/src/db/connect.ts'
import type { OrderStatus } from '../apps/api/src/modules/orders/fulfil/fulfillment.ts'
import { listSuborders } from '../apps/api/src/modules/orders/list/list-queries.ts'
import { orderColumns } from '../apps/api/src/modules/orders/queries.ts'
import { listProducts } from '../apps/api/src/modules/products/read/list-queries.ts'
import { listShippingMethods } from '../apps/api/src/modules/shipping-methods/queries.ts'
import { listChangedCategories } from '../apps/api/src/modules/taxonomy/queries.ts'
import { Fastify } from '../apps/api/test/packages.ts'
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
  let fingerprint = ''

  /** Runs one prepared select by primary key and sends a cached text of the given size. */
  app.get<{ Params: { id: string; bytes: string } }>('/texts/:id/:bytes', async ({ params }, reply) => {
    const bytes = Number(params.bytes)
    const text = texts.get(bytes) ?? JSON.stringify('x'.repeat(bytes - 2))
    texts.set(bytes, text)
    if (!(await hasProduct(sql, params.id))) throw new Error(`There is no product ${params.id}`)
    return reply.type(json).send(text)
  })

  /** Runs the statement of the service's product list and sends its text. With `rows`, reads compact rows. */
  app.get<{ Params: { vendorId: string; end: string }; Querystring: { rows?: string } }>(
    '/products/:vendorId/:end',
    async ({ params, query }, reply) => {
      const { rows } = await listProducts(sql, params.vendorId, {
        filters: {},
        page: { backward: params.end === 'last', key: undefined, limit: Number(query.rows ?? 24) },
        shape: query.rows === undefined ? 'product' : 'row',
        assetOrigin,
        withCount: false
      })
      return reply.type(json).send(`{"products":[${rows.map((row) => row.json).join(',')}]}`)
    }
  )

  /** Runs the statement of the service's order list and sends its text. */
  app.get<{ Params: { vendorId: string }; Querystring: { key?: string[]; status?: OrderStatus } }>(
    '/orders/:vendorId',
    async ({ params, query: { key, status } }, reply) => {
      const { rows } = await listSuborders(sql, params.vendorId, {
        filters: status ? { status } : {},
        page: { backward: false, key, limit: 24 },
        columns: orderColumns(sql, { assetOrigin })
      })
      return reply.type(json).send(`{"orders":[${rows.map((row) => row.json).join(',')}]}`)
    }
  )

  /** Streams a file of the service from the disk. */
  app.get<{ Params: { '*': string } }>('/files/*', async ({ params }, reply) => {
    const file = join(assetFolder, params['*'])
    const { size } = await stat(file)
    return reply.type('image/jpeg').header('content-length', size).send(createReadStream(file))
  })

  /** Runs the statement that detects changes of the category tree, and sends a cached text or 304. */
  app.get<{ Params: { bytes: string } }>('/categories/:bytes', async ({ params, headers }, reply) => {
    const state = await listChangedCategories(sql, fingerprint, { audience: 'vendor', assetOrigin })
    fingerprint = state.fingerprint
    if (headers['if-none-match']) return reply.code(304).send()
    const bytes = Number(params.bytes)
    const text = texts.get(bytes) ?? JSON.stringify('x'.repeat(bytes - 2))
    texts.set(bytes, text)
    return reply.type(json).send(text)
  })

  app.get<{ Params: { vendorId: string } }>('/shipping-methods/:vendorId', async ({ params }, reply) =>
    reply.type(json).send(await listShippingMethods(sql, params.vendorId))
  )

  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ url })
})
