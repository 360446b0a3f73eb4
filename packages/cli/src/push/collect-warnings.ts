import type { Job, Purveyor } from '@purveyor/client'
import type { RowFault } from '@purveyor/client/catalog-file/catalog-rows'
import { readFileItems, serviceFaults } from '../catalog-file/catalog-items.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import { maxWarnings } from '../catalog-file/show-warnings.ts'
import type { CategoryChoices } from './category-choices.ts'
import { nextItem } from './collect-failures.ts'

type Warned = {
  client: Pick<Purveyor, 'importJobs'>
  job: Job
  signal: AbortSignal
  choices: Pick<CategoryChoices, 'find'>
  /** True if items whose categories can't be used were sent without them. */
  sendsUnknown: boolean
}

/** Reads the file once more, and returns the first warnings of its job, at the cells from which the values came. */
export async function collectWarnings(
  catalog: Catalog,
  { client, job, signal, choices, sendsUnknown }: Warned
): Promise<RowFault[]> {
  const warnings: RowFault[] = []
  const query = { hasWarnings: true, first: 100 } as const
  const items = client.importJobs.items(job.id, query, { signal })[Symbol.asyncIterator]()
  try {
    let next = await nextItem(items)
    let index = 0
    for await (const item of readFileItems(catalog, choices.find, sendsUnknown)) {
      if (!next || warnings.length >= maxWarnings) break
      if (!item.isSendable || next.index !== index++) continue
      // Items that failed are reported with their errors.
      if (next.status !== 'FAILED') warnings.push(...serviceFaults(item, next.warnings, catalog))
      next = await nextItem(items)
    }
    return warnings.slice(0, maxWarnings)
  } finally {
    await items.return?.()
  }
}
