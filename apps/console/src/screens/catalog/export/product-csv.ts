import type { ProductRow } from '@purveyor/client'
import { catalogTexts } from '../../../texts/catalog.ts'
import type { GridLayout } from '../../../ui/grid/use-grid-layout.ts'
import type { ColumnKey } from '../../../ui/products/columns.tsx'
import { csvLine } from './csv.ts'

type Value = (row: ProductRow) => string | number

/** The values of each column. Amounts are written as the API writes them, whatever the locale. */
const values: Record<ColumnKey, [label: string, value: Value][]> = {
  name: [[catalogTexts.columns.name, ({ name }) => name]],
  sku: [[catalogTexts.columns.sku, ({ sku }) => sku]],
  status: [[catalogTexts.columns.status, ({ status }) => catalogTexts.statuses[status]]],
  vendorPrice: [[catalogTexts.columns.vendorPrice, ({ vendorPrice }) => vendorPrice ?? '']],
  listPrice: [[catalogTexts.columns.listPrice, ({ listPrice }) => listPrice ?? '']],
  price: [
    [catalogTexts.lowestPrice, ({ priceMin }) => priceMin ?? ''],
    [catalogTexts.highestPrice, ({ priceMax }) => priceMax ?? '']
  ],
  stockOnHand: [[catalogTexts.columns.stockOnHand, ({ stockOnHand }) => stockOnHand]],
  stockAvailable: [[catalogTexts.columns.stockAvailable, ({ stockAvailable }) => stockAvailable]],
  updatedAt: [[catalogTexts.columns.updatedAt, ({ updatedAt }) => updatedAt]]
}

/** Returns a CSV file of products with the columns that are shown. The rows are read page by page. */
export async function productCsv(
  pages: AsyncIterable<readonly ProductRow[]> | Iterable<readonly ProductRow[]>,
  { hidden }: Pick<GridLayout, 'hidden'>
): Promise<Blob> {
  const cells = Object.entries(values).flatMap(([column, parts]) => (hidden.includes(column) ? [] : parts))
  // The byte order mark tells spreadsheets that the file is UTF-8.
  const parts: BlobPart[] = ['\ufeff', csvLine(cells.map(([label]) => label))]
  for await (const rows of pages)
    parts.push(rows.map((row) => csvLine(cells.map(([, value]) => value(row)))).join(''))
  return new Blob(parts, { type: 'text/csv' })
}
