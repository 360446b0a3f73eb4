import { catalogTexts } from '../../../texts/catalog.ts'
import type { RowEdits } from '../../../ui/grid/grid-types.ts'
import { editedFields, type RowChange } from './change-set.ts'

/** Returns what the cells of products say about changes of their variants, which may not be shown, by the id of the product. */
export function changedVariants(rows: ReadonlyMap<string, RowChange>): Map<string, RowEdits> {
  const counts = new Map<string, Record<string, number>>()
  for (const { productId, code, cells } of rows.values()) {
    if (code === undefined) continue
    const count = counts.get(productId) ?? {}
    for (const field of editedFields) if (cells[field]) count[field] = (count[field] ?? 0) + 1
    counts.set(productId, count)
  }
  const edits = [...counts].map(([id, count]): [string, RowEdits] => [
    id,
    Object.fromEntries(
      Object.entries(count).map(([field, number]) => [field, { text: catalogTexts.changed(number) }])
    )
  ])
  return new Map(edits)
}
