import { type Static, Type } from 'typebox'
import { demoIds } from '../../examples/demo-ids.ts'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { named, ref, Uuid } from '../../http/schema.ts'

/** A row of the export: one variant (contract 2.8). */
const ExportRow = named(
  'ExportRow',
  Type.Object({
    company_id: { ...Uuid, description: 'The id of the vendor' },
    product_id: Uuid,
    product_code: Type.String({ description: "The variant's SKU", examples: ['HB-M8-100'] }),
    vendor_price: Type.String({ description: 'The cost, a decimal', examples: ['12.50'] }),
    amount: Type.String({ description: 'The stock on hand, an integer', examples: ['250'] })
  }),
  'The cost and stock of one variant'
)
type ExportRow = Static<typeof ExportRow>

export const ExportPage = pageSchema('ExportPage', 'products', ExportRow)
export type ExportPage = Static<typeof ExportPage>

/** The default number of rows of a page. */
export const exportPageSize = 100

export const ExportQuery = pagingQuery({}, { defaultSize: exportPageSize })
export type ExportQuery = Static<typeof ExportQuery>

const row = {
  company_id: demoIds.vendors.harborSupply,
  product_id: demoIds.products.wrench,
  product_code: 'HS-1010-08',
  vendor_price: '4.10',
  amount: '240'
} satisfies ExportRow

/** The OpenAPI description of the response in its three formats. */
export const exportContent = {
  'application/json': {
    schema: ref(ExportPage),
    example: {
      products: [row],
      pageInfo: {
        startCursor: 'MDE5YTJi.4Xb0',
        endCursor: 'MDE5YTJi.4Xb0',
        hasNextPage: false,
        hasPreviousPage: false
      },
      estimatedTotalCount: 1
    } satisfies ExportPage
  },
  'text/csv': {
    schema: { type: 'string' },
    example: `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`
  },
  'application/x-ndjson': { schema: { type: 'string' }, example: `${JSON.stringify(row)}\n` }
}
