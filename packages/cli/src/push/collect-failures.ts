import type { ImportItem, Job } from '@purveyor/client'
import { faultsOfRow, readFileItems, serviceFaults } from '../catalog-file/catalog-items.ts'
import { createFailedFile } from '../catalog-file/failed-file.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { CategoryChoices } from './category-choices.ts'
import { FaultList } from './fault-list.ts'

type Failures = {
  /** The folders for the file of the failed rows. The first that can be written to is used. */
  folders: string[]
  stateFolder: string
  signal: AbortSignal
  choices: Pick<CategoryChoices, 'find'>
  /** True if items whose categories can't be used were sent without them. */
  sendsUnknown: boolean
}

/**
 * All failed rows: those with errors in the file, and those that the service has refused. `refusedRows` is the number of
 * rows of refused items.
 */
export type Collected = { faults: FaultList; refused: FaultList; refusedRows: number; path: string }

/**
 * Reads the file once more, with the failed items of the job, and writes all failed rows to a file. The items are in
 * the order of the rows that were sent, so neither needs to be held in memory. Without a job, nothing was sent.
 */
export async function collectFailures(
  catalog: Catalog,
  job: Job | undefined,
  { folders, stateFolder, signal, choices, sendsUnknown }: Failures
): Promise<Collected> {
  const { file } = catalog
  const [faults, refused] = [new FaultList(), new FaultList()]
  let refusedRows = 0
  const failed = await createFailedFile({ file, folders, stateFolder })
  const items = job ? job.failures({ signal })[Symbol.asyncIterator]() : undefined
  try {
    let next = await nextItem(items)
    let index = 0
    for await (const item of readFileItems(catalog, choices.find, sendsUnknown)) {
      const isRefused = item.isSendable && next?.index === index++
      if (!isRefused && item.isSendable && item.rows.every((row) => row.faults.length === 0)) continue
      const found = isRefused && next ? serviceFaults(item, next.errors, catalog) : []
      if (isRefused) next = await nextItem(items)
      for (const row of item.rows) {
        const own = found.filter((fault) => fault.row === row.row.number)
        faults.add([...row.faults, ...own])
        refused.add(own)
        if (isRefused) refusedRows++
        await failed.write(row.row, own.length > 0 ? [...row.faults, ...own] : faultsOfRow(row))
      }
    }
    return { faults, refused, refusedRows, path: await failed.finish() }
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
