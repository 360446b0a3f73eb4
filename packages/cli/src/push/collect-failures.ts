import type { ImportItem, Job } from '@purveyor/client'
import {
  type CatalogRow,
  columnOf,
  type RowFault,
  readCatalogRows,
  shown
} from '@purveyor/client/catalog-file/catalog-rows'
import { createFailedFile } from '../catalog-file/failed-file.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import { FaultList } from './fault-list.ts'

type Failures = {
  /** The folders for the file of the failed rows. The first that can be written to is used. */
  folders: string[]
  stateFolder: string
  signal: AbortSignal
}

/** All failed rows: those with errors in the file, and those that the service has refused. */
export type Collected = { faults: FaultList; refused: FaultList; path: string }

/**
 * Reads the file once more, with the failed items of the job, and writes all failed rows to a file. The items are in
 * the order of the rows that were sent, so neither needs to be held in memory. Without a job, nothing was sent.
 */
export async function collectFailures(
  { file, mapping }: Catalog,
  job: Job | undefined,
  { folders, stateFolder, signal }: Failures
): Promise<Collected> {
  const [faults, refused] = [new FaultList(), new FaultList()]
  const failed = await createFailedFile({ file, folders, stateFolder })
  const items = job ? job.failures({ signal })[Symbol.asyncIterator]() : undefined
  try {
    let next = await nextItem(items)
    let index = 0
    for await (const row of readCatalogRows(file, mapping)) {
      if (row.faults.length > 0) {
        faults.add(row.faults)
        await failed.write(row.row, row.faults)
      } else if (next?.index === index++) {
        const found = serviceFaults(row, next, { file, mapping })
        faults.add(found)
        refused.add(found)
        await failed.write(row.row, found)
        next = await nextItem(items)
      }
    }
    return { faults, refused, path: await failed.finish() }
  } finally {
    await failed.discard()
    await items?.return?.()
  }
}

/** Returns the next item of a job, or undefined if there is no other one or no job. */
export async function nextItem(
  items: AsyncIterator<ImportItem> | undefined
): Promise<ImportItem | undefined> {
  const result = await items?.next()
  return result?.done ? undefined : result?.value
}

/** Returns the errors of an item with the columns that their fields come from. */
export function serviceFaults(
  { row, item }: CatalogRow,
  { errors }: ImportItem,
  { file, mapping }: Catalog
): RowFault[] {
  return errors.map(({ code, field, message }) => {
    const column = row.product ? field : columnOf(mapping, field)
    const index = column === null ? -1 : file.columns.indexOf(column)
    const value = shown(index >= 0 ? row.cells[index] : item[field ?? ''])
    return { row: row.number, column, field, value, code, message }
  })
}
