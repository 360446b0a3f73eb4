import { type Static, Type } from 'typebox'
import { demoIds } from '../../examples/demo-ids.ts'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { named, ref, Uuid } from '../../http/schema.ts'
import { exportedExamples, exportedOutputs } from '../products/fields/outputs.ts'

/** A row of the export: one variant (contract 2.8). */
const ExportRow = named(
  'ExportRow',
  Type.Object({
    company_id: { ...Uuid, description: 'The id of the vendor' },
    product_id: Uuid,
    ...exportedOutputs
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

const row: ExportRow = {
  company_id: demoIds.vendors.harborSupply,
  product_id: demoIds.products.wrench,
  ...exportedExamples,
  product_code: 'HS-1010-08',
  vendor_price: '4.10',
  amount: '240'
}

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
