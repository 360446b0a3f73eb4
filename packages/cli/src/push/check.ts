import type { UploadItem, UploadProduct } from '@purveyor/client'
import { readCatalogRows } from '@purveyor/client/catalog-file/catalog-rows'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Output } from '../output/output.ts'
import type { CategoryChoices } from './category-choices.ts'
import { FaultList } from './fault-list.ts'

/** The result of reading the whole file before anything is sent. */
export type Checked = {
  rows: number
  /** The number of rows without errors, which are sent. */
  sendable: number
  faults: FaultList
}

type Checking = { out: Output; signal: AbortSignal; choices: CategoryChoices }

/** Reads all rows, collects their errors, and chooses their categories. */
export async function checkRows(
  { file, mapping }: Catalog,
  { out, signal, choices }: Checking
): Promise<Checked> {
  const faults = new FaultList()
  const progress = out.progress('Checking', undefined)
  let rows = 0
  try {
    for await (const { row, category, faults: found } of readCatalogRows(file, mapping)) {
      rows++
      faults.add(found)
      if (category !== undefined) choices.idsOf(category, row.number)
      if (rows % 1000 === 0) progress.update(rows)
      if (rows % 1000 === 0) signal.throwIfAborted()
    }
  } finally {
    progress.stop()
  }
  return { rows, sendable: rows - faults.rows, faults }
}

/** Yields the items of the rows without errors, with the ids of their categories. */
export async function* readItems(
  { file, mapping }: Catalog,
  choices: CategoryChoices
): AsyncGenerator<UploadItem | UploadProduct> {
  for await (const { row, item, category, faults } of readCatalogRows(file, mapping)) {
    if (faults.length > 0) continue
    const ids = category === undefined ? undefined : choices.idsOf(category, row.number)
    // The service checks the fields.
    yield (ids === undefined ? item : { ...item, category_ids: ids }) as unknown as UploadItem | UploadProduct
  }
}
