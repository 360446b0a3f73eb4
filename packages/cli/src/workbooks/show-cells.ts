import type { ImportItem, ImportJob, Purveyor } from '@purveyor/client'
import { warningsCommand } from '../catalog-file/show-warnings.ts'
import type { Context } from '../command.ts'
import type { Output } from '../output/output.ts'

/** The number of errors or warnings that are shown. The report of the job has all of them. */
const maxShown = 20

/** Shows the first errors with their cells. */
export async function showFaults(
  { out, signal, json }: Context,
  client: Purveyor,
  id: string
): Promise<void> {
  if (json) return
  const items = client.importJobs.items(id, { status: 'FAILED', first: 100 }, { signal })
  showCells(out, await firstRows(items, ({ errors }) => errors))
}

/** Shows the first warnings with their cells. */
export async function showWarnings(
  { out, signal, json }: Context,
  client: Purveyor,
  { queue_id, items_with_warnings }: ImportJob
): Promise<void> {
  if (json) return
  const items = client.importJobs.items(queue_id, { hasWarnings: true, first: 100 }, { signal })
  // Items that failed are reported with their errors.
  const rows = await firstRows(items, ({ status, warnings }) => (status === 'FAILED' ? [] : warnings))
  if (rows.length === 0) return
  out.line(out.yellow('Values that may be wrong:'))
  showCells(out, rows)
  if (items_with_warnings > maxShown) out.paragraph(`\`${warningsCommand(queue_id)}\` shows all warnings.`)
}

/** Returns the first errors or warnings of items as rows of a table. */
async function firstRows(
  items: AsyncIterable<ImportItem>,
  faultsOf: (item: ImportItem) => ImportItem['errors']
): Promise<string[][]> {
  const rows: string[][] = []
  for await (const item of items) {
    rows.push(...faultsOf(item).map((one) => [one.cell ?? '', item.code ?? '', one.field ?? '', one.message]))
    if (rows.length >= maxShown) break
  }
  return rows.slice(0, maxShown)
}

function showCells(out: Output, rows: string[][]): void {
  out.table(
    [{ title: 'Cell' }, { title: 'SKU' }, { title: 'Field' }, { title: 'Problem', wraps: true }],
    rows
  )
}
