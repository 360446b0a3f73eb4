import { useMemo, useRef } from 'react'
import { productTexts } from '../../../texts/product.ts'
import type { CellEdit, RowEdits } from '../../../ui/grid/grid-types.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import { isSame, variantColumns, variantRow } from '../form/product-form.ts'
import { warningAt } from '../form/value-warnings.ts'
import type { ShownVariant } from './variant-columns.tsx'

/**
 * Returns the rows of the grid of variants, and the cells that were edited or have a fault. A row is the same object until
 * something of it changes, so that only what has changed is rendered.
 */
export function useVariantRows(): {
  rows: readonly ShownVariant[]
  editsOf(row: ShownVariant): RowEdits | undefined
} {
  const { product, form, faults, warnings } = useProductForm()
  const earlier = useRef<readonly ShownVariant[]>([])
  const stored = useMemo(() => new Map(product?.variants.map((variant) => [variant.id, variant])), [product])
  const rows = form.variants.map((row, index): ShownVariant => {
    const shown = {
      row,
      name: row.sku.trim() || productTexts.variants.variant(index + 1),
      stored: row.id === undefined ? undefined : stored.get(row.id)
    }
    const before = earlier.current[index]
    const isKnown = before?.stored === shown.stored && before?.name === shown.name && isSame(before.row, row)
    return isKnown ? before : shown
  })
  const known = earlier.current
  const isUnchanged = rows.length === known.length && rows.every((row, index) => row === known[index])
  if (!isUnchanged) earlier.current = rows
  const current = earlier.current
  const faultsKey = JSON.stringify([faults, warnings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the faults are other objects each time
  const edits = useMemo(() => {
    const all = current.map((shown): [ShownVariant, RowEdits] => [shown, cellsOf(shown)])
    return new Map(all)
  }, [current, faultsKey])

  function cellsOf({ row, stored: variant }: ShownVariant): RowEdits {
    const before = variant && variantRow(variant)
    const cells = variantColumns.flatMap((column): [string, CellEdit][] => {
      const text = row[column]
      const fault = messageAt(faults, `/variants/${row.key}/${column}`)
      const note = warningAt(warnings, column, row)
      const isEdited = before !== undefined && before[column] !== text
      return isEdited || fault || note ? [[column, { text, fault, note }]] : []
    })
    return Object.fromEntries(cells)
  }
  return { rows: current, editsOf: (row) => edits.get(row) }
}
