import type { Product } from '@purveyor/client'
import { protectFormula } from '@purveyor/client/catalog-file/formulas'
import { stringify } from 'csv-stringify/sync'
import type { CategoryCells } from './category-cells.ts'
import { flatFields, flatValues } from './flat-item.ts'
import { productItem } from './product-item.ts'

/** The text of some products in a file, and how many of them have no row because CSV can't describe them. */
export type Written = { text: string; rows: number; leftOut: number }

/** Makes spreadsheets read a CSV file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Returns the names of the columns as the first row of a CSV file. */
export function csvHeader(): string {
  return stringify([flatFields.map((field) => (field === 'category_ids' ? 'categories' : field))])
}

/** Writes products with one variant as rows of a CSV file. */
export function csvRows(products: Product[], categories: CategoryCells): Written {
  const rows = products.flatMap((product) => {
    const [variant, ...others] = product.variants
    if (!variant || others.length > 0) return []
    const values: Partial<Record<string, string>> = {
      ...flatValues(product, variant),
      category_ids: categories.cellOf(product)
    }
    return [flatFields.map((field) => protectFormula(values[field] ?? ''))]
  })
  return { text: stringify(rows), rows: rows.length, leftOut: products.length - rows.length }
}

/** Writes products as lines of NDJSON. `leadTime` is that of the vendor's profile. */
export function ndjsonLines(products: Product[], leadTime: number): Written {
  const lines = products.map((product) => `${JSON.stringify(productItem(product, { leadTime }))}\n`)
  return { text: lines.join(''), rows: lines.length, leftOut: 0 }
}
