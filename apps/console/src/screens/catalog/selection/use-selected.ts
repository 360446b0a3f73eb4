import type { ProductRow } from '@purveyor/client'
import { useState } from 'react'
import type { GridSelection } from '../../../ui/grid/grid-types.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { type CatalogRow, isVariant } from '../../../ui/products/product-row.ts'
import { maxRows, type RowStore } from '../../../ui/products/row-store.ts'
import type { RowTree } from '../rows/row-tree.ts'

/** Some products, or all that match except some. */
type Chosen = { isAll: boolean; rows: ReadonlyMap<string, ProductRow> }

/** The products that are selected. */
export type Selected = {
  count: number
  isExact: boolean
  isAll: boolean
  clear(): void
  /** Reads all selected products, also those that aren't loaded. */
  read(): Promise<ProductRow[]>
}

const nothing: Chosen = { isAll: false, rows: new Map() }

/** Returns which products are selected, and the selection for the grid. */
export function useSelected(
  store: RowStore,
  tree: RowTree
): { selected: Selected; selection: GridSelection<CatalogRow> } {
  const [{ isAll, rows }, setChosen] = useState(nothing)
  const total = store.count ?? 0
  const count = isAll ? Math.max(0, total - rows.size) : rows.size

  async function select(first: number, last: number, isSelected: boolean): Promise<void> {
    const [from, to] = [tree.find(first).index, tree.find(last).index]
    const found: ProductRow[] = []
    for (let index = from; index <= to; index++) {
      const row = store.rowAt(index)
      if (row) found.push(row)
    }
    if (found.length <= to - from) {
      found.length = 0
      for await (const part of store.between(from, to)) found.push(...part)
    }
    setChosen((current) => {
      const next = new Map(current.rows)
      for (const row of found) {
        if (isSelected === current.isAll) next.delete(row.id)
        else next.set(row.id, row)
      }
      return { ...current, rows: next }
    })
  }

  return {
    selected: {
      count,
      isAll,
      isExact: !isAll || store.isExact,
      clear: () => setChosen(nothing),
      async read() {
        // What was selected can have been changed since.
        if (!isAll) return store.latest(rows.values())
        const all: ProductRow[] = []
        // More rows than the grid shows are not selected.
        for await (const part of store.between(0, maxRows - 1))
          all.push(...part.filter(({ id }) => !rows.has(id)))
        return all
      }
    },
    selection: {
      state: count === 0 ? 'none' : count === total ? 'all' : 'some',
      isSelected: (row) => !isVariant(row) && isAll !== rows.has(row.id),
      isSelectable: (row) => !isVariant(row),
      onSelect: (first, last, isSelected) => void select(first, last, isSelected).catch(notifyError),
      onSelectAll: (isSelected) => setChosen({ isAll: isSelected, rows: new Map() })
    }
  }
}
