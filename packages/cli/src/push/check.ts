import type { UploadItem, UploadProduct } from '@purveyor/client'
import { readFileItems } from '../catalog-file/catalog-items.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Output } from '../output/output.ts'
import type { CategoryChoices } from './category-choices.ts'
import { FaultList } from './fault-list.ts'

/** The result of reading the whole file before anything is sent. */
export type Checked = {
  rows: number
  /** The number of rows that are sent, and of the items that they become. */
  sendable: number
  items: number
  /** The errors of the rows, without those of categories that can't be used. */
  faults: FaultList
  /** The number of rows that aren't sent: those with errors, and the other rows of their products. */
  unsendable: number
}

type Checking = { out: Output; signal: AbortSignal; choices: CategoryChoices; sendsUnknown: boolean }

/** Reads all rows, collects their errors, and chooses their categories. */
export async function checkRows(
  catalog: Catalog,
  { out, signal, choices, sendsUnknown }: Checking
): Promise<Checked> {
  const faults = new FaultList()
  const progress = out.progress('Checking', undefined)
  const counts = { rows: 0, sendable: 0, items: 0 }
  try {
    for await (const { rows, isSendable } of readFileItems(catalog, choices.find, sendsUnknown)) {
      if (isSendable) counts.items++
      for (const row of rows) {
        counts.rows++
        if (isSendable) counts.sendable++
        faults.add(row.faults.filter(({ code }) => code !== 'UNKNOWN_CATEGORY'))
        if (counts.rows % 1000 !== 0) continue
        progress.update(counts.rows)
        signal.throwIfAborted()
      }
    }
  } finally {
    progress.stop()
  }
  choices.finishCounting()
  return { ...counts, faults, unsendable: counts.rows - counts.sendable }
}

/** Yields the items without errors, with the ids of their categories. */
export async function* readItems(
  catalog: Catalog,
  { find }: Pick<CategoryChoices, 'find'>,
  sendsUnknown = false
): AsyncGenerator<UploadItem | UploadProduct> {
  for await (const { item, isSendable } of readFileItems(catalog, find, sendsUnknown)) {
    // The service checks the fields.
    if (isSendable) yield item as unknown as UploadItem | UploadProduct
  }
}
