import type { ProductRow } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import type { GridLayout } from '../../../ui/grid/use-grid-layout.ts'
import type { ColumnKey } from '../../../ui/products/columns.tsx'
import { csvLine } from './csv.ts'

type Value = (row: ProductRow) => string | number

/** The values of each column. Amounts are written as the API writes them, whatever the locale. */
const values: Record<ColumnKey, [label: string, value: Value][]> = {
  name: [[t.catalog.columns.name, ({ name }) => name]],
  sku: [[t.catalog.columns.sku, ({ sku }) => sku]],
  status: [[t.catalog.columns.status, ({ status }) => t.catalog.statuses[status]]],
  vendorPrice: [[t.catalog.columns.vendorPrice, ({ vendorPrice }) => vendorPrice ?? '']],
  listPrice: [[t.catalog.columns.listPrice, ({ listPrice }) => listPrice ?? '']],
  price: [
    [t.catalog.lowestPrice, ({ priceMin }) => priceMin ?? ''],
    [t.catalog.highestPrice, ({ priceMax }) => priceMax ?? '']
  ],
  stockOnHand: [[t.catalog.columns.stockOnHand, ({ stockOnHand }) => stockOnHand]],
  stockAvailable: [[t.catalog.columns.stockAvailable, ({ stockAvailable }) => stockAvailable]],
  updatedAt: [[t.catalog.columns.updatedAt, ({ updatedAt }) => updatedAt]]
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
