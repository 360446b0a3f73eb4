import { type Static, Type } from 'typebox'
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
  })
)
type ExportRow = Static<typeof ExportRow>

export const ExportPage = pageSchema('ExportPage', 'products', ExportRow)
export type ExportPage = Static<typeof ExportPage>

/** The default number of rows of a page. */
export const exportPageSize = 100

export const ExportQuery = pagingQuery({}, exportPageSize)
export type ExportQuery = Static<typeof ExportQuery>

const row = {
  company_id: '019a2b6e-5c00-7c10-9d2e-4f1a6b7c8d90',
  product_id: '019a2b6f-1d40-7a53-8b0c-2e9f4d6a1c37',
  product_code: 'HB-M8-100',
  vendor_price: '12.50',
  amount: '250'
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
