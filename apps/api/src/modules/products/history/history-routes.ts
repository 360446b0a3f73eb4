import type { Api, Deps } from '../../../deps.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../../http/paging.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { sendJson } from '../../../http/send.ts'
import { platformRead, vendorRead } from '../../../http/server/access.ts'
import { listHistory } from './history-queries.ts'
import { HistoryPage, historyQuery } from './history-schema.ts'

const description =
  'Returns every change of the product and its variants, newest first. A row has one field with its old and ' +
  'new value. A row with the field CREATED has all values that the product or variant was created with. The ' +
  'history is stored for 400 days, also for deleted products.'

/** `/vendor/products/:id/history`: the changes of a product (contract 4.15). */
export async function productHistoryRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    '/vendor/products/:id/history',
    {
      config: { access: vendorRead },
      schema: {
        tags: [tags.products],
        operationId: 'listProductHistory',
        summary: 'List the changes of a product',
        description: `${description} Users of the operator are shown as PLATFORM.`,
        params: idParams('The product'),
        querystring: historyQuery,
        response: { 200: ref(HistoryPage) }
      }
    },
    async ({ vendorId, params, query }, reply) => {
      const productId = params.id.toLowerCase()
      const filters = readFilters(query)
      const list = { name: 'history', binding: ['history', vendorId, productId, filters], query }
      const text = await readList(secret, list, (page) =>
        listHistory(sql, { vendorId, productId, filters, page })
      )
      return sendJson<HistoryPage>(reply, text)
    }
  )
}

/** `/platform/products/:id/history`: the changes of a product of any vendor. */
export async function platformProductHistoryRoutes(api: Api, { sql, secret }: Deps): Promise<void> {
  api.get(
    '/platform/products/:id/history',
    {
      config: { access: platformRead },
      schema: {
        tags: [tags.platform],
        operationId: 'listPlatformProductHistory',
        summary: 'List the changes of any product',
        description,
        params: idParams('The product'),
        querystring: historyQuery,
        response: { 200: ref(HistoryPage) }
      }
    },
    async ({ params, query }, reply) => {
      const productId = params.id.toLowerCase()
      const filters = readFilters(query)
      const list = { name: 'history', binding: ['platform-history', productId, filters], query }
      const text = await readList(secret, list, (page) =>
        listHistory(sql, { vendorId: undefined, productId, filters, page })
      )
      return sendJson<HistoryPage>(reply, text)
    }
  )
}
