import type { CatalogItem } from '@purveyor/client/catalog-file/variant-item'
import { type FindCategories, faultsOfRow, readFileItems } from '../catalog-file/catalog-items.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Context } from '../command.ts'
import { openChoices } from '../push/choose-categories.ts'
import type { RowFault } from '../row-files/send-chunks.ts'
import type { FileUpdate } from './update-from-file.ts'

/** The result of reading the whole file before anything is sent. */
export type CheckedUpdate = {
  rows: number
  /** The number of rows without errors, which are sent. */
  sendable: number
  faults: RowFault[]
  faultyRows: number
  find: FindCategories
}

/** Reads all rows of a file and collects their errors. Categories that can't be used are errors of their rows. */
export async function checkUpdate(
  context: Context,
  { client, catalog, values }: Pick<FileUpdate, 'client' | 'catalog' | 'values'>
): Promise<CheckedUpdate> {
  const { find } = await openChoices(context, client, catalog, values)
  const checked = { rows: 0, sendable: 0, faultyRows: 0 }
  const faults: RowFault[] = []
  for await (const { rows, isSendable } of readFileItems(catalog, find)) {
    for (const row of rows) {
      if (++checked.rows % 1000 === 0) context.signal.throwIfAborted()
      if (isSendable) checked.sendable++
      else {
        checked.faultyRows++
        for (const { field: _, column, ...fault } of faultsOfRow(row))
          faults.push({ ...fault, column: column ?? undefined })
      }
    }
  }
  return { ...checked, faults, find }
}

/** Yields the items of the rows without errors. */
export async function* updateItems(
  catalog: Catalog,
  find: FindCategories
): AsyncGenerator<{ item: CatalogItem['item']; rows: number[] }> {
  for await (const { item, rows, isSendable } of readFileItems(catalog, find))
    if (isSendable) yield { item, rows: rows.map(({ row }) => row.number) }
}
