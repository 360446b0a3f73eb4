import type { Tx } from '../../../db/connect.ts'
import { cellOfField } from '../../bulk-items/workbook/sheet-cells.ts'
import { type Chunk, type ItemResult, listCells, type StoredCells } from './chunk-queries.ts'

/** Returns the results of a chunk, in which the errors of items of a workbook have their cells. */
export async function withCells(
  tx: Tx,
  vendorId: string,
  { chunk, results }: { chunk: Chunk; results: ItemResult[] }
): Promise<ItemResult[]> {
  const isOpen = ({ errors }: ItemResult) => errors?.some(({ cell }) => cell === undefined) === true
  if (!results.some(isOpen)) return results
  const stored = await listCells(tx, vendorId, chunk)
  return results.map((result) => {
    const found = isOpen(result) ? itemAt(stored, chunk.firstIndex + result.indexInChunk) : undefined
    if (!found) return result
    const errors = (result.errors ?? []).map((one) => ({
      ...one,
      cell: one.cell ?? cellOfField(found.columns, found.rows, one.field)
    }))
    return { ...result, errors }
  })
}

function itemAt(stored: StoredCells[], index: number) {
  for (const { firstIndex, cells } of stored) {
    const rows = cells.items[index - firstIndex]
    if (rows) return { rows, columns: cells.columns }
  }
  return undefined
}
