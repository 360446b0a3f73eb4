import { readCatalogItems } from '@purveyor/client/catalog-file/catalog-items'
import { findCell } from '@purveyor/client/catalog-file/item-cells'
import type { CatalogMap } from '@purveyor/client/catalog-file/mapping'
import type { Market } from '@purveyor/client/catalog-file/market'
import { withEdits } from './check-rows.ts'
import { fileMapping } from './file-mapping.ts'
import type { CellEdits, Fault, FileInfo, ServiceFaults } from './file-types.ts'
import { openRows } from './open-file.ts'

/** Items that the service has refused. */
export type PlaceInput = {
  file: Blob
  info: FileInfo
  map: CatalogMap
  market: Market
  edits: CellEdits
  /** The numbers of the rows that were sent. */
  numbers: ArrayLike<number>
  /** The refused items in the order in which they were sent. */
  failed: readonly FailedItem[]
}

type FailedItem = {
  index: number
  errors: readonly { code: string; field: string | null; message: string }[]
}

/** Returns the faults of refused items by the rows of the file from which the values came. */
export async function placeFaults(input: PlaceInput): Promise<ServiceFaults> {
  const { file, info, map, numbers, failed } = input
  const { mapping, known } = fileMapping({ info, map, mode: 'create' })
  const options = { known, market: input.market }
  const found: Record<number, Fault[]> = {}
  let rows = 0
  let index = 0
  let next = 0
  for await (const item of readCatalogItems(withEdits(openRows(file, info), input), mapping, options)) {
    if (next === failed.length) break
    if (item.rows[0].row.number !== numbers[rows]) continue
    rows += item.rows.length
    if (failed[next]?.index !== index++) continue
    for (const { code, field, message } of failed[next++]?.errors ?? []) {
      const { row, ...cell } = findCell(item, mapping, field)
      found[row] = [...(found[row] ?? []), { ...cell, code, message }]
    }
  }
  return found
}
