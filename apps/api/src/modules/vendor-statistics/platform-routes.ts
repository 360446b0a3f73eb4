import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformRead } from '../../http/server/access.ts'
import { findVendorFigures } from './figure-queries.ts'
import { VendorFigures, VendorFiguresQuery, VendorListQuery, VendorPage } from './figures-schema.ts'
import { listVendors } from './vendor-list-queries.ts'

const tagged = { tags: [tags.vendors] }

/**
 * `GET /platform/vendors` and `/platform/vendors/:id/figures`: the operator's list of vendors, and the figures of one. The other
 * routes of `/platform/vendors` are in the module `vendors`, on which the modules that have the figures depend.
 */
export async function platformVendorListRoutes(api: Api, { sql, secret, assetOrigin }: Deps): Promise<void> {
  api.get(
    '/platform/vendors',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listVendors',
        summary: 'List vendors',
        description:
          'Returns vendors, newest first unless `sort` says otherwise. `search` matches any part of the name or slug, ignoring ' +
          'case. With view=figures, each vendor has what it sells, what waits for a decision, how much was rejected, and how ' +
          'many orders were late.',
        querystring: VendorListQuery,
        response: { 200: ref(VendorPage) }
      }
    },
    async ({ query }, reply) => {
      const { view, days = 30, sort, ...filters } = readFilters(query)
      const list = { name: 'vendors', binding: ['vendors', filters, sort], query }
      const text = await readList(secret, list, (page) =>
        listVendors(sql, { page, filters, sort, assetOrigin, days: view === 'figures' ? days : undefined })
      )
      return sendJson<VendorPage>(reply, text)
    }
  )

  api.get(
    '/platform/vendors/:id/figures',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'getVendorFigures',
        summary: 'Read the figures of a vendor',
        description: 'Returns the figures that the list of vendors has with view=figures.',
        params: idParams('The vendor'),
        querystring: VendorFiguresQuery,
        response: { 200: ref(VendorFigures) }
      }
    },
    async ({ params, query: { days = 30 } }, reply) =>
      sendJson<VendorFigures>(reply, orNotFound(await findVendorFigures(sql, { id: params.id, days })))
  )
}
