import type { ProductRow } from '@purveyor/client'
import type { CatalogRow, VariantRow } from '../../../ui/products/product-row.ts'

/** A product that is expanded: its index among the products, and its variants. */
export type Expanded = { index: number; id: string; variants: readonly VariantRow[] }

/** The products with the variants of those that are expanded, in the order in which they are shown. */
export class RowTree {
  readonly #expanded: readonly Expanded[]

  constructor(expanded: Iterable<Expanded>) {
    this.#expanded = [...expanded].sort((one, other) => one.index - other.index)
  }

  /** The number of rows that the variants add. */
  get added(): number {
    return this.#expanded.reduce((sum, { variants }) => sum + variants.length, 0)
  }

  /** Returns the product at or above a row, and the variant in the row, if it shows one. */
  find(row: number): { index: number; variant: VariantRow | undefined } {
    let added = 0
    for (const { index, variants } of this.#expanded) {
      const offset = row - index - added - 1
      if (offset < 0) break
      if (offset < variants.length) return { index, variant: variants[offset] }
      added += variants.length
    }
    return { index: row - added, variant: undefined }
  }

  /** Returns the row that shows a product. */
  rowOf(product: number): number {
    const above = this.#expanded.filter(({ index }) => index < product)
    return above.reduce((sum, { variants }) => sum + variants.length, product)
  }

  rowAt(row: number, productAt: (index: number) => ProductRow | undefined): CatalogRow | undefined {
    const { index, variant } = this.find(row)
    return variant ?? productAt(index)
  }
}
